import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { aDatabase } from '../support/template.ts'

/** What becomes of connectors and OAuth entries that an earlier release made, when nobody owned them. */
const folder = 'db/migrations'
const files = readdirSync(folder).sort()
const at = files.findIndex((name) => name.endsWith('-owners-of-connectors.sql'))
let client: pg.Client
let drop: () => Promise<void>

beforeAll(async () => {
  const database = await aDatabase()
  drop = database.drop
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
  await client.query('drop schema public cascade; create schema public')
  for (const name of files.slice(0, at)) await apply(name)
})
afterAll(async () => {
  await client.end()
  await drop()
})
beforeEach(() => client.query('begin'))
afterEach(() => client.query('rollback'))

const apply = (name: string) => client.query(readFileSync(`${folder}/${name}`, 'utf8'))

async function aProject(): Promise<string> {
  const id = randomUUID()
  await client.query(
    `insert into project (id, name, description, warehouse, agent_deployment_type)
     values ($1::uuid, $1::text, '', 'DUCKDB', 'HYBRID')`,
    [id],
  )
  return id
}

async function anEntry(
  accessTokenUrl: string,
  allowedHosts: readonly string[] | null = null,
): Promise<string> {
  const id = randomUUID()
  await client.query(
    `insert into oauth (id, name, grant_type, client_id, access_token_url, credentials_in, token_parameters,
                        auth_parameters, created_by, allowed_hosts)
     values ($1::uuid, $1::text, 'CLIENT_CREDENTIALS', 'x', $2, 'BODY', '[]', '[]', 'someone', $3)`,
    [id, accessTokenUrl, allowedHosts],
  )
  return id
}

async function aConnector(): Promise<string> {
  const id = randomUUID()
  await client.query(
    `insert into connector (id, name, endpoints, created_by) values ($1::uuid, $1::text, '[]', 'x')`,
    [id],
  )
  return id
}

async function grants(kind: 'connector' | 'oauth', id: string): Promise<string[]> {
  const { rows } = await client.query<{ project_id: string }>(
    `select project_id from ${kind}_grant where ${kind}_id = $1 order by project_id`,
    [id],
  )
  return rows.map((row) => row.project_id)
}

async function ownerOf(kind: 'connector' | 'oauth', id: string): Promise<string | null> {
  const { rows } = await client.query<{ project_id: string | null }>(
    `select project_id from ${kind} where id = $1`,
    [id],
  )
  return rows[0]!.project_id
}

test('in an installation of one project they become its own', async () => {
  const project = await aProject()
  const [entry, connector] = [await anEntry('https://a.example/token'), await aConnector()]
  await apply(files[at]!)
  expect([await ownerOf('oauth', entry), await ownerOf('connector', connector)]).toEqual([project, project])
  const later = await aProject()
  expect(await grants('oauth', entry)).not.toContain(later)
})

test('in one of several they are the installation’s, and shared with the projects that there are', async () => {
  const projects = [await aProject(), await aProject()].sort()
  const [entry, connector] = [await anEntry('https://a.example/token'), await aConnector()]
  await apply(files[at]!)
  expect([await ownerOf('oauth', entry), await ownerOf('connector', connector)]).toEqual([null, null])
  await aProject()
  expect(await grants('oauth', entry)).toEqual(projects)
  expect(await grants('connector', connector)).toEqual(projects)
})

test('an entry that could send its token anywhere is limited to the host of its token address', async () => {
  const addresses = {
    'https://Login.Example.com/oauth/token?x=https://other.example/': ['login.example.com'],
    'http://user:pass@idp.example:8443/token': ['idp.example'],
    'https://idp.example?x=@other.example': ['idp.example'],
    'http://[::1]:9000/token': ['[::1]'],
    'not an address': [],
  }
  const ids: string[] = []
  for (const address of Object.keys(addresses)) ids.push(await anEntry(address))
  const limited = await anEntry('https://a.example/token', ['api.example'])
  await apply(files[at]!)
  const { rows } = await client.query<{ id: string; allowed_hosts: string[] }>(
    'select id, allowed_hosts from oauth',
  )
  const hosts = new Map(rows.map((row) => [row.id, row.allowed_hosts]))
  expect(ids.map((id) => hosts.get(id))).toEqual(Object.values(addresses))
  expect(hosts.get(limited)).toEqual(['api.example'])
})

test('a project that is deleted takes its entries out of the connectors of others', async () => {
  await apply(files[at]!)
  const [owner] = [await aProject(), await aProject()]
  const [entry, connector] = [await anEntry('https://a.example/token'), await aConnector()]
  await client.query('update oauth set project_id = $1 where id = $2', [owner, entry])
  await client.query('insert into connector_oauth values ($1, $2, $3, 0)', [connector, randomUUID(), entry])
  await client.query('delete from project where id = $1', [owner])
  const { rows } = await client.query<{ version: string }>('select version from connector where id = $1', [
    connector,
  ])
  expect(rows).toEqual([{ version: '2' }])
  expect((await client.query('select from connector_oauth')).rowCount).toBe(0)
})
