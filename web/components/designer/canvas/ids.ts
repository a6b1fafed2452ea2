/** Ids of the drawing are made of names, which may hold anything: they are written so that selectors can have them. */
export const componentId = (name: string): string => `c:${encodeURIComponent(name)}`
export const noteId = (key: string): string => `n:${encodeURIComponent(key)}`
export const linkId = (from: string, to: string): string =>
  `l:${encodeURIComponent(from)}|${encodeURIComponent(to)}`

/** What an id names. */
export function named(id: string): { readonly kind: 'component' | 'note'; readonly name: string } {
  return { kind: id.startsWith('c:') ? 'component' : 'note', name: decodeURIComponent(id.slice(2)) }
}
