import { expect, test } from 'vitest'
import { neighbour } from './neighbour.ts'

const places = new Map([
  ['Start', { x: 0, y: 50 }],
  ['Up', { x: 300, y: 0 }],
  ['Down', { x: 300, y: 90 }],
  ['End', { x: 600, y: 50 }],
])

test('arrow keys lead to the nearest component in their direction', () => {
  expect(neighbour(places, 'Start', 'ArrowRight')).toBe('Down')
  expect(neighbour(places, 'Down', 'ArrowUp')).toBe('Up')
  expect(neighbour(places, 'Up', 'ArrowDown')).toBe('Down')
  expect(neighbour(places, 'End', 'ArrowLeft')).toBe('Down')
})

test('nothing lies beyond the end, and other keys lead nowhere', () => {
  expect(neighbour(places, 'End', 'ArrowRight')).toBeUndefined()
  expect(neighbour(places, 'Start', 'Enter')).toBeUndefined()
  expect(neighbour(places, 'Gone', 'ArrowLeft')).toBeUndefined()
})
