import { expect, test } from 'vitest'
import { withoutTrailing } from './without-trailing.ts'

test('only what is at the end is removed, and a long text is read once', () => {
  expect(['a//', '/a/', '//', ''].map((text) => withoutTrailing(text, '/'))).toEqual(['a', '/a', '', ''])
  const inside = `${'/'.repeat(1_000_000)}x`
  expect(withoutTrailing(inside, '/')).toBe(inside)
})
