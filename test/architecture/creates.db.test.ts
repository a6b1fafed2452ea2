import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { useApi } from '../support/api.ts'
import { aConnection, aPublishedProject } from '../support/factories.ts'
import { client, useOpenIdProvider } from '../support/open-id-provider.ts'
import { aBrowser, type BrowserSender, everything, guarded, requestOf } from '../support/operations.ts'
import { aPerson } from '../support/users.ts'

/** A create answers what reading the address in its `Location` answers (decisions.md §3). */
const gitDir = join(tmpdir(), `headrace-git-${randomUUID()}`)
const api = useApi({ HEADRACE_GIT_DIR: gitDir })
const provider = useOpenIdProvider(() => `${api.url}/v1/sign-in/open-id/callback`)
afterAll(() => rm(gitDir, { recursive: true, force: true, maxRetries: 5 }))

let existing: Awaited<ReturnType<typeof everything>>
let inBrowser: BrowserSender
beforeAll(async () => {
  existing = await everything(api)
  inBrowser = await aBrowser(api)
  const path = `/v1/projects/${existing.projectId}/repositories`
  const associated = await api.call('POST', path, { body: { provider: 'hosted' } })
  expect(associated.status).toBe(201)
  // A branch begins at a commit.
  const file = { branch: 'main', path: 'README.md', content: 'hello' }
  expect((await api.call('PUT', `${path}/files`, { body: file })).status).toBe(200)
})

/** What a create sends. */
interface Sample {
  readonly body?: unknown
  /** Values of its path; what exists by default. */
  readonly path?: Readonly<Record<string, string>>
  readonly sender?: BrowserSender
}

const name = () => `n-${randomUUID().slice(0, 18)}`
const run = { pipelineName: 'P', environmentName: 'Development' }
const endpoints = [{ name: 'Items', method: 'GET', url: 'https://example.com/items' }]
const HOUR_MS = 3_600_000

const samples: Readonly<Record<string, () => Sample | Promise<Sample>>> = {
  associateRepository: async () => {
    const { projectId } = await aPublishedProject(api)
    return { path: { projectId }, body: { provider: 'hosted' } }
  },
  automatePublication: async () => {
    // In Development it would publish a version without the pipeline that others run.
    const environmentName = name()
    const body = { name: environmentName, defaultAgentId: existing.agentId }
    await api.call('POST', `/v1/projects/${existing.projectId}/environments`, { body })
    return { body: { environmentName, branch: 'main' } }
  },
  commitDraft: async () => {
    const draft = `/v1/projects/${existing.projectId}/drafts/main`
    await api.call('PUT', `${draft}/files`, { body: { path: name(), content: 'x' } })
    return { path: { branchName: 'main' }, body: { message: 'A draft' } }
  },
  createAgent: () => ({
    body: { name: name(), agentType: 'pipeline', cloudProvider: 'self_hosted', deployment: 'process' },
  }),
  createAlertChannel: () => ({
    body: { name: name(), type: 'WEBHOOK', webhookUrl: 'https://example.com/alerts?key=hidden' },
  }),
  createAlertRule: () => ({
    body: { name: name(), events: ['FAILED'], channelIds: [existing.alertChannelId] },
  }),
  createApiCredential: () => ({ body: { name: name(), accountRole: 'USER' } }),
  createBackfill: () => {
    const from = new Date(Date.now() - 3 * HOUR_MS).toISOString()
    return { body: { from, to: new Date(Date.now() - HOUR_MS).toISOString(), dryRun: false } }
  },
  createBranch: () => ({ body: { name: name() } }),
  createCommit: () => ({
    body: { branch: 'main', message: 'One file', changes: [{ path: name(), content: 'x' }] },
  }),
  createConnection: () => ({ body: { ...aConnection(name()), platformConnectionType: 'COMPONENT_BASIC' } }),
  createCustomConnector: () => ({ body: { name: name(), endpoints } }),
  createDataPlatformConnection: () => ({ body: aConnection(name()) }),
  createDirectoryToken: () => ({ body: { name: name() } }),
  createEnvironment: () => ({ body: { name: name(), defaultAgentId: existing.agentId } }),
  createIdentityProvider: () => ({
    body: { name: name(), issuer: provider.issuer, clientId: client.id, clientSecret: client.secret },
  }),
  createInvitation: async () => ({ path: { id: (await aPerson(api, {})).id } }),
  createOAuth: () => ({
    body: {
      name: name(),
      grantType: 'CLIENT_CREDENTIALS',
      clientId: 'id',
      clientSecret: 'secret',
      accessTokenUrl: 'https://example.com/token',
      credentialsIn: 'BODY',
    },
  }),
  createPersonalAccessToken: () => ({ sender: inBrowser, body: { name: name(), scopes: ['read'] } }),
  createPipelineExecution: () => ({ body: { ...run, executionTag: name() } }),
  createPipelineExecutionRerun: async () => {
    const path = `/v1/projects/${existing.projectId}/pipeline-executions`
    const { pipelineExecutionId } = (
      await api.call<{ pipelineExecutionId: string }>('POST', path, { body: run })
    ).body
    return { path: { pipelineExecutionId }, body: { from: 'START' } }
  },
  createProject: () => ({ body: { name: name() } }),
  createProjectVariable: () => ({
    body: { name: `v_${randomUUID().slice(0, 8)}`, type: 'NUMBER', behaviour: 'SHARED', value: 1 },
  }),
  createSchedule: () => ({
    body: { pipeline: run, schedule: { name: name(), cronExpression: '0 0 6 * * ?' } },
  }),
  createScimGroup: () => ({ body: { displayName: name() } }),
  createScimUser: () => ({ body: { meta: {}, userName: `${name()}@example.com` } }),
  createSecret: () => ({ body: { name: name(), value: 'hidden' } }),
  createSecretReference: () => ({
    path: { secretReferenceName: name() },
    body: { secretName: 'orders', secretKey: 'password', agentId: existing.agentId, agentType: 'AWS' },
  }),
  createStreamingPipeline: () => ({
    body: {
      name: name(),
      agentId: existing.agentId,
      streamingSource: { type: 'postgres' },
      streamingTarget: { type: 's3' },
    },
  }),
  createTestExecution: async () => {
    const file = { branch: 'main', path: 'P.test.yaml', content: 'type: test' }
    await api.call('PUT', `/v1/projects/${existing.projectId}/repositories/files`, { body: file })
    return { body: { environmentName: 'Development', scope: 'PROJECT', ref: 'main' } }
  },
  createTrigger: () => ({ body: { ...run, name: name(), condition: { type: 'EVENT' } } }),
  createSavedView: () => ({ body: { list: 'EXECUTIONS', name: name(), filter: { status: 'FAILED' } } }),
  createWebhookTemplate: () => ({ body: { name: name(), payload: '{}' } }),
  duplicateCustomConnector: () => ({ body: { name: name() } }),
  importCustomConnector: async () => {
    const { body } = await api.call('GET', `/v1/custom-connectors/${existing.connectorId}/export`)
    return { body: { ...body, connector: { ...(body['connector'] as object), name: name() } } }
  },
  runSchedule: () => ({}),
  runTrigger: () => ({}),
}

/** Creates whose answer is at no address of its own. */
const without: Readonly<Record<string, string>> = {
  createAgentTask: 'needs a model; the wire shape of the public API has the id and the state only',
  beginEnrolment: 'the key of an authenticator is shown once',
  createRecoveryCodes: 'shown once',
  promoteArtifact: 'a version is read by its name and environment (/artifacts/details)',
  publishArtifact: 'a version is read by its name and environment (/artifacts/details)',
  publishFromGit: 'a version is read by its name and environment (/artifacts/details)',
  publishSharedPipelines: 'a version is read by its name and set (/shared-pipelines/artifacts/details)',
  publishSharedPipelinesFromGit:
    'a version is read by its name and set (/shared-pipelines/artifacts/details)',
}

/** What moves on between the create and the read. */
const restless: Readonly<Record<string, readonly string[]>> = {
  automatePublication: ['lastCommit', 'lastResult'],
  createBackfill: ['queued', 'status', 'finishedAt'],
}

/**
 * Those that begin a session answer what is in it, and a browser reads it at one address: GET /v1/session.
 */
const creates = guarded.filter(({ method, responses }) => method === 'POST' && '201' in responses)

test('every create is tried here, or has a reason not to be', () => {
  const known = [...Object.keys(samples), ...Object.keys(without)]
  expect(creates.map(({ operationId }) => operationId).sort()).toEqual(known.sort())
})

test.each(
  creates
    .filter(({ operationId }) => operationId in samples)
    .map((operation) => [operation.operationId, operation] as const),
)('%s answers what reading it answers, and the same when it is repeated', async (id, operation) => {
  const { body, path: own, sender } = await samples[id]!()
  const { path } = requestOf(operation, { ...existing, ...own })
  const headers = { ...sender?.headers, 'idempotency-key': randomUUID() }
  const create = () => api.call<Record<string, unknown>>('POST', path, { ...sender, body, headers })

  const created = await create()
  const location = created.headers.get('location')
  expect([created.status, location], JSON.stringify(created.body)).toEqual([201, expect.any(String)])

  const address = new URL(location!, api.origin).pathname.replace(/^\/api/, '')
  const read = await api.call<Record<string, unknown>>('GET', address, { ...sender })
  expect([read.status, Object.keys(read.body).length > 1]).toEqual([200, true])
  const steady = Object.entries(read.body).filter(([member]) => restless[id]?.includes(member) !== true)
  expect(created.body).toMatchObject(Object.fromEntries(steady))

  const again = await create()
  expect([again.status, again.headers.get('location')]).toEqual([201, location])
  expect(JSON.stringify(again.body)).toBe(JSON.stringify(created.body))
})
