import { expect, test } from 'vitest'
import { csrfTokenOf, domainOf, isCsrfToken, isOfAnyTenant, safeReturnPath } from './rules.ts'

test('the CSRF token of one session is not that of another, nor anything else', () => {
  expect(isCsrfToken(csrfTokenOf('a'), 'a')).toBe(true)
  for (const wrong of [csrfTokenOf('b'), '', undefined, 'x'.repeat(43), [csrfTokenOf('a')], 'a'])
    expect(isCsrfToken(wrong, 'a')).toBe(false)
})

test('the way back is a path of ours', () => {
  for (const good of ['/', '/projects', '/projects/1?tab=runs#top']) expect(safeReturnPath(good)).toBe(good)
  const bad = [
    undefined,
    '',
    'projects',
    'https://x.example',
    '//x.example',
    '/\\x.example',
    '/a\\b',
    '/a\nb',
    '\t/a',
  ]
  for (const one of bad) expect(safeReturnPath(one)).toBe('/')
})

test('the domain of an address is what follows its only @', () => {
  expect(domainOf('Ada@Example.COM')).toBe('example.com')
  for (const none of ['ada', '@example.com', 'a@b@example.com', 'a b@example.com', ''])
    expect(domainOf(none)).toBeUndefined()
})

test('an issuer with a placeholder stands for any tenant', () => {
  expect(isOfAnyTenant('https://login.microsoftonline.com/{tenantid}/v2.0')).toBe(true)
  expect(isOfAnyTenant('https://login.microsoftonline.com/%7Btenantid%7D/v2.0')).toBe(true)
  expect(isOfAnyTenant('https://login.microsoftonline.com/8c4a9d6e-0000-4000-8000-2b1c7f3e5a90/v2.0')).toBe(
    false,
  )
})
