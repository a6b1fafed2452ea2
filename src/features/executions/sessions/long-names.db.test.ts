import { afterAll, beforeAll, expect, test } from 'vitest'
import { useApi } from '../../../../test/support/api.ts'
import { aProject, publish } from '../../../../test/support/factories.ts'
import { orchestration, type Piece, start } from '../../../../test/support/pipelines.ts'
import { aRealRunner, runToEnd } from '../../../../test/support/real-runner.ts'

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

const run = (pipelineName: string) => runToEnd(api, projectId, pipelineName)

test.each(['Secret', 'Blank', 'Shared'])(
  '%s fails in words, and keeps no other execution from its end',
  async (wrong) => {
    const [failed, quiet] = await Promise.all([run(wrong), run('Quiet')])
    expect(failed).toMatchObject({ status: 'FAILED', message: expect.stringContaining('There is no') })
    expect(quiet['status']).toBe('SUCCESS')
  },
)
