import { randomUUID } from 'node:crypto'
import { assetIdOf } from '../../src/lib/datasets.ts'
import { anAlert } from './alerts.ts'
import type { TestApi } from './api.ts'
import { type Operation, operations } from './document.ts'
import { aQueuedTest, queuedExecutions } from './executions.ts'
import { aConnection, aPublishedProject } from './factories.ts'
import { aPerson } from './users.ts'
import { signInForCookie } from './web-session.ts'

/** Operations at the origin, outside the base path and its bearer check. */
export const guarded = operations.filter(({ security }) => security === undefined || security.length > 0)

/** A session in a browser, for what belongs to people: programs cannot use it. */
export interface BrowserSender {
  readonly token: null
  readonly headers: Record<string, string>
}

/** Something of each kind, by the names that paths use. */
// Over 60 lines: one thing after another, each of another kind.
export async function everything(api: TestApi) {
  const place = await aPublishedProject(api)
  const { projectId, agentId } = place
  const [pipelineExecutionId] = await queuedExecutions(api.db, place, 1)
  const stepId = await aStep(api, pipelineExecutionId!)
  const project = `/v1/projects/${projectId}`
  const pipeline = { pipelineName: 'P', environmentName: 'Development' }
  const body = { pipeline, schedule: { name: 'Hourly', cronExpression: '0 0 * * * ?' } }
  const { scheduleId } = (await api.call<{ scheduleId: string }>('POST', `${project}/schedules`, { body }))
    .body
  const trigger = { ...pipeline, name: 'On order', condition: { type: 'EVENT' } }
  const { triggerId } = (
    await api.call<{ triggerId: string }>('POST', `${project}/triggers`, { body: trigger })
  ).body
  const variable = { name: 'limit', type: 'NUMBER', behaviour: 'SHARED', value: 1 }
  await api.call('POST', `${project}/variables`, { body: variable })
  const changes = `${project}/variables/limit/history`
  const { results } = (await api.call<{ results: { changeId: number }[] }>('GET', changes)).body
  const endpoint = { name: 'Items', method: 'GET', url: 'https://example.com/items' }
  const connector = await api.call<{ connectorId: string; endpoints: { endpointId: string }[] }>(
    'POST',
    '/v1/custom-connectors',
    { body: { name: 'Shop', endpoints: [endpoint] } },
  )
  const oauth = {
    name: 'Shop',
    grantType: 'CLIENT_CREDENTIALS',
    clientId: 'id',
    clientSecret: 'secret',
    accessTokenUrl: 'https://example.com/token',
    credentialsIn: 'BODY',
  }
  const made = await api.call<{ oauthId: string }>('POST', '/v1/oauths', { body: oauth })
  const template = await api.call<{ id: string }>('POST', '/v1/webhook-templates', {
    body: { name: 'Chat message', payload: '{}' },
  })
  const connection = aConnection('orders database')
  await api.call('POST', `${project}/data-platform-connections`, { body: connection })
  const stream = {
    name: 'Orders',
    agentId,
    streamingSource: { type: 'postgres' },
    streamingTarget: { type: 's3' },
  }
  const streaming = await api.call<{ streamingPipelineId: string }>(
    'POST',
    `${project}/streaming-pipelines`,
    {
      body: stream,
    },
  )
  return {
    ...(await anAlert(api)),
    assetId: await anAsset(api.db, place),
    authProvider: connection.authProvider,
    connectionName: connection.name,
    webhookTemplateId: template.body.id,
    savedViewId: await aView(api),
    secretReferenceName: await aReference(api, project),
    streamingPipelineId: streaming.body.streamingPipelineId,
    connectorId: connector.body.connectorId,
    endpointId: connector.body.endpoints[0]!.endpointId,
    oauthId: made.body.oauthId,
    projectId,
    agentId,
    pipelineExecutionId: pipelineExecutionId!,
    stepId,
    testExecutionId: await aQueuedTest(api.db, place),
    scheduleId,
    triggerId,
    environmentName: 'Development',
    variableName: 'limit',
    changeId: String(results[0]!.changeId),
  }
}

async function aReference(api: TestApi, project: string): Promise<string> {
  const body = { secretName: 'orders', secretKey: 'password' }
  await api.call('POST', `${project}/secret-references/orders_password`, { body })
  return 'orders_password'
}

/** A table that an environment uses. */
async function anAsset(
  db: TestApi['db'],
  { projectId, environmentId }: { projectId: string; environmentId: string },
): Promise<string> {
  const dataset = { namespace: 'postgres://db:5432', name: `shop.public.${environmentId}` }
  const id = assetIdOf(dataset)
  await db
    .insertInto('asset')
    .values({ id, ...dataset, kind: 'TABLE' })
    .execute()
  await db
    .insertInto('asset_use')
    .values({
      asset_id: id,
      project_id: projectId,
      environment_id: environmentId,
      reads: true,
      writes: true,
      last_at: new Date(),
    })
    .execute()
  return id
}

async function aStep({ db }: TestApi, executionId: string): Promise<string> {
  const step = {
    seq: 0,
    key: 'Start',
    name: 'Start',
    type: 'start',
    result: 'SUCCESS',
    started_at: new Date(),
  }
  await db
    .insertInto('step')
    .values({ execution_id: executionId, ...step })
    .execute()
  return `${executionId}-0`
}

/** A person who signed in with a browser. */
export async function aBrowser(api: TestApi): Promise<BrowserSender> {
  const password = 'a long enough passphrase'
  const { userName } = await aPerson(api, { password })
  const cookie = `headrace_session=${await signInForCookie(api.origin, { userName, password })}`
  const { body } = await api.call('GET', '/v1/session', { token: null, headers: { cookie } })
  return { token: null, headers: { cookie, 'x-csrf-token': String(body['csrfToken']) } }
}

/** What belongs to people: programs may not do it. */
const forPeople = [
  'beginEnrolment',
  'changePassword',
  'confirmEnrolment',
  'createPersonalAccessToken',
  'createRecoveryCodes',
  'deletePersonalAccessToken',
  'removeSecondFactor',
]

/** Who sends an operation: the browser where it is for people, and otherwise the administrator's program. */
export const senderOf = ({ operationId }: Operation, browser: BrowserSender): Partial<BrowserSender> =>
  forPeople.includes(operationId) ? browser : {}

/** Whether the body of an operation may be JSON. */
export const takesJson = ({ requestBody }: Operation): boolean =>
  requestBody?.content['application/json'] !== undefined

/** Reads whose answer changes from one moment to the next. */
export const restless = [
  'exportEvents',
  'getPipelineExecutionLogs',
  'listEventActors',
  'listEventOperations',
  'listEvents',
  'listSessions',
  'verifyEvents',
]

const preconditions = ['If-Match', 'If-None-Match']

/** The path with well-formed values, and what the operation needs in its query and headers. */
export function requestOf({ path, parameters = [] }: Operation, own: Readonly<Record<string, string>> = {}) {
  const values: Record<string, string> = { ...own }
  for (const { name, schema } of parameters) {
    values[name] ??= schema?.format === 'uuid' ? randomUUID() : schema?.type === 'integer' ? '1' : 'something'
  }
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name]!))
  const query = parameters
    .filter((parameter) => parameter.in === 'query' && parameter.required === true)
    .map(({ name }) => `${name}=${encodeURIComponent(values[name]!)}`)
  const headers = parameters
    .filter((parameter) => parameter.in === 'header' && !preconditions.includes(parameter.name))
    .map(({ name }) => [name, values[name]!])
  return {
    path: query.length === 0 ? filled : `${filled}?${query.join('&')}`,
    headers: Object.fromEntries(headers),
  }
}

async function aView(api: TestApi): Promise<string> {
  const body = { list: 'EXECUTIONS', name: 'Failed', filter: { status: 'FAILED' } }
  return (await api.call<{ savedViewId: string }>('POST', '/v1/saved-views', { body })).body.savedViewId
}
