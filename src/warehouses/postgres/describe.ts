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

interface ColumnRow {
  readonly name: string
  readonly type: string
  readonly nullable: boolean
  readonly size: number | null
  readonly precision: number | null
  readonly isKey: boolean
}

/** Columns of a table or view; names are taken as quoting takes them: exactly, and cut to 63 bytes. */
export async function describeTable(
  { client, call }: PostgresSession,
  { schema, table }: TableName,
): Promise<readonly ColumnDescription[] | undefined> {
  const { rows } = await call(() => client.query<ColumnRow>(columnsOf, [schema, table]))
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
