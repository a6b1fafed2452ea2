import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { useApi } from '../../../../test/support/api.ts'
import { declareVariables, publish } from '../../../../test/support/factories.ts'
import { startAzure } from '../../../../test/support/object-stores/azure.ts'
import { type StoredObject, startS3 } from '../../../../test/support/object-stores/s3.ts'
import type { StoreServer } from '../../../../test/support/object-stores/server.ts'
import { orchestration, start } from '../../../../test/support/pipelines.ts'
import { aRealRunner } from '../../../../test/support/real-runner.ts'
import {
  aPlaceWith,
  aTrigger,
  historyOf,
  runsOf,
  type TriggerPlace,
} from '../../../../test/support/triggers.ts'
import { newId } from '../../../lib/ids.ts'
import { fileSafe } from '../../../runner/steps/file-safe.ts'
import { postgresOfTests } from '../../../warehouses/conformance/databases.ts'
import type { DataTrigger, TriggerPreview } from '../schema.ts'

/**
 * Files and queries that a real runner looks at: its folder, an object store that refuses what S3 refuses,
 * PostgreSQL.
 */
const api = useApi()
const WAIT = { timeout: 20_000 }
const { host, port, database, user, password = '' } = postgresOfTests()
const schema = `triggers_${newId().replaceAll('-', '')}`
const keys = { region: 'eu-central-1', accessKeyId: 'AKIA1', secretAccessKey: 'aGlkZGVuIGtleQ==' }
let place: TriggerPlace
let runner: Awaited<ReturnType<typeof aRealRunner>>
let client: Client
let files: string

beforeAll(async () => {
  client = new Client({ host, port, database, user, password })
  await client.connect()
  await client.query(`create schema ${schema}; create table ${schema}.mark (done boolean, at text)`)
  place = await aPlaceWith(api, ['P', 'Q'])
  const project = `/v1/projects/${place.projectId}`
  for (const [name, value] of [
    ['db', password || 'none'],
    ['lake_key', keys.secretAccessKey],
  ])
    await api.call('POST', `${project}/secrets`, { body: { name, value } })
  const connection = { type: 'POSTGRES', host, port, database, user, passwordSecret: 'db', schema }
  const body = { name: 'Warehouse', defaultAgentId: place.agentId, connection }
  expect((await api.call('POST', `${project}/environments`, { body })).status).toBe(201)
  const file = { 'Q.orch.yaml': orchestration({ Start: start() }) }
  await publish(api, place.projectId, file, { environment: 'Warehouse' })
  await declareVariables(api, place.projectId, { file: 'TEXT', value: 'TEXT' })
  runner = await aRealRunner(api, place.agentId)
  files = join(runner.folder, 'files', place.projectId, fileSafe('Development'), 'in')
})
beforeEach(async () => {
  await rm(files, { recursive: true, force: true })
  await mkdir(files, { recursive: true })
})
afterAll(async () => {
  await runner.close()
  await client.query(`drop schema ${schema} cascade`)
  await client.end()
})

/** Looks now, whenever its next look would be; answers once it has looked. */
async function look(triggerId: string): Promise<void> {
  const { rows } = await sql<{ before: string | null }>`
    update trigger_poll set next_at = now(), last_error = null where trigger_id = ${triggerId}
    returning looked_at::text as before`.execute(api.db)
  const hasLooked = async () => {
    const found = await sql`
      select from trigger_poll where trigger_id = ${triggerId}
         and (last_error is not null or looked_at::text is distinct from ${rows[0]?.before ?? null})`.execute(
      api.db,
    )
    return found.rows.length
  }
  await expect.poll(hasLooked, WAIT).toBe(1)
}

const pathOf = (triggerId: string) => `/v1/projects/${place.projectId}/triggers/${triggerId}`
const filesOf = async (triggerId: string) =>
  (await historyOf(api, place.projectId, triggerId))
    .map(({ outcome, facts }) => `${outcome} ${(facts['file'] as { name: string }).name}`)
    .toReversed()

test('a file in the folder of the runner starts one run when it is complete, and those that were there none', async () => {
  await writeFile(join(files, 'old.csv'), 'a')
  const condition = { type: 'FILE', folder: 'in', filePattern: '.*\\.csv' }
  const { triggerId } = await aTrigger(api, place.projectId, {
    condition,
    variablePaths: { file: '$.file.name' },
  })
  await look(triggerId)
  await writeFile(join(files, 'new.csv'), 'first half')
  await writeFile(join(files, 'other.txt'), 'x')
  await look(triggerId)
  await writeFile(join(files, 'new.csv'), 'first half, second half')
  await look(triggerId)
  expect(await filesOf(triggerId)).toEqual([])
  await look(triggerId)
  await expect.poll(() => filesOf(triggerId), WAIT).toEqual(['FIRED new.csv'])
  expect((await runsOf(api.db, triggerId)).map((run) => run.scalar_variables)).toEqual([{ file: 'new.csv' }])
  await look(triggerId)
  await writeFile(join(files, 'old.csv'), 'changed')
  await look(triggerId)
  await look(triggerId)
  await expect.poll(() => filesOf(triggerId), WAIT).toEqual(['FIRED new.csv', 'FIRED old.csv'])
})

test('a trigger that moves to another environment forgets the files of the one before', async () => {
  await writeFile(join(files, 'there.csv'), 'a')
  const { triggerId } = await aTrigger(api, place.projectId, {
    condition: { type: 'FILE', folder: 'in', filePattern: '.*\\.csv' },
    variablePaths: { file: '$.file.name' },
  })
  await look(triggerId)
  const seen = async () =>
    (
      await sql<{ seen: string }>`select seen from trigger_poll where trigger_id = ${triggerId}`.execute(
        api.db,
      )
    ).rows
  await expect.poll(seen, WAIT).toEqual([{ seen: expect.anything() }])
  const path = `/v1/projects/${place.projectId}/triggers/${triggerId}`
  const body = { environmentName: 'Warehouse', pipelineName: 'Q', enabled: false }
  expect((await api.call('PATCH', path, { body })).status).toBe(200)
  expect(await seen()).toEqual([{ seen: null }])
})

/** An object store that refuses what its provider refuses, and how a connection of the project reaches it. */
interface TestStore {
  readonly store: StoreServer
  readonly objects: Map<string, StoredObject>
  readonly authType: string
  readonly properties: Readonly<Record<string, unknown>>
}

async function s3Store(): Promise<TestStore> {
  const store = await startS3({ bucket: 'orders', ...keys })
  const properties = {
    bucket: { value: 'orders' },
    region: { value: keys.region },
    endpoint: { value: store.origin },
    accessKeyId: { value: keys.accessKeyId },
    secretAccessKey: { secretName: 'lake_key' },
  }
  return { store, objects: store.objects, authType: 'ACCESS_KEY', properties }
}

async function azureStore(): Promise<TestStore> {
  const store = await startAzure({ account: 'shop', key: keys.secretAccessKey, container: 'orders' })
  const properties = {
    account: { value: 'shop' },
    container: { value: 'orders' },
    endpoint: { value: `${store.origin}/shop` },
    accountKey: { secretName: 'lake_key' },
  }
  return { store, objects: store.blobs, authType: 'ACCOUNT_KEY', properties }
}

/** The XML interface of Cloud Storage takes HMAC keys as S3 does. */
async function googleStore(): Promise<TestStore> {
  const store = await startS3({ bucket: 'orders', ...keys, region: 'auto' })
  const properties = {
    bucket: { value: 'orders' },
    endpoint: { value: store.origin },
    accessKeyId: { value: keys.accessKeyId },
    secretAccessKey: { secretName: 'lake_key' },
  }
  return { store, objects: store.objects, authType: 'HMAC_KEY', properties }
}

test.each([
  ['S3', s3Store],
  ['AZURE_BLOB_STORAGE', azureStore],
  ['GOOGLE_CLOUD_STORAGE', googleStore],
] as const)('objects in %s, over a connection of the project', async (authProvider, startStore) => {
  const { store, objects, authType, properties } = await startStore()
  const connection = authProvider.toLowerCase()
  const made = await api.call('POST', `/v1/projects/${place.projectId}/connections`, {
    body: {
      name: connection,
      platformConnectionType: 'CLOUD_PLATFORM_CREDENTIALS',
      authProvider,
      authType,
      connectionDetails: { connectionProperties: properties },
    },
  })
  expect(made).toMatchObject({ status: 201, body: {} })
  const condition = { type: 'FILE', connection, folder: 'in', filePattern: '.*\\.csv' }
  objects.set('in/old.csv', { body: Buffer.from('a'), headers: {} })
  const { triggerId } = await aTrigger(api, place.projectId, { condition })
  await look(triggerId)
  objects.set('in/new.csv', { body: Buffer.from('b'), headers: {} })
  objects.set('in/new.txt', { body: Buffer.from('b'), headers: {} })
  objects.set('elsewhere/new.csv', { body: Buffer.from('b'), headers: {} })
  await look(triggerId)
  expect(await filesOf(triggerId), 'after one look').toEqual([expect.stringMatching(/ new\.csv$/)])
  await expect.poll(() => filesOf(triggerId), WAIT).toEqual(['FIRED new.csv'])
  for (const day of ['mon', 'tue', 'wed'])
    objects.set(`in/late/${day}.csv`, { body: Buffer.from(day), headers: {} })
  await look(triggerId)
  await look(triggerId)
  const late = ['mon', 'tue', 'wed'].map((day) => `FIRED late/${day}.csv`)
  await expect
    .poll(async () => (await filesOf(triggerId)).toSorted(), WAIT)
    .toEqual([...late, 'FIRED new.csv'])
  // What earlier servers kept does not say when objects were written.
  await sql`update trigger_poll set seen = seen - 'modified' where trigger_id = ${triggerId}`.execute(api.db)
  await look(triggerId)
  objects.set('in/new.csv', {
    body: Buffer.from('b'),
    headers: {},
    modified: 'Tue, 03 Feb 2026 03:04:05 GMT',
  })
  await look(triggerId)
  await expect
    .poll(async () => (await filesOf(triggerId)).toSorted(), WAIT)
    .toEqual([...late, 'FIRED new.csv', 'FIRED new.csv'])
  const preview = await api.call<TriggerPreview>('POST', `/v1/projects/${place.projectId}/trigger-previews`, {
    body: { environmentName: 'Development', condition, variablePaths: { file: '$.file.name' } },
  })
  expect(preview.body.ok).toBe(true)
  expect(preview.body.found.map(({ scalarVariables }) => scalarVariables['file']).sort()).toEqual([
    ...['mon', 'tue', 'wed'].map((day) => `late/${day}.csv`),
    'new.csv',
    'old.csv',
  ])
  store.interfere = () => ({ status: 403, body: '' })
  await look(triggerId)
  await store.close()
  const { body } = await api.call<DataTrigger>('GET', pathOf(triggerId))
  expect(body.fault).toBeTruthy()
  expect(JSON.stringify(body)).not.toContain(keys.secretAccessKey)
})

test('a query starts a run when it becomes true, once, and again when it becomes so again', async () => {
  const condition = { type: 'SQL', sql: `select bool_or(done) as done, max(at) as at from ${schema}.mark` }
  const { triggerId } = await aTrigger(api, place.projectId, {
    environmentName: 'Warehouse',
    condition,
    variablePaths: { value: '$.row.at' },
  })
  const set = (done: boolean, at: string) =>
    client.query(`delete from ${schema}.mark; insert into ${schema}.mark values (${done}, '${at}')`)
  const values = async () =>
    (await runsOf(api.db, triggerId)).map(({ scalar_variables }) => Object(scalar_variables)['value'])
  await look(triggerId)
  await set(true, 'monday')
  await look(triggerId)
  await expect.poll(values, WAIT).toEqual(['monday'])
  const path = `/v1/projects/${place.projectId}/triggers/${triggerId}`
  expect((await api.call('PATCH', path, { body: { condition } })).status).toBe(200)
  await set(true, 'tuesday')
  await look(triggerId)
  await set(false, 'wednesday')
  await look(triggerId)
  await set(true, 'thursday')
  await look(triggerId)
  await expect.poll(values, WAIT).toEqual(['monday', 'thursday'])
})

test('a query whose value changes, that cannot change anything, and that is wrong', async () => {
  const preview = (statement: string) =>
    api.call<TriggerPreview>('POST', `/v1/projects/${place.projectId}/trigger-previews`, {
      body: { environmentName: 'Warehouse', condition: { type: 'SQL', sql: statement } },
    })
  expect((await preview(`select count(*) from ${schema}.nowhere`)).body).toMatchObject({
    ok: false,
    message: expect.stringContaining('nowhere'),
  })
  await preview(`with gone as (delete from ${schema}.mark returning 1) select count(*) from gone`)
  await client.query(`insert into ${schema}.mark values (true, 'kept')`)
  const sqlText = `select count(*) from ${schema}.mark`
  const { triggerId } = await aTrigger(api, place.projectId, {
    environmentName: 'Warehouse',
    condition: { type: 'SQL', sql: sqlText, fires: 'VALUE_CHANGES' },
  })
  await look(triggerId)
  expect(await runsOf(api.db, triggerId)).toEqual([])
  await client.query(`insert into ${schema}.mark values (true, 'more')`)
  await look(triggerId)
  await expect.poll(async () => (await runsOf(api.db, triggerId)).length, WAIT).toBe(1)
  const [fire] = await historyOf(api, place.projectId, triggerId)
  const { value, previousValue } = fire!.facts
  expect(Number(value)).toBe(Number(previousValue) + 1)
  const condition = { type: 'SQL', sql: sqlText, fires: 'VALUE_CHANGES', pollSeconds: 600 }
  expect((await api.call('PATCH', pathOf(triggerId), { body: { condition } })).status).toBe(200)
  await look(triggerId)
  await client.query(`insert into ${schema}.mark values (true, 'after the change')`)
  await look(triggerId)
  await expect.poll(async () => (await runsOf(api.db, triggerId)).length, WAIT).toBe(2)
  await api.call('PATCH', pathOf(triggerId), { body: { enabled: false } })
  const { rows } =
    await sql`select from trigger_poll where trigger_id = ${triggerId} and next_at is null`.execute(api.db)
  expect(rows).toHaveLength(1)
})

test('files that came while nobody looked: the policy for what was missed decides', async () => {
  const condition = { type: 'FILE', folder: 'in' }
  const { triggerId } = await aTrigger(api, place.projectId, { condition, missedRunPolicy: 'RUN_ONCE' })
  await look(triggerId)
  for (const name of ['1.csv', '2.csv', '3.csv']) await writeFile(join(files, name), name)
  await look(triggerId)
  await sql`update trigger_poll set looked_at = now() - interval '1 hour' where trigger_id = ${triggerId}`.execute(
    api.db,
  )
  await look(triggerId)
  await expect.poll(() => filesOf(triggerId), WAIT).toEqual(['MISSED 1.csv', 'MISSED 2.csv', 'FIRED 3.csv'])
})

test('files that came while the trigger was disabled start nothing; a change that repeats what is there loses none', async () => {
  const condition = { type: 'FILE', folder: 'in' }
  const { triggerId } = await aTrigger(api, place.projectId, { condition })
  const patch = async (body: object) =>
    expect((await api.call('PATCH', pathOf(triggerId), { body })).status).toBe(200)
  await look(triggerId)
  await patch({ enabled: false })
  await writeFile(join(files, 'meanwhile.csv'), 'a')
  await patch({ enabled: true })
  await look(triggerId)
  await writeFile(join(files, 'later.csv'), 'a')
  await patch({ condition, enabled: true })
  await look(triggerId)
  await look(triggerId)
  await expect.poll(() => filesOf(triggerId), WAIT).toEqual(['FIRED later.csv'])
})

test('a connection that is not there, or of another kind', async () => {
  const faults = async (condition: object) => {
    const body = { name: 'F', pipelineName: 'Q', environmentName: 'Development', condition }
    const { status, body: problem } = await api.call('POST', `/v1/projects/${place.projectId}/triggers`, {
      body,
    })
    return [status, JSON.stringify(problem)]
  }
  expect(await faults({ type: 'FILE', folder: 'in', connection: 'nobody' })).toEqual([
    400,
    expect.stringContaining('the project has no connection named nobody'),
  ])
  expect(await faults({ type: 'FILE', folder: 's3://orders/in' })).toEqual([
    400,
    expect.stringContaining('body/condition/connection is required'),
  ])
  expect(await faults({ type: 'FILE', folder: 'in', filePattern: '(' })).toEqual([
    400,
    expect.stringContaining('body/condition/filePattern is not a regular expression'),
  ])
})
