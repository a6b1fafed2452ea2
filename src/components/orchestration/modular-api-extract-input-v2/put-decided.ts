import type { StatementOptions, TableName, Warehouse } from '../../../warehouses/warehouse.ts'
import type { DecidedLoads, RememberedRows } from '../../common/decided-loads.ts'
import type { DoneLoads } from '../../common/done-loads.ts'
import { readRows } from '../../common/sql.ts'
import type { CreateMode } from './settings.ts'

/** What is remembered about the rows that a load adds, beside the load itself. */
export interface Remembered {
  readonly rows: RememberedRows
  /** What only one load may do. */
  readonly decision: string
}

interface Put {
  readonly warehouse: Warehouse
  readonly options: StatementOptions
  readonly done: DoneLoads
  readonly table: TableName
  /** The table that was loaded. */
  readonly staging: TableName
  readonly mode: CreateMode
  /** The columns that were loaded, quoted; empty where no element came, and nothing else tells them. */
  readonly names: string
  /** What goes into them, of the table that was loaded. */
  readonly values: string
  readonly rows: number
  readonly remembered: Remembered | undefined
}

/**
 * Puts what was loaded where it belongs on a database without transactions; answers how many rows made room.
 * A table that replaces another does so in one step: who repeats that repeats the whole load. Rows that are
 * added are decided.
 */
export async function putDecided(decided: DecidedLoads, put: Put): Promise<number> {
  const { warehouse, options, table, staging, mode } = put
  if (put.names === '') return empty(put)
  const isThere = (await warehouse.describe(table, options)) !== undefined
  if (mode === 'REPLACE_IF_EXISTS' || (mode === 'TRUNCATE_AND_INSERT' && isThere))
    return replace(put, isThere)
  const [target, source] = [warehouse.quoteTable(table), warehouse.quoteTable(staging)]
  if (!isThere) await warehouse.execute(warehouse.parts.decided!.like(target, source), options)
  const { names, values, rows, remembered } = put
  await decided.add({
    rows,
    columns: names,
    query: `select ${values} from ${source}`,
    remembered: remembered === undefined ? [] : [remembered.rows],
    decision: remembered?.decision,
  })
  await warehouse.execute(`drop table if exists ${source}`, options)
  return 0
}

async function empty(put: Put): Promise<number> {
  const { warehouse, options, done, table, mode } = put
  const target = warehouse.quoteTable(table)
  const empties = mode === 'TRUNCATE_AND_INSERT' || mode === 'REPLACE_IF_EXISTS'
  const deleted = empties ? await countOf(put, target) : 0
  const script = [...(empties ? [warehouse.parts.emptied(target)] : []), done.rememberSql(0, String(deleted))]
  await warehouse.execute(script.join(';\n'), options)
  return deleted
}

async function replace(put: Put, isThere: boolean): Promise<number> {
  const { warehouse, options, done, table, staging, mode, names, values, rows } = put
  const { parts } = warehouse
  const [target, source] = [warehouse.quoteTable(table), warehouse.quoteTable(staging)]
  const script = (deleted: number): readonly string[] => {
    const remember = done.rememberSql(rows, String(deleted))
    if (mode === 'TRUNCATE_AND_INSERT')
      return [
        ...parts.refill(target, names, `select ${values} from ${source}`),
        remember,
        `drop table if exists ${source}`,
      ]
    if (!isThere) return [`rename table ${source} to ${target}`, remember]
    const { sql, left } = parts.swapped(target, source, source)
    return [sql, remember, `drop table ${left}`]
  }
  const deleted = mode === 'TRUNCATE_AND_INSERT' ? await countOf(put, target) : 0
  await warehouse.execute(script(deleted).join(';\n'), options)
  return deleted
}

async function countOf({ warehouse, options }: Put, table: string): Promise<number> {
  const { rows } = await readRows(warehouse, `select count(*) from ${table}`, 1, options)
  return Number(rows[0]?.[0] ?? 0)
}
