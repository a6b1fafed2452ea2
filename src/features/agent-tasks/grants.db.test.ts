import { expect, test, vi } from 'vitest'
import { commit, run, useAgentTasks } from '../../../test/support/agent-tasks.ts'

const { model, t, aWriter, aTask, ended, asked, decide, resultOf } = useAgentTasks()

test('a grant that is taken back holds for calls that the agent has asked for and not begun', {
  timeout: 60_000,
}, async () => {
  const writer = await aWriter()
  const { projectId, token } = writer
  model.record('revoked', (_, turn) =>
    turn === 0
      ? { calls: [commit('c', projectId, 'work')] }
      : turn === 1
        ? { calls: [run('first', projectId, 'Development'), run('second', projectId, 'Development')] }
        : { text: 'Done.' },
  )
  const path = await aTask(writer, 'revoked', { grantedPermissions: [{ toolName: 'run_pipeline' }] })
  const executions = async () => {
    const list = `/v1/pipeline-executions?projectId=${projectId}`
    return (await t.call<{ results: { pipelineExecutionId: string }[] }>('GET', list)).body.results
  }
  // The first call waits for its execution, which no runner takes.
  const [execution] = await vi.waitUntil(
    async () => {
      const found = await executions()
      return found.length > 0 && found
    },
    { timeout: 30_000 },
  )
  await t.call('PUT', `${path}/permissions`, { token, body: { grantedPermissions: [] } })
  await t.call('PATCH', `/v1/pipeline-executions/${execution!.pipelineExecutionId}`, {
    body: { status: 'CANCELLED' },
  })
  const waiting = await asked(writer, path)
  expect(waiting).toMatchObject([
    { type: 'tool', toolId: 'second', permissionMessage: { title: 'Run a pipeline' } },
  ])
  expect(await executions()).toHaveLength(1)
  await decide(writer, path, 'second', false)
  expect(await ended(writer, path)).toMatchObject({ status: 'STOPPED' })
  expect(await resultOf(writer, path, 'first')).toMatchObject({ isError: false })
  expect(await resultOf(writer, path, 'second')).toMatchObject({ isError: true })
})
