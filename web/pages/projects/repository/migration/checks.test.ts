import { expect, test } from 'vitest'
import { checkName, summaryOf } from './checks.ts'

const check = (result: 'PASSED' | 'FAILED' | 'UNKNOWN', name = 'ROLE') => ({ name, result, detail: '' })

test('failed checks are reported before those that cannot be made yet', () => {
  expect(summaryOf([check('PASSED'), check('FAILED'), check('UNKNOWN')])).toMatch(/^1 of 3 checks failed\./)
  expect(summaryOf([check('PASSED'), check('UNKNOWN')])).toMatch(
    /^No check failed\. 1 of 2 can only be checked/,
  )
  expect(summaryOf([check('PASSED')])).toBe('All 1 checks passed.')
})

test('a prerequisite that this page does not know yet still has a readable name', () => {
  expect(checkName(check('PASSED', 'SOME_NEW_CHECK'))).toBe('Some new check')
})
