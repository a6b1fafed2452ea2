import { expect, test } from 'vitest'
import type { Execution } from '../../../../components/executions/shapes.ts'
import { givenAtStart, hiddenIn, isRepeat, replacedValues } from './rerun-values.ts'

const of = (name: string, source: 'CALLER' | 'PROJECT_VARIABLE', value: string | number | string[][]) =>
  ({ name, type: 'TEXT', behaviour: 'COPIED', source, value }) as NonNullable<Execution['variables']>[number]
const variables = [
  of('city', 'CALLER', 'Kassel'),
  of('limit', 'CALLER', 3),
  of('rows', 'CALLER', [['a', 'b']]),
  of('schema', 'PROJECT_VARIABLE', 'raw'),
]
const entered = { rows: [['a', 'b']], city: 'Kassel', limit: '3' }

test('the form begins with what the caller gave, and not with what the project gave', () => {
  expect(givenAtStart(variables)).toEqual(entered)
  expect(givenAtStart(undefined)).toEqual({})
})

test('the same version with the same values is a repeat, anything else is not', () => {
  const execution = { versionName: 'v1', variables }
  expect(isRepeat(execution, { version: 'v1', entered })).toBe(true)
  expect(isRepeat(execution, { version: 'v2', entered })).toBe(false)
  expect(isRepeat(execution, { version: 'v1', entered: { ...entered, city: 'Fulda' } })).toBe(false)
  expect(isRepeat(execution, { version: 'v1', entered: { ...entered, schema: 'x' } })).toBe(false)
})

test('only what differs is sent: null where the default is wanted again or the variable is gone', () => {
  const wanted = { scalarVariables: { city: 'Fulda', limit: 3 }, gridVariables: {} }
  const names = { now: ['city', 'limit', 'rows'], earlier: ['city', 'limit', 'rows', 'old'] }
  expect(replacedValues({ ...entered, old: 'x', schema: 'own' }, wanted, names)).toEqual({
    scalarVariables: { city: 'Fulda', rows: null, old: null },
    gridVariables: {},
  })
})

test('stars of a secret are found in texts and in grids', () => {
  const changed = {
    scalarVariables: { a: 'x', b: 'Bearer ***', d: null },
    gridVariables: { c: [['1'], ['***']] },
  }
  expect(hiddenIn(changed)).toEqual(['b', 'c'])
})
