import { expect, test } from 'vitest'
import { fieldsThatDiffer } from './state-fields.ts'

const state = { name: 'a', type: 'TEXT', behaviour: 'COPIED', value: 'x', description: '' } as const

test('only differences are listed', () => {
  expect(fieldsThatDiffer(state, { ...state, value: 'y' })).toEqual([['value', 'x']])
  expect(fieldsThatDiffer(state, state)).toEqual([])
  expect(fieldsThatDiffer(undefined, state)).toEqual([])
})

test('a new value is listed whole, a grid by its first rows', () => {
  const grid = { ...state, type: 'GRID', columns: ['c', 'd'], value: [['1', '2']] } as const
  const fields = fieldsThatDiffer({ ...grid, columns: [...grid.columns], value: [['1', '2']] }, undefined)
  expect(fields).toContainEqual(['value', '1 row: 1 | 2'])
  expect(fields).toContainEqual(['columns', 'c, d'])
})
