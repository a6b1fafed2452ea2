import { describe, expect, test } from 'vitest'
import type { Pipeline, VariableDeclaration } from './model.ts'
import { childValues, fitValue, type RunVariable, startVariables } from './variables.ts'

const declared = (name: string, more: Partial<VariableDeclaration> = {}): VariableDeclaration => ({
  name,
  type: 'TEXT',
  scope: 'COPIED',
  visibility: 'PUBLIC',
  description: '',
  columns: [],
  defaultValue: 'default',
  ...more,
})
const pipelineWith = (...variables: VariableDeclaration[]): Pipeline => ({
  name: 'jobs/Load',
  kind: 'orchestration',
  description: '',
  components: new Map(),
  variables: new Map(variables.map((one) => [one.name, one])),
})
const project = (name: string, value: string): RunVariable => ({
  name,
  value,
  type: 'TEXT',
  scope: 'SHARED',
  columns: [],
})
const none = { scalars: {}, grids: {} }

describe('variables at the start of a run (pipelines.md §3)', () => {
  test('a pipeline variable hides the project variable of its name, whole', () => {
    const { variables, faults } = startVariables(
      pipelineWith(declared('x')),
      [project('x', 'project'), project('y', 'project')],
      none,
    )
    expect(variables.get('x')).toEqual({ ...project('x', 'default'), scope: 'COPIED' })
    expect(variables.get('y')?.value).toBe('project')
    expect(faults).toEqual([])
  })

  test("a caller's value wins over both, and may name a project variable", () => {
    const caller = { scalars: { x: 'caller', y: 'caller' }, grids: {} }
    const { variables, faults } = startVariables(
      pipelineWith(declared('x')),
      [project('y', 'project')],
      caller,
    )
    expect([variables.get('x')?.value, variables.get('y')?.value]).toEqual(['caller', 'caller'])
    expect(faults).toEqual([])
  })

  test('every fault of the caller is listed, and those variables keep their value', () => {
    const pipeline = pipelineWith(
      declared('hidden', { visibility: 'PRIVATE' }),
      declared('n', { type: 'NUMBER', defaultValue: 1 }),
      declared('g', { type: 'GRID', columns: ['a', 'b'], defaultValue: [] }),
      declared('t'),
    )
    const { variables, faults } = startVariables(pipeline, [project('hidden', 'project')], {
      scalars: { hidden: 'x', n: 'ten', T: 'wrong case', g: 'text' },
      grids: { t: [['x']], toString: [] },
    })
    expect(faults).toEqual([
      '"hidden" is PRIVATE to "jobs/Load" and cannot be set by a caller',
      '"n" is a NUMBER and cannot become "ten"',
      'There is no variable "T" in "jobs/Load" or its project',
      '"g" is a grid and needs rows, not a single value',
      '"t" is not a grid, but was given rows',
      'There is no variable "toString" in "jobs/Load" or its project',
    ])
    expect([...variables.values()].map((one) => one.value)).toEqual(['default', 1, [], 'default'])
  })
})

describe('values and types', () => {
  const number = { name: 'n', type: 'NUMBER', columns: [] } as const
  test.each([
    ['12', 12],
    [' -1.5e3 ', -1500],
    ['.5', 0.5],
    [7, 7],
    ['9007199254740992', 9007199254740992],
    ['-012345678901234567000', -12345678901234567000],
    [12345678901234567000, 12345678901234567000],
    ['12345678901234567891.5', 12345678901234567000],
    ['9.007199254740993e15', 9007199254740992],
  ])('NUMBER takes %j', (given, expected) => {
    expect(fitValue(number, given)).toEqual({ value: expected })
  })
  test.each(['', 'x', '0x10', 'Infinity', '1e999', '1,000', Number.NaN])('NUMBER refuses %j', (given) => {
    expect(fitValue(number, given)).toHaveProperty('fault')
  })

  test.each(['9007199254740993', '-12345678901234567891'])(
    'NUMBER refuses %s, of which it loses digits',
    (given) => {
      expect(fitValue(number, given)).toEqual({
        fault: `"n" is a NUMBER, which cannot keep ${given} exactly: use a TEXT variable`,
      })
    },
  )

  test('TEXT takes numbers as text', () => {
    expect(fitValue({ name: 't', type: 'TEXT', columns: [] }, 1.5)).toEqual({ value: '1.5' })
  })

  test('a grid fills missing cells and refuses cells beyond its columns', () => {
    const grid = { name: 'g', type: 'GRID', columns: ['a', 'b'] } as const
    expect(fitValue(grid, [['1'], ['1', '2']])).toEqual({
      value: [
        ['1', ''],
        ['1', '2'],
      ],
    })
    expect(fitValue(grid, [['1'], ['1', '2', '3']])).toEqual({
      fault: '"g" has 2 columns, but row 2 of its new value has 3 cells',
    })
    expect(fitValue({ ...grid, columns: [] }, [['1', '2', '3']])).toEqual({ value: [['1', '2', '3']] })
  })
})

describe('values that a pipeline passes to its child (pipelines.md §2.8)', () => {
  test('nothing set is nothing passed', () => {
    expect(childValues({})).toEqual(none)
    expect(childValues({ setScalarVariables: null, setGridVariables: null })).toEqual(none)
    expect(childValues({ setScalarVariables: 'text', setGridVariables: [null, 'x', {}] })).toEqual(none)
  })

  test('scalar rows: the last one of a name counts, an empty value is empty text', () => {
    const rows = [
      ['a', '1'],
      ['b', null],
      ['c', 3],
      ['d'],
      ['a', '2'],
      ['', 'x'],
      [null, 'x'],
      [],
      ['e', true],
    ]
    expect(childValues({ setScalarVariables: rows }).scalars).toEqual({
      a: '2',
      b: '',
      c: 3,
      d: '',
      e: 'true',
    })
    expect(childValues({ setScalarVariables: [{ variable: 'a', value: '1' }] }).scalars).toEqual({ a: '1' })
  })

  test('grids from rows of a grid and from values; defaults are kept', () => {
    const setGridVariables = [
      {
        variable: 'files',
        status: 'grid',
        gridValues: [
          ['1', 'a.csv'],
          [2, null],
        ],
      },
      { variable: 'flat', status: 'Grid', gridValues: ['x', 'y'] },
      { variable: 'keys', status: 'values', gridValues: [['id']] },
      { variable: 'empty', status: 'values', gridValues: null },
      { variable: 'kept', status: 'use defaults' },
      { variable: 'unresolved', status: 'grid', gridValues: { fromGrid: { variable: 'x', columns: [] } } },
    ]
    expect(childValues({ setGridVariables }).grids).toEqual({
      files: [
        ['1', 'a.csv'],
        ['2', ''],
      ],
      flat: [['x'], ['y']],
      keys: [['id']],
      empty: [],
    })
  })

  test('a name like `__proto__` is a name', () => {
    const { scalars } = childValues({ setScalarVariables: [['__proto__', 'x']] })
    expect(Object.entries(scalars)).toEqual([['__proto__', 'x']])
  })
})
