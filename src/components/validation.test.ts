import { describe, expect, test } from 'vitest'
import { validateProject } from '../pipeline/validate.ts'
import { clickHouseParts } from '../warehouses/clickhouse/parts.ts'
import { componentCatalog } from './catalog.ts'

const declared = {
  city: { metadata: { type: 'TEXT', visibility: 'PUBLIC' }, defaultValue: 'Oslo' },
  total: { metadata: { type: 'NUMBER', visibility: 'PRIVATE' }, defaultValue: '0' },
  rows: { metadata: { type: 'GRID', columns: { name: {}, size: {} } }, defaultValue: [] },
}

/** The faults of one component behind a start, in a pipeline with three variables. */
function allFaultsOf(component: object, files: Record<string, object> = {}) {
  const start = { type: 'start', transitions: { unconditional: ['It'] } }
  const components = { Start: start, It: component, Work: { type: 'print-variables' } }
  const main = { pipeline: { components, variables: declared } }
  const sources = Object.entries({ 'main.orch.yaml': main, ...files })
  const all = validateProject(
    sources.map(([path, content]) => ({ path, text: JSON.stringify(content) })),
    componentCatalog,
    {},
  )
  return all.filter((fault) => fault.component === 'It')
}

const faultsOf = (...given: Parameters<typeof allFaultsOf>) =>
  allFaultsOf(...given).map(({ severity, rule, message }) => `${severity} ${rule}: ${message}`)

test('a fault has the paths of the parameters that it is about, and of no others that have the same words', () => {
  const parameters = {
    mode: 'Advance',
    query: 'select count(*) as cty, cty from rows',
    scalarVariableMapping: [
      ['city', 'cty'],
      ['cty', 'cty'],
      ['rows', '${rows}'],
    ],
    tableColumns: { fromGrid: { variable: 'cty' } },
    limits: '1',
  }
  const found = allFaultsOf({ type: 'query-to-scalar', parameters })
  expect(found.map(({ rule, paths }) => [rule, paths])).toEqual([
    ['unknown-parameter', [['limits']]],
    ['invalid-parameter', [['mode']]],
    ['undefined-variable', [['tableColumns'], ['scalarVariableMapping', 1, 0]]],
    ['wrong-variable-type', [['scalarVariableMapping', 2, 0]]],
  ])
  const missing = allFaultsOf({ type: 'webhook-post', parameters: { url: '${cty}' } })
  expect(missing.map(({ paths }) => paths)).toContainEqual([['payload']])
  expect(missing.map(({ paths }) => paths)).toContainEqual([['url']])
})

test.each([
  ['fixed-iterator', { variablesToIterate: ['city', 'cty'], iterationValues: [['a', 'b']] }],
  ['loop-iterator', { variableToIterate: 'cty', startingValue: '1', incrementValue: '1', endValue: '2' }],
  ['grid-iterator', { gridVariable: 'rows', gridIteratorVariableMapping: [['name', 'cty']] }],
  ['table-iterator', { mode: 'Advanced', query: 'select 1', columnMapping: [['a', 'cty']] }],
  [
    'update-scalar',
    {
      scalarsToUpdate: [
        ['city', 'x'],
        ['cty', 'x'],
      ],
    },
  ],
  ['query-to-scalar', { mode: 'Advanced', query: 'select 1', scalarVariableMapping: [['cty', 'a']] }],
  ['print-variables', { variablesToPrint: [['rows'], ['cty']] }],
  ['if', { mode: 'Simple', condition: [['cty', 'Is', 'Equal to', '1']] }],
  ['append-to-grid', { targetGridVariable: 'cty', valuesGrid: [['a', 'b']] }],
])('%s: a parameter that names an undeclared variable gets a warning', (type, parameters) => {
  const wrapping = type.endsWith('iterator') ? { iterationTarget: 'Work' } : {}
  const violations = faultsOf({ type, parameters, ...wrapping }).filter((fault) => fault.includes('variable'))
  expect(violations).toEqual([
    'warning undefined-variable: "It" uses the variable "cty", which is not declared here',
  ])
})

test('a grid where a scalar belongs, and the reverse, is a warning', () => {
  const scalar = { type: 'update-scalar', parameters: { scalarsToUpdate: [['rows', 'x']] } }
  expect(faultsOf(scalar)).toEqual([
    'warning wrong-variable-type: "It" needs a text or number variable, but "rows" is a grid',
  ])
  const grid = {
    type: 'append-to-grid',
    parameters: { targetGridVariable: 'total', valuesGrid: [['a', 'b']] },
  }
  expect(faultsOf(grid)).toEqual(['warning wrong-variable-type: "It" needs a grid, but "total" is NUMBER'])
})

test('fromGrid must name a grid and its columns, in parameters and in post-processing', () => {
  const fromGrid = (variable: string, ...columns: string[]) => ({ fromGrid: { variable, columns } })
  const deleting = (targetTable: object, postProcessing = {}) =>
    faultsOf({ type: 'delete-tables', parameters: { targetTable }, postProcessing })
  expect(deleting(fromGrid('rows', 'name'))).toEqual([])
  expect(deleting(fromGrid('city'))).toEqual([expect.stringContaining('needs a grid, but "city" is TEXT')])
  expect(deleting(fromGrid('nobody'))).toEqual([expect.stringContaining('"nobody", which is not declared')])
  expect(deleting(fromGrid('rows', 'name', 'colour'))).toEqual([
    'warning unknown-grid-column: "It" uses the column "colour" of the grid "rows", which has name, size',
  ])
  const updateGridVariables = [{ variable: 'city', status: 'grid', gridValues: fromGrid('rows', 'shape') }]
  expect(deleting(fromGrid('rows', 'name'), { updateGridVariables })).toEqual([
    expect.stringContaining('needs a grid, but "city"'),
    expect.stringContaining('uses the column "shape"'),
  ])
})

test('values for a child that it does not take are warnings: missing, PRIVATE, of another type', () => {
  const child = { pipeline: { components: { Start: { type: 'start' } }, variables: declared } }
  const parameters = {
    orchestrationJob: 'child',
    setScalarVariables: [
      ['city', 'a'],
      ['total', '1'],
      ['nobody', '1'],
      ['rows', '1'],
    ],
    setGridVariables: [
      { variable: 'rows', status: 'values', gridValues: [] },
      { variable: 'city', status: 'values', gridValues: [] },
    ],
  }
  expect(faultsOf({ type: 'run-orchestration', parameters }, { 'child.orch.yaml': child })).toEqual([
    'warning private-child-variable: "It" sets "total", which is PRIVATE to "child"',
    'warning unknown-child-variable: "It" sets "nobody", which "child" does not declare',
    'warning wrong-variable-type: "It" sets "rows", which is GRID in "child"',
    'warning wrong-variable-type: "It" sets "city", which is TEXT in "child"',
  ])
})

test('grids for a child in a form that nothing is read from are a warning', () => {
  const child = { pipeline: { components: { Start: { type: 'start' } }, variables: declared } }
  const faults = (setGridVariables: unknown) =>
    faultsOf(
      { type: 'run-orchestration', parameters: { orchestrationJob: 'child', setGridVariables } },
      { 'child.orch.yaml': child },
    )
  const unread = 'warning unread-grid-value: "It" has entries in setGridVariables that set nothing'
  expect(faults([['rows', 'values', 'a']])).toEqual([unread])
  expect(faults({ rows: { status: 'values', gridValues: [] } })).toEqual([unread])
  expect(faults([{ variable: 'rows', status: 'values', gridValues: [] }])).toEqual([])
  expect(faults(null)).toEqual([])
})

test('a component of the other kind of pipeline is a warning', () => {
  expect(faultsOf({ type: 'distinct', parameters: { columns: ['a'] } })).toContain(
    'warning misplaced-component: "It" (distinct) belongs in transformations; in this orchestration it fails',
  )
  const flow = { pipeline: { components: { It: { type: 'bash-script', parameters: { script: 'true' } } } } }
  const found = validateProject([{ path: 'a.tran.yaml', text: JSON.stringify(flow) }], componentCatalog, {})
  expect(found.map(({ rule }) => rule)).toContain('misplaced-component')
})

test('success and unconditional of an if are warnings, its three outputs are not', () => {
  const condition = { mode: 'Advanced', condition1: 'true' }
  const branching = (transitions: object) => faultsOf({ type: 'if', parameters: condition, transitions })
  expect(branching({ true: ['Work'] })).toEqual([])
  expect(branching({ failure: ['Work'] })).toEqual([])
  expect(branching({ success: ['Work'] })).toEqual([expect.stringContaining('warning branchless-if')])
  expect(branching({ unconditional: ['Work'] })).toEqual([expect.stringContaining('warning branchless-if')])
})

test('post-processing that cannot be read is an error', () => {
  const work = (postProcessing: unknown) =>
    faultsOf({ type: 'print-variables', parameters: { variablesToPrint: [['city']] }, postProcessing })
  expect(work({ updateScalarVariables: null, updateGridVariables: null, updateOutputMessage: null })).toEqual(
    [],
  )
  for (const wrong of [
    'x',
    { updateScalarVariables: 'x' },
    { updateScalarVariables: ['x'] },
    { updateGridVariables: [{ variable: 'rows' }] },
  ]) {
    expect(work(wrong)).toEqual([expect.stringContaining('error invalid-post-processing')])
  }
})

const join = (...kinds: string[]) => ({
  type: 'join',
  parameters: {
    mainTable: 'Read',
    mainTableAlias: 'r',
    joins: kinds.map((kind, index) => ['Read', `a${index}`, kind]),
  },
})
const aggregate = (groupings: readonly string[]) => ({
  type: 'aggregate',
  parameters: { groupings, aggregations: [['n', 'Sum']], groupingType: 'Cube' },
})
const flatten = (columnFlattens: readonly string[][]) => ({
  type: 'flatten-variant',
  parameters: { columnFlattens, columnMapping: [['j', 'a', 'VARCHAR', 'a']] },
})
const nested = (isArray: string) => ({
  type: 'extract-nested-data',
  parameters: {
    columns: [
      {
        name: 'items',
        columnName: 'j',
        isArray,
        childElements: [{ name: 'id', columnName: 'j', include: 'Yes' }],
      },
    ],
  },
})
const script = (sqlScript: string, more = {}) => ({
  type: 'sql-executor',
  parameters: { sqlScript, ...more },
})
const lead = (ignoreNulls: string) => ({
  type: 'lead-lag',
  parameters: { ignoreNulls, functions: [['Lead', 'n', '1', 'next']] },
})

test.each([
  ['orch', { type: 'begin' }, ['MYSQL', 'DATABRICKS', 'CLICKHOUSE']],
  ['orch', { type: 'rollback' }, ['MYSQL', 'DATABRICKS', 'CLICKHOUSE']],
  ['orch', script('insert into t values (1);\n-- all of it\nBegin; delete from t; commit'), ['CLICKHOUSE']],
  ['orch', script('start transaction; select 1; ${finish}'), ['CLICKHOUSE']],
  ['orch', script("select 'it\\'s; begin' as begin; /* ; commit */ insert into commits select 1"), []],
  ['orch', script('begin', { scriptLocation: 'File', fileName: 'a.sql' }), []],
  ['tran', { type: 'table-update' }, ['CLICKHOUSE']],
  ['tran', join('Full', 'Inner'), ['MYSQL']],
  ['tran', join('Inner', 'Full'), []],
  ['tran', aggregate(['a', 'b']), ['MYSQL']],
  ['tran', aggregate(['a']), []],
  ['tran', flatten([]), ['REDSHIFT']],
  ['tran', flatten([['j', 'a', 'x']]), ['REDSHIFT', 'CLICKHOUSE']],
  ['tran', nested('Yes'), ['REDSHIFT', 'CLICKHOUSE']],
  ['tran', nested('No'), ['REDSHIFT']],
  ['tran', lead('Yes'), ['MYSQL', 'BIGQUERY', 'CLICKHOUSE']],
  ['tran', lead('No'), []],
  ['tran', lead('${kept}'), []],
] as const)('%s %j is refused by %j, as a warning that says what to do', (ending, component, refusing) => {
  const text = JSON.stringify({ pipeline: { components: { It: component } } })
  const kinds = [
    'DUCKDB',
    'POSTGRES',
    'MYSQL',
    'REDSHIFT',
    'BIGQUERY',
    'SNOWFLAKE',
    'DATABRICKS',
    'CLICKHOUSE',
  ]
  const warned = kinds.filter((warehouse) => {
    const faults = validateProject([{ path: `main.${ending}.yaml`, text }], componentCatalog, { warehouse })
    const found = faults.filter(({ rule }) => rule === 'refused-by-warehouse')
    for (const { severity, message, hint } of found) {
      expect(severity).toBe('warning')
      expect(message).toMatch(/^"It": .{40}/)
      expect(hint).toContain(`the environment's database is ${warehouse}`)
    }
    expect(found.length).toBeLessThan(2)
    return found.length > 0
  })
  expect(warned).toEqual(refusing)
})

test('what the project’s warehouse refuses is the sentence of the step that fails; without a warehouse nothing is refused', () => {
  const text = JSON.stringify({ pipeline: { components: { It: { type: 'begin' } } } })
  const faults = (warehouse?: string) =>
    validateProject([{ path: 'main.orch.yaml', text }], componentCatalog, { warehouse }).filter(
      ({ rule }) => rule === 'refused-by-warehouse',
    )
  expect(faults('CLICKHOUSE').map(({ message }) => message)).toEqual([
    `"It": ${clickHouseParts.refusals.transactions}`,
  ])
  expect(faults()).toEqual([])
})

describe('a script that begins or ends a transaction by itself', () => {
  const begin = (to: object) => ({ type: 'begin', transitions: to })
  const run = (sqlScript: string, to: object = {}) => ({
    type: 'sql-executor',
    parameters: { sqlScript },
    transitions: to,
  })
  const found = (components: object) =>
    validateProject(
      [{ path: 'main.orch.yaml', text: JSON.stringify({ pipeline: { components } }) }],
      componentCatalog,
      {
        warehouse: 'DUCKDB',
      },
    )
      .filter(({ rule }) => rule === 'transaction-in-transaction')
      .map(({ severity, message }) => `${severity}: ${message}`)

  test('is warned of where a Begin comes before it on every way', () => {
    const components = {
      Start: { type: 'start', transitions: { unconditional: ['Open'] } },
      Open: begin({ success: ['First'] }),
      First: run('insert into t values (1)', { success: ['Second'], failure: ['Third'] }),
      Second: run('begin; delete from t; commit'),
      Third: run('rollback'),
    }
    const of = (name: string) =>
      `warning: "${name}" begins or ends a transaction in its SQL, in the one that "Open" has begun`
    expect(found(components)).toEqual([of('Second'), of('Third')])
  })

  test.each([
    ['no Begin', { A: run('begin; commit') }],
    ['a Begin that failed', { A: begin({ failure: ['B'] }), B: run('begin; commit') }],
    [
      'a Begin that is skipped',
      { A: { ...begin({ success: ['B'] }), skipped: true }, B: run('begin; commit') },
    ],
    [
      'a Commit behind it',
      {
        A: begin({ success: ['B'] }),
        B: { type: 'commit', transitions: { success: ['C'] } },
        C: run('commit'),
      },
    ],
    [
      'a pipeline that may commit',
      {
        A: begin({ success: ['B'] }),
        B: { type: 'run-orchestration', parameters: {}, transitions: { success: ['C'] } },
        C: run('commit'),
      },
    ],
    [
      'another way past it',
      {
        A: begin({ success: ['C'] }),
        B: { type: 'start', transitions: { unconditional: ['C'] } },
        C: run('begin; commit'),
      },
    ],
    [
      'no such statement',
      { A: begin({ success: ['B'] }), B: run("select 'begin;'; begin select 1; end; rollback to a") },
    ],
    ['itself', { A: run('commit', { success: ['A'] }) }],
  ])('is let be: %s', (_, components) => {
    expect(found(components)).toEqual([])
  })
})

test.each([
  [['city', 'Is', 'Not equal to', 'Oslo'], ['row 1 has the comparator "Not equal to"; choose Equal to,']],
  [['city', 'Maybe', 'Equal to', 'Oslo'], ['row 1 has "Maybe" instead of Is or Not']],
  [['city', ' is ', ' equal TO', 'Oslo'], []],
  [['city', '${city}', '${city}', 'Oslo'], []],
])('a condition of an if is looked at before it runs: %j', (row, messages) => {
  const found = faultsOf({ type: 'if', parameters: { mode: 'Simple', condition: [row] } })
  expect(found.filter((fault) => fault.includes('invalid-parameter'))).toEqual(
    messages.map((message) => expect.stringContaining(message)),
  )
})

test('what the run would refuse or take no notice of is found before it', () => {
  const faults = (type: string, parameters: object) => {
    const text = JSON.stringify({ pipeline: { components: { It: { type, sources: ['In'], parameters } } } })
    return validateProject([{ path: 'a.tran.yaml', text }], componentCatalog, {})
      .filter(({ rule }) => rule === 'invalid-parameter')
      .map(({ message }) => message)
  }
  expect(faults('filter', { filterConditions: [['a', 'Is not', 'Null', '']] })).toEqual([
    expect.stringContaining('has "Is not" instead of Is or Not'),
  ])
  expect(faults('filter', { filterConditions: [['a', '${how}', 'Null', '']] })).toEqual([])
  expect(faults('filter', { filterConditions: [['a', 'Is', 'Equals', '1']] })).toEqual([
    expect.stringContaining('has the comparator "Equals"; it must be one of: equal to,'),
  ])
  expect(faults('map-values', { columnName: 'b', valueMap: [['a', 'Is', '${how}', '1', 'x']] })).toEqual([])
  expect(faults('create-view', { viewName: 'v', viewType: 'Materialized' })).toEqual([
    expect.stringContaining('Materialized views are not supported'),
  ])
  expect(faults('table-input', { targetTable: 't', timeOffset: '60' })).toEqual([
    expect.stringContaining('Earlier states of tables cannot be read'),
  ])
  expect(faults('table-input', { targetTable: 't', timeOffset: 'None' })).toEqual([])
  const update = { targetTable: 't', joinExpression: [['true', '']], includeNotMatched: 'Yes' }
  const mapping = [['a', 'a']]
  expect(faults('table-update', { ...update, updateMapping: mapping, insertMapping: mapping })).toEqual([
    expect.stringContaining('"updateMapping"'),
  ])
  expect(faults('table-update', { ...update, insertMapping: mapping })).toEqual([])
})
