import { expect, test } from 'vitest'
import { Problem } from '../lib/problem.ts'
import { ifMatch, stateTag } from './conditional.ts'

const check = (header: string | undefined, revision: string) =>
  ifMatch({ headers: header === undefined ? {} : { 'if-match': header } }).check(revision)

test.each([undefined, '*', '"a"', '"x", "a"', '"x","a"', 'W/"a", "a"'])(
  'If-Match %s lets "a" through',
  (header) => {
    expect(() => check(header, 'a')).not.toThrow()
  },
)

test.each(['"b"', '"A"', 'W/"a"', '""', '"a,b"'])('If-Match %s holds "a" back', (header) => {
  expect(() => check(header, 'a')).toThrow(Problem)
  expect(() => check(header, 'a')).toThrow('has changed since it was read')
})

test.each(['a', '"a', '"a" "b"', '"a",b'])('If-Match %s is a bad request', (header) => {
  expect(() => check(header, 'a')).toThrow('The request is not valid')
})

test('a tag that covers the whole answer differs with it, and changes are held back by its version alone', () => {
  const [before, after] = [stateTag('7', { ran: 1 }), stateTag('7', { ran: 2 })]
  expect(before).not.toBe(after)
  for (const header of [before, after, '"7"']) expect(() => check(header, '7')).not.toThrow()
  expect(() => check(before, '7.other')).not.toThrow()
  expect(() => check(before, '8')).toThrow('has changed since it was read')
})
