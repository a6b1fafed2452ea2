import type { NamedTable } from '../lib/datasets.ts'
import type { ColumnSource, KnownTable, StatementLineage } from '../lib/sql-lineage.ts'
import { byName, distinct } from './columns.ts'

/** Temporary tables of a script: what reads them reads what they were made of. */
export interface TemporaryTables {
  make(tables: readonly NamedTable[], lineage: StatementLineage): void
  /** Takes what a statement wrote into those of `tables` that are temporary. */
  fill(tables: readonly NamedTable[], lineage: StatementLineage): void
  drop(tables: readonly NamedTable[]): void
  /** Forgets what was in those of `tables` that are temporary. */
  empty(tables: readonly NamedTable[]): void
  /** Those whose columns a statement said. */
  known(): readonly KnownTable[]
  replacedIn(lineage: StatementLineage): StatementLineage
}

export function temporaryTables(): TemporaryTables {
  const made = new Map<string, StatementLineage>()
  const find = ({ schema, table }: NamedTable) => (schema === undefined ? made.get(table) : undefined)

  const sourcesOf = (source: ColumnSource): readonly ColumnSource[] => {
    const temporary = find(source.table)
    if (temporary === undefined) return [source]
    return temporary.columns.find(({ name }) => name === source.column)?.from ?? []
  }

  return {
    make(tables, lineage) {
      for (const { table } of tables) made.set(table, lineage)
    },
    fill(tables, { reads, readsFiles, columns }) {
      for (const one of tables) {
        const before = find(one)
        if (before === undefined) continue
        made.set(one.table, {
          ...before,
          reads: [...before.reads, ...reads],
          readsFiles: [...before.readsFiles, ...readsFiles],
          columns: byName([...before.columns, ...columns]),
        })
      }
    },
    drop(tables) {
      for (const one of tables) if (find(one) !== undefined) made.delete(one.table)
    },
    empty(tables) {
      for (const one of tables) {
        const before = find(one)
        if (before !== undefined) made.set(one.table, { ...before, reads: [], readsFiles: [], columns: [] })
      }
    },
    known: () =>
      [...made].flatMap(([table, { tableColumns: columns }]) =>
        columns === undefined ? [] : [{ table: { table }, columns }],
      ),
    replacedIn(lineage) {
      if (made.size === 0) return lineage
      const used = lineage.reads.flatMap((one) => find(one) ?? [])
      const reads = lineage.reads.flatMap((one) => find(one)?.reads ?? [one])
      return {
        ...lineage,
        reads: [...new Map(reads.map((one) => [JSON.stringify(one), one])).values()],
        // Rows that a script puts into one are part of it.
        writes: lineage.writes.filter((one) => find(one) === undefined),
        readsFiles: [...new Set([...lineage.readsFiles, ...used.flatMap((one) => one.readsFiles)])],
        columns: lineage.columns.map(({ name, from }) => ({ name, from: distinct(from.flatMap(sourcesOf)) })),
      }
    },
  }
}
