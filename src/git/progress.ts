/** How far a transfer is, as Git reports it. */
export interface TransferProgress {
  readonly activity: string
  readonly done: number
  readonly total: number
  /** Bytes so far; undefined before Git counts them. */
  readonly bytes: number | undefined
}

const units: Readonly<Record<string, number>> = { bytes: 1, KiB: 1024, MiB: 1024 ** 2, GiB: 1024 ** 3 }
const pattern =
  /(Counting|Compressing|Receiving|Writing) objects:\s+\d+% \((\d+)\/(\d+)\)(?:, ([\d.]+) (bytes|KiB|MiB|GiB))?/g

/** The newest progress in a piece of Git's messages; undefined when the text has none. */
export function readProgress(text: string): TransferProgress | undefined {
  const last = [...text.matchAll(pattern)].at(-1)
  if (last === undefined) return undefined
  const [, activity, done, total, amount, unit] = last
  const bytes = amount === undefined ? undefined : Math.round(Number(amount) * units[unit!]!)
  return { activity: activity!, done: Number(done), total: Number(total), bytes }
}

/** A readable number of bytes, in the units Git uses. */
export function bytesText(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`
  const unit = bytes < 1024 ** 2 ? 'KiB' : bytes < 1024 ** 3 ? 'MiB' : 'GiB'
  return `${(bytes / units[unit]!).toFixed(1)} ${unit}`
}
