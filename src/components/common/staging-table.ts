import { createHash, randomBytes } from 'node:crypto'
import type { CatalogueQuery } from '../../warehouses/catalogue.ts'
import type { StatementOptions, TableName, Warehouse } from '../../warehouses/warehouse.ts'
import { WarehouseError } from '../../warehouses/warehouse-error.ts'

/**
 * The name of a table beside `target` that this attempt of a step fills first; `key` is the same in every
 * attempt. It says when it was chosen, as of `stagedName`.
 */
export function stagingName(target: TableName, key: string, now = new Date()): TableName {
  const { database, schema } = target
  const random = randomBytes(4).toString('hex')
  return { database, schema, table: `${prefixOf(key)}${hoursOf(now).toString(36)}_${random}` }
}

const ANY_LOAD = 'headrace_load_'
const prefixOf = (key: string): string =>
  `${ANY_LOAD}${createHash('sha256').update(key).digest('hex').slice(0, 16)}_`

const HOUR_MS = 3_600_000
/** What is older belongs to an attempt that was lost. */
const STAGED_HOURS = 24
/** The same of a load, which may take its rows from a service for days. */
const LOAD_HOURS = 7 * 24

/**
 * The name of a table beside `target` that holds what the step `key` is to publish. It says when it was
 * chosen, so that later steps can tell what a lost attempt left.
 */
export function stagedName(target: TableName, key: string, now: Date): TableName {
  const { database, schema } = target
  return { database, schema, table: `${stagedPrefix(target)}${hoursOf(now).toString(36)}_${digestOf(key)}` }
}

/** Drops what lost attempts left beside `target`: those of the step `key`, and any that are a day old. */
export async function dropOldStaged(
  warehouse: Warehouse,
  options: StatementOptions,
  target: TableName,
  key: string,
  now: Date,
): Promise<void> {
  const found = { database: target.database, schema: target.schema, prefix: stagedPrefix(target) }
  const isOld = (name: string): boolean => {
    const [, hours = '', owner] =
      /^headrace_new_[0-9a-f]{8}_([0-9a-z]+)_([0-9a-f]{8})(?:_\w+)?$/.exec(name.toLowerCase()) ?? []
    return owner === digestOf(key) || Number.parseInt(hours, 36) < hoursOf(now) - STAGED_HOURS
  }
  await dropTables(warehouse, options, found, isOld)
}

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 8)
const hoursOf = (moment: Date): number => Math.floor(moment.getTime() / HOUR_MS)
const stagedPrefix = ({ table }: TableName): string => `headrace_new_${digestOf(table.toLowerCase())}_`

/** Leftovers that are dropped at once; more are found the next time. */
const MAX_LEFTOVERS = 100

/**
 * Drops what lost attempts of a step left behind beside `target`. Should one still be alive, its next
 * statement fails. A load does this before it begins.
 */
export async function dropLeftovers(
  warehouse: Warehouse,
  options: StatementOptions,
  { database, schema }: TableName,
  key: string,
): Promise<void> {
  await dropTables(warehouse, options, { database, schema, prefix: prefixOf(key) }, () => true)
}

/**
 * The same when a load is done: the server may create a table for a killed attempt only after the first look.
 * What other steps left that were never run again is dropped after a week, where that is allowed. The rows
 * are where they belong, so what the database refuses is left to a later load.
 */
export async function dropAllLeftovers(
  warehouse: Warehouse,
  options: StatementOptions,
  target: TableName,
  key: string,
  now = new Date(),
): Promise<void> {
  await dropAll(warehouse, options, target, key, now).catch((error: unknown) => {
    if (!(error instanceof WarehouseError)) throw error
    options.note?.(`What a load has left could not be dropped: ${error.message}`)
  })
}

async function dropAll(
  warehouse: Warehouse,
  options: StatementOptions,
  target: TableName,
  key: string,
  now: Date,
): Promise<void> {
  const { database, schema } = target
  const found = await tablesBeside(warehouse, options, { database, schema, prefix: ANY_LOAD })
  const own = prefixOf(key)
  for (const name of found) {
    const table = name.table.toLowerCase()
    const [, hours = ''] = /^headrace_load_[0-9a-f]{16}_([0-9a-z]+)_[0-9a-f]{8}$/.exec(table) ?? []
    const isOld = Number.parseInt(hours, 36) < hoursOf(now) - LOAD_HOURS
    if (table.startsWith(own)) await dropTable(warehouse, options, name)
    else if (isOld) await dropTable(warehouse, options, name).catch(() => undefined)
  }
  if (found.length === MAX_LEFTOVERS) await dropLeftovers(warehouse, options, target, key)
}

async function dropTables(
  warehouse: Warehouse,
  options: StatementOptions,
  found: Omit<CatalogueQuery, 'limit'>,
  isUnwanted: (name: string) => boolean,
): Promise<void> {
  for (const name of await tablesBeside(warehouse, options, found))
    if (isUnwanted(name.table)) await dropTable(warehouse, options, name)
}

const dropTable = (warehouse: Warehouse, options: StatementOptions, name: TableName) =>
  warehouse.execute(`drop table if exists ${warehouse.quoteTable(name)}`, options)

/** The tables whose names begin so; some of them, where there are very many. */
export async function tablesBeside(
  warehouse: Warehouse,
  options: StatementOptions,
  { database, schema, prefix }: Omit<CatalogueQuery, 'limit'>,
): Promise<readonly TableName[]> {
  const found = { database, schema, prefix, limit: MAX_LEFTOVERS }
  const { batches } = await warehouse.query(warehouse.catalogue.tables(found), options)
  const names: TableName[] = []
  for await (const rows of batches)
    for (const [inSchema, name] of rows)
      names.push({ database, schema: inSchema ?? schema, table: name ?? '' })
  return names
}
