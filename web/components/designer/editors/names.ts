import type { DatabaseNames } from '../database/database-names.ts'

/** What can be completed in an editor: names that exist where its text is used. */
export interface Names {
  readonly variables: readonly VariableName[]
  /** Of the rows that reach the component. */
  readonly columns?: readonly ColumnName[]
  readonly tables?: readonly TableName[]
  /** The database that SQL is completed from. */
  readonly database?: DatabaseNames | undefined
  readonly databaseTables?: readonly { readonly schema: string; readonly name: string }[] | undefined
  readonly databaseSchemas?: readonly string[] | undefined
  /** Lists tables that begin like a text. */
  readonly lookUp?: ((prefix: string) => void) | undefined
}

export interface VariableName {
  readonly name: string
  /** TEXT, NUMBER or GRID. */
  readonly type: string
  /** Whose it is, where that must be said: a project's. */
  readonly owner?: string
}

export interface ColumnName {
  readonly name: string
  readonly type?: string
}

export interface TableName {
  readonly name: string
  readonly columns: readonly string[]
}

/** One completion: the text that is put in, and what to say beside it. */
export interface Suggestion {
  readonly text: string
  readonly detail: string
}

/** A stretch of text that a suggestion replaces, from `from` to the cursor. */
export interface Suggestions {
  readonly from: number
  readonly options: readonly Suggestion[]
  /** Whether it is inside `${…}`, which a chosen suggestion closes. */
  readonly isExpression: boolean
}

/** As the runner knows them (`${sysvar.…}`). Those of the component itself exist in post-processing alone. */
const systemVariables: readonly (readonly [object: string, members: readonly string[]])[] = [
  ['artifact', ['versionName']],
  ['environment', ['name']],
  ['project', ['id']],
  ['rootPipeline', ['executionId']],
  ['thisPipeline', ['fullName', 'executionId']],
]
const componentMembers = [
  ...['name', 'message', 'status', 'taskId', 'startedAt', 'finishedAt', 'duration'],
  ...['rowCount', 'rowsInserted', 'rowsUpdated', 'rowsDeleted', 'queryId'],
]

/** What can be written inside `${…}`: variables first, then those of the system. */
export function expressionNames({ variables }: Names): readonly Suggestion[] {
  const system = [...systemVariables, ['thisComponent', componentMembers] as const]
  return [
    ...variables.map(described),
    ...system.flatMap(([object, members]) =>
      members.map((member) => ({
        text: `sysvar.${object}.${member}`,
        detail: object === 'thisComponent' ? 'system, after the component' : 'system',
      })),
    ),
  ]
}

const described = ({ name, type, owner }: VariableName): Suggestion => ({
  text: name,
  detail: owner === undefined ? type : `${type}, ${owner}`,
})

const suggestedColumns = ({ columns = [] }: Names): readonly Suggestion[] =>
  columns.map(({ name, type }) => ({ text: name, detail: type ?? 'column' }))

const suggestedVariables = ({ variables }: Names, types: readonly string[]): readonly Suggestion[] =>
  variables.filter(({ type }) => types.includes(type)).map(described)

/** A name that several schemas have is one suggestion. */
function suggestedTables({ databaseTables = [] }: Names): readonly Suggestion[] {
  const schemas = Map.groupBy(databaseTables, ({ name }) => name)
  return [...schemas].map(([text, found]) => ({
    text,
    detail: found.map(({ schema }) => schema).join(', '),
  }))
}

/** What a text may name as a whole. `undefined`: nothing that is known. */
export type Kind = 'column' | 'scalar' | 'grid' | 'table' | 'schema' | undefined

const namesOfKind = (names: Names, kind: Kind): readonly Suggestion[] => {
  if (kind === 'column') return suggestedColumns(names)
  if (kind === 'table') return suggestedTables(names)
  if (kind === 'schema') return (names.databaseSchemas ?? []).map((text) => ({ text, detail: 'schema' }))
  if (kind === 'grid') return suggestedVariables(names, ['GRID'])
  return kind === 'scalar' ? suggestedVariables(names, ['TEXT', 'NUMBER']) : []
}

/**
 * The name that is being written behind an unclosed `${`, up to the end of `before`; undefined outside of
 * one.
 */
export function openExpression(before: string): string | undefined {
  const start = before.lastIndexOf('${')
  if (start < 0 || before.indexOf('}', start) >= 0) return undefined
  return /(?:^|[^\p{L}\p{N}_$.])([\p{L}\p{N}_.]*)$/u.exec(before.slice(start + 2))?.[1]
}

/** What fits where the cursor is in a text of one line; undefined when there is nothing to suggest. */
export function suggestionsAt(
  text: string,
  cursor: number,
  names: Names,
  kind: Kind,
): Suggestions | undefined {
  const before = text.slice(0, cursor)
  const typed = openExpression(before)
  const isExpression = typed !== undefined
  const wanted = (typed ?? before).toLowerCase()
  const options = (isExpression ? expressionNames(names) : namesOfKind(names, kind)).filter(
    (one) => one.text.toLowerCase().includes(wanted) && one.text.toLowerCase() !== wanted,
  )
  if (options.length === 0) return undefined
  const sorted = [...options].sort((a, b) => rank(a, wanted) - rank(b, wanted))
  return { from: cursor - wanted.length, options: sorted, isExpression }
}

/** What begins like the text comes before what merely holds it. */
const rank = ({ text }: Suggestion, wanted: string): number => (text.toLowerCase().startsWith(wanted) ? 0 : 1)

/** The text with a suggestion taken, and where the cursor is then. */
export function withSuggestion(
  text: string,
  cursor: number,
  { from, isExpression }: Suggestions,
  { text: chosen }: Suggestion,
): { readonly text: string; readonly cursor: number } {
  const after = text.slice(cursor)
  const close = isExpression && !after.startsWith('}') ? '}' : ''
  const written = `${text.slice(0, from)}${chosen}${close}`
  return { text: written + after, cursor: written.length + (isExpression && close === '' ? 1 : 0) }
}
