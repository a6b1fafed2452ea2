import type { Client } from '../../client/client.ts'
import type { Body } from '../../client/operations.ts'

/** The URL under which the demo's connector reaches this installation. */
export interface OwnAddress {
  readonly origin: string
  /** With the base path. */
  readonly url: string
}

const NAME = 'Headrace'

type Endpoint = Body<'post', '/v1/custom-connectors'>['endpoints'][number]

/**
 * A connector that reads Headrace's own API, and the OAuth entry it does so with. Created once; its URLs are
 * updated when the server listens elsewhere.
 */
export async function ensureOwnConnector(
  client: Client,
  projectId: string,
  { origin, url }: OwnAddress,
): Promise<void> {
  const { oauthId, isNew } = await ensureOAuth(client, projectId, `${origin}/oauth/token`)
  const connectors = await client.all('/v1/custom-connectors', { query: { projectId } })
  const existing = connectors.find(({ name }) => name === NAME)
  if (existing !== undefined && !isNew) return // a user may have edited it
  const json = { name: NAME, endpoints: [executionsEndpoint(url, oauthId)] }
  if (existing === undefined) await client.post('/v1/custom-connectors', { json: { ...json, projectId } })
  else {
    const path = { connectorId: existing.connectorId }
    await client.put('/v1/custom-connectors/{connectorId}', { path, json })
  }
}

const executionMembers = [
  'pipelineExecutionId',
  'pipelineName',
  'environmentName',
  'status',
  'startedAt',
  'finishedAt',
]

const executionsEndpoint = (url: string, oauthId: string): Endpoint => ({
  name: 'pipeline executions',
  method: 'GET',
  url: `${url}/v1/pipeline-executions`,
  authentication: { type: 'OAUTH', oauthIds: [oauthId] },
  response: {
    repeatingElement: '$.results',
    structure: executionMembers.map((name) => ({ path: `$.results[*].${name}`, type: 'STRING' }) as const),
  },
  pagination: {
    type: 'CURSOR',
    cursorParameter: 'paginationToken',
    cursor: '$.more',
    pageSizeParameter: 'limit',
    pageSize: 100,
  },
})

/** An authorized OAuth entry whose own credential can read the demo project and nothing else. */
async function ensureOAuth(
  client: Client,
  projectId: string,
  accessTokenUrl: string,
): Promise<{ readonly oauthId: string; readonly isNew: boolean }> {
  const entries = await client.all('/v1/oauths', { query: { projectId } })
  const existing = entries.find(({ name }) => name === NAME)
  if (existing?.accessTokenUrl === accessTokenUrl) return { oauthId: existing.oauthId, isNew: false }
  const credential = await client.post('/v1/api-credentials', {
    json: {
      name: 'Connector of the demo',
      projectRoles: [{ projectId, role: 'READ_ONLY' }],
      accountRole: 'USER',
    },
  })
  const json = {
    name: NAME,
    grantType: 'CLIENT_CREDENTIALS',
    credentialsIn: 'HEADER',
    accessTokenUrl,
    clientId: credential.clientId,
    clientSecret: credential.clientSecret,
    allowedHosts: [new URL(accessTokenUrl).host],
  } as const
  const { oauthId } =
    existing === undefined
      ? await client.post('/v1/oauths', { json: { ...json, projectId } })
      : await client.put('/v1/oauths/{oauthId}', { path: { oauthId: existing.oauthId }, json })
  await client.post('/v1/oauths/{oauthId}/authorize', { path: { oauthId } })
  return { oauthId, isNew: true }
}
