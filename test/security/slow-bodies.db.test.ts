import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { ARRIVED_AT_ONCE_MS } from '../../src/http/bearer.ts'
import { newId } from '../../src/lib/ids.ts'
import { useApi } from '../support/api.ts'
import { aProject } from '../support/factories.ts'
import { orchestration, start } from '../support/pipelines.ts'
import { sharedFile } from '../support/shared-files.ts'
import { publishShared } from '../support/shared-pipelines.ts'

/** A body may take hours to arrive. Nothing is done for a caller that lost its rights meanwhile. */
const gitDir = join(tmpdir(), `headrace-git-${newId()}`)
afterAll(() => rm(gitDir, { recursive: true, force: true, maxRetries: 5 }))
const t = useApi({ HEADRACE_GIT_DIR: gitDir })

interface Slow {
  readonly path: string
  readonly token: string
  readonly headers: readonly string[]
  readonly body: string
}

const SENT_AT_ONCE = 30

/** Sends a request whose body ends once `meanwhile` has, and is slow; returns the status of the answer. */
async function statusOf({ path, token, headers, body }: Slow, meanwhile: () => Promise<unknown>) {
  const { hostname, port, host } = new URL(t.origin)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  const own = [`Host: ${host}`, `Authorization: Bearer ${token}`, `Content-Length: ${body.length}`]
  const head = [`POST ${path} HTTP/1.1`, ...own, 'Connection: close', ...headers]
  socket.write([...head, '', body.slice(0, SENT_AT_ONCE)].join('\r\n'))
  const answered = text(socket).catch(() => '') // cut off in the middle
  await Promise.all([meanwhile(), sleep(2 * ARRIVED_AT_ONCE_MS)])
  socket.write(body.slice(SENT_AT_ONCE))
  return Number(/^HTTP\/1.1 (\d+)/.exec(await answered)?.[1])
}

/** Resolves once every process has noticed that a credential was deleted. */
async function deleted(clientId: string, token: string): Promise<void> {
  expect((await t.call('DELETE', `/v1/api-credentials/${clientId}`)).status).toBe(204)
  await expect
    .poll(async () => (await t.call('GET', '/v1/session', { token })).status, { timeout: 5_000 })
    .toBe(401)
}

const pipeline = { 'a.orch.yaml': orchestration({ Start: start() }) }

function upload(
  { path, token }: Pick<Slow, 'path' | 'token'>,
  headers: readonly string[],
  files: Readonly<Record<string, string>> = pipeline,
): Slow {
  const parts = Object.entries(files).map(
    ([name, content]) =>
      `--part\r\nContent-Disposition: form-data; name="${name}"; filename="a"\r\n\r\n${content}\r\n`,
  )
  return {
    path,
    token,
    headers: [...headers, 'Content-Type: multipart/form-data; boundary=part'],
    body: `${parts.join('')}--part--\r\n`,
  }
}

test('a credential that is deleted while it sends a body does nothing any more', async () => {
  const { clientId, token } = await t.credential({ accountRole: 'SUPER_ADMIN' })
  const body = JSON.stringify({ name: 'Made by nobody', accountRole: 'SUPER_ADMIN' })
  const slow = { path: '/api/v1/api-credentials', token, headers: ['Content-Type: application/json'], body }
  expect(await statusOf(slow, () => deleted(clientId, token))).toBe(401)
  const left = await t.call<{ total: number }>('GET', '/v1/api-credentials?name=Made%20by%20nobody')
  expect(left.body.total).toBe(0)
})

test('an upload is published only for who may publish when it has arrived', async () => {
  const { projectId } = await aProject(t)
  const path = `/api/v1/projects/${projectId}/artifacts`
  const headers = ['versionName: late', 'environmentName: Development']
  const admin = await t.credential({ accountRole: 'SUPER_ADMIN' })
  const byAdmin = upload({ path, token: admin.token }, headers)
  expect(await statusOf(byAdmin, () => deleted(admin.clientId, admin.token))).toBe(401)

  const role = { projectId, role: 'CONTRIBUTOR' } as const
  const access = { projectId, environmentName: 'Development', access: 'RUNNER' } as const
  const other = await t.credential({ projectRoles: [role], environmentAccess: [access] })
  const roles = `/v1/api-credentials/${other.clientId}/roles`
  const narrowed = {
    accountRole: 'USER',
    projectRoles: [role],
    environmentAccess: [{ ...access, access: 'NO_ACCESS' }],
  }
  const narrow = () => t.call('PUT', roles, { body: narrowed })
  expect(await statusOf(upload({ path, token: other.token }, headers), narrow)).toBe(404)
  const listed = await t.call<{ total: number }>('GET', `/v1/projects/${projectId}/artifacts`)
  expect(listed.body.total).toBe(0)
})

test('shared pipelines are published only for who may publish when they have arrived', async () => {
  const { projectId } = await aProject(t)
  const path = '/api/v1/shared-pipelines/artifacts'
  const { clientId, token } = await t.credential({ projectRoles: [{ projectId, role: 'ADMIN' }] })
  const declaration = sharedFile({ 'a.orch.yaml': { id: 'a' } })
  const files = { ...pipeline, '.matillion/shared-pipelines.yaml': declaration }
  const first = await publishShared(t, files, { prefix: 'slow', name: 'first', projectId, token })
  expect(first.status, JSON.stringify(first.body)).toBe(201)
  const headers = ['versionName: late', 'sharedPipelineIdPrefix: slow']
  const demote = () =>
    t.call('PUT', `/v1/api-credentials/${clientId}/roles`, {
      body: { accountRole: 'USER', projectRoles: [{ projectId, role: 'READ_ONLY' }], environmentAccess: [] },
    })
  expect(await statusOf(upload({ path, token }, headers, files), demote)).toBe(403)
})

test('a push changes nothing once its credential is deleted, however much of it has come', async () => {
  const { projectId } = await aProject(t)
  const path = `/v1/projects/${projectId}/repositories`
  const changes = [{ path: 'a.txt', content: 'a' }]
  const first = { branch: 'main', message: 'Begin', changes }
  const { commitHash } = (await t.call<{ commitHash: string }>('POST', `${path}/commits`, { body: first }))
    .body
  expect((await t.call('POST', `${path}/branches`, { body: { name: 'topic' } })).status).toBe(201)
  const { clientId, token } = await t.credential({ projectRoles: [{ projectId, role: 'CONTRIBUTOR' }] })
  const order = `${commitHash} ${'0'.repeat(40)} refs/heads/topic\0report-status`
  const push = {
    path: `/git/${projectId}.git/git-receive-pack`,
    token,
    headers: ['Content-Type: application/x-git-receive-pack-request'],
    body: `${(order.length + 4).toString(16).padStart(4, '0')}${order}0000`,
  }
  await statusOf(push, () => deleted(clientId, token))
  expect((await t.call('GET', `${path}/branches/topic`)).status).toBe(200)
  const other = await t.credential({ projectRoles: [{ projectId, role: 'CONTRIBUTOR' }] })
  expect(await statusOf({ ...push, token: other.token }, async () => undefined)).toBe(200)
  expect((await t.call('GET', `${path}/branches/topic`)).status).toBe(404)
})
