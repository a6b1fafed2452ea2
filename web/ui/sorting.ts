import type { Sorting } from './data-table.tsx'

/**
 * The order that an address asks for, if the API knows it, and how headers change it. The usual order is not
 * written to the address. A change begins at the first page.
 */
export function sortingOf<const S extends string>(
  known: readonly S[],
  asked: string | undefined,
  change: (wanted: { readonly sort: string | undefined; readonly page: undefined }) => void,
): { readonly sort: S | undefined; readonly sorting: Sorting } {
  const usual = known[0]!
  const sort = known.find((one) => one === asked)
  return {
    sort,
    sorting: {
      value: sort ?? usual,
      onChange: (wanted) => change({ sort: wanted === usual ? undefined : wanted, page: undefined }),
    },
  }
}
