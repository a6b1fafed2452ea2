import type { PageRequest } from '../../http/page.ts'

/** On the second face lists of connectors have no pages (decisions.md §15); more than an installation has. */
export const wholeList: PageRequest = { page: 0, size: 100_000, offset: 0 }

/** A list of connectors as programs of the second face read it. */
export const secondList = (page: { readonly results: readonly { readonly connectorId: string }[] }) =>
  page.results.map((connector) => ({ id: connector.connectorId, ...connector }))
