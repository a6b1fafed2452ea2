import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AgentInfo, AgentTracks } from '../../src/features/runners/schema.ts'
import { aFleet, type Fleet } from '../support/fleet.ts'
import { orchestration, start } from '../support/pipelines.ts'
import { type Running, waitFor } from '../support/platform.ts'
import { allEnded } from '../support/soundness.ts'

/** What a runner resource asks of a real runner process. */
let fleet: Fleet
let runner: Running
/**
 * From the end of a pause to the first component: much less than the turn of a second of the pass that looks
 * for work.
 */
const PROMPT_MS = 500

beforeAll(async () => {
  fleet = await aFleet()
  await fleet.startApi()
  runner = await fleet.startRunner()
  await fleet.publish({ 'P.orch.yaml': orchestration({ Start: start() }) })
})
afterAll(() => fleet.stop())

const command = (json: object) =>
  fleet.client.call<AgentInfo>('POST', `/v1/agents/${fleet.agentId}/commands`, { json })
const statusOf = async (id: string) =>
  (await fleet.query<{ status: string }>('select status from execution where id = $1', [id]))[0]!.status
const startedAt = async (id: string) =>
  (await fleet.query<{ at: Date }>('select started_at as at from execution where id = $1', [id]))[0]!.at

async function pausedWithWork(json: object = {}) {
  const info = await command({ command: 'PAUSE', ...json })
  expect(info).toMatchObject({ agentStatus: 'paused', connected: true })
  const [id] = await fleet.run('P', 1)
  return { id: id!, pausedUntil: new Date(info.pausedUntil!) }
}

test('waiting work starts at once when the runner is resumed', async () => {
  const { id } = await pausedWithWork()
  await new Promise((later) => setTimeout(later, 1_200)) // more than one turn of the dispatch pass
  expect(await statusOf(id)).toBe('QUEUED')
  const before = Date.now()
  expect(await command({ command: 'RESUME' })).toMatchObject({ agentStatus: 'running' })
  await allEnded(fleet)
  expect((await startedAt(id)).getTime() - before).toBeLessThan(PROMPT_MS)
})

test('waiting work starts at once when the pause is over', async () => {
  const until = new Date(Date.now() + 3_300).toISOString()
  const { id, pausedUntil } = await pausedWithWork({ pausedUntil: until })
  await allEnded(fleet)
  const late = (await startedAt(id)).getTime() - pausedUntil.getTime()
  expect(late).toBeGreaterThanOrEqual(0)
  expect(late).toBeLessThan(PROMPT_MS)
  expect(await fleet.client.get(`/v1/agents/${fleet.agentId}`)).not.toHaveProperty('pausedUntil')
})

test('work that the allow list does not name any more waits until it does', async () => {
  await command({ command: 'PAUSE' })
  const [id] = await fleet.run('P', 1)
  const path = `/v1/agents/${fleet.agentId}`
  await fleet.client.call('PATCH', path, { json: { restrictedAccess: true } })
  await command({ command: 'RESUME' })
  await expect(fleet.run('P', 1)).rejects.toThrow('may not serve')
  await new Promise((later) => setTimeout(later, 1_200))
  expect(await statusOf(id!)).toBe('QUEUED')
  const projects = { [fleet.projectId]: { environments: ['Development'] } }
  await fleet.client.call('PUT', `${path}/allowlist`, { json: { projects } })
  await allEnded(fleet)
  expect(await statusOf(id!)).toBe('SUCCESS')
})

test('a release makes an older runner drain and exit so that its supervisor starts it again', async () => {
  const { tracks } = await fleet.client.get<AgentTracks>('/v1/agent-tracks')
  const newer = tracks.map((track) => ({ ...track, trackVersion: '99.0.0' }))
  await fleet.client.call('PUT', '/v1/agent-tracks', { json: { tracks: newer } })
  expect(await runner.ended).toBe(75)
  const readRunner = () => fleet.client.get<AgentInfo>(`/v1/agents/${fleet.agentId}`)
  // The server learns of it from the connection, a moment after the process has ended.
  await waitFor('its session to end', async () => (await readRunner()).agentStatus === 'stopped')
  expect(await readRunner()).toMatchObject({ versionDetails: { agentUpdateAvailable: true } })
  // Still the old version: it is asked once for each release, not again and again.
  runner = await fleet.startRunner()
  const [id] = await fleet.run('P', 1)
  await allEnded(fleet)
  expect(await statusOf(id!)).toBe('SUCCESS')
  await waitFor('the runner to be seen', async () => {
    const { agentStatus } = await fleet.client.get<AgentInfo>(`/v1/agents/${fleet.agentId}`)
    return agentStatus === 'running'
  })
  expect(runner.child.exitCode).toBeNull()
})
