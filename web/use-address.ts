import { useNavigate, useSearch } from '@tanstack/react-router'
import { type PageKey, type Pages, pages } from './pages.ts'
import { readSearch, type SearchOf, type SearchShape } from './ui/address.ts'

type ShapeOf<K extends PageKey> = Pages[K] extends { readonly search: infer S extends SearchShape }
  ? S
  : Record<never, never>

/** What a page keeps in its address, e.g. `Address<'schedules'>`. */
export type Address<K extends PageKey> = SearchOf<ShapeOf<K>>
export type ChangeAddress<K extends PageKey> = (
  wanted: Address<K>,
  options?: { readonly push?: boolean },
) => void

/**
 * What a page keeps in the query of its address, so that a reload, a link and the back button find the same
 * view: `const [{ page = 0 }, change] = useAddress('schedules')`. Only inside that page. A change to
 * undefined or the empty text takes the name out of the address. `push` makes it a step of the history.
 */
export function useAddress<K extends PageKey>(key: K): readonly [Address<K>, ChangeAddress<K>] {
  // Not by the route's id: the page that is left renders once more when its route does not match any more.
  const search = useSearch({ strict: false })
  const navigate = useNavigate()
  const page = pages[key]
  const change: ChangeAddress<K> = (wanted, { push = false } = {}) =>
    void navigate({ to: '.', search: (before) => ({ ...before, ...wanted }), replace: !push })
  return [readSearch('search' in page ? page.search : {}, search) as Address<K>, change]
}
