import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { useApi } from '../../../../test/support/api.ts'
import { aProject, publish } from '../../../../test/support/factories.ts'
import { orchestration, type Piece, start } from '../../../../test/support/pipelines.ts'
import { aRealRunner } from '../../../../test/support/real-runner.ts'

/** Names that no message to the API may have, at a real runner. */
const api = useApi()
const name = 'n'.repeat(5_000)
let projectId: string
let runner: Awaited<ReturnType<typeof aRealRunner>>

const one = (Work: Piece) => orchestration({ Start: start('Work'), Work })

beforeAll(async () => {
  const made = await aProject(api)
  projectId = made.projectId
  await publish(api, projectId, {
    'Secret.orch.yaml': one({ type: 'slack-message', parameters: { webhook: name, message: 'Hello' } }),
    'Blank.orch.yaml': one({ type: 'slack-message', parameters: { webhook: ' ', message: 'Hello' } }),
    'Shared.orch.yaml': one({ type: 'run-shared-pipeline', parameters: { pipelineName: `${name}#load` } }),
    'Quiet.orch.yaml': orchestration({ Start: start() }),
  })
  runner = await aRealRunner(api, made.agentId)
})
afterAll(() => runner.close())

async function run(pipelineName: string) {
  const path = `/v1/projects/${projectId}/pipeline-executions`
  const { body } = await api.call('POST', path, {
    body: { pipelineName, environmentName: 'Development' },
  })
  const id = String(body['pipelineExecutionId'])
  return vi.waitFor(
    async () => {
      const { body } = await api.call('GET', `${path}/${id}`)
      expect(body).toHaveProperty('finishedAt')
      return body
    },
    { timeout: 15_000, interval: 50 },
  )
}

test.each(['Secret', 'Blank', 'Shared'])(
  '%s fails in words, and keeps no other execution from its end',
  async (wrong) => {
    const [failed, quiet] = await Promise.all([run(wrong), run('Quiet')])
    expect(failed).toMatchObject({ status: 'FAILED', message: expect.stringContaining('There is no') })
    expect(quiet['status']).toBe('SUCCESS')
  },
)
