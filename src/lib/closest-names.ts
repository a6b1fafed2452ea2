const MAX_SUGGESTIONS = 3

/** One edit for every so many characters of a name still looks like a slip of the keyboard. */
const CHARACTERS_PER_EDIT = 3

/**
 * The names that `wanted` may have been meant as, the closest first and three at most: within a few edits of
 * it, or the rest of a path such as `Sales/load` for `load`. Upper and lower case are the same.
 */
export function closestNames(wanted: string, names: Iterable<string>): string[] {
  const typed = wanted.toLowerCase()
  const limit = Math.max(1, Math.floor(typed.length / CHARACTERS_PER_EDIT))
  const near: { readonly name: string; readonly edits: number }[] = []
  for (const name of new Set(names)) {
    const known = name.toLowerCase()
    const edits = known.endsWith(`/${typed}`) ? 1 : editsBetween(typed, known, limit)
    if (edits <= limit) near.push({ name, edits })
  }
  near.sort((a, b) => a.edits - b.edits || (a.name < b.name ? -1 : 1))
  return near.slice(0, MAX_SUGGESTIONS).map(({ name }) => name)
}

/**
 * Edits that make one text the other: a character added, removed or replaced, or two neighbours exchanged
 * (optimal string alignment). More than `limit` is answered as `limit + 1`.
 */
function editsBetween(from: string, to: string, limit: number): number {
  if (Math.abs(from.length - to.length) > limit) return limit + 1
  let beforeLast: number[] = []
  let last = Array.from({ length: to.length + 1 }, (_, j) => j)
  for (let i = 1; i <= from.length; i++) {
    const row = [i]
    for (let j = 1; j <= to.length; j++) {
      const replaced = last[j - 1]! + (from[i - 1] === to[j - 1] ? 0 : 1)
      row[j] = Math.min(last[j]! + 1, row[j - 1]! + 1, replaced)
      const exchanged = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1]
      if (exchanged) row[j] = Math.min(row[j]!, beforeLast[j - 2]! + 1)
    }
    beforeLast = last
    last = row
  }
  return Math.min(last[to.length]!, limit + 1)
}
