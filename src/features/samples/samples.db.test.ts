import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { useApi } from '../../../test/support/api.ts'
import { aProject } from '../../../test/support/factories.ts'
import { orchestration, start } from '../../../test/support/pipelines.ts'
import { aRealRunner } from '../../../test/support/real-runner.ts'
import { newId } from '../../lib/ids.ts'
import { postgresOfTests } from '../../warehouses/conformance/databases.ts'
import type { Sample } from './schema.ts'
import type { DatabaseTables } from './tables-schema.ts'

/** Samples at a real runner, on DuckDB (Development) and PostgreSQL (Warehouse) (decisions.md §8). */
const gitDir = join(tmpdir(), `headrace-git-${newId()}`)
const api = useApi({ HEADRACE_GIT_DIR: gitDir })
const { host, port, database, user, password = '' } = postgresOfTests()
const schema = `samples_${newId().replaceAll('-', '')}`
/** Held while the slow statement runs. */
const LOCK = Math.trunc(Math.random() * 1_000_000_000)
const sequence = `${schema}.counted`
let project: string
let runner: Awaited<ReturnType<typeof aRealRunner>>
let client: Client

/** A transformation; JSON is YAML. */
function transformation(
  parts: Readonly<
    Record<string, { readonly sql?: string; readonly from?: string[]; readonly table?: string }>
  >,
): string {
  const components = Object.entries(parts).map(([name, { sql, from = [], table }]) => {
    const own = table === undefined ? { query: sql } : { schema: '', targetTable: table }
    const type = table === undefined ? 'sql' : 'rewrite-table'
    return [name, { type, sources: from, parameters: { componentName: name, ...own } }]
  })
  return JSON.stringify({
    type: 'transformation',
    version: '1.0',
    pipeline: {
      components: Object.fromEntries(components),
      variables: {
        least: {
          metadata: { type: 'NUMBER', description: '', scope: 'COPIED', visibility: 'PUBLIC' },
          defaultValue: '0',
        },
      },
    },
  })
}

const numbers = (rows: number) => `select n, 'row ' || n as label from generate_series(1, ${rows}) as g (n)`
const file = transformation({
  Numbers: { sql: numbers(5_000) },
  Large: { sql: 'select * from $T{Numbers} where n > ${least}', from: ['Numbers'] },
  Written: { from: ['Large'], table: 'never_written' },
  Broken: { sql: 'select nowhere from $T{Numbers}', from: ['Numbers'] },
  After: { sql: 'select * from $T{Broken}', from: ['Broken'] },
  Cast: { sql: 'select cast(label as integer) as wrong from $T{Numbers}', from: ['Numbers'] },
  Counting: { sql: `select nextval('${sequence}') as n` },
  Two: { sql: 'select 1 as a) ; create table sneaked (n integer); select * from (select 2 as a' },
  Slow: { sql: `select pg_sleep(600)::text as slept from (select pg_advisory_lock(${LOCK})) as locked` },
  Wide: { sql: "select repeat('x', 5000) as a" },
})

beforeAll(async () => {
  client = new Client({ host, port, database, user, password })
  await client.connect()
  await client.query(`create schema ${schema}; create sequence ${sequence}`)
  const { projectId, agentId } = await aProject(api, { environments: ['Development', 'Production'] })
  project = `/v1/projects/${projectId}`
  await api.call('POST', `${project}/secrets`, { body: { name: 'db', value: password || 'none' } })
  const connection = { type: 'POSTGRES', host, port, database, user, passwordSecret: 'db', schema }
  const warehouse = { name: 'Warehouse', defaultAgentId: agentId, connection }
  expect((await api.call('POST', `${project}/environments`, { body: warehouse })).status).toBe(201)
  for (const [path, content] of Object.entries({
    't.tran.yaml': file,
    'o.orch.yaml': orchestration({ Start: start() }),
  }))
    await api.call('PUT', `${project}/repositories/files`, { body: { branch: 'main', path, content } })
  runner = await aRealRunner(api, agentId)
})
afterAll(async () => {
  await runner.close()
  await client.query(`drop schema ${schema} cascade`)
  await client.end()
  await rm(gitDir, { recursive: true, force: true, maxRetries: 5 })
})

const both = ['Development', 'Warehouse']
const ask = (body: object) =>
  api.call<Sample & { detail: string }>('POST', `${project}/samples`, {
    body: { pipelineName: 't', environmentName: 'Development', ref: 'main', ...body },
  })

test.each(both)('%s: first rows, columns with types, and the SQL', async (environmentName) => {
  const { status, body } = await ask({ environmentName, componentName: 'Numbers', limit: 2 })
  expect([status, body]).toEqual([
    200,
    {
      ok: true,
      columns: [
        { name: 'n', type: environmentName === 'Warehouse' ? 'integer' : 'BIGINT' },
        { name: 'label', type: environmentName === 'Warehouse' ? 'text' : 'VARCHAR' },
      ],
      rows: [
        ['1', 'row 1'],
        ['2', 'row 2'],
      ],
      more: true,
      shortened: false,
      sql: expect.stringContaining('generate_series(1, 5000)'),
      latencyMs: expect.any(Number),
    },
  ])
})

test.each(both)(
  '%s: variables count, a component that writes shows what it gets, and nothing is written',
  async (environmentName) => {
    const scalarVariables = { least: 4_998 }
    const { body } = await ask({ environmentName, componentName: 'Written', scalarVariables })
    expect(body).toMatchObject({
      ok: true,
      more: false,
      rows: [
        ['4999', 'row 4999'],
        ['5000', 'row 5000'],
      ],
    })
    const { rows } = await client.query(`select to_regclass('${schema}.never_written') as made`)
    expect(rows).toEqual([{ made: null }])
  },
)

test('without a limit there are 100 rows, and with 0 only columns', async () => {
  expect((await ask({ componentName: 'Numbers' })).body.rows).toHaveLength(100)
  expect((await ask({ componentName: 'Numbers', limit: 0 })).body).not.toHaveProperty('rows')
  expect((await ask({ componentName: 'Numbers', limit: 1_001 })).status).toBe(400)
})

test.each(both)('%s: what the database refuses is said at its component', async (environmentName) => {
  const broken = await ask({ environmentName, componentName: 'After' })
  expect(broken.body).toMatchObject({
    ok: false,
    componentName: 'Broken',
    message: expect.stringContaining('nowhere'),
  })
  const cast = await ask({ environmentName, componentName: 'Cast' })
  expect(cast.body).toMatchObject({
    ok: false,
    componentName: 'Cast',
    message: expect.stringContaining('row 1'),
  })
})

test('nothing is changed: no sequence counts, and no second statement runs', async () => {
  const counting = await ask({ environmentName: 'Warehouse', componentName: 'Counting' })
  expect(counting.body).toMatchObject({
    ok: false,
    message: expect.stringContaining('read-only transaction'),
  })
  for (const environmentName of both)
    expect((await ask({ environmentName, componentName: 'Two' })).body.ok).toBe(false)
  const { rows } = await client.query(`select to_regclass('${schema}.sneaked') as made`)
  expect(rows).toEqual([{ made: null }])
})

test('long cells are truncated and say so', async () => {
  const { body } = await ask({ componentName: 'Wide' })
  expect([body.shortened, body.rows?.[0]?.[0]?.length]).toEqual([true, 2_001])
})

test('a draft and a version are sampled as runs take them, and production keeps to versions', async () => {
  const draft = transformation({ Numbers: { sql: "select 'drafted' as word" } })
  await api.call('PUT', `${project}/drafts/main/files`, { body: { path: 't.tran.yaml', content: draft } })
  const drafted = await ask({ componentName: 'Numbers', ref: undefined, draft: 'main' })
  expect(drafted.body.rows).toEqual([['drafted']])
  expect((await ask({ componentName: 'Numbers', environmentName: 'Production' })).status).toBe(409)
  expect((await ask({ componentName: 'Numbers', ref: undefined })).status).toBe(404)
  const version = { environmentName: 'Production', versionName: '1', ref: 'main' }
  expect((await api.call('POST', `${project}/artifacts/from-git`, { body: version })).status).toBe(201)
  const published = await ask({
    componentName: 'Numbers',
    environmentName: 'Production',
    ref: undefined,
    limit: 1,
  })
  expect(published.body.rows).toEqual([['1', 'row 1']])
})

test('what cannot be sampled is said', async () => {
  expect((await ask({ componentName: 'Absent' })).body).toMatchObject({
    ok: false,
    message: 't has no component "Absent"',
  })
  expect((await ask({ componentName: 'Start', pipelineName: 'o' })).body.message).toContain(
    'is an orchestration',
  )
  expect((await ask({ componentName: 'X', pipelineName: 'absent' })).status).toBe(404)
  const { token } = await api.credential({
    projectRoles: [{ projectId: project.slice(13), role: 'READ_ONLY' }],
  })
  const refused = await api.call('POST', `${project}/samples`, {
    token,
    body: { pipelineName: 't', environmentName: 'Development', componentName: 'X', ref: 'nowhere' },
  })
  expect(refused.status).toBe(403)
})

const listTables = (body: object, token?: string) =>
  api.call<DatabaseTables & { violations: string[] }>('POST', `${project}/database-tables`, {
    body: { environmentName: 'Warehouse', ...body },
    ...(token !== undefined && { token }),
  })

test('the tables of a database are listed by what they begin with, in any letter case', async () => {
  await client.query(
    `create table ${schema}.orders (id integer, "The Note" varchar(20)); create table ${schema}.other (a integer)`,
  )
  const { status, body } = await listTables({ prefix: 'ORD', schema })
  expect([status, body]).toEqual([
    200,
    {
      ok: true,
      usualSchema: schema,
      schemas: expect.arrayContaining([schema]),
      tables: [{ schema, name: 'orders' }],
      more: false,
      latencyMs: expect.any(Number),
    },
  ])
  expect(body.schemas?.[0]).toBe(schema)
  const [first, second] = [await listTables({ limit: 1 }), await listTables({ limit: 2, prefix: 'o' })]
  expect(first.body).toMatchObject({ tables: [{ schema, name: 'orders' }], more: true })
  expect(second.body).toMatchObject({ tables: [{ name: 'orders' }, { name: 'other' }] })
})

test('the columns of a table have their types, and on DuckDB there are tables too', async () => {
  const { body } = await listTables({ schema, table: 'Orders' })
  const columns = [
    { name: 'id', type: 'integer' },
    { name: 'The Note', type: 'character varying(20)' },
  ]
  expect(body).toMatchObject({ ok: true, tables: [{ schema, name: 'orders', columns }], more: false })
  const embedded = await listTables({ environmentName: 'Development', prefix: 'absent' })
  expect(embedded.body).toMatchObject({ ok: true, usualSchema: 'main', tables: [], more: false })
})

test('tables are refused to those who may not run, and with two ways of naming them', async () => {
  expect((await listTables({ prefix: 'a', table: 'b' })).body.violations).toEqual([
    'body must have only one of prefix and table',
  ])
  expect((await listTables({ environmentName: 'Absent' })).status).toBe(404)
  expect((await listTables({ database: 'nowhere' })).body).toMatchObject({
    ok: false,
    message: expect.stringContaining('nowhere'),
  })
  const { token } = await api.credential({
    projectRoles: [{ projectId: project.slice(13), role: 'READ_ONLY' }],
  })
  expect((await listTables({ prefix: 'a', table: 'b' }, token)).status).toBe(403)
})

test('when the client goes away the database is told to stop, and nothing is left', async () => {
  const leaving = new AbortController()
  const { token } = await api.credential({ accountRole: 'SUPER_ADMIN' })
  const asked = fetch(`${api.url}${project}/samples`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      pipelineName: 't',
      environmentName: 'Warehouse',
      componentName: 'Slow',
      ref: 'main',
    }),
    signal: leaving.signal,
  })
  const running = async () =>
    (await client.query(`select from pg_locks where locktype = 'advisory' and granted and objid = ${LOCK}`))
      .rows.length
  await expect.poll(running, { timeout: 30_000 }).toBe(1)
  leaving.abort()
  await expect(asked).rejects.toThrow()
  await expect.poll(running, { timeout: 10_000 }).toBe(0)
  await expect
    .poll(() => api.db.selectFrom('sample_request').select('id').execute(), { timeout: 10_000 })
    .toEqual([])
})
