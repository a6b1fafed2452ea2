import type { Readable } from 'node:stream'

/**
 * A mark begins with a character that hardly any output has, so hardly anything is held back to be looked at.
 */
export const MARK_BEGINS = '\0'

/**
 * What comes over `source` before `mark`, as soon as it comes; also ends when the source does. What comes
 * afterwards is left to the next reader, as long as the mark ends the piece it comes in.
 */
export async function* untilMark(source: Readable, mark: string): AsyncGenerator<Buffer> {
  const end = Buffer.from(mark)
  let held: Buffer = Buffer.alloc(0)
  for await (const chunk of source.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    const all = held.length === 0 ? chunk : Buffer.concat([held, chunk])
    const at = all.indexOf(end)
    if (at >= 0) {
      if (at > 0) yield all.subarray(0, at)
      return
    }
    const certain = all.length - beginningAtEnd(all, end)
    if (certain > 0) yield all.subarray(0, certain)
    held = all.subarray(certain)
  }
  if (held.length > 0) yield held
}

/** How many of the last bytes may be the beginning of the mark. */
function beginningAtEnd(bytes: Buffer, mark: Buffer): number {
  const at = bytes.indexOf(mark[0]!, Math.max(0, bytes.length - mark.length + 1))
  if (at < 0) return 0
  for (let length = bytes.length - at; length > 0; length--)
    if (bytes.subarray(bytes.length - length).equals(mark.subarray(0, length))) return length
  return 0
}
