import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Connector, ExportedConnector, TestAnswer } from '../../src/features/connectors/schema.ts'
import type { OAuth } from '../../src/features/oauths/schema.ts'
import { readToRunner } from '../../src/protocol/frames.ts'
import type { LookupResult } from '../../src/protocol/lookup-messages.ts'
import type { FromRunner } from '../../src/protocol/messages.ts'
import { useApi } from '../support/api.ts'
import { type AuthorizationServer, startAuthorizationServer } from '../support/authorization-server.ts'
import { aPublishedProject } from '../support/factories.ts'
import { sendJson, startWire, type Wire } from '../support/wire.ts'
import { connectAs, type WireRunner } from '../support/wire-runner.ts'

/** Who is trusted with one project, and what reaches him of another's connectors and tokens: nothing. */
// The runners of these tests send no heartbeats.
const api = useApi({ HEADRACE_LEASE_SECONDS: '600' })
const oauths = '/v1/oauths'
const connectors = '/v1/custom-connectors'
const clientSecret = 'known-to-the-victim-only'
const running: WireRunner[] = []
let server: AuthorizationServer
let own: Wire

type Ask = (question: { readonly kind: FromRunner['kind'] } & object) => Promise<LookupResult>
interface Place {
  readonly projectId: string
  /** Of an administrator of the project who has nothing else. */
  readonly token: string
  /** Asks as a runner that holds an execution of the project. */
  readonly ask: Ask
}
let victim: Place
let stranger: Place
let entry: OAuth

beforeAll(async () => {
  server = await startAuthorizationServer(clientSecret)
  own = await startWire((_, response) => sendJson(response, {}))
  victim = await aPlace()
  stranger = await aPlace()
  entry = await anEntry({ projectId: victim.projectId, name: 'Payroll' }, victim.token)
  await api.call('POST', `${oauths}/${entry.oauthId}/authorize`, { token: victim.token })
})
afterAll(async () => {
  for (const { socket } of running) socket.terminate()
  await server.close()
  await own.close()
})

async function aPlace(): Promise<Place> {
  const place = await aPublishedProject(api)
  const projectRoles = [{ projectId: place.projectId, role: 'ADMIN' as const }]
  const { token } = await api.credential({ projectRoles })
  return { projectId: place.projectId, token, ask: await aRunnerOf(place) }
}

/** Its token may go to 127.0.0.1, which is where the stranger listens too. */
async function anEntry(wanted: object, token: string): Promise<OAuth> {
  const accessTokenUrl = `${server.issuer}/token`
  const grant = { grantType: 'CLIENT_CREDENTIALS', clientId: 'by-header', credentialsIn: 'HEADER' }
  const body = { ...grant, clientSecret, accessTokenUrl, ...wanted }
  const made = await api.call<OAuth>('POST', oauths, { token, body })
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  return made.body
}

const endpoint = (oauthIds: readonly string[] = []) => ({
  name: 'one',
  method: 'GET',
  url: own.origin,
  authentication: { type: 'OAUTH', oauthIds },
})
const aConnector = (token: string, body: object) =>
  api.call<Connector & { violations: string[] }>('POST', connectors, { token, body })
const share = (path: string, token: string, body: object) =>
  api.call<{ violations: string[] }>('PUT', `${path}/sharing`, { token, body })
const sharing = (projectIds: readonly string[], allProjects = false) => ({ allProjects, projectIds })

async function aRunnerOf(place: { readonly projectId: string; readonly agentId: string }): Promise<Ask> {
  const runner = await connectAs(api, place.agentId)
  running.push(runner)
  const replies: LookupResult[] = []
  runner.socket.on('message', (data) => replies.push(...(readToRunner(String(data)) as LookupResult[])))
  await runner.heard('welcome')
  runner.say({ kind: 'credit', total: 1 })
  const body = { pipelineName: 'P', environmentName: 'Development' }
  const { status } = await api.call('POST', `/v1/projects/${place.projectId}/pipeline-executions`, { body })
  expect(status).toBe(201)
  const { execution: root } = await runner.heard('run')
  let asked = 0
  return (question) => {
    const ask = ++asked
    runner.say({ ...question, ask, root } as FromRunner)
    return vi.waitFor(
      () => {
        const found = replies.find((reply) => reply.ask === ask)
        if (found === undefined) throw new Error(`No answer to ${question.kind} has arrived`)
        return found
      },
      { timeout: 15_000 },
    )
  }
}
const tokenOf = (oauth: string) => ({ kind: 'oauth-token-wanted' as const, oauth, host: '127.0.0.1' })

test("the administrator of another project sees nothing of a project's entries and connectors", async () => {
  const { token } = stranger
  const made = await aConnector(victim.token, { name: 'Staff', endpoints: [endpoint([entry.oauthId])] })
  expect(made.body.projectId).toBe(victim.projectId)
  const seen = [
    await api.call('GET', oauths, { token }),
    await api.call('GET', connectors, { token }),
    await api.call('GET', `${oauths}?projectId=${stranger.projectId}`, { token }),
  ]
  for (const { status, body } of seen)
    expect([status, body]).toEqual([200, expect.objectContaining({ total: 0 })])
  expect((await api.call('GET', `${oauths}?projectId=${victim.projectId}`, { token })).status).toBe(404)

  const entryPath = `${oauths}/${entry.oauthId}`
  const connectorPath = `${connectors}/${made.body.connectorId}`
  const body = { name: 'Mine', endpoints: [] }
  const asked = [
    ['GET', entryPath],
    ['DELETE', `${entryPath}?force=true`],
    ['POST', `${entryPath}/authorize`],
    ['GET', `${entryPath}/sharing`],
    ['PUT', `${entryPath}/sharing`, sharing([stranger.projectId])],
    [
      'PUT',
      entryPath,
      { name: 'Mine', grantType: 'CLIENT_CREDENTIALS', clientId: 'x', accessTokenUrl: own.origin },
    ],
    ['GET', connectorPath],
    ['GET', `${connectorPath}/export`],
    ['PUT', connectorPath, body],
    ['DELETE', connectorPath],
    ['POST', `${connectorPath}/duplicate`, {}],
    ['PUT', `${connectorPath}/sharing`, sharing([stranger.projectId])],
  ] as const
  for (const [method, path, sent] of asked) {
    const { status } = await api.call(method, path, { token, ...(sent !== undefined && { body: sent }) })
    expect([method, path, status]).toEqual([method, path, 404])
  }
  const forVictim = { ...body, projectId: victim.projectId }
  expect((await aConnector(token, forVictim)).status).toBe(404)
  expect((await api.call('GET', entryPath, { token: victim.token })).body).toMatchObject({
    status: 'AUTHORIZED',
  })
})

test("a stranger's connector gets no token of another project: not attached, not in a test, not in a run", async () => {
  const attached = await aConnector(stranger.token, { name: 'Thief', endpoints: [endpoint([entry.oauthId])] })
  expect(attached.status).toBe(400)
  expect(JSON.stringify(attached.body)).not.toContain('Payroll')

  const { body } = await aConnector(stranger.token, { name: 'Thief', endpoints: [endpoint()] })
  const path = `${connectors}/${body.connectorId}/endpoints/${body.endpoints[0]!.endpointId}/test`
  const authentication = { type: 'OAUTH', oauthId: entry.oauthId }
  const tried = await api.call<TestAnswer>('POST', path, { token: stranger.token, body: { authentication } })
  expect(tried.status).toBe(409)
  expect(JSON.stringify(tried.body)).not.toContain('Payroll')
  expect(own.arrived).toHaveLength(0)

  for (const name of [entry.oauthId, 'Payroll'])
    expect(await stranger.ask(tokenOf(name))).toMatchObject({
      kind: 'unanswered',
      reason: expect.stringContaining('There is no OAuth entry'),
    })
  expect(await victim.ask(tokenOf('Payroll'))).toMatchObject({ kind: 'oauth-token' })
})

test('a run finds the connectors of its project and those shared with it, and no others', async () => {
  const made = await aConnector(victim.token, { name: 'Ledger', endpoints: [] })
  const path = `${connectors}/${made.body.connectorId}`
  const asked = (connector: string) => stranger.ask({ kind: 'connector-wanted', connector } as never)
  for (const name of ['Ledger', made.body.connectorId])
    expect(await asked(name)).not.toHaveProperty('definition')

  const admin = await api.adminToken()
  expect((await share(path, admin, sharing([stranger.projectId]))).status).toBe(200)
  const definition = { connectorId: made.body.connectorId, name: 'Ledger', endpoints: [] }
  for (const name of ['Ledger', made.body.connectorId])
    expect(await asked(name)).toMatchObject({ definition })
  const { token } = stranger
  expect((await api.call('GET', path, { token })).status).toBe(200)
  expect((await api.call('DELETE', path, { token })).status).toBe(403)
  expect((await share(path, token, sharing([]))).status).toBe(403)

  const namesake = await aConnector(token, { name: 'ledger', endpoints: [] })
  expect(namesake.status).toBe(201)
  expect(await asked('LEDGER')).toMatchObject({ definition: { connectorId: namesake.body.connectorId } })
  expect((await share(path, victim.token, sharing([]))).status).toBe(200)
  expect(await asked(made.body.connectorId)).not.toHaveProperty('definition')
})

test('nobody shares with a project that he does not administer, or with all, or gives something to the installation', async () => {
  const mine = await anEntry({ name: 'Bait' }, stranger.token)
  expect(mine.projectId).toBe(stranger.projectId)
  const path = `${oauths}/${mine.oauthId}`
  const { token } = stranger
  const unseen = await share(path, token, sharing([victim.projectId]))
  expect([unseen.status, unseen.body.violations]).toEqual([400, [expect.stringContaining('does not exist')]])
  expect((await share(path, token, sharing([], true))).status).toBe(403)
  expect((await share(path, token, { ...sharing([]), projectId: null })).status).toBe(403)
  expect((await share(path, token, { ...sharing([]), projectId: victim.projectId })).status).toBe(404)
  const reads = [{ projectId: stranger.projectId, role: 'ADMIN' as const }]
  const both = await api.credential({
    projectRoles: [...reads, { projectId: victim.projectId, role: 'CONTRIBUTOR' }],
  })
  expect((await share(path, both.token, sharing([victim.projectId]))).status).toBe(403)
  expect((await api.call('GET', path, { token: victim.token })).status).toBe(404)
})

test("an import takes no entry of others along, even if the file names one's id", async () => {
  const file: ExportedConnector = {
    format: 'headrace-connector',
    version: 1,
    connector: { name: 'Brought', endpoints: [endpoint([entry.oauthId])] as never },
    oauths: [
      {
        oauthId: entry.oauthId,
        name: 'Payroll',
        grantType: 'CLIENT_CREDENTIALS',
        clientId: 'x',
        accessTokenUrl: 'https://login.example.com/token',
        credentialsIn: 'HEADER',
        allowedHosts: ['127.0.0.1'],
      },
    ],
  }
  const made = await api.call<Connector>('POST', `${connectors}/import`, {
    token: stranger.token,
    body: file,
  })
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  const [attached] = made.body.endpoints[0]!.authentication.oauthIds!
  expect(attached).not.toBe(entry.oauthId)
  const adopted = await api.call<OAuth>('GET', `${oauths}/${attached}`, { token: stranger.token })
  expect(adopted.body).toMatchObject({ projectId: stranger.projectId, status: 'PENDING_SETUP' })
})

test('what belongs to the installation is used where it is shared and changed by SUPER_ADMIN only', async () => {
  const admin = await api.adminToken()
  const common = await anEntry({ name: 'Common' }, admin)
  expect(common).not.toHaveProperty('projectId')
  const path = `${oauths}/${common.oauthId}`
  await api.call('POST', `${path}/authorize`)
  const { token } = victim
  expect(await victim.ask(tokenOf('Common'))).toMatchObject({ kind: 'unanswered' })
  expect((await api.call('GET', path, { token })).status).toBe(404)

  expect((await share(path, admin, sharing([], true))).status).toBe(200)
  expect(await victim.ask(tokenOf('Common'))).toMatchObject({ kind: 'oauth-token' })
  expect((await api.call('GET', path, { token })).status).toBe(200)
  expect((await api.call('DELETE', path, { token })).status).toBe(403)
  expect((await api.call('POST', `${path}/authorize`, { token })).status).toBe(403)
  const none = await api.credential()
  expect((await api.call('GET', path, { token: none.token })).status).toBe(404)
})

test('an entry without a list of hosts sends its token to the host that issued it, and nowhere else', async () => {
  const { oauthId } = await anEntry({ projectId: victim.projectId, name: 'Old' }, victim.token)
  await api.call('POST', `${oauths}/${oauthId}/authorize`, { token: victim.token })
  await api.db.updateTable('oauth').set({ allowed_hosts: null }).where('id', '=', oauthId).execute()
  expect(await victim.ask(tokenOf(oauthId))).toMatchObject({ kind: 'oauth-token' })
  for (const host of ['api.attacker.example', 'localhost', undefined])
    expect(await victim.ask({ ...tokenOf(oauthId), host } as never)).toMatchObject({ kind: 'unanswered' })
})
