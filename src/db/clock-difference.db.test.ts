import { expect, test } from 'vitest'
import { useDatabase } from '../../test/support/database.ts'
import { clockDifference } from './clock-difference.ts'

const database = useDatabase()

test.each([0, -3 * 3_600, 90])('a clock that is wrong by %i s is found', async (wrong) => {
  const difference = await clockDifference(database.db, () => Date.now() + wrong * 1_000)
  expect(difference).toBeGreaterThan(-wrong - 1)
  expect(difference).toBeLessThan(-wrong + 1)
})
