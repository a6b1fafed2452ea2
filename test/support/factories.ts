import type { AgentInfo } from '../../src/features/runners/schema.ts'
import type { TestApi } from './api.ts'
import { orchestration, start } from './pipelines.ts'

let serial = 0

/** A project with one environment and a runner that never connects, made through the API. */
export async function aProject(api: TestApi, own: { environments?: readonly string[] } = {}) {
  const number = ++serial
  const project = await api.call<{ projectId: string }>('POST', '/v1/projects', {
    body: { name: `Project ${number}` },
  })
  const agent = await aRunner(api)
  const { projectId } = project.body
  for (const name of own.environments ?? ['Development']) {
    const body = { name, defaultAgentId: agent.agentId }
    const answer = await api.call('POST', `/v1/projects/${projectId}/environments`, { body })
    if (answer.status !== 201) throw new Error(`No environment: ${JSON.stringify(answer.body)}`)
  }
  return { projectId, agentId: agent.agentId }
}

/** Project variables without a value: a caller may give them one. */
export async function declareVariables(
  api: TestApi,
  projectId: string,
  types: Readonly<Record<string, 'TEXT' | 'NUMBER' | readonly string[]>>,
): Promise<void> {
  for (const [name, type] of Object.entries(types)) {
    const shape = typeof type === 'string' ? { type } : { type: 'GRID', columns: type }
    const body = { name, behaviour: 'SHARED', ...shape }
    const made = await api.call('POST', `/v1/projects/${projectId}/variables`, { body })
    if (made.status !== 201) throw new Error(`No variable: ${JSON.stringify(made.body)}`)
  }
}

/** A runner that never connects. */
export async function aRunner(api: TestApi): Promise<AgentInfo> {
  const body = {
    name: `runner-${++serial}`,
    agentType: 'pipeline',
    cloudProvider: 'self_hosted',
    deployment: 'process',
  }
  return (await api.call<AgentInfo>('POST', '/v1/agents', { body })).body
}

/** Publishes files as a version. */
export async function publish(
  api: TestApi,
  projectId: string,
  files: Readonly<Record<string, string | Blob>>,
  version: { name?: string; environment?: string; key?: string } = {},
) {
  const form = new FormData()
  for (const [path, content] of Object.entries(files)) form.append(path, new Blob([content]), path)
  const headers = {
    versionName: version.name ?? `v${++serial}`,
    environmentName: version.environment ?? 'Development',
    ...(version.key !== undefined && { 'idempotency-key': version.key }),
  }
  return api.call('POST', `/v1/projects/${projectId}/artifacts`, { body: form, headers })
}

/** A project of which the pipeline P is published in its one environment: where executions may be queued. */
export async function aPublishedProject(api: TestApi) {
  const { projectId, agentId } = await aProject(api)
  await publish(api, projectId, { 'P.orch.yaml': orchestration({ Start: start() }) })
  const artifact = await api.db
    .selectFrom('artifact')
    .select(['id', 'environment_id'])
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow()
  return { projectId, agentId, environmentId: artifact.environment_id, artifactId: artifact.id }
}

/**
 * What the API takes as a new connection to PostgreSQL that SQL can run on; its password is a named secret.
 */
export const aConnection = (name: string, properties: object = {}) => ({
  name,
  authProvider: 'POSTGRES',
  authType: 'USER_PASSWORD',
  connectionDetails: {
    connectionProperties: {
      host: { value: 'db.example.com' },
      database: { value: 'orders' },
      user: { value: 'etl' },
      password: { secretName: 'orders_password' },
      ...properties,
    },
  },
})
