import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { hasMariaDb } from '../../../../test/support/mariadb.ts'
import { findFakesnow } from '../../../warehouses/snowflake/stand-in.ts'
import { credential, json, startApi } from '../../testing/loopback-api.ts'
import { loginTo, openTerminal } from '../../testing/terminal.ts'

const files = {
  'a.tran.yaml': `pipeline:
  components:
    Orders: { type: table-input, parameters: { schema: sales, targetTable: orders } }
    Result: { type: rewrite-table, sources: [Orders], parameters: { targetTable: result } }
`,
  't.yaml': 'sales.orders: { id: INTEGER, tags: JSON }\n',
}

function openFolder(env = {}) {
  const terminal = openTerminal({ env })
  for (const [name, text] of Object.entries(files)) writeFileSync(join(terminal.folder, name), text)
  return terminal
}

test('compiles for PostgreSQL with a server of its own, and leaves nothing behind', async () => {
  using terminal = openFolder()
  vi.stubEnv('TMPDIR', terminal.folder)
  const before = readdirSync(terminal.folder)
  const made = await terminal.run('compile', 'a.tran.yaml', '--warehouse', 'postgres', '--tables', 't.yaml')
  expect(made).toMatchObject({ code: 0, err: '' })
  expect(made.out).toContain('create temporary table headrace_rows on commit drop as')
  expect(made.out).toContain('from "sales"."orders"')
  expect(readdirSync(terminal.folder)).toEqual(before)
  vi.unstubAllEnvs()
})

test('compiles for Redshift with a PostgreSQL in its place, and says what Redshift lacks', async () => {
  using terminal = openFolder()
  vi.stubEnv('TMPDIR', terminal.folder)
  const before = readdirSync(terminal.folder)
  const options = ['--warehouse', 'redshift', '--tables', 't.yaml'] as const
  const made = await terminal.run('compile', 'a.tran.yaml', ...options)
  expect({ code: made.code, err: made.err }).toEqual({ code: 0, err: '' })
  expect(made.out).toContain('create temporary table headrace_rows as')
  expect(made.out).toContain('from "sales"."orders"')
  const query = 'select id from sales.orders where id is distinct from 1'
  writeFileSync(
    join(terminal.folder, 'b.tran.yaml'),
    `pipeline:
  components:
    Orders: { type: sql, parameters: { query: ${query} } }
    Result: { type: rewrite-table, sources: [Orders], parameters: { targetTable: result } }
`,
  )
  const refused = await terminal.run('compile', 'b.tran.yaml', ...options)
  expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('Redshift has no IS DISTINCT FROM') })
  expect(readdirSync(terminal.folder)).toEqual([...before, 'b.tran.yaml'].toSorted())
  vi.unstubAllEnvs()
})

test.skipIf(findFakesnow() === undefined)('compiles for Snowflake with fakesnow in its place', async () => {
  using terminal = openFolder()
  const made = await terminal.run('compile', 'a.tran.yaml', '--warehouse', 'snowflake', '--tables', 't.yaml')
  expect({ code: made.code, err: made.err }).toEqual({ code: 0, err: '' })
  expect(made.out).toContain('create or replace table "result" copy grants as')
  expect(made.out).toContain('from "sales"."orders"')
})

test('says how to install what stands in for Snowflake where it is missing', async () => {
  using terminal = openFolder()
  vi.stubEnv('HEADRACE_WAREHOUSES', terminal.folder)
  const refused = await terminal.run(
    'compile',
    'a.tran.yaml',
    '--warehouse',
    'snowflake',
    '--tables',
    't.yaml',
  )
  expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('fakesnow is not installed') })
  vi.unstubAllEnvs()
})

const isThere = hasMariaDb()
if (!isThere) console.warn('No MariaDB server is installed: compiling for it is not tested')

const dwh = {
  name: 'Shop',
  authProvider: 'MYSQL',
  authType: 'USER_PASSWORD',
  platformConnectionType: 'DWH',
  connectionDetails: { connectionProperties: { host: { value: 'db' }, database: { value: 'live' } } },
}
const pageOf = (results: readonly unknown[]) => ({ results, page: 0, size: 100, total: results.length })

describe.skipIf(!isThere)('MariaDB', () => {
  test('compiles for the connection that the environment names, and leaves nothing behind', async () => {
    await using api = await startApi({
      'GET /v1/projects': (_, response) => json(response, 200, pageOf([{ id: 'p1', name: 'Demo' }])),
      'GET /v1/projects/p1/variables': (_, response) => json(response, 200, pageOf([])),
      'GET /v1/projects/p1/connections': (_, response) => json(response, 200, pageOf([dwh])),
      'GET /v1/projects/p1/environments/Production': (_, response) =>
        json(response, 200, {
          name: 'Production',
          connection: { type: 'DUCKDB' },
          defaultConnections: { sql: { connectionName: 'shop' } },
          databases: {},
          dialectFunctions: true,
        }),
    })
    using terminal = openFolder(loginTo(api, credential))
    vi.stubEnv('TMPDIR', terminal.folder)
    const before = readdirSync(terminal.folder)
    const where = ['--project', 'Demo', '--environment', 'Production', '--tables', 't.yaml']
    const { code, out, err } = await terminal.run('compile', 'a.tran.yaml', ...where)
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toMatch(/^-- Result \(rewrite-table\)\ndo get_lock\(.*\ndrop table if exists "headrace_new_/)
    expect(out).toContain('from "sales"."orders"')
    expect(readdirSync(terminal.folder)).toEqual(before)
    vi.unstubAllEnvs()
  })
})

test('without MariaDB on the machine, the error says what to install', async () => {
  using terminal = openFolder()
  vi.stubEnv('PATH', terminal.folder)
  const made = await terminal.run('compile', 'a.tran.yaml', '--warehouse', 'mysql', '--tables', 't.yaml')
  expect(made).toMatchObject({ code: 1, err: expect.stringContaining('apt-get install mariadb-server') })
  vi.unstubAllEnvs()
})
