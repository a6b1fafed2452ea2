import { expect, test } from 'vitest'
import { eventsOf, linesOf } from './event-stream.ts'

/** The bytes of `text`, a few at a time, so that characters and lines are torn apart. */
function torn(text: string, size: number): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(text)
  return new ReadableStream({
    start(controller) {
      for (let i = 0; i < bytes.length; i += size) controller.enqueue(bytes.slice(i, i + size))
      controller.close()
    },
  })
}

const all = async <T>(items: AsyncIterable<T>) => {
  const list: T[] = []
  for await (const item of items) list.push(item)
  return list
}

test.each([1, 2, 3, 100])('lines survive being torn into pieces of %i bytes', async (size) => {
  expect(await all(linesOf(torn('größe\r\n\nend', size)))).toEqual(['größe', '', 'end'])
})

test('events carry their name and all their data; comments and an unfinished one are skipped', async () => {
  const text = ': hello\n\ndata: {"a":1}\nid: 4\n\nevent: end\ndata:one\ndata: two\n\ndata: lost'
  expect(await all(eventsOf(torn(text, 5)))).toEqual([
    { event: 'message', data: '{"a":1}' },
    { event: 'end', data: 'one\ntwo' },
  ])
})
