import { createHash } from 'node:crypto'
import type { StatementOptions, TableName, Warehouse } from '../../../warehouses/warehouse.ts'
import type { FileEntry, FileStore } from '../object-stores/file-store.ts'
import { tableKey } from '../sql.ts'

const FILES_AT_ONCE = 500

/**
 * Lets only one of several loads of the same file into one table commit: each adds a row to `headrace_loads`,
 * and only one of them can. Rows of earlier loads stay, so the rows are numbered: a table that was emptied
 * takes its files again.
 */
export interface FileClaims {
  /**
   * Reads the claims that are there. Call it before the list of loaded files is read: a load that commits in
   * between is then seen.
   */
  look(): Promise<void>
  /** Makes ready for claims of `files`, or of some of them. */
  prepare(files: readonly FileEntry[]): Promise<void>
  /** For the transaction that loads files; it fails where another load has loaded one of them. */
  sql(files: readonly FileEntry[]): readonly string[]
}

export function createFileClaims(
  warehouse: Warehouse,
  options: StatementOptions,
  target: TableName,
  store: FileStore,
): FileClaims {
  const { parts, quoteText } = warehouse
  const loads = warehouse.quoteTable({ ...target, table: 'headrace_loads' })
  const prefix = `file ${digestOf(tableKey(warehouse, target.table))} `
  const generations = new Map<string, number>()
  let prepared: readonly (readonly string[])[] = []

  const claimOf = (file: FileEntry): string => {
    const digest = digestOf(`${file.version} ${store.shown(file.name)}`)
    return `${prefix}${digest} ${(generations.get(digest) ?? 0) + 1}`
  }
  const oneOf = (claims: readonly string[]) => `load_key in (${claims.map(quoteText).join(', ')})`

  return {
    async look() {
      generations.clear()
      const sql = `select load_key from ${loads} where substr(load_key, 1, ${prefix.length}) = ${quoteText(prefix)}`
      for await (const rows of (await warehouse.query(sql, options)).batches)
        for (const [claim] of rows) {
          const [digest = '', generation] = (claim ?? '').slice(prefix.length).split(' ')
          generations.set(digest, Math.max(generations.get(digest) ?? 0, Number(generation)))
        }
    },
    async prepare(files) {
      // In one order, so that no two loads wait for each other.
      const claims = files.map(claimOf).toSorted()
      prepared = Array.from({ length: Math.ceil(claims.length / FILES_AT_ONCE) }, (_, part) =>
        claims.slice(part * FILES_AT_ONCE, (part + 1) * FILES_AT_ONCE),
      )
      const before = prepared.flatMap((some) => parts.beforeInsertOnce(loads, oneOf(some)))
      if (before.length > 0) await warehouse.execute(before.join(';\n'), options)
    },
    sql(files) {
      const wanted = new Set(files.map(claimOf))
      return prepared.flatMap((some) => {
        const rows = some
          .filter((claim) => wanted.has(claim))
          .map((claim) => `(${quoteText(claim)}, ${parts.now}, 0, 0)`)
        if (rows.length === 0) return []
        const insert = `insert into ${loads} (load_key, loaded_at, loaded_rows, deleted_rows) values ${rows.join(', ')}`
        return [parts.insertOnce(loads, insert, oneOf(some))]
      })
    },
  }
}

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32)
