import type { ColumnDescription, QueryColumn, TableName } from '../warehouse.ts'
import type { PostgresSession } from './connections.ts'

const columnsOf = `
  select column_name as name, data_type as type, is_nullable = 'YES' as nullable,
         coalesce(character_maximum_length,
                  case when data_type = 'numeric' then numeric_precision end) as size,
         case when data_type = 'numeric' then numeric_scale end as precision,
         exists (select 1 from pg_constraint k
                   join pg_class t on t.oid = k.conrelid
                   join pg_namespace s on s.oid = t.relnamespace
                  where s.nspname = c.table_schema and t.relname = c.table_name and k.contype = 'p'
                    and c.ordinal_position = any (k.conkey)) as "isKey"
    from information_schema.columns c
   where table_schema = coalesce(cast($1 as name), current_schema()) and table_name = cast($2 as name)
   order by ordinal_position`

/** The same of materialized views, which the standard's views leave out. */
const materializedColumnsOf = `
  select a.attname as name, format_type(a.atttypid, null) as type, true as nullable, false as "isKey",
         case when a.atttypid = 'numeric'::regtype
              then information_schema._pg_numeric_precision(a.atttypid, a.atttypmod)
              else information_schema._pg_char_max_length(a.atttypid, a.atttypmod) end as size,
         case when a.atttypid = 'numeric'::regtype
              then information_schema._pg_numeric_scale(a.atttypid, a.atttypmod) end as precision
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
   where n.nspname = coalesce(cast($1 as name), current_schema()) and c.relname = cast($2 as name)
     and c.relkind = 'm' and a.attnum > 0 and not a.attisdropped
   order by a.attnum`

interface ColumnRow {
  readonly name: string
  readonly type: string
  readonly nullable: boolean
  readonly size: number | null
  readonly precision: number | null
  readonly isKey: boolean
}

/** Columns of a table or any view; names are taken as quoting takes them: exactly, and cut to 63 bytes. */
export async function describeTable(
  session: PostgresSession,
  table: TableName,
): Promise<readonly ColumnDescription[] | undefined> {
  return (await describeListed(session, table)) ?? (await describedBy(materializedColumnsOf, session, table))
}

/** The same of what the standard's views list. */
export const describeListed = (
  session: PostgresSession,
  table: TableName,
): Promise<readonly ColumnDescription[] | undefined> => describedBy(columnsOf, session, table)

async function describedBy(
  sql: string,
  { client, call }: PostgresSession,
  { schema, table }: TableName,
): Promise<readonly ColumnDescription[] | undefined> {
  const { rows } = await call(() => client.query<ColumnRow>(sql, [schema, table]))
  if (rows.length === 0) return undefined
  return rows.map(({ size, precision, ...column }) => ({
    ...column,
    size: size ?? undefined,
    precision: precision ?? undefined,
  }))
}

/** Columns of a query, of which no row is asked for. Throws WarehouseError. */
export async function describeQuery(
  { client, call }: PostgresSession,
  sql: string,
): Promise<readonly QueryColumn[]> {
  const { fields } = await call(() => client.query(`select * from (\n${sql}\n) as described limit 0`))
  if (fields.length === 0) return []
  const types = fields.map(
    ({ dataTypeID, dataTypeModifier }, index) =>
      `format_type(${dataTypeID}, ${dataTypeModifier}) as c${index}`,
  )
  const { rows } = await call(() =>
    client.query<string[]>({ text: `select ${types.join(', ')}`, rowMode: 'array' }),
  )
  return fields.map(({ name }, index) => ({ name, type: rows[0]?.[index] ?? 'text' }))
}

/** The same. In a transaction that was begun before, a refusal is rolled back and the transaction goes on. */
export async function describeOnTrial(
  session: PostgresSession,
  sql: string,
): Promise<readonly QueryColumn[]> {
  if (session.isShared !== true || !session.dialect.hasSavepoints) return describeQuery(session, sql)
  const run = (statement: string) => session.call(() => session.client.query(statement))
  await run('savepoint headrace_trial')
  try {
    return await describeQuery(session, sql)
  } catch (error) {
    await run('rollback to savepoint headrace_trial')
    throw error
  } finally {
    await run('release savepoint headrace_trial')
  }
}
