import { expect, test } from 'vitest'
import { inFileOrder } from './lanes.ts'
import { arrange } from './layout.ts'
import { linksOf } from './links.ts'

test('branches are drawn in the order of the file', () => {
  const components = ['First', 'Second', 'Third'].map((name) => ({ name, type: 'end-success' }))
  const start = { name: 'Start', type: 'start', transitions: { success: ['First', 'Second', 'Third'] } }
  const all = [start, ...components]
  const { places } = arrange(all, linksOf(all))
  const heights = components.map(({ name }) => places.get(name)!.y)
  expect(heights).toEqual(heights.toSorted((a, b) => a - b))
})

test('lanes are mirrored as a whole, from side to side where links lead down', () => {
  const points = [
    ['a', { x: 0, y: 90 }],
    ['b', { x: 0, y: 10 }],
    ['next to b', { x: 50, y: 10 }],
  ] as const
  expect(inFileOrder(points, 'right')).toEqual([
    ['a', { x: 0, y: 10 }],
    ['b', { x: 0, y: 90 }],
    ['next to b', { x: 50, y: 90 }],
  ])
  expect(inFileOrder(points, 'down')).toEqual(points)
})
