/** Whether two values of plain data say the same. */
export function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false
  if (Array.isArray(one) !== Array.isArray(other)) return false
  const keys = Object.keys(one)
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && isSame(memberOf(one, key), memberOf(other, key)))
  )
}

const memberOf = (value: object, key: string): unknown => (value as Readonly<Record<string, unknown>>)[key]

/** `before`, if it says the same as `now`: what depends on it has nothing to do then. */
export const kept = <T>(now: T, before: T | undefined): T =>
  before !== undefined && isSame(now, before) ? before : now
