import { expect, test } from 'vitest'
import { passwordViolations } from './password-rule.ts'

test('a password is judged by its length, variety and the name it is for', () => {
  const violations = (password: string, userName: string) => passwordViolations(password, userName, 'body/p')
  expect(violations('correct horse battery', 'ada@example.com')).toEqual([])
  expect(violations('short', 'ada@example.com')).toEqual(['body/p must have at least 12 characters'])
  expect(violations('aaaaaaaaaaaaaaaa', 'ada@example.com')).toHaveLength(1)
  expect(violations('ADA is my name, yes', 'ada@example.com')).toHaveLength(1)
  expect(violations('aaa', 'aaa')).toHaveLength(3)
})
