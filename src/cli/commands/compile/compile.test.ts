import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { credential, json, startApi } from '../../testing/loopback-api.ts'
import { loginTo, openTerminal, type TestTerminal } from '../../testing/terminal.ts'

const sales = `pipeline:
  variables:
    least: { metadata: { type: NUMBER }, defaultValue: "10" }
  components:
    Orders: { type: table-input, parameters: { targetTable: orders, columnNames: [id, region, amount] } }
    Large: { type: filter, sources: [Orders], parameters: { filterConditions: [[amount, Is, Greater than, "\${least}"]], combineCondition: And } }
    Regions: { type: aggregate, sources: [Large], parameters: { groupings: [region], aggregations: [[amount, Sum]] } }
    Result: { type: rewrite-table, sources: [Regions], parameters: { targetTable: "\${target}" } }
    Loose: { type: distinct, sources: [Orders], parameters: {} }
    Lost: { type: table-input, parameters: { targetTable: nowhere } }
`
const variables = [
  {
    name: 'target',
    type: 'TEXT',
    behaviour: 'COPIED',
    value: 'result',
    overrides: [{ environmentName: 'Production', value: 'live_result' }],
  },
]

function openFolder(env = {}): TestTerminal {
  const terminal = openTerminal({ env })
  const files = {
    'sales.tran.yaml': sales,
    'flow.orch.yaml': 'pipeline:\n  components: {}\n',
    'broken.tran.yaml': 'pipeline: [\n',
    'reading.tran.yaml':
      'pipeline:\n  components:\n    A: { type: table-input, parameters: { targetTable: a } }\n',
    'tables.yaml': 'orders: { id: INTEGER, region: VARCHAR(10), amount: "NUMBER(10,2)" }\n',
    'tables.sql': 'create table orders (id integer, region varchar, amount decimal(10,2))',
    'odd.yaml': 'orders: [id]\n',
    'v.json': JSON.stringify({ variables }),
  }
  for (const [path, text] of Object.entries(files)) writeFileSync(join(terminal.folder, path), text)
  return terminal
}

const withVariable = ['sales.tran.yaml', '--variables', 'v.json'] as const

test.each(['tables.yaml', 'tables.sql'])('prints the statement of each output, with %s', async (tables) => {
  using terminal = openFolder()
  const { code, out, err } = await terminal.run('compile', ...withVariable, '--tables', tables)
  expect({ code, err }).toEqual({ code: 0, err: '' })
  expect(out).toMatch(/^-- Result \(rewrite-table\)\ncreate or replace table "result" as\nwith headrace_1/)
  expect(out).toContain('where ("amount" > 10)')
  expect(out).toMatch(/;\n\n$/)
  expect(out).not.toContain('distinct')
})

test('prints the query of one component, whether or not an output reads from it', async () => {
  using terminal = openFolder()
  const whole = await terminal.run('compile', ...withVariable, '--json')
  expect(JSON.parse(whole.err)).toHaveProperty('error.hint', expect.stringContaining('--tables'))

  const query = [
    'compile',
    'sales.tran.yaml',
    'Large',
    '--tables',
    'tables.yaml',
    '--var',
    'least=5',
    '--json',
  ]
  const [found] = JSON.parse((await terminal.run(...query)).out) as { component: string; sql: string }[]
  expect(found).toMatchObject({ component: 'Large', type: 'filter' })
  expect(found?.sql).toMatch(/where \("amount" > 5\)\n\)\nselect \* from headrace_2$/)

  const loose = await terminal.run('compile', 'sales.tran.yaml', 'Loose')
  expect(loose).toMatchObject({ code: 0, out: expect.stringContaining('select distinct') })
  expect(loose.err).toBe(
    '-- orders is assumed to have the text columns id, region, amount; describe it with --tables if it has others\n',
  )
})

test('takes schema and values of the environment from the server', async () => {
  await using api = await startApi({
    'GET /v1/projects': (_request, response) =>
      json(response, 200, { results: [{ id: 'p1', name: 'Demo' }], page: 0, size: 100, total: 1 }),
    'GET /v1/projects/p1/variables': (_request, response) =>
      json(response, 200, { results: variables, page: 0, size: 100, total: 1 }),
    'GET /v1/projects/p1/environments/Production': (_request, response) =>
      json(response, 200, {
        name: 'Production',
        connection: { type: 'DUCKDB', schema: 'live' },
        databases: { ANALYTICS: {} },
        dialectFunctions: true,
      }),
  })
  using terminal = openFolder(loginTo(api, credential))
  const where = ['--project', 'Demo', '--environment', 'Production', '--tables', 'tables.yaml']
  const { out, err } = await terminal.run('compile', 'sales.tran.yaml', ...where)
  expect(err).toBe('')
  expect(out).toContain('create or replace table "live_result"')
})

test('names of databases are those of the environment, or of the command', async () => {
  using terminal = openFolder()
  const file = join(terminal.folder, 'named.tran.yaml')
  writeFileSync(
    file,
    `pipeline:
  components:
    Sums: { type: sql, parameters: { query: "select iff(id > 0, 1, 2) as n from LAKE.PUBLIC.orders" } }
    Result: { type: rewrite-table, sources: [Sums], parameters: { database: LAKE, targetTable: result } }
`,
  )
  writeFileSync(join(terminal.folder, 'lake.yaml'), 'LAKE.PUBLIC.orders: { id: INTEGER }\n')
  const command = ['compile', 'named.tran.yaml', '--tables', 'lake.yaml']
  const made = await terminal.run(...command, '--map-database', 'LAKE=lake.marts')
  expect(made).toMatchObject({ code: 0, err: '', out: expect.stringContaining('"LAKE"."marts"."result"') })
  const without = await terminal.run('compile', 'named.tran.yaml')
  expect(without.err).toContain('does not map the database name "LAKE"')
  const input = `pipeline:
  components:
    In: { type: table-input, parameters: { database: LAKE, targetTable: orders, columnNames: [id] } }
    Out: { type: rewrite-table, sources: [In], parameters: { targetTable: result } }
`
  writeFileSync(join(terminal.folder, 'input.tran.yaml'), input)
  const read = await terminal.run('compile', 'input.tran.yaml')
  expect(read).toMatchObject({ code: 1, err: expect.stringContaining('"In": The environment does not map') })
})

test.each([
  ['an orchestration', ['flow.orch.yaml'], 'is an orchestration'],
  ['a broken file', ['broken.tran.yaml'], 'line 1: The file is not valid YAML'],
  ['no file', ['none.tran.yaml'], 'could not be read'],
  ['a component that is not there', ['sales.tran.yaml', 'Larg'], 'Did you mean "Large"?'],
  ['an unknown variable', ['sales.tran.yaml', '--tables', 'tables.yaml'], '"Result": '],
  ['a value of no variable', ['sales.tran.yaml', '--var', 'x=1'], 'no variable "x"'],
  ['a table nobody describes', ['sales.tran.yaml', 'Lost'], 'Describe the columns of tables with --tables'],
  [
    'a file that describes no tables',
    ['sales.tran.yaml', '--tables', 'odd.yaml'],
    'which columns orders has',
  ],
  ['nothing that writes', ['reading.tran.yaml'], 'No component writes anything'],
  ['a project without an environment', ['sales.tran.yaml', '--project', 'Demo'], '--environment'],
])('says what is wrong with %s', async (_what, options, words) => {
  using terminal = openFolder()
  const { code, out, err } = await terminal.run('compile', ...options)
  expect({ code, out }).toEqual({ code: 1, out: '' })
  expect(err).toContain(words)
})
