import { createHash, randomBytes } from 'node:crypto'
import type { DecidedAppends } from '../../warehouses/decided-appends.ts'
import type { StatementOptions, TableName, Warehouse } from '../../warehouses/warehouse.ts'
import { WarehouseError } from '../../warehouses/warehouse-error.ts'
import { readRows } from './sql.ts'
import { tablesBeside } from './staging-table.ts'

const KEPT_DAYS = 30
const DAY_HOURS = 24
const HOUR_MS = 3_600_000

/** Rows for a table of ours beside the target, which are remembered together with a load. */
export interface RememberedRows {
  /** `headrace_…`. */
  readonly table: string
  readonly columns: readonly { readonly name: string; readonly type: 'VARCHAR' | 'BIGINT' | 'TIMESTAMP' }[]
  readonly rows: readonly Readonly<Record<string, string | number>>[]
}

export interface AddedRows {
  /** How many there are. */
  readonly rows: number
  /** Columns of the target, quoted, and the query whose rows go into them. */
  readonly columns: string
  readonly query: string
  readonly remembered: readonly RememberedRows[]
  /** What only one load may do; unless stated, that is the load itself. */
  readonly decision?: string | undefined
}

/**
 * Adds rows to a table all or nothing, and once, on a database without transactions (ADR 53). Everything that
 * only one of several attempts may do hangs on one row of the table of loads; what follows it can be repeated
 * by anyone.
 */
export interface DecidedLoads {
  /** Throws WarehouseError where rows cannot be added to the target in this way. */
  check(): Promise<void>
  /** Finishes what was decided for the target and interrupted. */
  settle(): Promise<void>
  add(added: AddedRows): Promise<void>
}

interface Place {
  readonly warehouse: Warehouse
  readonly options: StatementOptions
  readonly target: TableName
  /** The table of loads. */
  readonly loads: TableName
  readonly key: string
}

export function createDecidedLoads(
  decided: DecidedAppends,
  { warehouse, options, target, loads, key }: Place,
): DecidedLoads {
  const { quoteTable, quoteText, parts } = warehouse
  const [into, records] = [quoteTable(target), quoteTable(loads)]
  const ofTarget = prefixesOf(warehouse, target)
  const ofKey = ofTarget.map((prefix) => `${prefix}${digestOf(key)}_`)
  const newName = (): TableName => {
    const hours = Math.floor(Date.now() / HOUR_MS).toString(36)
    return { ...target, table: `${ofKey[0]}${hours}_${randomBytes(4).toString('hex')}` }
  }
  /** Tables with the same prefix are of targets whose names differ in letter case at most. */
  const isOfTarget = (loadKey: string): boolean =>
    warehouse.nameKey(loadKey).endsWith(warehouse.nameKey(target.table))

  const drop = (name: TableName) =>
    warehouse.execute(`drop table if exists ${quoteTable(name)}`, {
      ...options,
      signal: new AbortController().signal,
    })

  /** Does what a decided load still lacks. Others may do the same at this moment. */
  async function finish(staged: TableName, remembered: readonly RememberedRows[]): Promise<void> {
    const moved = quoteTable(staged)
    const script = [
      ...remembered.map(rememberSql),
      decided.move(moved, into),
      `drop table if exists ${moved}`,
    ]
    try {
      await warehouse.execute(script.join(';\n'), options)
    } catch (error) {
      // It is dropped when all of it is done.
      if (!(error instanceof WarehouseError) || (await warehouse.describe(staged, options)) !== undefined)
        throw error
    }
  }

  function rememberSql({ table, columns, rows }: RememberedRows): string {
    const typed = columns.map(({ name, type }) => ({
      name,
      member: name,
      type: warehouse.typeSql({ type }),
      json: false,
    }))
    return warehouse.insertJsonSql({ ...loads, table }, typed, JSON.stringify(rows))
  }

  async function beside(prefixes: readonly string[]): Promise<readonly TableName[]> {
    const found: TableName[] = []
    for (const prefix of prefixes)
      found.push(...(await tablesBeside(warehouse, options, { ...target, prefix })))
    return found
  }

  async function settle(): Promise<void> {
    for (const staged of await beside(ofTarget)) {
      const sql = `select load_key, remaining from ${records} where staged = ${quoteText(staged.table)}`
      const [found] = (await readRows(warehouse, sql, 1, options)).rows
      if (found === undefined) await dropForgotten(staged)
      else if (isOfTarget(found[0] ?? ''))
        await finishFound(staged, found[0] === key, rememberedIn(found[1] ?? ''))
    }
  }

  /** What another step has left, and cannot be finished, is not in the way of this one. */
  async function finishFound(
    staged: TableName,
    isOurs: boolean,
    remembered: readonly RememberedRows[],
  ): Promise<void> {
    try {
      await finish(staged, remembered)
    } catch (error) {
      if (isOurs || !(error instanceof WarehouseError)) throw error
      options.note?.(`An interrupted load of another step could not be finished: ${error.message}`)
    }
  }

  /** What was never decided is kept as long as records are: its attempt may still be alive. */
  async function dropForgotten(staged: TableName): Promise<void> {
    const [, hours = ''] = /_([0-9a-z]+)_[0-9a-f]{8}$/.exec(staged.table) ?? []
    const age = Date.now() / HOUR_MS - Number.parseInt(hours, 36)
    if (age > KEPT_DAYS * DAY_HOURS) await drop(staged)
  }

  /** Whether another attempt has decided; only then nothing can decide for these rows any more. */
  async function isLost(decision: string, staged: TableName): Promise<boolean> {
    const sql = `select staged from ${records} where decision = ${quoteText(decision)}`
    const { rows } = await readRows(warehouse, sql, 1, options)
    return rows.length > 0 && rows[0]?.[0] !== staged.table
  }

  return {
    async check() {
      const { schema, table } = warehouse.resolveTable(target)
      await readRows(warehouse, decided.check(schema, table), 1, options)
    },
    settle,
    async add({ rows, columns, query, remembered: given, decision = key }) {
      const remembered = given.filter((one) => one.rows.length > 0)
      const staged = newName()
      try {
        await warehouse.execute(decided.stage(quoteTable(staged), into, columns, query).join(';\n'), options)
      } catch (error) {
        await drop(staged).catch(() => undefined)
        throw error
      }
      const values = [key, decision, staged.table, JSON.stringify(remembered)].map(quoteText).join(', ')
      const insert = `insert into ${records} (load_key, decision, staged, remaining, loaded_at, loaded_rows, deleted_rows) select ${values}, ${parts.now}, ${rows}, 0`
      const isOther = `decision = ${quoteText(decision)} and staged <> ${quoteText(staged.table)}`
      try {
        await warehouse.execute(decided.decide(records, insert, decision, isOther).join(';\n'), options)
      } catch (error) {
        if (await isLost(decision, staged).catch(() => false)) await drop(staged).catch(() => undefined)
        throw error
      }
      await finish(staged, remembered)
      // No other attempt of this load can be decided any more.
      for (const lost of await beside(ofKey)) await drop(lost)
    },
  }
}

/** For a TIMESTAMP, in UTC. */
export const momentNow = (): string => new Date().toISOString().replace('T', ' ').replace('Z', '')

/**
 * How names of tables with the rows of loads into `target` begin, the first of new ones. Earlier versions
 * took no notice of letter case: what they decided is still to be finished.
 */
function prefixesOf({ nameKey }: Warehouse, { table }: TableName): readonly string[] {
  const names = new Set([nameKey(table), table.toLowerCase()])
  return [...names].map((name) => `headrace_move_${digestOf(name)}_`)
}

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 8)

/**
 * What `add` wrote about tables whose names are ours. Users may be able to write to the table of loads, and
 * must not reach other tables that way.
 */
function rememberedIn(text: string): readonly RememberedRows[] {
  const found = JSON.parse(text) as readonly RememberedRows[]
  return found.filter(({ table }) => /^headrace_\w+$/.test(table))
}
