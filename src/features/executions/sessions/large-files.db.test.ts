import { afterAll, beforeAll, expect, test } from 'vitest'
import { useApi } from '../../../../test/support/api.ts'
import { aProject, publish } from '../../../../test/support/factories.ts'
import { orchestration, start } from '../../../../test/support/pipelines.ts'
import { aRealRunner, runToEnd } from '../../../../test/support/real-runner.ts'

/** Files that take more in a message than they have, at a real runner. */
const api = useApi()
let projectId: string
let runner: Awaited<ReturnType<typeof aRealRunner>>

beforeAll(async () => {
  const made = await aProject(api)
  projectId = made.projectId
  runner = await aRealRunner(api, made.agentId)
})
afterAll(() => runner.close())

const run = (versionName: string) => runToEnd(api, projectId, 'P', versionName)

test('a version with a file that fits into no message fails in words, and keeps no other from its end', async () => {
  const P = orchestration({ Start: start() })
  const many = Object.fromEntries(
    Array.from({ length: 12 }, (_, n) => [`${n}.txt`, '\u0001'.repeat(1_000_000)]),
  )
  await publish(api, projectId, { 'P.orch.yaml': P, ...many }, { name: 'many' })
  await publish(api, projectId, { 'P.orch.yaml': P, 'big.txt': '\u0001'.repeat(3_000_000) }, { name: 'big' })
  expect(await run('many')).toMatchObject({ status: 'SUCCESS' })
  expect(await run('big')).toMatchObject({
    status: 'FAILED',
    message: expect.stringMatching(/^The API does not send the version: big\.txt takes 17\.2 MiB as JSON/),
  })
  expect(await run('many')).toMatchObject({ status: 'SUCCESS' })
})
