import { expect, test } from 'vitest'
import { changedValues, type DeclaredVariable, fieldValue } from './values.ts'

const variable = (name: string, own: Partial<DeclaredVariable>): DeclaredVariable => ({
  name,
  type: 'TEXT',
  scope: 'COPIED',
  visibility: 'PUBLIC',
  description: '',
  columns: [],
  defaultValue: '',
  ...own,
})

const all = [
  variable('schema', { defaultValue: 'raw' }),
  variable('limit', { type: 'NUMBER', defaultValue: 10 }),
  variable('rows', { type: 'GRID', columns: ['a', 'b'], defaultValue: [['1', '2']] }),
  variable('own', { visibility: 'PRIVATE' }),
]

test('only what differs from the default is sent, numbers as numbers, grids as rows', () => {
  expect(changedValues(all, { schema: 'raw', limit: '10', rows: [['1', '2']] })).toEqual({
    scalarVariables: {},
    gridVariables: {},
    faults: {},
  })
  expect(changedValues(all, { schema: '', limit: ' 2.5 ', rows: [] })).toEqual({
    scalarVariables: { schema: '', limit: 2.5 },
    gridVariables: { rows: [] },
    faults: {},
  })
})

test('what is no number is a fault of its variable, and is not sent', () => {
  const refused = (limit: string) => {
    const { scalarVariables, faults } = changedValues(all, { limit })
    expect(scalarVariables).toEqual({})
    return faults
  }
  for (const limit of ['ten', '', 'Infinity', '1,5'])
    expect(refused(limit)).toEqual({ limit: 'This must be a number, e.g. 3 or 0.25' })
  expect(refused('0x1F')).toEqual({ limit: expect.stringContaining('cannot become "0x1F"') })
  expect(refused('9007199254740993')).toEqual({ limit: expect.stringContaining('use a TEXT variable') })
})

test('a private variable and one that another version declared are never sent', () => {
  expect(changedValues(all, { own: 'x', gone: 'y' }).scalarVariables).toEqual({})
})

test('fields begin with the default', () => {
  expect(fieldValue(all[0]!, {})).toBe('raw')
  expect(fieldValue(all[1]!, {})).toBe('10')
  expect(fieldValue(all[2]!, {})).toEqual([['1', '2']])
  expect(fieldValue(all[0]!, { schema: 'new' })).toBe('new')
})

test('a variable may have any name', () => {
  const odd = [variable('__proto__', { defaultValue: 'a' })]
  expect(fieldValue(odd[0]!, {})).toBe('a')
  const entered = JSON.parse('{"__proto__": "b"}')
  expect(JSON.stringify(changedValues(odd, entered).scalarVariables)).toBe('{"__proto__":"b"}')
})
