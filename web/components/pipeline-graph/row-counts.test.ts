import { expect, test } from 'vitest'
import type { Link } from './links.ts'
import type { ComponentState } from './model.ts'
import { countOnLink, rowsInWords } from './row-counts.ts'

const link = (condition: Link['conditions'][number]): Link => ({
  from: 'A',
  to: 'B',
  conditions: [condition],
})

test('counts are words that fit at a link', () => {
  expect([0, 1, 99_999, 3_000_000].map(rowsInWords)).toEqual(['0 rows', '1 row', '99,999 rows', '3M rows'])
})

test('a link shows rows only when both of its ends have begun, and in a transformation what was written', () => {
  type Entry = readonly [string, ComponentState]
  const a: Entry = ['A', { status: 'SUCCESS', rows: 5 }]
  const states = (...entries: Entry[]) => new Map<string, ComponentState>(entries)
  expect(countOnLink(link('success'), states(a))).toBeUndefined()
  expect(countOnLink(link('success'), states(a, ['B', { status: 'RUNNING' }]))).toBe('5 rows')
  expect(countOnLink(link('rows'), states(a, ['B', { status: 'SUCCESS', rows: 2 }]))).toBe('2 rows')
  expect(countOnLink(link('success'), undefined)).toBeUndefined()
})
