import { expect, test } from 'vitest'
import { printable, refDifferences, revisionFault, withoutPrefixes } from './refs.ts'

const refs = (names: Record<string, string>) => new Map(Object.entries(names))

test('names and object ids are compared, all of them, both ways', () => {
  const expected = refs({ 'refs/heads/a': '1', 'refs/heads/b': '2', 'refs/tags/t': '3' })
  expect(refDifferences(expected, new Map(expected))).toEqual([])
  expect(
    refDifferences(expected, refs({ 'refs/heads/a': '1', 'refs/heads/b': '9', 'refs/heads/c': '4' })),
  ).toEqual(['refs/heads/b is 9 instead of 2', 'refs/tags/t is missing', 'refs/heads/c should not be there'])
})

test('refs of a provider are left out by prefix', () => {
  const all = refs({ 'refs/heads/pull/1': '1', 'refs/pull/1/head': '2' })
  expect([...withoutPrefixes(all, ['refs/pull/']).keys()]).toEqual(['refs/heads/pull/1'])
})

test('names that are not UTF-8 remain distinguishable', () => {
  expect(printable(Buffer.from('café').toString('latin1'))).toBe('café')
  expect(printable('caf\xe9')).toBe('caf\\xe9')
})

test.each(['main', 'feature/x-1', 'v1.0', '1a2b3c4d', 'ü', 'a@b', 'HEAD', 'a\u00a0b', '\u3000'])(
  '%s may be a revision',
  (name) => {
    expect(revisionFault(name)).toBeUndefined()
  },
)

test.each([
  '',
  '-x',
  '--output=/tmp/x',
  'a..b',
  'a...b',
  'main~1',
  'main^',
  'main:file',
  'main@{1}',
  '@',
  '@{u}',
  'a b',
  'a\nb',
  'a\\b',
  'a*',
  'a?',
  '[a',
  '/a',
  'a/',
  'a//b',
  '.a',
  'a/.b',
  'a.lock',
  'a.lock/b',
  ':/text',
  'x'.repeat(251),
])('%j is no revision', (name) => {
  expect(revisionFault(name)).toBeDefined()
})
