/** Negative when `a` is the older version; dotted numbers, missing parts count as 0. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [a, b].map((version) =>
    version.split('.').map((part) => Number.parseInt(part, 10) || 0),
  )
  for (let i = 0; i < Math.max(left!.length, right!.length); i++) {
    const difference = (left![i] ?? 0) - (right![i] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}
