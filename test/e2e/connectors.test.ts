import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Connector } from '../../src/features/connectors/schema.ts'
import type { OAuth } from '../../src/features/oauths/schema.ts'
import { aPublishedProject } from '../support/platform.ts'
import { usePlatform } from '../support/use-platform.ts'
import { sendJson, startWire, type Wire } from '../support/wire.ts'

const platform = usePlatform({
  HEADRACE_SECRET_ORDERS_TOKEN: 'known-to-the-runner',
  HEADRACE_GRANT_SECRETS: 'orders-token=*',
})
let far: Wire

beforeAll(async () => {
  far = await startWire((request, response) =>
    sendJson(response, { items: [{ id: 1, sent: request.headers.authorization }] }),
  )
})
afterAll(() => far.close())

const connector = (projectId: string, name: string, url: string, authentication: object, own: object = {}) =>
  platform.client.call<Connector>('POST', '/v1/custom-connectors', {
    json: { projectId, name, endpoints: [{ name: 'list', method: 'GET', url, authentication, ...own }] },
  })

const pipeline = (extract: object, assertion: object) => `
type: orchestration
pipeline:
  components:
    Start:
      type: start
      transitions: { unconditional: [Extract] }
    Extract:
      type: api-extract
      parameters: ${JSON.stringify({ componentName: 'Extract', ...extract })}
      transitions: { success: [Count] }
    Count:
      type: query-to-scalar
      parameters: ${JSON.stringify({ componentName: 'Count', mode: 'Advanced', ...assertion })}
  variables:
    found: { metadata: { type: TEXT, scope: SHARED, visibility: PUBLIC }, defaultValue: "" }
`

async function runs(text: string) {
  const project = await aPublishedProject(platform.client, { 'extract.orch.yaml': text })
  return { project, run: async () => project.finished(await project.run('extract')) }
}

test("a runner resolves a secret by name, its own before the project's, and no value appears in steps or logs", async () => {
  const response = { repeatingElement: '$.items' }
  const extract = {
    connector: 'Shop',
    endpoint: 'list',
    token: '${token_name}',
    table: 'orders',
    createTableMode: 'REPLACE_IF_EXISTS',
  }
  const text = pipeline(extract, {
    query: 'select sent from orders',
    scalarVariableMapping: [['found', 'sent']],
  }).replace(
    '    found:',
    '    token_name: { metadata: { type: TEXT, scope: SHARED, visibility: PUBLIC }, defaultValue: "shop-token" }\n    found:',
  )
  const { project, run } = await runs(text)
  await connector(project.projectId, 'Shop', far.origin, { type: 'BEARER_TOKEN' }, { response })
  const missing = await run()
  expect(missing.status).toBe('FAILED')
  const secrets = `/v1/projects/${project.projectId}/secrets`
  await platform.client.call('POST', secrets, { json: { name: 'shop-token', value: 'kept-by-the-platform' } })
  expect((await run()).status).toBe('SUCCESS')
  expect(far.arrived.at(-1)!.headers.authorization).toBe('Bearer kept-by-the-platform')

  await platform.client.call('POST', secrets, { json: { name: 'orders-token', value: 'never used' } })
  const id = await project.run('extract', { scalarVariables: { token_name: 'orders-token' } })
  await project.finished(id)
  expect(far.arrived.at(-1)!.headers.authorization).toBe('Bearer known-to-the-runner')
  expect(JSON.stringify(await project.steps(id))).not.toContain('known-to-the-runner')
})

test("a connector reads Headrace's own API with OAuth client credentials, page by page", async () => {
  const extract = { connector: 'Headrace', endpoint: 'list', table: 'projects' }
  const text = pipeline(extract, {
    query: 'select count(distinct id) as n from projects',
    scalarVariableMapping: [['found', 'n']],
  })
  const { project, run } = await runs(text)
  const { clientId, clientSecret } = await platform.client.call<{ clientId: string; clientSecret: string }>(
    'POST',
    '/v1/api-credentials',
    { json: { name: 'for the connector', accountRole: 'SUPER_ADMIN' } },
  )
  const { oauthId } = await platform.client.call<OAuth>('POST', '/v1/oauths', {
    json: {
      projectId: project.projectId,
      name: 'Headrace',
      grantType: 'CLIENT_CREDENTIALS',
      clientId,
      clientSecret,
      credentialsIn: 'HEADER',
      accessTokenUrl: `${platform.origin}/oauth/token`,
    },
  })
  await connector(
    project.projectId,
    'Headrace',
    `${platform.origin}/api/v1/projects`,
    { type: 'OAUTH', oauthIds: [oauthId] },
    {
      response: { repeatingElement: '$.results' },
      pagination: {
        type: 'PAGE',
        pageParameter: 'page',
        startPage: 0,
        pageSizeParameter: 'size',
        pageSize: 2,
      },
    },
  )
  const pending = await run()
  expect(pending.status).toBe('FAILED')
  await platform.client.call('POST', `/v1/oauths/${oauthId}/authorize`)
  for (const name of ['one', 'two', 'three'])
    await platform.client.call('POST', '/v1/projects', { json: { name } })
  const id = await project.run('extract')
  expect((await project.finished(id)).status).toBe('SUCCESS')
  const step = (await project.steps(id)).find((one) => one.name === 'Extract')
  expect(step?.rowCount).toBeGreaterThan(4)
  expect(step?.byteCount).toBeGreaterThan(100)

  const { name, grantType, accessTokenUrl } = await platform.client.get<OAuth>(`/v1/oauths/${oauthId}`)
  const wanted = { name, grantType, clientId, accessTokenUrl, credentialsIn: 'HEADER' }
  const json = { ...wanted, allowedHosts: [] }
  await platform.client.call('PUT', `/v1/oauths/${oauthId}`, { json })
  const limited = await run()
  expect(limited).toMatchObject({ status: 'FAILED', message: expect.stringContaining('must not be sent to') })
})
