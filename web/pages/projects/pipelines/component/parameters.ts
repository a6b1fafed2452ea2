/** What a parameter's value looks like to a person. */
export type Shown =
  | { readonly kind: 'empty' }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly string[] }
  | {
      readonly kind: 'rows'
      readonly headers: readonly string[]
      readonly rows: readonly (readonly string[])[]
    }
  | { readonly kind: 'group'; readonly entries: readonly (readonly [string, unknown])[] }

const LONG = 60
const MAX_DEPTH = 4
const codeWords = new Set([
  'script',
  'query',
  'sql',
  'expression',
  'payload',
  'body',
  'html',
  'message',
  'condition1',
])

/** How to show the value of parameter `key`: scripts and statements as code, rows as a table. */
export function shown(key: string, value: unknown, depth = 0): Shown {
  if (isNothing(value)) return { kind: 'empty' }
  if (isScalar(value)) return formattedText(key, String(value))
  if (Array.isArray(value)) return formattedArray(value)
  const entries = Object.entries(value as object)
  return depth < MAX_DEPTH ? { kind: 'group', entries } : { kind: 'code', text: inJson(value) }
}

function formattedText(key: string, text: string): Shown {
  const isCode =
    text.includes('\n') || (text.length > LONG && wordsOf(key).some((word) => codeWords.has(word)))
  return { kind: isCode ? 'code' : 'text', text }
}

function formattedArray(value: readonly unknown[]): Shown {
  if (value.every(isScalar)) return { kind: 'list', items: value.map(String) }
  if (value.every((row) => Array.isArray(row) && row.every(isCell)))
    return { kind: 'rows', headers: [], rows: (value as unknown[][]).map((row) => row.map(cell)) }
  if (value.every(isRecord)) {
    const headers = [...new Set(value.flatMap((record) => Object.keys(record)))]
    return { kind: 'rows', headers, rows: value.map((record) => headers.map((name) => cell(record[name]))) }
  }
  return { kind: 'code', text: inJson(value) }
}

const isNothing = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  (Array.isArray(value) && value.length === 0) ||
  (typeof value === 'object' && Object.keys(value).length === 0)

const isScalar = (value: unknown): value is string | number | boolean =>
  ['string', 'number', 'boolean'].includes(typeof value)

const isCell = (value: unknown): boolean => value === null || isScalar(value)

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.values(value).every(isCell)

const cell = (value: unknown): string => (value === null || value === undefined ? '' : String(value))

const inJson = (value: unknown): string => JSON.stringify(value, null, 2)

const acronyms = new Set([
  'sql',
  'url',
  'api',
  'json',
  'id',
  'uri',
  'smtp',
  'ssl',
  'tls',
  'html',
  'http',
  's3',
])

/** The key of a parameter in words: `sqlScript` is `SQL script`. */
export function inWords(key: string): string {
  const words = wordsOf(key).map((word) => (acronyms.has(word) ? word.toUpperCase() : word))
  const text = words.join(' ')
  return text === '' ? key : text[0]!.toUpperCase() + text.slice(1)
}

const wordsOf = (key: string): string[] =>
  key
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[\s._-]+/)
    .filter((word) => word !== '')

/** The parameters of a component that are set. Its name is shown above them. */
export const parametersOf = (parameters: Readonly<Record<string, unknown>>): [string, unknown][] =>
  Object.entries(parameters).filter(([key]) => key !== 'componentName')
