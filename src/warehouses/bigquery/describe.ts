import type { ColumnDescription, QueryColumn, TableName } from '../warehouse.ts'
import { BigQueryFault } from './client.ts'
import type { BigQuerySession } from './connections.ts'
import { readTable } from './script.ts'
import { splitStatements } from './split.ts'
import { typeOf } from './types.ts'
import type { Field, TableReference } from './wire.ts'

/** Columns of a table or view; what is not there, or may not be seen by name, is undefined. */
export async function describeTable(
  { client, signal }: BigQuerySession,
  { database, schema, table }: TableName,
  usual: Omit<TableReference, 'tableId'>,
): Promise<readonly ColumnDescription[] | undefined> {
  const place = {
    projectId: database ?? usual.projectId,
    datasetId: schema ?? usual.datasetId,
    tableId: table,
  }
  try {
    const { schema: columns, tableConstraints } = await readTable(client, place, signal)
    const keys = tableConstraints?.primaryKey?.columns ?? []
    return (columns?.fields ?? []).map((field) => described(field, keys))
  } catch (error) {
    // A name that BigQuery does not take is that of no table.
    const isMissing =
      error instanceof BigQueryFault &&
      (error.status === 404 || /^Invalid (table|dataset) ID/i.test(error.message))
    if (isMissing) return undefined
    throw error
  }
}

function described(field: Field, keys: readonly string[]): ColumnDescription {
  const { name, mode, maxLength, precision, scale } = field
  const size = maxLength ?? precision
  return {
    name,
    type: typeOf(field).replace(/\([\d, ]+\)$/, ''),
    size: size === undefined ? undefined : Number(size),
    precision: precision === undefined ? undefined : Number(scale ?? 0),
    nullable: mode !== 'REQUIRED',
    isKey: keys.includes(name),
  }
}

/** Columns of a query, which is checked and not run. Throws WarehouseError. */
export async function describeQuery(session: BigQuerySession, sql: string): Promise<readonly QueryColumn[]> {
  const { signal, location, jobs } = session
  const [statement = sql] = splitStatements(sql)
  const { statistics } = await jobs.dryRun(statement, { signal, location })
  const fields = statistics?.query?.schema?.fields ?? []
  return fields.map((field) => ({ name: field.name, type: typeOf(field) }))
}
