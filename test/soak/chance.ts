import { randomInt } from 'node:crypto'

/** What decides everything that happens by chance; a soak prints it, and HEADRACE_SOAK_SEED repeats it. */
export const SEED = Number(process.env['HEADRACE_SOAK_SEED'] ?? randomInt(1_000_000))

/** How long a soak lasts; HEADRACE_SOAK_MINUTES. */
export const MINUTES = Number(process.env['HEADRACE_SOAK_MINUTES'] ?? 30)

/** Numbers from 0 to 1 that depend on the seed alone (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
