import { describe, expect, test } from 'vitest'
import { parseWritten } from '../lib/written-json.ts'
import { createPages, linkOf, type PageReply } from './pagination.ts'
import { urlOf } from './prepare.ts'
import type { Pagination } from './schema.ts'
import { createElementReader } from './stream-elements.ts'

const request = {
  method: 'POST',
  url: 'http://127.0.0.1/items',
  query: [],
  headers: [],
  body: '{"id":9007199254740995}',
}

test.each(['$.next', '@.id'])(
  'a number as the cursor %s is one in the body, too, and keeps every digit',
  (cursor) => {
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
      request: { body: '{"id": 9007199254740995, "after": 9007199254740993}' },
    })
  },
)

test('a number as the cursor is text in the query', () => {
  const pagination: Pagination = { type: 'CURSOR', cursorParameter: 'after', cursor: '$.next' }
  const document = parseWritten('{"next":9007199254740993}')
  const reply = { headers: new Headers(), document, count: 1, lastElement: '1', digest: '', url: request.url }
  expect(createPages(request as never, pagination).next(reply)).toMatchObject({
    request: { query: [['after', '9007199254740993']] },
  })
})

test.each([
  ['</2>; title="a; rel=next"; rel="prev", </3>; rel="next"', '/3'],
  ['</2>; title="a \\"; rel=next"; REL=next', '/2'],
  ['</2>; rel=prev; rel=next, </3>; rel="last next"', '/3'],
  ['</2?ids=1,2>; crossorigin; rel=next', '/2?ids=1,2'],
  ['</2>; title="rel=next"', undefined],
])('the next page of the header %s', (header, target) => {
  expect(linkOf(header, 'next')).toBe(target)
})

test('an API that begins again is found out, and a page or single elements may be the same as earlier ones', () => {
  const pagination: Pagination = { type: 'PAGE', pageParameter: 'page' }
  const page = (digest: string, count: number): PageReply => ({
    url: 'http://127.0.0.1/items',
    headers: new Headers(),
    document: {},
    count,
    lastElement: '1',
    digest,
  })
  const pages = createPages(request as never, pagination)
  for (const digest of ['a', 'b', 'c', 'b', 'a'])
    expect(pages.next(page(digest, 2))).toHaveProperty('request')
  expect(pages.next(page('b', 2))).toEqual({ fault: expect.stringContaining('begins again') })
  const single = createPages(request as never, pagination)
  for (const digest of ['a', 'b', 'a', 'b']) expect(single.next(page(digest, 1))).toHaveProperty('request')
  expect(single.next(page('b', 1))).toHaveProperty('fault')
})

test('a cursor from which on the API answers ends where its one element comes again, and not where many do', () => {
  const pagination: Pagination = {
    type: 'CURSOR',
    cursorParameter: 'since',
    cursor: '@.at',
    hasMore: '$.more',
  }
  const page = (count: number, more: boolean): PageReply => ({
    url: 'http://127.0.0.1/items',
    headers: new Headers(),
    document: { more },
    count,
    lastElement: '{"at":"now"}',
    digest: 'same',
  })
  const pages = createPages(request as never, pagination)
  expect(pages.next(page(1, true))).toHaveProperty('request')
  expect(pages.next(page(1, true))).toHaveProperty('end')
  const others = createPages(request as never, pagination)
  expect(others.next(page(2, true))).toHaveProperty('request')
  expect(others.next(page(2, true))).toHaveProperty('fault')
  expect(others.next(page(2, false))).toHaveProperty('end')
})

describe('an API that says that there are more', () => {
  const saying = (more: unknown, count = 0): PageReply => ({
    url: 'http://127.0.0.1/items',
    headers: new Headers(),
    document: { more },
    count,
    lastElement: undefined,
    digest: String(count),
  })
  const pagesOf = (pagination: Pagination) =>
    createPages(request as never, { ...pagination, hasMore: '$.more' })

  test('is asked for the page after an empty one, up to a limit', () => {
    const pages = pagesOf({ type: 'PAGE', pageParameter: 'page' })
    for (let page = 1; page <= 100; page++) expect(pages.next(saying(true))).toHaveProperty('request')
    expect(pages.next(saying(true))).toEqual({ fault: expect.stringContaining('$.more says') })
  })

  test.each([false, null, undefined, 17])('and means %s by it has no page behind an empty one', (more) => {
    expect(pagesOf({ type: 'PAGE', pageParameter: 'page' }).next(saying(more))).toHaveProperty('end')
  })

  test('but not how to get them is a fault', () => {
    const fault = { fault: expect.stringContaining('$.more says that there are more') }
    expect(pagesOf({ type: 'OFFSET', offsetParameter: 'from' }).next(saying('true'))).toEqual(fault)
    const byCursor: Pagination = { type: 'CURSOR', cursorParameter: 'after', cursor: '$.next' }
    expect(pagesOf(byCursor).next(saying(true, 3))).toEqual(fault)
  })
})

test.each([
  ['http://127.0.0.1/v2', 'http://127.0.0.1/v2/more?from=10'],
  ['http://elsewhere.test/v2', undefined],
  ['https://127.0.0.1/v2', undefined],
])('the next page below the base URI %s is followed on the host of the endpoint only', (baseUri, url) => {
  const pagination: Pagination = { type: 'RELATIVE_PATH', nextPage: '$.next', baseUri }
  const sent = { ...request, address: request.url, ownQuery: '' }
  const next = createPages(sent as never, pagination).next({
    url: request.url,
    headers: new Headers(),
    document: { next: 'more?from=10' },
    count: 1,
    lastElement: '1',
    digest: '',
  })
  if (url === undefined)
    expect(next).toEqual({
      fault: expect.stringContaining('credentials of this endpoint go to http://127.0.0.1 only'),
    })
  else expect('request' in next && urlOf(next.request)).toBe(url)
})
