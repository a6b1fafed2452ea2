import { expect, test } from 'vitest'
import { findIn, type LogLine, linesOf, partsOf, splitLines } from './log.ts'

const line = (text: string, own: Partial<LogLine> = {}): LogLine => ({
  at: '2026-11-21T10:00:00.123Z',
  text,
  ...own,
})

test('the lines of a step are those it wrote, not those of the same number in a child', () => {
  const own = line('own', { execution: 'a', seq: 1 })
  const lines = [line('about the run'), own, line('of the child', { execution: 'b', seq: 1 })]
  expect(linesOf(lines, 'a-1')).toEqual([own])
  expect(linesOf(lines, undefined)).toHaveLength(3)
})

test('a search finds lines by text and component in any case, and nothing when it is empty', () => {
  const lines = [line('Loading rows'), line('x', { component: 'Load' }), line('done')]
  expect(findIn(lines, 'LOAD')).toEqual([0, 1])
  expect(findIn(lines, '')).toEqual([])
})

test('what is found is marked every time, and the text stays whole', () => {
  const parts = partsOf('Error: no error here', 'error')
  expect(parts.filter(({ isFound }) => isFound).map(({ text }) => text)).toEqual(['Error', 'error'])
  expect(parts.map(({ text }) => text).join('')).toBe('Error: no error here')
  expect(
    partsOf('İstanbul', 'bul')
      .map(({ text }) => text)
      .join(''),
  ).toBe('İstanbul')
})

test('a text of several lines becomes several lines of the same step', () => {
  const line = { at: 'now', seq: 3, execution: 'e', text: 'ERROR: syntax\r\nLINE 1: selct\n        ^' }
  expect(splitLines(line).map(({ text }) => text)).toEqual(['ERROR: syntax', 'LINE 1: selct', '        ^'])
  expect(splitLines(line).every(({ seq, at }) => seq === 3 && at === 'now')).toBe(true)
})
