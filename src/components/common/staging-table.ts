import { createHash, randomBytes } from 'node:crypto'
import type { StatementOptions, TableName, Warehouse } from '../../warehouses/warehouse.ts'

/** The name of a table beside `target` that this attempt of a step fills first; `key` is the same in every attempt. */
export function stagingName(target: TableName, key: string): TableName {
  const { database, schema } = target
  return { database, schema, table: `${prefixOf(key)}${randomBytes(4).toString('hex')}` }
}

const prefixOf = (key: string): string =>
  `headrace_load_${createHash('sha256').update(key).digest('hex').slice(0, 16)}_`

/**
 * Drops what lost attempts of a step left behind. Should one still be alive, its next statement fails. A load does this
 * before it begins and when it is done: the server may create a table for a killed attempt only after the first look.
 */
export async function dropLeftovers(
  warehouse: Warehouse,
  options: StatementOptions,
  key: string,
): Promise<void> {
  const pattern = `${prefixOf(key).replaceAll('_', '!_')}%`
  const { batches } = await warehouse.query(
    `select table_schema, table_name from information_schema.tables where table_name like '${pattern}' escape '!'`,
    options,
  )
  const names: TableName[] = []
  for await (const found of batches)
    for (const [schema, name] of found) names.push({ schema: schema ?? '', table: name ?? '' })
  for (const name of names)
    await warehouse.execute(`drop table if exists ${warehouse.quoteTable(name)}`, options)
}
