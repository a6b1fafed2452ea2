import { expect, test } from 'vitest'
import { validateProject } from '../pipeline/validate.ts'
import { componentCatalog } from './catalog.ts'

/** What validation says of the parameters of a component, other than that some are missing. */
function faultsOf(type: string, parameters: object): readonly string[] {
  const text = JSON.stringify({ pipeline: { components: { It: { type, sources: ['In'], parameters } } } })
  const path = ['query-to-scalar', 'loop-iterator'].includes(type) ? 'a.orch.yaml' : 'a.tran.yaml'
  return validateProject([{ path, text }], componentCatalog, {})
    .filter(({ rule, message }) => rule === 'invalid-parameter' && !message.includes('is missing'))
    .map(({ message }) => message)
}

test.each([
  [
    'aggregate',
    { aggregations: [['a', 'Summe']] },
    'has the function "Summe"; it must be one of: sum, count,',
  ],
  ['pivot', { aggregateFunction: 'Total' }, 'has the aggregate function "Total"'],
  ['join', { joins: [['B', 'b', 'Outer']] }, 'has the kind of join "Outer"; it must be one of: inner, left,'],
  [
    'rewrite-table',
    { targetTable: 't', orderBy: [['a', 'Down']] },
    'direction "Down"; it must be one of: asc',
  ],
  ['table-output', { targetTable: 't', orderBy: [['a', 'Down']] }, 'has the direction "Down"'],
  ['transpose-rows', { aggregations: ['a'], sortOrder: [['a', 'Down']] }, 'has the direction "Down"'],
  ['rank', { functions: [['Rang', 'r']] }, 'has the function "Rang"'],
  ['rank', { functions: [], orderingWithinPartitions: [['a', 'Down']] }, 'has the direction "Down"'],
  [
    'lead-lag',
    { functions: [['Next', 'a', '1', 'b']] },
    'has the function "Next"; it must be one of: lead, lag',
  ],
  [
    'first-last',
    { firstLastColumns: [['a', 'Middle']] },
    'has the word "Middle"; it must be one of: first, last',
  ],
  ['window-calculation', { functions: [['Median', 'a', 'b']] }, 'has the function "Median"'],
  [
    'table-update',
    { whenMatched: [['true', 'Insert']] },
    'has the action "Insert"; it must be one of: update, delete',
  ],
])('a word that %s does not know is found before it runs: %j', (type, parameters, message) => {
  expect(faultsOf(type, parameters)).toEqual([expect.stringContaining(message)])
})

test.each([
  [
    'aggregate',
    {
      aggregations: [
        ['a', ' COUNT Distinct'],
        ['a', '${how}'],
      ],
    },
  ],
  ['aggregate', { aggregations: { fromGrid: { variable: 'g', columns: ['a', 'b'] } } }],
  ['join', { joins: [['B', 'b', 'LEFT']] }],
  ['rewrite-table', { targetTable: 't', orderBy: [['a'], ['a', ''], ['a', 'DESC'], ['a', 'Nulls First']] }],
  ['rank', { functions: [['Row_Number', 'r']] }],
  ['window-calculation', { functions: [['first_value', 'a', 'b']] }],
])('a word that %s knows is fine in any case: %j', (type, parameters) => {
  expect(faultsOf(type, parameters)).toEqual([])
})

test('a comparator that a query in Basic mode does not know is found before it runs', () => {
  const filterConditions = [['a', 'Is', 'Contains', '1']]
  const parameters = { mode: 'Basic', table: 't', filterConditions, scalarVariableMapping: [['city', 'a']] }
  expect(faultsOf('query-to-scalar', parameters)).toEqual([
    expect.stringContaining('has the comparator "Contains"; it must be one of: equal to,'),
  ])
})

test.each([
  [{ startingValue: '1', incrementValue: '0', endValue: '3' }, ['would never end']],
  [{ startingValue: 'one', incrementValue: '1', endValue: '3' }, ['Starting Value is "one"']],
  [{ startingValue: 1, incrementValue: '${by}', endValue: ' 3.5 ' }, []],
])('the numbers of a loop are looked at before it runs: %j', (numbers, messages) => {
  const parameters = { variableToIterate: 'n', ...numbers }
  const found = faultsOf('loop-iterator', parameters)
  expect(found).toEqual(messages.map((message) => expect.stringContaining(message)))
})
