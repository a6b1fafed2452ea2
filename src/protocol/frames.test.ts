import { expect, test } from 'vitest'
import { newId } from '../lib/ids.ts'
import { writeFrames } from './frames.ts'
import type { ToRunner } from './messages.ts'

const committed = (n: number): ToRunner => ({ kind: 'committed', root: newId(), n })
const read = (frames: readonly string[]) => frames.flatMap((frame) => JSON.parse(frame) as ToRunner[])

test('nothing is no frame', () => {
  expect(writeFrames([])).toEqual([])
})

test.each([1, 3, 64, 65, 1_000])(
  '%i messages fill few frames, in order and each below the limit',
  (count) => {
    const messages = Array.from({ length: count }, (_, n) => committed(n))
    expect(writeFrames(messages)).toEqual([JSON.stringify(messages)])
    const limit = 1_000
    const frames = writeFrames(messages, limit)
    expect(read(frames)).toEqual(messages)
    for (const frame of frames) expect(Buffer.byteLength(frame)).toBeLessThan(limit)
    for (const frame of frames.slice(0, -1)) expect(Buffer.byteLength(frame)).toBeGreaterThan(limit - 200)
  },
)

test('a message that no frame can take gets one of its own', () => {
  const large: ToRunner = { kind: 'ended', reason: 'ä'.repeat(600) }
  const messages = [committed(1), large, committed(2)]
  expect(writeFrames(messages, 1_000)).toEqual(messages.map((message) => JSON.stringify([message])))
})
