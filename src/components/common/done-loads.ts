import type { StatementOptions, TableName, Warehouse } from '../../warehouses/warehouse.ts'
import { createDecidedLoads, type DecidedLoads } from './decided-loads.ts'
import { shownTable } from './sql.ts'

const KEPT_DAYS = 30
const table = 'headrace_loads'

export interface Loaded {
  readonly rows: number
  /** Rows that made room for them one by one; a table that was replaced as a whole counts none. */
  readonly deleted: number
}

/**
 * Remembers which loads are done: a step that runs again, after its runner was lost or in a retry, must not
 * load twice.
 */
export interface DoneLoads {
  /**
   * What an earlier attempt has loaded already; undefined: it is still to be done. Makes the table where it
   * is missing.
   */
  find(): Promise<Loaded | undefined>
  /**
   * The script that remembers this load; it begins the transaction that ends the load. `deleted` is an
   * expression.
   */
  rememberSql(rows: number, deleted: string): string
  /** How rows are added together with what is remembered, where no transaction does it. */
  readonly decided: DecidedLoads | undefined
  /** Another step may forget the same ones at this moment; one of the two is enough. */
  forgetOld(): Promise<void>
}

/** `key` is the same for the same step in every session, and in every attempt of a retry. */
export function createDoneLoads(
  warehouse: Warehouse,
  options: StatementOptions,
  target: TableName,
  key: string,
): DoneLoads {
  const done: TableName = { database: target.database, schema: target.schema, table }
  const name = warehouse.quoteTable(done)
  const { nameKey, parts, typeSql } = warehouse
  const keyText = warehouse.quoteText(`${key} ${shownTable(target)}`)
  const isOurs = `load_key = ${keyText}`
  const decided =
    parts.decided &&
    createDecidedLoads(parts.decided, {
      warehouse,
      options,
      target,
      loads: done,
      key: `${key} ${shownTable(target)}`,
    })

  async function find(): Promise<Loaded | undefined> {
    const there = await warehouse.describe(done, options)
    if (there === undefined) await make()
    else if (!there.some((column) => nameKey(column.name) === nameKey('loaded_rows'))) await complete()
    const before = parts.beforeInsertOnce(name, isOurs)
    if (before.length > 0) await warehouse.execute(before.join(';\n'), options)
    await decided?.settle()
    const { batches } = await warehouse.query(
      `select loaded_rows, deleted_rows from ${name} where ${isOurs}`,
      options,
    )
    for await (const found of batches)
      for (const [loaded, deleted] of found) return { rows: Number(loaded), deleted: Number(deleted) }
    return undefined
  }

  const text = typeSql({ type: 'VARCHAR' })
  const decidedColumns = `, decision ${text}, staged ${text}, remaining ${text}`
  const make = () =>
    makeTable(
      warehouse,
      done,
      `load_key ${parts.keyText}${parts.hasKeys ? ' primary key' : ' not null'}, loaded_at ${typeSql({ type: 'TIMESTAMP' })}, loaded_rows bigint, deleted_rows bigint${decided === undefined ? '' : decidedColumns}`,
      options,
    )

  /** One that an earlier version made. */
  async function complete(): Promise<void> {
    const add = (column: string) => `alter table ${name} add column if not exists ${column} bigint`
    await warehouse.execute(`${add('loaded_rows')};\n${add('deleted_rows')}`, options)
  }

  return {
    find,
    rememberSql: (rows, deleted) =>
      parts.insertOnce(
        name,
        `insert into ${name} (load_key, loaded_at, loaded_rows, deleted_rows) select ${keyText}, ${parts.now}, ${rows}, ${deleted}`,
        isOurs,
      ),
    decided,
    async forgetOld() {
      const old = `delete from ${name} where loaded_at < ${parts.daysAgo(KEPT_DAYS)}`
      await warehouse.execute(old, options).catch(() => undefined)
    },
  }
}

/**
 * Makes a table of ours where it is missing. Two steps may make it at once; then one of them is refused and
 * finds it there.
 */
export async function makeTable(
  warehouse: Warehouse,
  name: TableName,
  columns: string,
  options: StatementOptions,
): Promise<void> {
  const create = `create table if not exists ${warehouse.quoteTable(name)} (${columns})${warehouse.parts.tableOptions}`
  await warehouse.execute(create, options).catch(async (error: unknown) => {
    if ((await warehouse.describe(name, options)) === undefined) throw error
  })
}
