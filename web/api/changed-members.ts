/**
 * The members of `wanted` that `old` has otherwise: who sends only these undoes no change that others made
 * meanwhile.
 */
export const changedMembers = <T extends object>(old: T, wanted: T): Partial<T> =>
  Object.fromEntries(
    Object.entries(wanted).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(old[name as keyof T]),
    ),
  ) as Partial<T>
