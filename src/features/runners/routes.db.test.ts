import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { useApi } from '../../../test/support/api.ts'
import { aProject, aRunner } from '../../../test/support/factories.ts'
import { waitFor } from '../../../test/support/platform.ts'
import { newId } from '../../lib/ids.ts'

const api = useApi()
const day = 86_400_000

/** A live session of the runner, as the gateway opens one. */
async function connect(agentId: string, version = '0.1.0'): Promise<void> {
  await sql`update runner set last_connected_at = now(), last_version = ${version} where id = ${agentId}`.execute(
    api.db,
  )
  await api.db
    .insertInto('runner_session')
    .values({ id: newId(), runner_id: agentId, instance: 'test', agent_version: version, capacity: 20 })
    .execute()
}

test('a runner has exactly the fields of the specification', async () => {
  const { agentId } = await aRunner(api)
  const { status, body } = await api.call('GET', `/v1/agents/${agentId}`)
  expect(status).toBe(200)
  expect(body).toEqual({
    agentId,
    agentStatus: 'pending',
    agentType: 'pipeline',
    cloudProvider: 'self_hosted',
    connected: false,
    deployment: 'process',
    description: '',
    enableAutoUpdates: true,
    name: expect.any(String),
    restrictedAccess: false,
    versionDetails: {
      agentUpdateAvailable: false,
      support: 'SUPPORTED',
      trackName: 'current',
      trackReleaseDate: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      trackVersion: expect.stringMatching(/^\d+(\.\d+)*$/),
    },
  })
})

test('status, version and pause are computed from what is', async () => {
  const { agentId } = await aRunner(api)
  const path = `/v1/agents/${agentId}`
  await connect(agentId)
  expect((await api.call('GET', path)).body).toMatchObject({
    agentStatus: 'running',
    connected: true,
    versionDetails: { agentVersion: '0.1.0' },
  })
  const command = (body: object) => api.call('POST', `${path}/commands`, { body })
  const paused = await command({ command: 'PAUSE' })
  expect(paused.body).toMatchObject({ agentStatus: 'paused' })
  const until = Date.parse(String(paused.body['pausedUntil']))
  expect(Math.abs(until - Date.now() - day)).toBeLessThan(60_000)
  expect((await command({ command: 'RESUME' })).body).not.toHaveProperty('pausedUntil')
  await command({ command: 'PAUSE', pausedUntil: new Date(Date.now() + 700).toISOString() })
  await waitFor('the pause to be over', async () => {
    return (await api.call('GET', path)).body['agentStatus'] === 'running'
  })
  expect((await command({ command: 'STOP' })).body).toMatchObject({ agentStatus: 'stopping' })
  await sql`update runner_session set seen_at = now() - interval '1 minute' where runner_id = ${agentId}`.execute(
    api.db,
  )
  expect((await api.call('GET', path)).body).toMatchObject({ agentStatus: 'unknown', connected: false })
})

test('a pause that was ended is over, also where the clock of the server is behind that of the database', async () => {
  const { agentId } = await aRunner(api)
  await connect(agentId)
  const command = (body: object) => api.call('POST', `/v1/agents/${agentId}/commands`, { body })
  await command({ command: 'PAUSE' })
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 10_000 })
  onTestFinished(() => void vi.useRealTimers())
  const { body } = await command({ command: 'RESUME' })
  expect(body).toMatchObject({ agentStatus: 'running' })
  expect(body).not.toHaveProperty('pausedUntil')
})

test('a pause in the past or beyond 30 days is refused', async () => {
  const { agentId } = await aRunner(api)
  for (const ahead of [-day, 31 * day]) {
    const body = { command: 'PAUSE', pausedUntil: new Date(Date.now() + ahead).toISOString() }
    expect((await api.call('POST', `/v1/agents/${agentId}/commands`, { body })).status).toBe(400)
  }
})

test('errors are the specified ones: 400, 403, 404', async () => {
  const stranger = await api.credential()
  const { agentId } = await aRunner(api)
  expect((await api.call('GET', '/v1/agents/nonsense')).body).toMatchObject({ status: 400 })
  expect((await api.call('GET', `/v1/agents/${agentId}`, { token: stranger.token })).body).toMatchObject({
    status: 403,
    type: expect.stringMatching(/\/forbidden$/),
    instance: `/v1/agents/${agentId}`,
  })
  const missing = await api.call('GET', `/v1/agents/${newId()}`)
  expect(missing.body).toMatchObject({ status: 404, type: expect.stringMatching(/\/not-found$/) })
  const { projectId } = await aProject(api)
  const reader = await api.credential({ projectRoles: [{ projectId, role: 'READ_ONLY' }] })
  expect((await api.call('GET', `/v1/agents/${agentId}`, { token: reader.token })).status).toBe(200)
  expect((await api.call('DELETE', `/v1/agents/${agentId}`, { token: reader.token })).status).toBe(403)
})

test('a runner in use or alive is not deleted, another one is: 202', async () => {
  const { agentId } = await aProject(api)
  expect((await api.call('DELETE', `/v1/agents/${agentId}`)).status).toBe(409)
  const alive = await aRunner(api)
  await connect(alive.agentId)
  expect((await api.call('DELETE', `/v1/agents/${alive.agentId}`)).status).toBe(409)
  const idle = await aRunner(api)
  expect((await api.call('DELETE', `/v1/agents/${idle.agentId}`)).status).toBe(202)
  expect((await api.call('GET', `/v1/agents/${idle.agentId}`)).status).toBe(404)
})

test('a refreshed secret and the one before both open a session, an older one does not', async () => {
  const { agentId } = await aRunner(api)
  const path = `/v1/agents/${agentId}/credentials`
  type Credentials = { clientId: string; clientSecret: string }
  const first = (await api.call<Credentials>('GET', path)).body
  const refresh = () => api.call<Credentials>('POST', path, { body: { action: 'SECRET_REFRESH' } })
  const second = (await refresh()).body
  expect(second.clientSecret).not.toBe(first.clientSecret)
  for (const { clientId, clientSecret } of [first, second]) {
    expect(await api.tokenFor(clientId, clientSecret)).toBeTypeOf('string')
  }
  await refresh()
  await expect(api.tokenFor(first.clientId, first.clientSecret)).rejects.toThrow('401')
})

test('a runner credential opens sessions and nothing else', async () => {
  const { agentId } = await aRunner(api)
  const { body } = await api.call<{ clientId: string; clientSecret: string }>(
    'GET',
    `/v1/agents/${agentId}/credentials`,
  )
  const token = await api.tokenFor(body.clientId, body.clientSecret)
  expect((await api.call('GET', '/v1/projects', { token })).status).toBe(403)
})

test('the allow list is replaced, extended and emptied', async () => {
  const { agentId } = await aRunner(api)
  const { projectId } = await aProject(api)
  const other = (await aProject(api)).projectId
  const path = `/v1/agents/${agentId}/allowlist`
  const put = await api.call('PUT', path, {
    body: { projects: { [projectId]: { environments: ['Development'] } } },
  })
  expect(put.body).toEqual({ projects: { [projectId]: { environments: ['Development'] } } })
  const patched = await api.call<{ projects: object }>('PATCH', path, { body: { projects: { [other]: {} } } })
  expect(Object.keys(patched.body.projects).sort()).toEqual([projectId, other].sort())
  const unknown = [newId(), 'Sales']
  const refused = await api.call('PUT', path, {
    body: { projects: { [projectId]: {}, [unknown[0]!]: {}, [unknown[1]!]: {} } },
  })
  expect([refused.status, refused.body['violations']]).toEqual([
    400,
    unknown.map((id) => `body/projects: project ${id} does not exist`),
  ])
  const shouted = { projects: { [other.toUpperCase()]: {}, [other]: { environments: ['Test'] } } }
  expect((await api.call('PUT', path, { body: shouted })).body).toEqual({
    projects: { [other]: { environments: ['Test'] } },
  })
  expect((await api.call('DELETE', path)).status).toBe(204)
  expect((await api.call('GET', path)).body).toEqual({ projects: {} })
})

test('a runner is UNSUPPORTED below the minimum that an administrator sets', async () => {
  const { agentId } = await aRunner(api)
  await connect(agentId, '0.9.0')
  const support = async () =>
    (await api.call<{ versionDetails: { support: string } }>('GET', `/v1/agents/${agentId}`)).body
      .versionDetails.support
  const { body: before } = await api.call<{ tracks: object[] }>('GET', '/v1/agent-tracks')
  const set = (change: object) =>
    api.call('PUT', '/v1/agent-tracks', { body: { tracks: before.tracks, ...change } })
  expect(await support()).toBe('SUPPORTED')
  expect(await set({ minimumVersion: '0.10' })).toMatchObject({
    status: 200,
    body: { minimumVersion: '0.10' },
  })
  expect(await support()).toBe('UNSUPPORTED')
  expect((await set({})).body).toMatchObject({ minimumVersion: '0.10' })
  expect((await set({ minimumVersion: null })).body).not.toHaveProperty('minimumVersion')
  expect(await support()).toBe('SUPPORTED')
})

test('words of existing clients are taken: their type of a runner, their cloud, a track in any case', async () => {
  const body = {
    name: 'Theirs',
    agentType: 'data_productivity_cloud',
    cloudProvider: 'google_cloud',
    deployment: 'gke',
    trackName: 'STABLE',
  }
  const created = await api.call<{ agentId: string }>('POST', '/v1/agents', { body })
  expect(created).toMatchObject({
    status: 201,
    body: {
      agentType: 'data_productivity_cloud',
      cloudProvider: 'google_cloud',
      versionDetails: { trackName: 'stable' },
    },
  })
  const path = `/v1/agents/${created.body.agentId}`
  const changed = await api.call('PATCH', path, { body: { trackName: 'Current' } })
  expect(changed).toMatchObject({ status: 202, body: { versionDetails: { trackName: 'current' } } })
})
