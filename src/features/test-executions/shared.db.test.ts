import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { useApi } from '../../../test/support/api.ts'
import { aProject, publish } from '../../../test/support/factories.ts'
import { orchestration, start } from '../../../test/support/pipelines.ts'
import { aRealRunner } from '../../../test/support/real-runner.ts'
import { callerOf, parameter, sharedFile } from '../../../test/support/shared-files.ts'
import { publishShared } from '../../../test/support/shared-pipelines.ts'
import { newId } from '../../lib/ids.ts'
import type { TestExecution } from './schema.ts'

/** Tests, at a real runner, of pipelines that run shared ones (decisions.md §§17, 18). */
const gitDir = join(tmpdir(), `headrace-git-${newId()}`)
const api = useApi({ HEADRACE_GIT_DIR: gitDir })
let project: string
let projectId: string
let runner: Awaited<ReturnType<typeof aRealRunner>>

const library = (version: string) => ({
  'Load.orch.yaml': orchestration(
    {
      Start: start('Fill'),
      Fill: {
        type: 'sql-executor',
        parameters: {
          sqlScript: `create table loaded as select '${version}' as version, '\${region}' as region`,
        },
        links: { success: ['Tell'] },
      },
      Tell: {
        type: 'webhook-post',
        parameters: { url: 'https://chat.example/hook', payload: `{"version": "${version}"}` },
      },
    },
    { region: parameter('north') },
  ),
  '.matillion/shared-pipelines.yaml': sharedFile({
    'Load.orch.yaml': { id: 'load', parameters: { region: { required: true } } },
  }),
})
const call = (more: object = { setScalarVariables: [['region', 'south']] }) =>
  callerOf('tested-library#load', more)
const loaded = (version: string, more: object = {}) => ({
  webhooks: { chat: { url: 'https://chat.example/hook' } },
  expect: {
    tables: { loaded: { rows: [[version, 'south']] } },
    steps: { Fill: { runs: 1, status: 'SUCCESS' } },
    webhooks: { chat: { bodies: [{ version }] } },
    ...more,
  },
})
const testOf = (body: object, flow: object = {}) => JSON.stringify({ ...flow, type: 'test', test: body })
const run = (orchestrationName: string) => ({ run: { orchestration: orchestrationName } })
const files = {
  'Calls.orch.yaml': call(),
  'Unset.orch.yaml': call({}),
  'Fixed.test.yaml': testOf({ ...run('Calls'), ...loaded('one') }),
  'Newest.test.yaml': testOf({ ...run('Calls'), ...loaded('two') }),
  'Flow.test.yaml': testOf(loaded('two'), JSON.parse(call())),
  'Unset.test.yaml': testOf({
    ...run('Unset'),
    expect: { status: 'FAILED', message: 'needs values for region' },
  }),
}

beforeAll(async () => {
  const made = await aProject(api)
  projectId = made.projectId
  project = `/v1/projects/${projectId}`
  const version = { prefix: 'tested-library', projectId }
  expect((await publishShared(api, library('one'), { ...version, name: '1' })).status).toBe(201)
  expect((await publish(api, projectId, files, { name: 'fixed' })).status).toBe(201)
  expect((await publishShared(api, library('two'), { ...version, name: '2' })).status).toBe(201)
  for (const [path, content] of Object.entries(files))
    await api.call('PUT', `${project}/repositories/files`, { body: { branch: 'main', path, content } })
  runner = await aRealRunner(api, made.agentId)
})
afterAll(async () => {
  await runner.close()
  await rm(gitDir, { recursive: true, force: true, maxRetries: 5 })
})

/** What failed of these tests, by their names. */
async function failuresOf(source: object, tests: readonly string[]) {
  const { body: made } = await api.call<TestExecution>('POST', `${project}/test-executions`, {
    body: { environmentName: 'Development', scope: 'TEST', tests, ...source },
  })
  const path = `${project}/test-executions/${made.testExecutionId}`
  const read = async () => (await api.call<TestExecution>('GET', path)).body
  await expect.poll(async () => (await read()).finishedAt, { timeout: 60_000 }).toBeDefined()
  const ended = await read()
  expect(ended.tests.map(({ name }) => name)).toEqual(tests)
  return ended.tests
    .filter(({ status }) => status !== 'PASSED')
    .map(({ name, message, assertions }) => ({
      name,
      message,
      failed: assertions.filter((one) => !one.passed),
    }))
}

test('tests of a version run what it fixed, those of a branch the newest, and what a set posts stays in the test', async () => {
  expect(await failuresOf({ versionName: 'fixed' }, ['Fixed', 'Unset'])).toEqual([])
  expect(await failuresOf({ ref: 'main' }, ['Newest', 'Flow', 'Unset'])).toEqual([])
  expect(await failuresOf({ ref: 'main' }, ['Fixed'])).toMatchObject([
    {
      name: 'Fixed',
      failed: [{ expected: 'one, south', actual: 'two, south' }, { what: expect.stringContaining('chat') }],
    },
  ])
})
