import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, vi } from 'vitest'
import type {
  AgentMessageList,
  AgentTask,
  CreatedAgentTask,
  PendingDecision,
} from '../../src/features/agent-tasks/schema.ts'
import { newId } from '../../src/lib/ids.ts'
import { useApi } from './api.ts'
import { aProject } from './factories.ts'
import { orchestration, start } from './pipelines.ts'
import { modelKey, useModel } from './recorded-model.ts'

export const all = '/v1/ai/agents/tasks'
export const pipeline = orchestration({ Start: start() })

/** Somebody who may have tasks in a project. */
interface Writer {
  readonly projectId: string
  readonly agentId: string
  readonly token: string
  readonly clientId: string
}

/** An API with a recorded model, and what users of its agent tasks do. */
export function useAgentTasks() {
  const gitDir = join(tmpdir(), `headrace-git-${newId()}`)
  afterAll(() => rm(gitDir, { recursive: true, force: true, maxRetries: 5 }))
  const model = useModel()
  const t = useApi({
    HEADRACE_GIT_DIR: gitDir,
    HEADRACE_ALLOW_PRIVATE_ADDRESSES: 'true',
    get HEADRACE_MODEL_URL() {
      return model.url
    },
    HEADRACE_MODEL_NAME: 'recorded',
    HEADRACE_MODEL_API_KEY: modelKey,
  })

  async function aWriter(others: readonly string[] = []) {
    const { projectId, agentId } = await aProject(t, { environments: ['Development', 'Production'] })
    const projectRoles = [projectId, ...others].map((id) => ({ projectId: id, role: 'CONTRIBUTOR' as const }))
    const { token, clientId } = await t.credential({ projectRoles })
    for (const [environmentName, access] of [
      ['Development', 'runner'],
      ['Production', 'runner'],
    ] as const)
      await t.call('PATCH', `/v1/projects/${projectId}/environments/${environmentName}`, {
        body: { defaultUserAccessLevel: access },
      })
    const associated = await t.call('POST', `/v1/projects/${projectId}/repositories`, {
      body: { provider: 'hosted' },
    })
    expect(associated.status).toBe(201)
    const body = { branch: 'main', path: 'README.md', content: 'hello' }
    await t.call('PUT', `/v1/projects/${projectId}/repositories/files`, { body })
    return { projectId, agentId, token, clientId }
  }

  const create = ({ projectId, token }: Writer, message: string, more: object = {}, config: object = {}) => {
    const agentConfig = {
      name: 'data_engineer_agent',
      mode: 'ACT',
      projectId,
      environmentName: 'Development',
      sourceBranchName: 'main',
      targetBranchName: 'work',
      ...config,
    }
    return t.call<CreatedAgentTask>('POST', all, { token, body: { agentConfig, message, ...more } })
  }

  async function aTask(writer: Writer, message: string, more: object = {}, config: object = {}) {
    const { status, body } = await create(writer, message, more, config)
    expect([status, body]).toMatchObject([201, { status: 'RUNNING', agentName: 'data_engineer_agent' }])
    return `${all}/${body.taskId}`
  }

  const get = async ({ token }: Writer, path: string) =>
    (await t.call<AgentTask>('GET', path, { token })).body
  const ended = (writer: Writer, path: string) =>
    vi.waitUntil(
      async () => {
        const task = await get(writer, path)
        return task.status === 'RUNNING' || task.status === 'STOPPING' ? undefined : task
      },
      { timeout: 60_000, interval: 50 },
    )
  const asked = (writer: Writer, path: string): Promise<readonly [PendingDecision, ...PendingDecision[]]> =>
    vi.waitUntil(
      async () => {
        const { pendingDecisions } = await get(writer, path)
        return pendingDecisions.length > 0 && (pendingDecisions as [PendingDecision])
      },
      { timeout: 60_000, interval: 50 },
    ) as never
  const decide = ({ token }: Writer, path: string, id: string, approved: boolean, reason?: string) =>
    t.call<{ pendingDecisions: object[] }>('POST', `${path}/decisions`, {
      token,
      body: { decisions: [{ type: 'tool', id, approved, reason }] },
    })
  const messagesOf = async ({ token }: Writer, path: string, query: string) =>
    (await t.call<AgentMessageList>('GET', `${path}/messages?${query}`, { token })).body
  const textsOf = async (writer: Writer, path: string) =>
    (await messagesOf(writer, path, 'limit=1000')).results.map(({ data }) => data)
  const resultOf = async (writer: Writer, path: string, toolId: string) =>
    (await textsOf(writer, path)).find((data) => data.type === 'toolResult' && data.toolId === toolId)!

  return { model, t, aWriter, create, aTask, get, ended, asked, decide, messagesOf, textsOf, resultOf }
}

/** A call that adds a pipeline. */
export const commit = (id: string, project: string, branch: string) => ({
  id,
  name: 'commit_files',
  input: { project, branch, message: 'Add P', files: [{ path: 'P.orch.yaml', content: pipeline }] },
})
/** A call that runs it. */
export const run = (id: string, project: string, environment: string, ref = 'work') => ({
  id,
  name: 'run_pipeline',
  input: { project, environment, pipeline: 'P', ref, waitSeconds: 30 },
})
