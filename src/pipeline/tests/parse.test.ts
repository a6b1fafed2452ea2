import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parseTestFile } from './parse.ts'

const file = (body: string) => `type: "test"\nversion: "1.0"\ntest:\n${body.replaceAll(/^/gm, '  ')}\n`
const run = 'run: { orchestration: "Sales/Load" }\n'
const faultsOf = (text: string) =>
  parseTestFile('Sales/Load.test.yaml', text).faults.map(({ line, message }) => `${line} ${message}`)

test('a test says what is there before, what runs, and what is expected', () => {
  const text = file(`${run}environment: Production
now: 2026-03-01T06:00:00
variables:
  url: "https://a.example/x"
  limit: 5
  regions: { columns: [code], rows: [[EU], [null]] }
secrets: { token: abc }
tables:
  raw.orders: { columns: { id: INTEGER, region: VARCHAR }, rows: [[1, EU], [2, null]] }
  stores: { file: ../stores.csv }
webhooks:
  chat: { url: "https://a.example/x", status: 503, body: { ok: false } }
expect:
  status: FAILED
  tables:
    totals: { columns: [region, n], rows: [[EU, 1]], ordered: true }
    old: { exists: false }
  webhooks: { chat: { bodies: [{ text: "Hello" }] } }`)
  const { test: found, faults } = parseTestFile('Sales/Load.test.yaml', text)
  expect(faults).toEqual([])
  expect(found).toMatchObject({
    name: 'Sales/Load',
    subject: { kind: 'run', pipelineKind: 'orchestration', reference: 'Sales/Load', line: 4 },
    environment: 'Production',
    nowMs: Date.UTC(2026, 2, 1, 6),
    timeoutSeconds: 60,
    projectVariables: [
      { name: 'url', type: 'TEXT', value: 'https://a.example/x' },
      { name: 'limit', type: 'NUMBER', value: 5 },
      { name: 'regions', type: 'GRID', columns: ['code'], value: [['EU'], ['']] },
    ],
    tables: [
      {
        name: 'raw.orders',
        columns: [
          ['id', 'INTEGER'],
          ['region', 'VARCHAR'],
        ],
        rows: [
          [1, 'EU'],
          [2, null],
        ],
      },
      { name: 'stores', path: 'stores.csv' },
    ],
    webhooks: [{ name: 'chat', status: 503, body: '{"ok":false}' }],
    expected: {
      status: { value: 'FAILED' },
      tables: [
        { name: 'totals', columns: ['region', 'n'], rows: [['EU', 1]], isOrdered: true, exists: true },
        { name: 'old', exists: false },
      ],
    },
  })
})

test('a flow of its own is an orchestration in all but its name', () => {
  const flow = 'pipeline:\n  metadata: { description: Sums }\n  components:\n    Start: { type: start }\n'
  const { test: found, faults } = parseTestFile('A.test.yaml', `type: test\n${flow}test: {}\n`)
  expect(faults).toEqual([])
  expect(found?.description).toBe('Sums')
  expect(found?.subject).toMatchObject({ kind: 'flow', pipeline: { name: 'A.test', kind: 'orchestration' } })
})

test.each([
  ['no YAML', 'type: [', /not valid YAML|never closed/],
  ['no block', 'type: test\n', /no "test" block/],
  ['another type', `type: orchestration\ntest:\n  ${run}`, /has another type/],
  ['nothing runs', file('expect: {}'), /runs nothing/],
  ['two pipelines', file('run: { orchestration: a, transformation: b }'), /names one pipeline/],
  ['another kind', file('run: { orchestration: a.tran.yaml }'), /not of the kind orchestration/],
  [
    'run and a flow',
    `pipeline:\n  components:\n    Start: { type: start }\n${file(run)}`,
    /Keep one|components of its own/,
  ],
  ['a misspelt key', file(`${run}expct: {}`), /The test has no "expct"/],
  ['a misspelt expectation', file(`${run}expect: { table: {} }`), /expect has no "table"/],
  ['a misspelt part of one', file(`${run}expect: { tables: { a: { row: [] } } }`), /has no "row"/],
  ['no instant', file(`${run}now: yesterday`), /not an instant/],
  ['too long', file(`${run}timeoutSeconds: 100000`), /from 1 to 3600/],
  ['no columns', file(`${run}tables: { a: { rows: [[1]] } }`), /does not list its columns/],
  [
    'a row too short',
    file(`${run}tables: { a: { columns: { x: INTEGER, y: INTEGER }, rows: [[1]] } }`),
    /Row 1 of a/,
  ],
  ['a row that is none', file(`${run}tables: { a: { columns: { x: INTEGER }, rows: [1] } }`), /list of rows/],
  [
    'rows and a file',
    file(`${run}tables: { a: { columns: { x: INTEGER }, rows: [], file: a.csv } }`),
    /rows and a file/,
  ],
  ['a file outside', file(`${run}tables: { a: { file: ../../a.csv } }`), /out of the repository/],
  ['a file of the environment outside', file(`${run}files: { ../a: a.csv }`), /not the name of a file/],
  ['a grid as a list', file(`${run}variables: { a: [[1]] }`), /block of columns and rows|is a list/],
  ['a word in small letters', file(`${run}expect: { status: failed }`), /one of|is "failed"/],
  ['a number as a text', file(`${run}expect: { tables: { a: { count: "1" } } }`), /not a whole number/],
  ['a column without a type', file(`${run}tables: { a: { columns: { x: } } }`), /has no type/],
  ['no address', file(`${run}webhooks: { a: { url: nowhere } }`), /needs the url/],
  [
    'a webhook that is not declared',
    file(`${run}expect: { webhooks: { a: { count: 1 } } }`),
    /does not declare/,
  ],
  [
    'a table that is not there with rows',
    file(`${run}expect: { tables: { a: { exists: false, count: 1 } } }`),
    /cannot have rows/,
  ],
  ['a query without rows', file(`${run}expect: { queries: [{ sql: select 1 }] }`), /needs rows or a count/],
  [
    'expected rows of two widths',
    file(`${run}expect: { tables: { a: { rows: [[1], [1, 2]] } } }`),
    /Row 2 has 2 cells/,
  ],
])('%s is a fault', (_what, text, message) => {
  expect(faultsOf(text).join('\n')).toMatch(message)
})

test('a fault has the line of its key', () => {
  expect(faultsOf(file(`${run}expect:\n  tables:\n    a: { rows: 5 }`))).toEqual([
    '7 "rows" of The expected table a is not a list',
  ])
})

test('the examples of the documentation have no faults', () => {
  const blocks = readFileSync('docs/pipelines/tests.md', 'utf8').matchAll(/^```yml\n(.*?)^```/gms)
  const faults = [...blocks].map(([, text = '']) => faultsOf(text))
  expect(faults).toEqual([[], []])
})

test('numbers keep their digits where they are expected and answered, and what is quoted is a text', () => {
  const { test: found, faults } = parseTestFile(
    'Load.test.yaml',
    file(`${run}webhooks:
  rates: { url: "https://a.example/x", body: { rate: &rate 1.10, list: [*rate, "1.10", 007, 1, +1.50, -.5, 2.] } }
expect:
  variables: { total: 3.50, code: "3.50" }
  tables: { totals: { rows: [[EU, 1.50], [US, "1.50"]] } }
  webhooks: { rates: { bodies: [{ total: 3.50 }] } }`),
  )
  expect(faults).toEqual([])
  expect(found!.webhooks[0]!.body).toBe('{"rate":1.10,"list":[1.10,"1.10","007",1,1.50,-0.5,2]}')
  const { variables, tables, webhooks } = found!.expected
  expect(JSON.stringify([variables.map(({ value }) => value), tables[0]!.rows, webhooks[0]!.bodies])).toBe(
    '[[3.50,"3.50"],[["EU",1.50],["US","1.50"]],[{"total":3.50}]]',
  )
})
