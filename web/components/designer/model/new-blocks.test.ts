import { expect, test } from 'vitest'
import type { ComponentType } from './catalogue.ts'
import { blockOf, blockOfCall, blocksOfSql } from './new-blocks.ts'

const entry = (type: string, incomingLinks = 'one') =>
  ({ type, title: 'Its title', incomingLinks, parameters: { properties: {} } }) as unknown as ComponentType

test('a component has the name that was typed, or its title', () => {
  expect(blockOf(entry('if'), ' Enough? ')).toEqual({
    name: 'Enough?',
    type: 'if',
    parameters: {},
    takesLinks: true,
  })
  expect(blockOf(entry('start', 'none'))).toMatchObject({ name: 'Its title', takesLinks: false })
})

test('a call sets the variables that both pipelines have', () => {
  const pipeline = { name: 'Orders/Publish figures', publicVariables: ['count', 'other'] }
  expect(blockOfCall(entry('run-orchestration'), pipeline, new Set(['count', 'own']))).toMatchObject({
    name: 'Publish figures',
    parameters: {
      orchestrationJob: 'Orders/Publish figures',
      setScalarVariables: [['count', '${count}']],
    },
  })
  const call = blockOfCall(entry('run-transformation'), pipeline, new Set(), 'Now')
  expect([call.name, call.parameters]).toEqual(['Now', { transformationJob: 'Orders/Publish figures' }])
})

test('in an orchestration statements run, and queries fill variables named after their columns', () => {
  const text = `-- Load
create table t as select 1 as n;
-- The 2 Worst!
select n, n + 1 as m from t;
select max(n) as most from t`
  expect(blocksOfSql(text, 'orchestration')).toMatchObject([
    { name: 'Load', type: 'sql-executor', parameters: { sqlScript: 'create table t as select 1 as n;\n' } },
    {
      name: 'The 2 Worst!',
      type: 'query-to-grid',
      parameters: {
        mode: 'Advanced',
        gridVariable: 'the_2_worst',
        gridVariableMapping: [
          ['n', 'n'],
          ['m', 'm'],
        ],
      },
    },
    {
      name: 'Query Result to Scalar',
      type: 'query-to-scalar',
      parameters: { query: 'select max(n) as most from t', scalarVariableMapping: [['most', 'most']] },
    },
  ])
})

test('in a transformation a query is a source of rows, which is linked when it reads others', () => {
  const text = 'drop table t;\nselect 1 as n;\nselect * from $T{Orders}'
  expect(blocksOfSql(text, 'transformation')).toMatchObject([
    { type: 'sql', parameters: { query: 'select 1 as n' }, takesLinks: false },
    { type: 'sql', takesLinks: true },
  ])
  expect(blocksOfSql('no SQL', 'transformation')).toEqual([])
})
