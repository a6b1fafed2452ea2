import { expect, test } from 'vitest'
import { withoutTrailing } from './without-trailing.ts'

test('only what is at the end goes, and a long text takes no longer than to look at it', () => {
  expect(['a//', '/a/', '//', ''].map((text) => withoutTrailing(text, '/'))).toEqual(['a', '/a', '', ''])
  const inside = `${'/'.repeat(1_000_000)}x`
  expect(withoutTrailing(inside, '/')).toBe(inside)
})
