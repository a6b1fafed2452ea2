import type { LinkRule } from '../../../pipeline/catalog.ts'

/** Links of components that only hand rows on, that take one input, several, or write. */
export const sourceLinks: LinkRule = { incoming: 'none', outgoing: 'many' }
export const joiningLinks: LinkRule = { incoming: 'many', outgoing: 'many' }
export const sinkLinks: LinkRule = { incoming: 'one', outgoing: 'none' }

export const conditionCells = ['column', 'Is or Not', 'comparator', 'value'] as const
