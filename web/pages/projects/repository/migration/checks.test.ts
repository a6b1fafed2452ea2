import { expect, test } from 'vitest'
import { checkName, summaryOf } from './checks.ts'

const check = (result: 'PASSED' | 'FAILED' | 'UNKNOWN', name = 'ROLE') => ({ name, result, detail: '' })

test('what failed is said before what is not known', () => {
  expect(summaryOf([check('PASSED'), check('FAILED'), check('UNKNOWN')])).toMatch(/^1 of 3 do not hold/)
  expect(summaryOf([check('PASSED'), check('UNKNOWN')])).toMatch(/1 of 2 can be known only/)
  expect(summaryOf([check('PASSED')])).toBe('All 1 hold.')
})

test('a prerequisite that this page does not know yet still has a readable name', () => {
  expect(checkName(check('PASSED', 'SOME_NEW_CHECK'))).toBe('Some new check')
})
