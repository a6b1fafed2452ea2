import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { useApi } from '../../../test/support/api.ts'
import { aProject } from '../../../test/support/factories.ts'
import { rowsRead } from '../../../test/support/rows-read.ts'
import { aPerson } from '../../../test/support/users.ts'
import type { Db } from '../../db/database.ts'
import { silent } from '../../lib/log.ts'
import { listActors, listOperations } from './choices-store.ts'
import type { Event, Verification } from './schema.ts'
import { firstEvent, listEvents, nextEvents } from './store.ts'
import { MAX_REFUSALS_PER_MINUTE } from './strangers.ts'

const api = useApi()
const events = async (query: string, token?: string) =>
  api.call<{ total: number; results: Event[] }>(
    'GET',
    `/v1/events?size=100&${query}`,
    token === undefined ? {} : { token },
  )
const verify = async () => (await api.call<Verification>('GET', '/v1/events/verification')).body

test('a change leaves one entry: who, from where, what, before and after', async () => {
  const { projectId } = await aProject(api)
  const headers = { 'user-agent': 'a-test' }
  const changed = await api.call('PATCH', `/v1/projects/${projectId}`, {
    body: { description: 'New' },
    headers,
  })
  const { body } = await events(`projectId=${projectId}&operation=updateProject`)
  expect(body.total).toBe(1)
  expect(body.results[0]).toMatchObject({
    operation: 'updateProject',
    outcome: 'SUCCEEDED',
    method: 'PATCH',
    path: `/v1/projects/${projectId}`,
    status: 200,
    actor: { kind: 'CREDENTIAL', id: 'test-admin', name: 'First administrator' },
    from: { address: '127.0.0.1', userAgent: 'a-test' },
    requestId: changed.headers.get('x-request-id'),
    request: { description: 'New' },
    before: { id: projectId, description: '' },
    after: { id: projectId, description: 'New' },
    eventId: String(body.results[0]!.seq),
    eventTimestamp: body.results[0]!.at,
    eventType: 'UPDATE',
    eventName: 'updateProject',
    eventDescription: 'First administrator: update project (succeeded)',
    eventProjectId: projectId,
    eventSubjectId: projectId,
    eventSubjectType: 'Project',
    actorId: 'test-admin',
    additionalInfo: { method: 'PATCH', status: 200 },
  })
  await api.call('DELETE', `/v1/projects/${projectId}`)
  const deleted = await events(`operation=deleteProject&projectId=${projectId}`)
  expect(deleted.body).toMatchObject({ status: 404 })
  const all = await events('operation=deleteProject')
  expect(all.body.results[0]).toMatchObject({ before: { id: projectId, description: 'New' }, status: 204 })
})

test('reading, asking and failing leave no entries', async () => {
  const before = (await verify()).entries
  await api.call('GET', '/v1/projects')
  await api.call('POST', '/v1/projects', { body: { name: '' } })
  await api.call('POST', '/v1/directory-integration/scim/v2/Users/.search', { body: {} })
  await api.call('PATCH', '/v1/projects/018f0000-0000-7000-8000-000000000000', { body: { name: 'x' } })
  expect((await verify()).entries).toBe(before)
  expect(await api.db.selectFrom('audit_intent').selectAll().execute()).toEqual([])
})

test('refused attempts leave entries: missing roles, wrong passwords, wrong secrets', async () => {
  const { projectId } = await aProject(api)
  const { token, clientId } = await api.credential({ projectRoles: [{ projectId, role: 'READ_ONLY' }] })
  await api.call('PATCH', `/v1/projects/${projectId}`, { token, body: { name: 'No' } })
  await api.call('GET', '/v1/api-credentials', { token })
  const refused = (await events(`actorId=${clientId}&outcome=REFUSED`)).body
  expect(refused.results.map(({ operation, status }) => [operation, status])).toEqual([
    ['listApiCredentials', 403],
    ['updateProject', 403],
  ])
  await api.call('POST', '/v1/session', {
    token: null,
    body: { userName: 'guessed', password: 'secret-guess' },
  })
  const signIns = await events('operation=signIn')
  expect(signIns.body.results[0]).toMatchObject({
    outcome: 'REFUSED',
    request: { userName: 'guessed', password: '***' },
  })
  await api.tokenFor('test-admin', 'wrong').catch(() => undefined)
  expect((await events('operation=getAccessToken')).body.results[0]).toMatchObject({
    outcome: 'REFUSED',
    status: 401,
  })
})

test('strangers do not fill the trail: of what is refused to an address, the first of a minute are recorded', async () => {
  const recorded = async (operation: string) =>
    (await events(`operation=${operation}&outcome=REFUSED`)).body.total
  const [before, signIns] = [await recorded('finishOpenIdSignIn'), await recorded('signIn')]
  const attempts = Array.from({ length: MAX_REFUSALS_PER_MINUTE + 20 }, () =>
    api.call('GET', '/v1/sign-in/open-id/callback?state=x&code=y', { token: null }),
  )
  expect((await Promise.all(attempts)).map(({ status }) => status)).toEqual(attempts.map(() => 401))
  expect(await recorded('finishOpenIdSignIn')).toBe(before + MAX_REFUSALS_PER_MINUTE)
  expect(await api.db.selectFrom('audit_intent').selectAll().execute()).toEqual([])
  // What is flooded hides nothing else.
  const body = { userName: 'guessed-again', password: 'secret-guess' }
  await api.call('POST', '/v1/session', { token: null, body })
  expect(await recorded('signIn')).toBe(signIns + 1)
})

test('no entry holds a secret, wherever it was', async () => {
  const password = 'hidden-password-of-somebody'
  const person = await aPerson(api, { password })
  const user = `/v1/directory-integration/scim/v2/Users/${person.id}`
  await api.call('PATCH', user, {
    body: { Operations: [{ op: 'replace', path: 'password', value: `${password}2` }] },
  })
  await api.call('PATCH', user, {
    body: { Operations: [{ op: 'replace', value: { password: `${password}3` } }] },
  })
  const signedIn = await api.call('POST', '/v1/session', {
    token: null,
    body: { userName: person.userName, password: `${password}3` },
  })
  expect(signedIn.status).toBe(201)
  const created = await api.credential()
  const token = await api.call<{ token: string }>('POST', '/v1/directory-integration/tokens', {
    body: { name: 'x' },
  })
  const { projectId } = await aProject(api)
  const secrets = `/v1/projects/${projectId}/secrets`
  const ofRunner = 'value-of-a-secret'
  expect(await api.call('POST', secrets, { body: { name: 's', value: ofRunner } })).toMatchObject({
    status: 201,
  })
  await api.call('PUT', `${secrets}/s`, { body: { value: `${ofRunner}2` } })
  const variables = `/v1/projects/${projectId}/variables`
  const ofVariable = 'value-of-a-variable'
  const variable = { name: 'db_password', type: 'TEXT', behaviour: 'SHARED', value: ofVariable }
  await api.call('POST', variables, { body: variable })
  const overrides = [{ environmentName: 'Development', value: `${ofVariable}2` }]
  const path = `${variables}/db_password/environment-overrides`
  expect(await api.call('POST', path, { body: { overrides } })).toMatchObject({
    body: { failedOverride: [] },
  })
  await api.call('DELETE', `${path}/Development`)
  await api.call('DELETE', `${variables}/db_password`)
  const { rows } = await sql<{ text: string }>`select string_agg(entry, '') as text from audit_event`.execute(
    api.db,
  )
  for (const secret of [
    password,
    ofRunner,
    ofVariable,
    created.clientSecret,
    token.body.token,
    'hrs_',
    created.token,
  ])
    expect(rows[0]!.text).not.toContain(secret)
  expect(rows[0]!.text).toContain(person.userName)
})

test('entries made at the same time form one chain without gaps', async () => {
  const { entries } = await verify()
  await Promise.all(
    Array.from({ length: 30 }, (_, i) =>
      api.call('POST', '/v1/projects', { body: { name: `At once ${i}` } }),
    ),
  )
  expect(await verify()).toMatchObject({ intact: true, entries: entries + 30 })
})

test('lists are paged and filtered, and an export has every line', async () => {
  const from = new Date().toISOString()
  for (const name of ['Export 1', 'Export 2', 'Export 3'])
    await api.call('POST', '/v1/projects', { body: { name } })
  const page = await api.call<{ total: number; results: Event[] }>(
    'GET',
    `/v1/events?from=${from}&size=2&page=1`,
  )
  expect(page.body).toMatchObject({ total: 3, results: [{ request: { name: 'Export 1' } }] })
  expect((await events(`to=${from}&from=${from}`)).body.total).toBe(0)
  const exported = await api.call<string>('GET', `/v1/events/export?from=${from}`)
  expect(exported.headers.get('content-type')).toContain('ndjson')
  const lines = exported.body
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Event)
  expect(lines.map(({ request }) => (request as { name: string }).name)).toEqual([
    'Export 1',
    'Export 2',
    'Export 3',
  ])
})

test('administrators see everything, those of a project its events, others nothing', async () => {
  const { projectId } = await aProject(api)
  const admin = await api.credential({ projectRoles: [{ projectId, role: 'ADMIN' }] })
  const reader = await api.credential({ projectRoles: [{ projectId, role: 'READ_ONLY' }] })
  expect(await events('', admin.token)).toMatchObject({ status: 403 })
  expect(await events(`projectId=${projectId}`, reader.token)).toMatchObject({ status: 403 })
  const seen = await events(`projectId=${projectId}`, admin.token)
  expect(seen.status).toBe(200)
  expect(new Set(seen.body.results.map((event) => event.projectId))).toEqual(new Set([projectId]))
  const exported = await api.call('GET', '/v1/events/export', { token: admin.token })
  expect(exported.status).toBe(403)
})

test('changes of what a project owns are among its events, those of other connectors are not', async () => {
  const { projectId } = await aProject(api)
  const { token } = await api.credential({ projectRoles: [{ projectId, role: 'ADMIN' }] })
  const all = '/v1/custom-connectors'
  const own = { projectId, name: 'Own', endpoints: [] }
  const made = await api.call<{ connectorId: string }>('POST', all, { token, body: own })
  const path = `${all}/${made.body.connectorId}`
  await api.call('PUT', path, { token, body: { ...own, name: 'Renamed' } })
  await api.call('PUT', `${path}/sharing`, { body: { allProjects: true, projectIds: [] } })
  await api.call('DELETE', path, { token })
  await api.call('POST', all, { body: { name: 'Of the installation', endpoints: [] } })
  const { body } = await events(`projectId=${projectId}`, token)
  const operations = body.results.map(({ operation }) => operation)
  expect(operations.filter((operation) => operation.includes('Connector'))).toEqual([
    'deleteCustomConnector',
    'updateCustomConnectorSharing',
    'updateCustomConnector',
    'createCustomConnector',
  ])
})

test('a change whose server ended before it knew the outcome becomes an entry that says so', async () => {
  const { createAudit } = await import('./service.ts')
  const { generateKeySync } = await import('node:crypto')
  const later = { now: () => new Date(Date.now() + 3_600_000) }
  const { body } = await events('operation=createProject')
  const { seq: _, hash: __, ...entry } = body.results[0]!
  const audit = createAudit({
    db: api.db,
    clock: later,
    key: generateKeySync('hmac', { length: 256 }),
    log: silent,
  })
  await audit.begin({ ...entry, operation: 'lostOperation' })
  const seqBefore = (await api.db.selectFrom('audit_head').select('seq').executeTakeFirstOrThrow()).seq
  expect(await audit.settleLost()).toBe(1)
  expect(await audit.settleLost()).toBe(0)
  expect((await events('operation=lostOperation')).body.results).toMatchObject([
    { seq: seqBefore + 1, outcome: 'UNKNOWN' },
  ])
  // Written under another key than the server's: as somebody would who can write to the database.
  expect(await verify()).toMatchObject({
    intact: false,
    fault: `Entry ${seqBefore + 1} is not what was written`,
  })
})

test('what events there are of is found by a part of a name, also of what is deleted', async () => {
  const offered = async (what: string, name: string) => {
    const { body } = await api.call<{ total: number; results: object[] }>(
      'GET',
      `/v1/events/${what}?name=${name}`,
    )
    return body
  }
  const person = await aPerson(api, { password: 'a long enough password', displayName: 'Ödön 100% Gone' })
  const { userName } = person
  const session = { token: null, body: { userName, password: 'a long enough password' } }
  expect(await api.call('POST', '/v1/session', session)).toMatchObject({ status: 201 })
  const { projectId } = await aProject(api)
  await api.call('PATCH', `/v1/projects/${projectId}`, { body: { description: 'New' } })

  const operations = await offered('operations', 'DATEPROJ')
  expect(operations).toMatchObject({ total: 1, results: [{ operation: 'updateProject' }] })
  expect(await offered('operations', '%25')).toMatchObject({ total: 0, results: [] })
  const actor = { id: person.id, kind: 'USER', name: 'Ödön 100% Gone', userName }
  for (const part of ['100%25 gone', userName, person.id])
    expect(await offered('actors', part)).toMatchObject({ total: 1, results: [actor] })

  await api.call('DELETE', `/v1/directory-integration/scim/v2/Users/${person.id}`)
  const { userName: _, ...left } = actor
  expect((await offered('actors', '100%25 gone')).results).toEqual([left])
  const firsts = await api.call<{ results: object[] }>('GET', '/v1/events/actors?size=1&page=0')
  const seconds = await api.call<{ results: object[] }>('GET', '/v1/events/actors?size=1&page=1')
  expect(firsts.body.results).toHaveLength(1)
  expect(seconds.body.results).not.toEqual(firsts.body.results)
})

test('a page of events costs what is on it, and what there are of a look for each name', async () => {
  await sql`
    insert into audit_event (seq, at, operation, outcome, actor_id, entry, hash)
    select 10000000 + n, now(), 'updateProject', 'SUCCEEDED', 'test-admin',
           '{"actor": {"kind": "CREDENTIAL", "name": "First administrator"}}', ''
      from generate_series(1, 5000) n`.execute(api.db)
  await sql`analyze audit_event`.execute(api.db)
  const all = { page: 0, size: 100, offset: 0 }
  expect(await rowsRead(api.db, 'audit_event', (tx) => listOperations(tx, '', all))).toBeLessThan(500)
  expect(await rowsRead(api.db, 'audit_event', (tx) => listActors(tx, '', all))).toBeLessThan(500)
  expect(await rowsRead(api.db, 'audit_event', (tx) => listEvents(tx, {}, all))).toBeLessThan(500)
})

test('events of a day long ago are found without reading all that came later', async () => {
  await sql`
    insert into audit_event (seq, at, operation, outcome, actor_id, entry, hash)
    select 20000000 + n, '2020-01-01'::timestamptz + n * interval '1 minute', 'updateProject', 'SUCCEEDED', 'test-admin', '{}', ''
      from generate_series(1, 20000) n`.execute(api.db)
  await sql`analyze audit_event`.execute(api.db)
  const aDay = { from: '2020-01-05', to: '2020-01-06' }
  const few = { page: 0, size: 10, offset: 0 }
  for (const sort of ['at', '-at'] as const) {
    const list = async (tx: Db) => expect((await listEvents(tx, { ...aDay, sort }, few)).total).toBe(1440)
    expect(await rowsRead(api.db, 'audit_event', list)).toBeLessThan(4_000)
  }
  const exported = async (tx: Db) => {
    const first = await firstEvent(tx, aDay)
    expect(await nextEvents(tx, aDay, first!)).toHaveLength(1_000)
    expect(await firstEvent(tx, { ...aDay, operation: 'none' })).toBeUndefined()
  }
  expect(await rowsRead(api.db, 'audit_event', exported)).toBeLessThan(6_000)
})
