/** The value that `share` (0–1) of the numbers do not exceed. */
export function percentile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!
}

export const mean = (numbers: readonly number[]): number =>
  numbers.reduce((sum, number) => sum + number, 0) / numbers.length

/** One line of a bench: a figure, the limit it is held against, and their ratio. */
export function report(what: string, value: number, limit: number, unit: string): void {
  const ratio = (value / limit).toFixed(2)
  console.log(`${what.padEnd(34)} ${value.toFixed(1)} ${unit}, ${ratio} of ${limit.toFixed(1)} ${unit}`)
}
