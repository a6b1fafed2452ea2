import { expect, test } from 'vitest'
import { queryOf } from './query.ts'

test('a day means all of it: it begins at its midnight and ends at the next', () => {
  const { from, to } = queryOf({ from: '2026-02-28', to: '2026-02-28' })
  expect(Date.parse(to!) - Date.parse(from!)).toBe(86_400_000)
  expect(new Date(from!).getHours()).toBe(0)
})

test('what the address cannot mean is not asked', () => {
  expect(queryOf({ from: 'soon', outcome: 'MAYBE' })).toEqual({})
})
