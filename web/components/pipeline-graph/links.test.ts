import { expect, test } from 'vitest'
import { labelOf, linksOf, toneOf } from './links.ts'

test('every kind of link is found, one for each pair, and none that ends nowhere', () => {
  const links = linksOf([
    {
      name: 'A',
      type: 'if',
      transitions: { true: ['B'], false: ['C'], failure: ['C', 'gone'], unconditional: ['B'] },
    },
    { name: 'B', type: 'retry', iterationTarget: 'C' },
    { name: 'C', type: 'join', sources: ['A', 'B', 'gone'] },
  ])
  expect(links).toEqual([
    { from: 'A', to: 'C', conditions: ['failure', 'false', 'rows'] },
    { from: 'A', to: 'B', conditions: ['unconditional', 'true'] },
    { from: 'B', to: 'C', conditions: ['repeats', 'rows'] },
  ])
})

test('a link says its conditions, and only one alone colours it', () => {
  expect(labelOf({ conditions: ['success', 'failure'] })).toBe('success, failure')
  expect(labelOf({ conditions: ['rows'] })).toBe('')
  expect(toneOf({ conditions: ['failure'] })).toBe('failure')
  expect(toneOf({ conditions: ['success', 'failure'] })).toBe('unconditional')
})
