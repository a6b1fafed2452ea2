/** How an `if` in Simple mode may compare a variable, as files write it in any case. */
export const ifComparators = [
  'Equal to',
  'Greater than',
  'Greater than or equal to',
  'Less than',
  'Less than or equal to',
  'Blank',
] as const

export type IfComparator = (typeof ifComparators)[number]

export const comparatorNamed = (name: string): IfComparator | undefined =>
  ifComparators.find((known) => known.toLowerCase() === name.trim().toLowerCase())
