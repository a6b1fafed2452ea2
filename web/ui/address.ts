import { useNavigate, useSearch } from '@tanstack/react-router'

type Kind = 'text' | 'number'
type Values<S extends Readonly<Record<string, Kind>>> = {
  readonly [K in keyof S]?: (S[K] extends 'number' ? number : string) | undefined
}

/**
 * What a page keeps in the query of its address, so that a reload, a link and the back button find the same view:
 * `const [address, change] = useAddress({ page: 'number', status: 'text' })`. What does not fit its kind is absent.
 * A change to undefined or the empty text takes the name out of the address. `push` makes it a step of the history.
 */
export function useAddress<const S extends Readonly<Record<string, Kind>>>(shape: S) {
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false })
  const navigate = useNavigate()
  const entries = Object.entries(shape).map(([name, kind]) => [name, readAs(kind, search[name])])
  const values = Object.fromEntries(entries) as Values<S>

  function change(wanted: Values<S>, { push = false }: { push?: boolean } = {}): void {
    void navigate({
      to: '.',
      search: ((before: object) => ({ ...before, ...wanted })) as never,
      replace: !push,
    })
  }
  return [values, change] as const
}

function readAs(kind: Kind, text: unknown): string | number | undefined {
  if (typeof text !== 'string' || text === '') return undefined
  if (kind === 'text') return text
  return /^\d+$/.test(text) ? Number(text) : undefined
}

/** Queries of addresses are plain text: `?version=1` stays that, and nobody has to read JSON. */
export const parseSearch = (query: string): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(query))

export function stringifySearch(search: Readonly<Record<string, unknown>>): string {
  const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== '')
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return text === '' ? '' : `?${text}`
}
