const units = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'] as const

/** E.g. `812 B`, `48.2 kB` or `3.1 GB`. */
export function bytesText(bytes: number): string {
  const steps = bytes < 1_000 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), units.length - 1)
  const shown = bytes / 1_000 ** steps
  return `${shown.toLocaleString(undefined, { maximumFractionDigits: steps === 0 ? 0 : 1 })} ${units[steps]}`
}

/** Unknown bytes are not zero. */
export const bytesOr = (bytes: number | undefined): string => (bytes === undefined ? '–' : bytesText(bytes))
