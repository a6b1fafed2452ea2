import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Execution } from '../../src/features/executions/schema.ts'
import { bash, orchestration, start } from '../support/pipelines.ts'
import {
  aDataFolder,
  aPublishedProject,
  headrace,
  type Platform,
  removeFolder,
  startPlatform,
  waitFor,
} from '../support/platform.ts'
import { sendJson, startWire, type Wire } from '../support/wire.ts'

/**
 * docs/guides/upgrade.md on one machine: `headrace start` of an older build (HEADRACE_TEST_OLDER is its
 * folder), of a newer one (HEADRACE_TEST_NEWER, or this checkout) and of the older one again, over one data
 * folder with its embedded database.
 */
const older = process.env['HEADRACE_TEST_OLDER']!
const newer = process.env['HEADRACE_TEST_NEWER'] ?? '.'
/** What the platform keeps encrypted, and a step sends to the shop. */
const TOKEN = 'kept-by-the-platform'
const env = { HEADRACE_ALLOW_PRIVATE_ADDRESSES: 'true' }
const orders = {
  connector: 'Shop',
  endpoint: 'orders',
  token: 'token',
  table: 'orders',
  createTableMode: 'REPLACE_IF_EXISTS',
}
const files = {
  'Load.orch.yaml': orchestration({
    Start: start('Extract'),
    Extract: { type: 'api-extract', parameters: orders },
  }),
  'Slow.orch.yaml': orchestration({ Start: start('Wait'), Wait: bash('sleep 4; echo over') }),
}
let folder: string
let shop: Wire
let platform: Platform | undefined
let project: Awaited<ReturnType<typeof aPublishedProject>>
/** Every execution so far. */
const all: string[] = []

beforeAll(async () => {
  folder = await aDataFolder()
  shop = await startWire((_request, response) => sendJson(response, { items: [{ id: 1 }] }))
})
afterAll(async () => {
  await platform?.stop()
  await removeFolder(folder)
  await shop.close()
})

/** Starts a build over what the build before wrote. */
async function startBuild(build: string): Promise<Platform> {
  platform = await startPlatform(folder, env, build)
  return platform
}

async function stop({ stop: end, output }: Platform): Promise<void> {
  expect(await end(), output()).toBe(0)
  platform = undefined
}

const pathOf = (rest: string) => `/v1/projects/${project.projectId}/${rest}`

async function run({ client }: Platform, pipelineName: string): Promise<string> {
  const json = { pipelineName, environmentName: 'Development' }
  const { pipelineExecutionId: id } = await client.call<{ pipelineExecutionId: string }>(
    'POST',
    pathOf('pipeline-executions'),
    { json },
  )
  all.push(id)
  return id
}

/** All executions are there, ended well, with the steps they had. */
async function expectHistory({ client }: Platform): Promise<void> {
  for (const id of all) {
    const execution = await waitFor(`execution ${id} to end`, async () => {
      const found = await client.get<Execution>(`/v1/pipeline-executions/${id}`)
      return found.finishedAt === undefined ? undefined : found
    })
    expect(execution.status).toBe('SUCCESS')
    const steps = await client.all<{ result: string }>(pathOf(`pipeline-executions/${id}/steps`))
    expect(steps.map(({ result }) => result)).toEqual(['SUCCESS', 'SUCCESS'])
  }
  expect(new Set(shop.arrived.map(({ headers }) => headers.authorization))).toEqual(
    new Set([`Bearer ${TOKEN}`]),
  )
  const secrets = await client.all<{ name: string }>(pathOf('secrets'))
  expect(secrets.map(({ name }) => name)).toEqual(['token'])
  const artifacts = await client.all<{ versionName: string }>(pathOf('artifacts?environmentName=Development'))
  expect(artifacts.map(({ versionName }) => versionName)).toEqual(['1'])
}

test('an older build fills a data folder, and is killed while an execution runs', async () => {
  const old = await startBuild(older)
  project = await aPublishedProject(old.client, files)
  await old.client.call('POST', pathOf('secrets'), { json: { name: 'token', value: TOKEN } })
  const endpoint = {
    name: 'orders',
    method: 'GET',
    url: shop.origin,
    authentication: { type: 'BEARER_TOKEN' },
    response: { repeatingElement: '$.items' },
  }
  const connector = { projectId: project.projectId, name: 'Shop', endpoints: [endpoint] }
  await old.client.call('POST', '/v1/custom-connectors', { json: connector })
  await run(old, 'Load')
  await expectHistory(old)
  const slow = await run(old, 'Slow')
  const steps = () => old.client.all<object>(pathOf(`pipeline-executions/${slow}/steps`))
  await waitFor('the step to run', async () => (await steps()).length === 2)
  old.child.kill('SIGKILL')
  await old.ended
})

test('the newer build starts over it, ends what was running, and works with what is there', async () => {
  const young = await startBuild(newer)
  await expectHistory(young)
  await run(young, 'Load')
  await expectHistory(young)
  await stop(young)
})

test('the older build starts over what the newer one wrote, or says in one sentence why it cannot', async () => {
  const migrated = headrace(['migrate'], { HEADRACE_DATA_DIR: folder, HEADRACE_LOG_LEVEL: 'error' }, older)
  if ((await migrated.ended) !== 0) {
    expect(migrated.output()).toMatch(/^The database was made by a newer Headrace[^\n]*\n$/)
    console.log('This older build does not run over the newer schema: nothing goes back')
    await stop(await startBuild(newer)) // and the newer one still does
    return
  }
  const old = await startBuild(older)
  await expectHistory(old)
  await run(old, 'Load')
  await expectHistory(old)
  await stop(old)
})

test('the newer build continues', async () => {
  const young = await startBuild(newer)
  await expectHistory(young)
  await stop(young)
})
