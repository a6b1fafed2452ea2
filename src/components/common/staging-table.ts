import { createHash, randomBytes } from 'node:crypto'
import type { StatementOptions, TableName, Warehouse } from '../../warehouses/warehouse.ts'

/** The name of a table beside `target` that this attempt of a step fills first; `key` is the same in every attempt. */
export function stagingName(target: TableName, key: string): TableName {
  const { database, schema } = target
  return { database, schema, table: `${prefixOf(key)}${randomBytes(4).toString('hex')}` }
}

const prefixOf = (key: string): string =>
  `headrace_load_${createHash('sha256').update(key).digest('hex').slice(0, 16)}_`

/** Leftovers that are dropped at once; more are found the next time. */
const MAX_LEFTOVERS = 100

/**
 * Drops what lost attempts of a step left behind beside `target`. Should one still be alive, its next statement fails. A load
 * does this before it begins and when it is done: the server may create a table for a killed attempt only after the first look.
 */
export async function dropLeftovers(
  warehouse: Warehouse,
  options: StatementOptions,
  { database, schema }: TableName,
  key: string,
): Promise<void> {
  const found = { database, schema, prefix: prefixOf(key), limit: MAX_LEFTOVERS }
  const { batches } = await warehouse.query(warehouse.catalogue.tables(found), options)
  const names: TableName[] = []
  for await (const rows of batches)
    for (const [inSchema, name] of rows)
      names.push({ database, schema: inSchema ?? schema, table: name ?? '' })
  for (const name of names)
    await warehouse.execute(`drop table if exists ${warehouse.quoteTable(name)}`, options)
}
