import type { NamedTable } from '../lib/datasets.ts'
import type { ColumnSource, KnownTable, TracedColumn } from '../lib/sql-lineage.ts'
import { analyzeQuery } from './parser.ts'

export interface TracedColumns {
  readonly columns: readonly { readonly name: string; readonly from: readonly ColumnSource[] }[]
  /** Some sources could not be told without knowing the columns of the tables that are read. */
  readonly needsColumns: boolean
  /** Whether these are all columns of the query. */
  readonly isComplete: boolean
}

const nothing: TracedColumns = { columns: [], needsColumns: false, isComplete: false }

/** Where each column of a query comes from. `parser` is the parser's name of the dialect. */
export function tracedColumns(sql: string, parser: string, known: readonly KnownTable[]): TracedColumns {
  if (sql === '') return nothing
  const { success, analysis } = analyzeQuery(sql, {
    dialect: parser,
    ...(known.length > 0 && { schema: { tables: known.map(schemaTable) } }),
  })
  if (!success || analysis === undefined) return nothing
  const tables = new Map(analysis.baseTables.map((one) => [one.name, tableOfRelation(one)] as const))
  let needsColumns = false
  const columns = analysis.projections.flatMap(({ name, isStar, upstream }) => {
    if (isStar) needsColumns = true
    const from = upstream.flatMap(({ sourceName, column }): ColumnSource[] => {
      const table = tables.get(sourceName ?? '')
      if (table === undefined) needsColumns = true
      return table === undefined || column === '*' ? [] : [{ table, column }]
    })
    return isStar ? [] : [{ name: name ?? '', from: distinct(from) }]
  })
  return { columns, needsColumns, isComplete: columns.length === analysis.projections.length }
}

const schemaTable = ({ table: { database, schema, table }, columns }: KnownTable) => ({
  name: table,
  ...(schema !== undefined && { schema }),
  ...(database !== undefined && { catalog: database }),
  columns: columns.map((name) => ({ name, type: 'TEXT' })),
})

const tableOfRelation = (one: {
  readonly name: string
  readonly catalog?: string | null
  readonly schema?: string | null
  readonly table?: string | null
}): NamedTable => ({
  ...(one.catalog != null && { database: one.catalog }),
  ...(one.schema != null && { schema: one.schema }),
  table: one.table ?? one.name,
})

/** Each source once, in an order of their own: the parser's changes. */
export const distinct = (sources: readonly ColumnSource[]): ColumnSource[] =>
  [...new Map(sources.map((one) => [JSON.stringify(one), one]))]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, source]) => source)

/** A column that several branches set comes from all that they set it to. */
export function byName(columns: readonly TracedColumn[]): TracedColumn[] {
  const found = new Map<string, TracedColumn>()
  for (const { name, from } of columns)
    found.set(name, { name, from: distinct([...(found.get(name)?.from ?? []), ...from]) })
  return [...found.values()]
}
