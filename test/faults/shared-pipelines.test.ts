import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ApiProcess, aFleet, type Fleet } from '../support/fleet.ts'
import { type Running, waitFor } from '../support/platform.ts'
import { callerOf, sharedFile } from '../support/shared-files.ts'
import { type SideEffects, sideEffects } from '../support/side-effects.ts'
import { allEnded, expectCalls, twoCalls } from '../support/soundness.ts'

/**
 * Shared pipelines over real processes: what they run stays what it was, whoever dies and whatever is
 * published.
 */
let fleet: Fleet
let world: SideEffects
let api: ApiProcess
let runner: Running
const config = '.matillion/shared-pipelines.yaml'
const IN_FLIGHT = 20

async function publishShared(name: string, first: string): Promise<void> {
  const calls = twoCalls(world)['Calls.orch.yaml']!.replace('/first', `/${first}`)
  const files = {
    'steps/Calls.orch.yaml': calls,
    // What a shared pipeline runs is found in its own version, not in the caller's, which has a pipeline of
    // this name too.
    'Entry.orch.yaml': callerOf('steps/Calls', {}, 'run-orchestration'),
    'Second.orch.yaml': callerOf('steps/Calls', {}, 'run-orchestration'),
    [config]: sharedFile({ 'Entry.orch.yaml': { id: 'entry' }, 'Second.orch.yaml': { id: 'second' } }),
  }
  const form = new FormData()
  for (const [path, content] of Object.entries(files)) form.append(path, new Blob([content]), path)
  const headers = { sharedPipelineIdPrefix: 'library', versionName: name }
  await fleet.client.call('POST', '/v1/shared-pipelines/artifacts', { form, headers })
}

async function expectSuccess(ids: readonly string[]): Promise<void> {
  const odd = await fleet.query(
    `select id, status, message from execution where root_id = any($1) and status <> 'SUCCESS'`,
    [ids],
  )
  expect(odd).toEqual([])
  const unfinished = await fleet.query(
    `select s.* from step s join execution x on x.id = s.execution_id where x.root_id = any($1) and s.finished_at is null`,
    [ids],
  )
  expect(unfinished).toEqual([])
}

beforeAll(async () => {
  ;[fleet, world] = await Promise.all([aFleet(3), sideEffects()])
  api = await fleet.startApi()
  runner = await fleet.startRunner()
  await publishShared('1', 'first')
  await fleet.publish({
    'Fixed.orch.yaml': callerOf('library#entry'),
    'Open.orch.yaml': callerOf('${prefix}#second', {}, 'run-shared-pipeline', {
      prefix: { type: 'TEXT', defaultValue: 'library' },
    }),
    'steps/Calls.orch.yaml': callerOf('nothing'),
  })
})
afterAll(async () => {
  await fleet.stop()
  await world.close()
})

test('runs whose runner and API are killed go on with the version they began, whatever was published meanwhile', async () => {
  world.hold('second')
  const half = IN_FLIGHT / 2
  const ids = [...(await fleet.run('Fixed', half)), ...(await fleet.run('Open', half))]
  await waitFor('all of them to be in flight', async () => world.waiting('second') === IN_FLIGHT)
  await publishShared('2', 'other')
  const query = 'sharedPipelineIdPrefix=library&versionName=1'
  await fleet.client.call('PATCH', `/v1/shared-pipelines/artifacts/details?${query}`, {
    json: { enabled: false },
  })
  runner.child.kill('SIGKILL')
  api.child.kill('SIGKILL')
  await Promise.all([runner.ended, api.ended])
  api = await fleet.startApi()
  runner = await fleet.startRunner()
  await waitFor('another runner to take the work', async () => {
    const calls = [...world.calls('second').values()]
    return calls.length === IN_FLIGHT && calls.every((n) => n === 2)
  })
  world.release('second')
  await allEnded(fleet)
  await expectSuccess(ids)
  expectCalls(world, 'first', IN_FLIGHT, 1)
  expectCalls(world, 'second', IN_FLIGHT, 2)
  expect(world.calls('other').size).toBe(0)
})

test('a version that is published runs what it fixed; a name that is decided later runs the newest', async () => {
  world.reset()
  const ids = [...(await fleet.run('Fixed', 1)), ...(await fleet.run('Open', 1))]
  await allEnded(fleet)
  await expectSuccess(ids)
  expect([world.calls('first').size, world.calls('other').size]).toEqual([1, 1])
  const [child] = await fleet.query<{ name: string; own: boolean }>(
    `select x.pipeline_name as name, x.artifact_id = v.id as own from execution x join shared_version v on v.version_name = '1'
      where x.parent_id = $1`,
    [ids[0]],
  )
  expect(child).toEqual({ name: 'Entry', own: true })
})
