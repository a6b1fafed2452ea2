import type { FileHandle } from 'node:fs/promises'

const NS = 1_000_000_000n

/**
 * Says when a file was changed last, so that its `mtimeMs` is the same number again: triggers and loads know
 * by it which files they have seen. Node takes seconds as a double; of the nearest one and its neighbours,
 * one leads to that number.
 */
export async function setModified(file: FileHandle, modifiedNs: bigint): Promise<void> {
  const wantedMs = Number(modifiedNs / NS) * 1000 + Number(modifiedNs % NS) / 1e6
  const seconds = Number(modifiedNs) / 1e9
  for (const next of [0, 1, -1]) {
    const time = String(seconds + next * spacingAt(seconds)) // as a number, Node would not take one before 1970
    await file.utimes(time, time)
    if ((await file.stat()).mtimeMs === wantedMs) return
  }
}

/** How far apart doubles are. */
const spacingAt = (value: number): number => 2 ** (Math.floor(Math.log2(Math.abs(value))) - 52)
