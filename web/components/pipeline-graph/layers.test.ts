import { expect, test } from 'vitest'
import { layersOf, ranksOf } from './layers.ts'

const link = (text: string) => {
  const [from = '', to = ''] = text.split('>')
  return { from, to, conditions: ['success'] as const }
}

test('a component comes after all that it follows', () => {
  const links = ['a>b', 'b>c', 'a>c', 'c>d', 'x>d'].map(link)
  expect(Object.fromEntries(ranksOf(['a', 'b', 'c', 'd', 'x'], links))).toEqual({
    a: 0,
    b: 1,
    c: 2,
    d: 3,
    x: 0,
  })
})

test('rings and links to oneself end', () => {
  const links = ['a>b', 'b>c', 'c>a', 'c>c', 'c>gone'].map(link)
  expect(Object.fromEntries(ranksOf(['a', 'b', 'c'], links))).toEqual({ a: 0, b: 1, c: 2 })
})

test('within a layer components follow the order of what they follow', () => {
  const links = ['a>z', 'b>y', 'c>x'].map(link)
  expect(layersOf(['a', 'b', 'c', 'x', 'y', 'z'], links)).toEqual([
    ['a', 'b', 'c'],
    ['z', 'y', 'x'],
  ])
  expect(layersOf([], [])).toEqual([])
})
