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

test('common passwords are not accepted, however they are dressed up', () => {
  const common = [
    'password1234',
    'P@ssw0rd!2026',
    'Administrator1',
    'qwertyuiop12',
    '123456789012',
    '1q2w3e4r5t6y',
    'Welcome2026!!',
  ]
  for (const one of common)
    expect([one, passwordViolations(one, 'ada', 'body/password')]).toEqual([
      one,
      ['body/password is among the most common ones'],
    ])
  for (const good of ['correct horse battery', 'my password is a long one', '7f1c-90ab-44de-b2'])
    expect(passwordViolations(good, 'ada', 'body/password')).toEqual([])
})
