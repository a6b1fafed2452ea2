import type { StatementOptions, TableName, Warehouse } from '../../../warehouses/warehouse.ts'
import { momentNow, type RememberedRows } from '../decided-loads.ts'
import { makeTable } from '../done-loads.ts'
import type { FileEntry, FileStore } from '../object-stores/file-store.ts'
import { shownTable, tableKey } from '../sql.ts'
import { createFileClaims } from './file-claims.ts'

const ROWS_AT_ONCE = 500

/**
 * Which files were loaded into a table. One that is empty has forgotten them: it was created again, or
 * emptied.
 */
export interface LoadedFiles {
  /** Without the files that were loaded before and have not changed since. */
  newOnes(files: readonly FileEntry[]): Promise<readonly FileEntry[]>
  /**
   * The statements that remember files, for the transaction that loads them; they fail where another load was
   * faster.
   */
  rememberSql(files: readonly FileEntry[]): readonly string[]
  /** The same as rows, for a load that is decided by its record. */
  remembered(files: readonly FileEntry[]): RememberedRows
}

export async function createLoadedFiles(
  warehouse: Warehouse,
  options: StatementOptions,
  target: TableName,
  store: FileStore,
): Promise<LoadedFiles> {
  const table = { database: target.database, schema: target.schema, table: 'headrace_loaded_files' }
  const name = warehouse.quoteTable(table)
  const { parts, typeSql, quoteText } = warehouse
  const [text, moment] = [typeSql({ type: 'VARCHAR' }), typeSql({ type: 'TIMESTAMP' })]
  const columns = `table_name ${text}, file_name ${text}, file_version ${text}, loaded_at ${moment}`
  await makeTable(warehouse, table, columns, options)
  // The list stands beside its tables, so the schema is no part of the key. Earlier versions kept the name as
  // it was given.
  const key = tableKey(warehouse, target.table)
  const tableText = quoteText(key)
  const isOurs = `table_name in (${[...new Set([key, shownTable(target)])].map(quoteText).join(', ')})`

  const claims = createFileClaims(warehouse, options, target, store)

  async function* rowsOf(sql: string) {
    for await (const rows of (await warehouse.query(sql, options)).batches) yield* rows
  }
  async function isEmpty(): Promise<boolean> {
    for await (const _ of rowsOf(`select 1 from ${warehouse.quoteTable(target)} limit 1`)) return false
    return true
  }

  async function latest(): Promise<string | undefined> {
    for await (const [at] of rowsOf(`select max(loaded_at) from ${name} where ${isOurs}`))
      return at ?? undefined
    return undefined
  }
  /**
   * What was remembered until `at`. A load that ends meanwhile is later than what was found before the table
   * was.
   */
  async function forgetUntil(at: string): Promise<void> {
    const stale = `${isOurs} and loaded_at <= ${parts.momentText(at)}`
    await warehouse.execute(`delete from ${name} where ${stale}`, options)
  }

  return {
    async newOnes(files) {
      await claims.look()
      const at = await latest()
      // Otherwise the list would count again as soon as there are rows.
      if (at !== undefined && (await isEmpty())) await forgetUntil(at)
      const left = new Map(files.map((file) => [`${file.version} ${store.shown(file.name)}`, file]))
      const sql = `select file_name, file_version from ${name} where ${isOurs}`
      for await (const [file, version] of rowsOf(sql)) left.delete(`${version} ${file}`)
      const fresh = [...left.values()]
      await claims.prepare(fresh)
      return fresh
    },
    remembered: (files) => ({
      table: table.table,
      columns: [
        { name: 'table_name', type: 'VARCHAR' },
        { name: 'file_name', type: 'VARCHAR' },
        { name: 'file_version', type: 'VARCHAR' },
        { name: 'loaded_at', type: 'TIMESTAMP' },
      ],
      rows: files.map((file) => ({
        table_name: key,
        file_name: store.shown(file.name),
        file_version: file.version,
        loaded_at: momentNow(),
      })),
    }),
    rememberSql(files) {
      const rows = files.map(
        (file) =>
          `(${tableText}, ${quoteText(store.shown(file.name))}, ${quoteText(file.version)}, ${parts.now})`,
      )
      const count = Math.ceil(rows.length / ROWS_AT_ONCE)
      const inserts = Array.from({ length: count }, (_, part) => {
        const values = rows.slice(part * ROWS_AT_ONCE, (part + 1) * ROWS_AT_ONCE)
        return `insert into ${name} values ${values.join(', ')}`
      })
      return [...claims.sql(files), ...inserts]
    },
  }
}
