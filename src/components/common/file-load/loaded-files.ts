import type { StatementOptions, TableName, Warehouse } from '../../../warehouses/warehouse.ts'
import { momentNow, type RememberedRows } from '../decided-loads.ts'
import { makeTable } from '../done-loads.ts'
import type { FileEntry, FileStore } from '../object-stores/file-store.ts'
import { shownTable } from '../sql.ts'

const ROWS_AT_ONCE = 500

/** Which files were loaded into a table. One that is empty has forgotten them: it was created anew, or emptied. */
export interface LoadedFiles {
  /** Without the files that were loaded before and have not changed since. */
  newOnes(files: readonly FileEntry[]): Promise<readonly FileEntry[]>
  /** The statements that remember files, for the transaction that loads them. */
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
  const tableText = quoteText(shownTable(target))

  async function* rowsOf(sql: string) {
    for await (const rows of (await warehouse.query(sql, options)).batches) yield* rows
  }
  async function isEmpty(): Promise<boolean> {
    for await (const _ of rowsOf(`select 1 from ${warehouse.quoteTable(target)} limit 1`)) return false
    return true
  }

  return {
    async newOnes(files) {
      if (await isEmpty()) return files
      const left = new Map(files.map((file) => [`${file.version} ${store.shown(file.name)}`, file]))
      const sql = `select file_name, file_version from ${name} where table_name = ${tableText}`
      for await (const [file, version] of rowsOf(sql)) left.delete(`${version} ${file}`)
      return [...left.values()]
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
        table_name: shownTable(target),
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
      return Array.from({ length: count }, (_, part) => {
        const values = rows.slice(part * ROWS_AT_ONCE, (part + 1) * ROWS_AT_ONCE)
        return `insert into ${name} values ${values.join(', ')}`
      })
    },
  }
}
