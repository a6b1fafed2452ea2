import type { CompletionContext, CompletionResult } from '@codemirror/autocomplete'
import type { SQLNamespace } from '@codemirror/lang-sql'
import type { DatabaseNames, DatabaseTables } from '../database/database-names.ts'

type Table = NonNullable<DatabaseTables['tables']>[number]

/** What is known of a database at a place of a statement. */
export interface FoundNames {
  readonly namespace: Readonly<Record<string, SQLNamespace>>
  /** Of the tables that the statement names. */
  readonly columns: readonly { readonly name: string; readonly type: string; readonly table: string }[]
  /** There are more tables than were listed, so what is typed next has to be asked for. */
  readonly isPartial: boolean
}

/** Tables that are named more often than this are looked up no more. */
const MAX_NAMED = 12

const name = String.raw`(?:"(?:[^"]|"")+"|[\p{L}_][\p{L}\p{N}_$]*)`
const named = new RegExp(
  String.raw`\b(?:from|join|into|update|table)\s+(${name}(?:\s*\.\s*${name}){0,2})`,
  'giu',
)

/** The tables that SQL reads or writes, each once, in the order of the text. */
export function tablesNamedIn(sql: string): readonly { readonly schema?: string; readonly table: string }[] {
  const found = new Map<string, { schema?: string; table: string }>()
  for (const [, path = ''] of sql.matchAll(named)) {
    const parts = [...path.matchAll(new RegExp(name, 'gu'))].map(([part]) =>
      part.startsWith('"') ? part.slice(1, -1).replaceAll('""', '"') : part,
    )
    const [schema, table] = [parts.at(-2), parts.at(-1)!]
    found.set(`${schema ?? ''}.${table}`.toLowerCase(), { table, ...(schema !== undefined && { schema }) })
  }
  return [...found.values()].slice(0, MAX_NAMED)
}

/**
 * What the database has that fits: tables that begin like the word, and the columns of those that the SQL
 * names.
 */
export async function findNames(
  database: Pick<DatabaseNames, 'tables' | 'columns'>,
  sql: string,
  word: string,
): Promise<FoundNames> {
  const [listed, ...described] = await Promise.all([
    database.tables(word),
    ...tablesNamedIn(sql).map(({ table, schema }) => database.columns(table, schema)),
  ])
  const usual = listed.usualSchema
  const tables = [...(listed.tables ?? []), ...described.flatMap((one) => one.tables ?? [])]
  const inSchemas = new Map<string, Record<string, SQLNamespace>>(
    (listed.schemas ?? []).map((schema) => [schema, {}]),
  )
  for (const table of tables) {
    const others = inSchemas.get(table.schema) ?? {}
    inSchemas.set(table.schema, { ...others, ...namespaceOf(table) })
  }
  return {
    namespace: Object.fromEntries([
      ...[...inSchemas].map(([schema, members]) => [escaped(schema), members]),
      ...Object.entries((usual !== undefined && inSchemas.get(usual)) || {}),
    ]),
    columns: described.flatMap((one) => (one.tables ?? []).slice(0, 1).flatMap(columnsOf)),
    isPartial: listed.more === true,
  }
}

const columnsOf = ({ name: table, columns = [] }: Table) => columns.map((column) => ({ ...column, table }))

const namespaceOf = ({ name: table, columns = [] }: Table): Record<string, SQLNamespace> => ({
  [escaped(table)]: columns.map(({ name: label, type }) => ({ label, detail: type, type: 'property' })),
})

/** A point would lead into what is before it. */
const escaped = (text: string): string => text.replaceAll('.', '\\.')

/** Columns of the tables that the statement names, without an alias in front of them. */
export function completeColumns(
  context: CompletionContext,
  { columns }: FoundNames,
): CompletionResult | null {
  const word = context.matchBefore(/[\p{L}\p{N}_$]*$/u)
  if (word === null || (word.text === '' && !context.explicit)) return null
  if (/[.\p{L}\p{N}_"$]/u.test(context.state.sliceDoc(word.from - 1, word.from))) return null
  const options = columns.map(({ name: label, type, table }) => ({
    label,
    detail: `${table}, ${type}`,
    apply: /^[a-z_][a-z0-9_]*$/.test(label) ? label : `"${label.replaceAll('"', '""')}"`,
  }))
  return { from: word.from, options }
}
