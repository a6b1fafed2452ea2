import { expect, test } from 'vitest'
import {
  judgeOverrides,
  misfits,
  nameViolation,
  newVariableViolations,
  repeatedEnvironments,
  valueViolation,
} from './rules.ts'

const number = { type: 'NUMBER', columns: [] } as const
const grid = { type: 'GRID', columns: ['code', 'weight'] } as const
const anywhere = { exists: () => true, edit: () => true }

test.each(['a', '_x', 'order_count', 'Order-2', 'x'.repeat(255)])('%s names a variable', (name) => {
  expect(nameViolation(name)).toBeUndefined()
})

test.each(['', '2x', '-x', 'a b', 'a.b', 'größe', 'class', 'x'.repeat(256)])(
  '%j does not name a variable',
  (name) => {
    expect(nameViolation(name)).toContain('body/name')
  },
)

test('a value fits its type only', () => {
  expect(valueViolation(number, 1.5)).toBeUndefined()
  expect(valueViolation(number, '1.5')).toContain('finite number')
  expect(valueViolation({ type: 'TEXT', columns: [] }, 5)).toContain('string')
  expect(valueViolation(grid, [['N', '1']])).toBeUndefined()
  expect(valueViolation(grid, [['N', '1'], ['S']])).toBe('row 1 has 1 cells and the grid has 2 columns')
})

test('all violations of a new variable are listed', () => {
  const request = { name: 'if', type: 'GRID', behaviour: 'SHARED', value: 'x' } as const
  expect(newVariableViolations(request)).toEqual([
    'body/name must not be the JavaScript reserved word if',
    'body/columns is required for a GRID',
    'body/value: the value of a GRID variable must be rows of text',
  ])
})

test('each override fails alone and says why', () => {
  const may = { exists: (name: string) => name !== 'nowhere', edit: (name: string) => name !== 'prod' }
  const requests = ['dev', 'nowhere', 'prod'].map((environmentName) => ({ environmentName, value: 5 }))
  const outcome = judgeOverrides(number, [...requests, { environmentName: 'test', value: 'five' }], may)
  expect(outcome.accepted).toEqual([{ environmentName: 'dev', value: 5 }])
  expect(outcome.failed.map(({ environmentName, reason }) => [environmentName, reason])).toEqual([
    ['nowhere', 'ENVIRONMENT_NOT_FOUND'],
    ['prod', 'FORBIDDEN'],
    ['test', 'INCOMPATIBLE_TYPE'],
  ])
})

test('a failed override gives its value back', () => {
  const { failed } = judgeOverrides(number, [{ environmentName: 'dev', value: 'five' }], anywhere)
  expect(failed).toMatchObject([{ environmentName: 'dev', value: 'five' }])
})

test('an environment named twice is found once', () => {
  const overrides = ['dev', 'prod', 'dev', 'dev'].map((environmentName) => ({ environmentName, value: 1 }))
  expect(repeatedEnvironments(overrides)).toEqual(['dev'])
})

test('a new type names the environments whose override does not fit', () => {
  const overrides = [
    { environmentName: 'dev', value: 1 },
    { environmentName: 'prod', value: 'x' },
  ]
  expect(misfits({ type: 'TEXT', columns: [] }, overrides)).toEqual(['dev'])
})
