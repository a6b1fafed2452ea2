import type { ColumnDescription, QueryColumn, TableName } from '../warehouse.ts'
import { statementError } from '../warehouse-error.ts'
import { explainRefusal, refusalOfScript } from './confine.ts'
import type { Session } from './file.ts'

const columnsOf = `
  select column_name, data_type, numeric_precision, numeric_scale, is_nullable,
         exists (select 1 from duckdb_constraints() k
                  where k.table_oid = c.table_oid and k.database_oid = c.database_oid
                    and k.constraint_type = 'PRIMARY KEY'
                    and list_contains(k.constraint_column_names, c.column_name))
    from duckdb_columns() c
   where lower(database_name) = lower(coalesce($1, current_database()))
     and lower(schema_name) = lower(coalesce($2, current_schema()))
     and lower(table_name) = lower($3)
   order by column_index`

/** Columns of a table or view; DuckDB's names do not tell upper from lower case. */
export async function describeTable(
  session: Session,
  { database, schema, table }: TableName,
): Promise<readonly ColumnDescription[] | undefined> {
  const values = [database ?? null, schema ?? null, table]
  const reader = await session.call(() => session.connection.runAndReadAll(columnsOf, values))
  const rows = reader.getRows()
  return rows.length === 0 ? undefined : rows.map(description)
}

/** Columns of a query, which is bound but not run. Throws WarehouseError. */
export async function describeQuery(session: Session, sql: string): Promise<readonly QueryColumn[]> {
  const refusal = refusalOfScript(sql, session)
  if (refusal !== undefined) throw statementError(new Error(refusal), 1, 1)
  try {
    const reader = await session.call(() => session.connection.runAndReadAll(`describe from (\n${sql}\n)`))
    return reader.getRows().map(([name, type]) => ({ name: String(name), type: String(type) }))
  } catch (error) {
    session.signal.throwIfAborted()
    throw statementError(explainRefusal(error, session.folders), 1, 1)
  }
}

function description([name, type, precision, scale, nullable, isKey]: readonly unknown[]): ColumnDescription {
  const decimal = String(type).startsWith('DECIMAL')
  return {
    name: String(name),
    type: decimal ? 'DECIMAL' : String(type),
    size: decimal ? Number(precision) : undefined,
    precision: decimal ? Number(scale) : undefined,
    nullable: nullable === true,
    isKey: isKey === true,
  }
}
