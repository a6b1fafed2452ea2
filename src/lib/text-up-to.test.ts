import { expect, test } from 'vitest'
import { textUpTo } from './text-up-to.ts'

test('a body is read as text up to a number of bytes, and what is beyond them is not asked for', async () => {
  let asked = 0
  const endless = () =>
    new ReadableStream<Uint8Array>({
      pull(controller) {
        asked += 1
        controller.enqueue(new TextEncoder().encode('aé'))
      },
    })
  expect(await textUpTo(new Response(endless()), 9)).toBe('aéaéaé')
  expect(await textUpTo(new Response(endless()), 8)).toBe('aéaéa\ufffd')
  expect(asked).toBeLessThan(12)
  expect(await textUpTo(new Response('aé'), 9)).toBe('aé')
  expect(await textUpTo(new Response(null), 9)).toBe('')
})
