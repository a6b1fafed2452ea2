import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AgentMessageData, AgentMessageList, AgentTask } from '../../src/features/agent-tasks/schema.ts'
import { type ApiProcess, aFleet } from '../support/fleet.ts'
import { bash, orchestration, start } from '../support/pipelines.ts'
import { waitFor } from '../support/platform.ts'
import { createModel, modelKey } from '../support/recorded-model.ts'

const TASKS = 5
const ROUNDS = 2
const all = '/v1/ai/agents/tasks'
/** Runs for so long that a server is killed while the agent waits for its end. */
const slow = orchestration({ Start: start('Wait'), Wait: bash('sleep 3') })

let tasks: Awaited<ReturnType<typeof someTasks>>
beforeAll(async () => {
  tasks = await someTasks()
}, 180_000)
afterAll(() => tasks.stop())

/**
 * Two servers, a runner, a repository and a model: its tasks write P to a branch of their own, run it, and
 * look at what ran.
 */
async function someTasks() {
  const [fleet, model] = [await aFleet(4), createModel()]
  await model.start()
  const env = {
    HEADRACE_ALLOW_PRIVATE_ADDRESSES: 'true',
    HEADRACE_MODEL_URL: model.url,
    HEADRACE_MODEL_NAME: 'recorded',
    HEADRACE_MODEL_API_KEY: modelKey,
  }
  const startApi = () => fleet.startApi(env)
  const apis: ApiProcess[] = [await startApi(), await startApi()]
  await fleet.startRunner()
  const { client, projectId: project } = fleet
  const repository = `/v1/projects/${project}/repositories`
  await client.call('POST', repository, { json: { provider: 'hosted' } })
  await client.call('PUT', `${repository}/files`, {
    json: { branch: 'main', path: 'README.md', content: 'hello' },
  })

  async function create(branch: string): Promise<string> {
    const input = { project, branch, message: branch, files: [{ path: 'P.orch.yaml', content: slow }] }
    const environment = 'Development'
    const running = { project, environment, pipeline: 'P', ref: branch, waitSeconds: 30 }
    const replies = [
      { calls: [{ id: 'commit', name: 'commit_files', input }] },
      { calls: [{ id: 'run', name: 'run_pipeline', input: running }] },
      { calls: [{ id: 'look', name: 'list_executions', input: { project } }] },
      { text: 'Done.' },
    ]
    model.record(branch, (_, turn) => replies[turn]!)
    const agentConfig = {
      name: 'data_engineer_agent',
      mode: 'ACT',
      projectId: project,
      environmentName: environment,
      sourceBranchName: 'main',
      targetBranchName: branch,
    }
    const json = { agentConfig, message: branch, grantedPermissions: [{ toolName: 'run_pipeline' }] }
    return (await client.call<{ taskId: string }>('POST', all, { json })).taskId
  }

  return {
    fleet,
    model,
    apis,
    startApi,
    create,
    get: (id: string) => client.get<AgentTask>(`${all}/${id}`),
    messages: async (id: string): Promise<AgentMessageData[]> =>
      (await client.get<AgentMessageList>(`${all}/${id}/messages?limit=1000`)).results.map(
        ({ data }) => data,
      ),
    async stop() {
      await fleet.stop()
      model.stop()
    },
  }
}

test('F28: servers are killed while agents work: tasks go on elsewhere, and no call is made twice', async () => {
  const { fleet, apis } = tasks
  const begun = `select count(*)::integer as n from agent_tool_call where tool_name = 'run_pipeline' and state = 'BEGUN'`
  let cutOff = 0
  for (let round = 0; round < ROUNDS; round++) {
    const branches = Array.from({ length: TASKS }, (_, n) => `work-${round}-${n}`)
    const ids = await Promise.all(branches.map(tasks.create))
    await waitFor('agents to wait for what they run', async () => {
      const [row] = await fleet.query<{ n: number }>(begun)
      return row!.n >= 2
    })
    for (const n of [0, 1]) {
      apis[n]!.child.kill('SIGKILL')
      apis[n] = await tasks.startApi()
    }
    await waitFor('all tasks to end', async () => {
      const states = await Promise.all(ids.map(async (id) => (await tasks.get(id)).status))
      return states.every((status) => status !== 'RUNNING')
    })
    for (const [n, id] of ids.entries()) {
      const messages = await tasks.messages(id)
      expect((await tasks.get(id)).status).toBe('STOPPED')
      expect(messages.at(-1)).toMatchObject({ type: 'assistant', text: 'Done.' })
      const results = messages.filter((data) => data.type === 'toolResult')
      expect(results.map(({ toolId }) => toolId)).toEqual(['commit', 'run', 'look'])
      const [isCommitKnown, isRunKnown] = results.map(({ isError }) => !isError)
      const made = await madeBy(fleet, branches[n]!)
      // What is said to be unknown was done once or not at all; everything else was done once.
      expect(made.commits).toBeOneOf(isCommitKnown ? [1] : [0, 1])
      expect(made.executions).toBeOneOf(isRunKnown ? [1] : [0, 1])
      const died = results.filter(({ text }) => text.includes('The server died during this call'))
      if (!isCommitKnown || !isRunKnown) expect(died.length).toBeGreaterThan(0)
      cutOff += died.length
    }
  }
  // Otherwise nothing was killed in the middle, and the test has shown nothing.
  expect(cutOff).toBeGreaterThan(0)
  expect(tasks.model.refused).toEqual([])
}, 600_000)

/** How often what a task was told to do was done. */
async function madeBy({ client, projectId, query }: Awaited<ReturnType<typeof aFleet>>, branch: string) {
  const commits = await client.get<{ results: { subject: string }[] }>(
    `/v1/projects/${projectId}/repositories/commits?ref=${branch}`,
  )
  const executions = await query<{ n: number }>(
    `select count(*)::integer as n from execution x join unpublished_source s on s.id = x.source_id where s.ref = $1`,
    [branch],
  )
  return {
    commits: commits.results.filter(({ subject }) => subject === branch).length,
    executions: executions[0]!.n,
  }
}
