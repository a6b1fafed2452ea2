import { expect, test } from 'vitest'
import { useDatabase } from '../../../test/support/database.ts'
import { clockCheck, clockDifference } from './clock-check.ts'

const database = useDatabase()

test.each([0, -3 * 3_600, 90])('a clock that is wrong by %i s is found', async (wrong) => {
  const difference = await clockDifference(database.db, () => Date.now() + wrong * 1_000)
  expect(difference).toBeGreaterThan(-wrong - 1)
  expect(difference).toBeLessThan(-wrong + 1)
})

test('a difference that lists by time cannot allow for is warned of', async () => {
  const said = (seconds: number) => clockCheck(async () => seconds).check()
  expect(await said(0)).toBeUndefined()
  expect(await said(-9.5)).toBeUndefined()
  expect(await said(10_800)).toBe("is 10800 s behind the database's")
  expect(await said(-90)).toBe("is 90 s ahead of the database's")
})
