import { expect, test } from 'vitest'
import { queryOf } from './query.ts'

test('a day covers everything from its midnight to the next', () => {
  const { from, to } = queryOf({ from: '2026-02-28', to: '2026-02-28' })
  expect(Date.parse(to!) - Date.parse(from!)).toBe(86_400_000)
  expect(new Date(from!).getHours()).toBe(0)
})

test('values that are not valid are left out of the query', () => {
  expect(queryOf({ from: 'soon', outcome: 'MAYBE' })).toEqual({})
})

test('an instant is asked for as it is', () => {
  const at = '2026-02-28T13:45:00.000Z'
  expect(queryOf({ from: at, to: at })).toEqual({ from: at, to: at })
})
