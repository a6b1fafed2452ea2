import fc from 'fast-check'
import { expect, test } from 'vitest'
import { inParts } from './upload.ts'

test('however the bytes arrive, all parts but the last are full, and together they are the bytes', async () => {
  const chunk = fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes))
  await fc.assert(
    fc.asyncProperty(fc.array(chunk), fc.integer({ min: 1, max: 30 }), async (chunks, size) => {
      const parts: { body: Buffer; last: boolean }[] = []
      async function* arriving() {
        yield* chunks
      }
      for await (const { body, last } of inParts(arriving(), size))
        parts.push({ body: Buffer.from(body), last })
      const bodies = parts.map(({ body }) => body)
      expect(Buffer.concat(bodies).equals(Buffer.concat(chunks))).toBe(true)
      expect(parts.map(({ last }) => last).indexOf(true)).toBe(parts.length - 1)
      for (const { length } of bodies.slice(0, -1)) expect(length).toBe(size)
      expect(bodies.at(-1)!.length).toBeLessThanOrEqual(size)
    }),
  )
})
