import { expect, test } from 'vitest'
import type { Execution } from '../../../../components/executions/shapes.ts'
import { givenAtStart, hiddenIn, isRepeat } from './rerun-values.ts'

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

test('stars of a secret are found in texts and in grids', () => {
  expect(hiddenIn({ a: 'x', b: 'Bearer ***', c: [['1'], ['***']] })).toEqual(['b', 'c'])
})
