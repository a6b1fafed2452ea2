/**
 * Ids of the drawing are made of names, which may hold anything: they are written so that selectors can have
 * them.
 */
export const componentId = (name: string): string => `c:${encodeURIComponent(name)}`
export const noteId = (key: string): string => `n:${encodeURIComponent(key)}`
export const groupId = (name: string): string => `g:${encodeURIComponent(name)}`
export const linkId = (from: string, to: string): string =>
  `l:${encodeURIComponent(from)}|${encodeURIComponent(to)}`

const kinds = { c: 'component', n: 'note', g: 'group' } as const
type Kind = (typeof kinds)[keyof typeof kinds]

/** What the id of a card, a note or a frame names. */
export const named = (id: string): { readonly kind: Kind; readonly name: string } => ({
  kind: kinds[id[0] as keyof typeof kinds],
  name: decodeURIComponent(id.slice(2)),
})
