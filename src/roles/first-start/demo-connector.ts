import type { Client } from '../../cli/api/client.ts'

/** Where this installation answers, as its own connector reaches it. */
export interface OwnAddress {
  readonly origin: string
  /** With the base path. */
  readonly url: string
}

const NAME = 'Headrace'

/**
 * A connector that reads Headrace's own API, and the OAuth entry it does so with. Made once; its addresses follow when
 * the server listens elsewhere.
 */
export async function ensureOwnConnector(
  client: Client,
  projectId: string,
  { origin, url }: OwnAddress,
): Promise<void> {
  const { oauthId, isNew } = await ensureOAuth(client, projectId, `${origin}/oauth/token`)
  const connectors = await client.all<{ connectorId: string; name: string }>('/v1/custom-connectors')
  const existing = connectors.find(({ name }) => name === NAME)
  if (existing !== undefined && !isNew) return // it may have been changed by hand since
  const json = { name: NAME, endpoints: [executionsEndpoint(url, oauthId)] }
  if (existing === undefined) await client.call('POST', '/v1/custom-connectors', { json })
  else await client.call('PUT', `/v1/custom-connectors/${existing.connectorId}`, { json })
}

const executionsEndpoint = (url: string, oauthId: string) => ({
  name: 'pipeline executions',
  method: 'GET',
  url: `${url}/v1/pipeline-executions`,
  authentication: { type: 'OAUTH', oauthIds: [oauthId] },
  response: {
    repeatingElement: '$.results',
    structure: [
      ...['pipelineExecutionId', 'pipelineName', 'environmentName', 'status', 'startedAt', 'finishedAt'],
    ].map((name) => ({ path: `$.results[*].${name}`, type: 'STRING' })),
  },
  pagination: {
    type: 'CURSOR',
    cursorParameter: 'paginationToken',
    cursor: '$.more.paginationToken',
    pageSizeParameter: 'limit',
    pageSize: 100,
  },
})

/** An authorized entry with a credential of its own, which may read the project and nothing else. */
async function ensureOAuth(
  client: Client,
  projectId: string,
  accessTokenUrl: string,
): Promise<{ readonly oauthId: string; readonly isNew: boolean }> {
  const entries = await client.all<{ oauthId: string; name: string; accessTokenUrl: string }>('/v1/oauths')
  const existing = entries.find(({ name }) => name === NAME)
  if (existing?.accessTokenUrl === accessTokenUrl) return { oauthId: existing.oauthId, isNew: false }
  const credential = await client.call<{ clientId: string; clientSecret: string }>(
    'POST',
    '/v1/api-credentials',
    {
      json: {
        name: 'Connector of the demo',
        projectRoles: [{ projectId, role: 'READ_ONLY' }],
        accountRole: 'USER',
      },
    },
  )
  const json = {
    name: NAME,
    grantType: 'CLIENT_CREDENTIALS',
    credentialsIn: 'HEADER',
    accessTokenUrl,
    clientId: credential.clientId,
    clientSecret: credential.clientSecret,
    allowedHosts: [new URL(accessTokenUrl).host],
  }
  const { oauthId } =
    existing === undefined
      ? await client.call<{ oauthId: string }>('POST', '/v1/oauths', { json })
      : await client.call<{ oauthId: string }>('PUT', `/v1/oauths/${existing.oauthId}`, { json })
  await client.call('POST', `/v1/oauths/${oauthId}/authorize`)
  return { oauthId, isNew: true }
}
