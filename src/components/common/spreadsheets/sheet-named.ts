/**
 * A sheet by its name in any case, for sheets of one file do not differ by case alone; the first one without
 * a name.
 */
export function sheetNamed<S extends { readonly title: string }>(
  sheets: readonly S[],
  name: string,
): { readonly sheet: S } | { readonly fault: string } {
  const wanted = name.trim().toLowerCase()
  const sheet = wanted === '' ? sheets[0] : sheets.find(({ title }) => title.trim().toLowerCase() === wanted)
  if (sheet !== undefined) return { sheet }
  if (sheets.length === 0) return { fault: 'has no sheet of cells' }
  return { fault: `has no sheet "${name}"; it has ${sheets.map(({ title }) => `"${title}"`).join(', ')}` }
}
