import type { Component, ParameterValue } from '../model.ts'
import { isList, isMapping } from '../parse-shapes.ts'

export interface TextOfComponent {
  /** The parameter at the top of the component that holds the text. */
  readonly parameter: string
  /** The key next to the text: that of the parameter, or of a block in it. */
  readonly key: string
  readonly text: string
  readonly line: number
}

/** Every text in the parameters of a component, those inside lists and blocks included. */
export function* textsOf(component: Component): Generator<TextOfComponent> {
  for (const [parameter, value] of Object.entries(component.parameters)) {
    if (parameter === 'componentName') continue
    const line = component.parameterLines?.[parameter] ?? component.line
    for (const { key, text } of textsIn(parameter, value)) yield { parameter, key, text, line }
  }
}

function* textsIn(key: string, value: ParameterValue): Generator<{ key: string; text: string }> {
  if (typeof value === 'string') yield { key, text: value }
  else if (isList(value)) for (const item of value) yield* textsIn(key, item)
  else if (isMapping(value)) for (const [name, item] of Object.entries(value)) yield* textsIn(name, item)
}

/** Parameters that hold SQL. */
const sqlKeys: ReadonlySet<string> = new Set(['sqlScript', 'query', 'sqlQuery'])
/** Their queries are in languages of their own. */
const otherLanguages: ReadonlySet<string> = new Set(['salesforce-query', 'google-sheets-query'])

/** The SQL of a component. */
export function* sqlOf(component: Component): Generator<TextOfComponent> {
  if (otherLanguages.has(component.type)) return
  for (const one of textsOf(component)) if (sqlKeys.has(one.key)) yield one
}

/** SQL with blanks in the place of comments and of texts in quotes. Names in double quotes stay. */
export const blankTexts = (sql: string): string =>
  sql.replace(/--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|'(?:[^']|'')*'|\$\$[\s\S]*?(?:\$\$|$)/g, (found) =>
    found.replace(/[^\n]/g, ' '),
  )

/** SQL with a blank in the place of everything in parentheses, such as subqueries. */
export function outsideParentheses(sql: string): string {
  let depth = 0
  return sql.replace(/[()]|[^()]+/g, (found) => {
    if (found === '(') depth++
    if (found === ')') depth = Math.max(0, depth - 1)
    return depth > 0 || found === ')' ? ' ' : found
  })
}

/** A text as messages repeat it. */
export const quoted = (text: string): string => (text.length > 60 ? `"${text.slice(0, 60)}…"` : `"${text}"`)
