import { expect, test } from 'vitest'
import { fieldsThatDiffer } from './state-fields.ts'

const state = { name: 'a', type: 'TEXT', behaviour: 'COPIED', value: 'x', description: '' } as const

test('only what differs is told', () => {
  expect(fieldsThatDiffer(state, { ...state, value: 'y' })).toEqual([['value', 'x']])
  expect(fieldsThatDiffer(state, state)).toEqual([])
  expect(fieldsThatDiffer(undefined, state)).toEqual([])
})

test('what is new is told whole, a grid by its first rows', () => {
  const grid = { ...state, type: 'GRID', columns: ['c', 'd'], value: [['1', '2']] } as const
  const told = fieldsThatDiffer({ ...grid, columns: [...grid.columns], value: [['1', '2']] }, undefined)
  expect(told).toContainEqual(['value', '1 row: 1 | 2'])
  expect(told).toContainEqual(['columns', 'c, d'])
})
