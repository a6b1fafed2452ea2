/** The items whose key an earlier one has, each key once. */
export function repeated<T>(items: readonly T[], keyOf: (item: T) => string): T[] {
  const seen = new Map<string, number>()
  return items.filter((item) => {
    const key = keyOf(item)
    const times = (seen.get(key) ?? 0) + 1
    seen.set(key, times)
    return times === 2
  })
}
