/** What a page keeps in the query of its address: names and what their values are. */
export type SearchShape = Readonly<Record<string, 'text' | 'number'>>

export type SearchOf<S extends SearchShape> = {
  -readonly [K in keyof S]?: (S[K] extends 'number' ? number : string) | undefined
}

/**
 * The values of a query that fit their shape. What does not fit is undefined rather than left out: the router
 * would put the unread text in the place of a name that is missing.
 */
export function readSearch<S extends SearchShape>(
  shape: S,
  search: Readonly<Record<string, unknown>>,
): SearchOf<S> {
  const entries = Object.entries(shape).map(([name, kind]) => [name, readAs(kind, search[name])])
  return Object.fromEntries(entries) as SearchOf<S>
}

/** A number may have been read before: the router also validates searches that a link states as values. */
function readAs(kind: 'text' | 'number', value: unknown): string | number | undefined {
  if (kind === 'number') return /^\d+$/.test(String(value)) ? Number(value) : undefined
  return typeof value === 'string' && value !== '' ? value : undefined
}

/**
 * Queries of addresses are plain text: `?version=1` stays as it is, where the router's default would write
 * JSON.
 */
export const parseSearch = (query: string): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(query))

export function stringifySearch(search: Readonly<Record<string, unknown>>): string {
  const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== '')
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return text === '' ? '' : `?${text}`
}
