import { expect, test } from 'vitest'
import { csrfTokenOf, domainOf, isCsrfToken, safeReturnPath } from './rules.ts'

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
