import { expect, test } from 'vitest'
import { createPages, type PageReply } from './pagination.ts'
import type { Pagination } from './schema.ts'
import { createElementReader } from './stream-elements.ts'

const request = {
  method: 'POST',
  url: 'http://127.0.0.1/items',
  query: [],
  headers: [],
  body: '{"id":9007199254740995}',
}

test.each(['$.next', '@.id'])('a number as the cursor %s keeps every digit', (cursor) => {
  const reader = createElementReader(['items'])
  const elements = reader.push('{"items":[{"id":9007199254740993}],"next":9007199254740993}')
  const reply: PageReply = {
    url: request.url,
    headers: new Headers(),
    document: reader.end(),
    count: elements.length,
    lastElement: elements.at(-1),
    digest: '',
  }
  const pagination: Pagination = { type: 'CURSOR', cursorParameter: 'after', cursor, addTo: 'BODY' }
  expect(createPages(request as never, pagination).next(reply)).toMatchObject({
    request: { body: '{"id": 9007199254740995, "after": "9007199254740993"}' },
  })
})
