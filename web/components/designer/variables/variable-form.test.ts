import { expect, test } from 'vitest'
import { faultsOfForm, filledFrom, stateOf, withColumn, withoutColumn } from './variable-form.ts'

const others = new Set(['taken'])
const fresh = filledFrom(undefined)

test('names, numbers and columns are checked before anything is written', () => {
  expect(faultsOfForm(fresh, others).name).toBe('Enter a name')
  expect(faultsOfForm({ ...fresh, name: '1a' }, others).name).toContain('not begin with a digit')
  expect(faultsOfForm({ ...fresh, name: 'taken' }, others).name).toBe('Another variable has this name')
  expect(faultsOfForm({ ...fresh, name: 'a', type: 'NUMBER', value: '1,5' }, others).value).toContain(
    'NUMBER',
  )
  const grid = { ...fresh, name: 'a', type: 'GRID' as const }
  expect(faultsOfForm(grid, others).columns).toBe('A grid needs a column')
  expect(faultsOfForm({ ...grid, columns: [{ name: 'x' }, { name: 'x ' }] }, others).columns).toContain(
    'same',
  )
  expect(faultsOfForm({ ...grid, columns: [{ name: 'x' }, { name: 'y' }] }, others)).toEqual({})
})

test('an empty number is 0, and rows follow their columns', () => {
  expect(stateOf({ ...fresh, type: 'NUMBER' }).defaultValue).toBe('0')
  const grid = {
    ...fresh,
    type: 'GRID' as const,
    columns: [{ name: 'x' }, { name: 'y' }],
    rows: [['1', '2']],
  }
  expect(stateOf(withColumn(grid)).defaultValue).toEqual([['1', '2', '']])
  expect(stateOf(withoutColumn(grid, 0))).toMatchObject({ columns: [{ name: 'y' }], defaultValue: [['2']] })
})
