import { expect, test } from 'vitest'
import { clockCheck } from './clock-check.ts'

test('a difference that lists by time cannot allow for is warned of', async () => {
  const said = (seconds: number) => clockCheck(async () => seconds).check()
  expect(await said(0)).toBeUndefined()
  expect(await said(-9.5)).toBeUndefined()
  expect(await said(10_800)).toBe("is 10800 s behind the database's")
  expect(await said(-90)).toBe("is 90 s ahead of the database's")
})
