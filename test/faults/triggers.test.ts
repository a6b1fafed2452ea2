import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ApiProcess, aFleet, type Fleet } from '../support/fleet.ts'
import { orchestration, start } from '../support/pipelines.ts'
import type { Running } from '../support/platform.ts'

/**
 * One end of a pipeline, and events, start each dependent exactly once, whoever dies meanwhile.
 * `HEADRACE_TEST_TRIGGER_EDGES` says how many dependents there are: the full test has 10,000.
 */
const EDGES = Number(process.env['HEADRACE_TEST_TRIGGER_EDGES'] ?? 400)
const EVENTS = 60
const WRITES = 20
const PATIENCE_MS = 60_000 + EDGES * 40
let fleet: Fleet
let apis: ApiProcess[]
let runner: Running

beforeAll(async () => {
  fleet = await aFleet(4)
  apis = [await fleet.startApi(), await fleet.startApi()]
  runner = await fleet.startRunner()
  const nothing = orchestration({ Start: start() })
  const query = (sqlScript: string, ...next: string[]) => ({
    type: 'sql-executor',
    parameters: { sqlScript },
    links: { success: next },
  })
  const writing = orchestration({
    Start: start('Orders'),
    Orders: query('create or replace table orders as select 1 as n', 'Customers'),
    Customers: query('create or replace table customers as select 1 as n'),
  })
  await fleet.publish({
    'First.orch.yaml': nothing,
    'Second.orch.yaml': nothing,
    'Writing.orch.yaml': writing,
  })
}, 180_000)
afterAll(() => fleet.stop())

/** Triggers that start Second after First, as the API makes them one by one. */
async function addTriggers(count: number): Promise<void> {
  await fleet.query(
    `with made as (
       insert into data_trigger (id, project_id, environment_id, name, pipeline_name, pipeline_type, condition_type,
              condition, created_by)
       select gen_random_uuid(), project_id, id, 'T ' || n, 'Second', 'orchestration', 'PIPELINE_END',
              '{"type":"PIPELINE_END","pipelineName":"First","states":["SUCCESS"]}', 'test'
         from environment, generate_series(1, $2::integer) as n where project_id = $1
       returning id, environment_id)
     insert into trigger_watch (trigger_id, environment_id, pipeline_name, states, enabled)
     select id, environment_id, 'First', '{SUCCESS}', true from made`,
    [fleet.projectId, count],
  )
}

/** Waits for longer than other tests: there may be many. */
const waitFor = (what: string, probe: () => Promise<boolean>) =>
  expect.poll(probe, { timeout: PATIENCE_MS, interval: 100, message: what }).toBe(true)

const count = async (what: string, values: readonly unknown[] = []) =>
  (await fleet.query<{ n: number }>(`select count(*)::integer as n from ${what}`, values))[0]!.n

/**
 * Kills each API process and the runner while the number of started executions grows, and PostgreSQL once.
 */
async function killOneAfterTheOther(started: () => Promise<number>, total: number): Promise<void> {
  const reached = (share: number) =>
    waitFor(`${share} of the executions`, async () => (await started()) >= total * share)
  await reached(0.1)
  apis[0]!.child.kill('SIGKILL')
  await reached(0.3)
  runner.child.kill('SIGKILL')
  apis[0] = await fleet.startApi()
  apis[1]!.child.kill('SIGKILL')
  await fleet.restartPostgres(300)
  apis[1] = await fleet.startApi()
  runner = await fleet.startRunner()
}

test('F25: the end of a pipeline starts each of its dependents exactly once, whoever is killed', async () => {
  await addTriggers(EDGES)
  const ends = EDGES >= 10_000 ? 1 : 2
  await fleet.run('First', ends)
  await killOneAfterTheOther(() => count('execution where trigger_id is not null'), EDGES * ends)
  await waitFor(
    'all dependents to end',
    async () =>
      (await count(`execution where trigger_id is not null and status = 'SUCCESS'`)) >= EDGES * ends,
  )
  const perTrigger = await fleet.query<{ runs: number; triggers: number }>(
    `select runs, count(*)::integer as triggers from (
       select t.id, count(x.id)::integer as runs from data_trigger t left join execution x on x.trigger_id = t.id
        group by t.id) r group by runs`,
  )
  expect(perTrigger).toEqual([{ runs: ends, triggers: EDGES }])
  expect(await count(`trigger_fire where outcome = 'FIRED' and execution_id is not null`)).toBe(EDGES * ends)
  expect(await count('trigger_fire')).toBe(EDGES * ends)
  expect(await count('trigger_end')).toBe(0)
}, 600_000)

test('F25: each event id starts one run, although requests fail, are repeated, and servers die', async () => {
  await fleet.query('delete from data_trigger')
  const json = {
    name: 'On event',
    pipelineName: 'Second',
    environmentName: 'Development',
    condition: { type: 'EVENT' },
  }
  const path = `/v1/projects/${fleet.projectId}/triggers`
  const { triggerId } = await fleet.client.call<{ triggerId: string }>('POST', path, { json })
  const send = async (n: number): Promise<void> => {
    const headers = { 'idempotency-key': `event-${n}` }
    const once = () => fleet.client.call('POST', `${path}/${triggerId}/events`, { json: { n }, headers })
    await waitFor(`event ${n} to be accepted`, () =>
      once().then(
        () => true,
        () => false,
      ),
    )
    await once().catch(() => undefined)
  }
  const sent = Promise.all(Array.from({ length: EVENTS }, (_, n) => send(n)))
  apis[0]!.child.kill('SIGKILL')
  apis[0] = await fleet.startApi()
  await sent
  const ended = () => count(`execution where trigger_id = $1 and status = 'SUCCESS'`, [triggerId])
  await waitFor('all events to have run', async () => (await ended()) >= EVENTS)
  expect(await count('execution where trigger_id = $1', [triggerId])).toBe(EVENTS)
  expect(await count('trigger_fire where trigger_id = $1', [triggerId])).toBe(EVENTS)
}, 600_000)

test('F25: each write of an asset starts a trigger once, although servers die between the write and the run', async () => {
  await fleet.query('delete from data_trigger')
  await fleet.run('Writing', 1)
  const assets = () =>
    fleet.query<{ assetId: string }>(`select id as "assetId" from asset where last_written_at is not null`)
  await waitFor('the assets to be recorded', async () => (await assets()).length === 2)
  const ids = await assets()
  const trigger = async (match: string) => {
    const json = {
      name: match,
      pipelineName: 'Second',
      environmentName: 'Development',
      condition: { type: 'ASSETS', assets: ids, match },
    }
    const path = `/v1/projects/${fleet.projectId}/triggers`
    return (await fleet.client.call<{ triggerId: string }>('POST', path, { json })).triggerId
  }
  const [any, all] = [await trigger('ANY'), await trigger('ALL')]
  const before = await count('asset_write')
  await fleet.run('Writing', WRITES)
  const written = async () => (await count('asset_write')) - before
  await waitFor('the first writes', async () => (await written()) > 0)
  apis[0]!.child.kill('SIGKILL')
  apis[0] = await fleet.startApi()
  await waitFor('the first runs', async () => (await count('execution where trigger_id = $1', [any])) > 0)
  apis[1]!.child.kill('SIGKILL')
  await fleet.restartPostgres(300)
  apis[1] = await fleet.startApi()
  const live = `execution where status in ('QUEUED', 'RUNNING', 'CANCELLING')`
  await waitFor('everything to be recorded and to have run', async () => {
    const [reports, fires, runs] = [
      count('asset_report'),
      count(`trigger_fire where outcome = 'PENDING'`),
      count(live),
    ]
    const untold = count('asset_write where seq > (select write_seq from trigger_told)')
    return (await Promise.all([reports, untold, fires, runs])).every((left) => left === 0)
  })
  const writes = await written()
  expect(writes).toBeGreaterThan(WRITES)
  expect(await count('execution where trigger_id = $1', [any])).toBe(writes)
  expect(await count(`trigger_fire where trigger_id = $1 and outcome = 'FIRED'`, [any])).toBe(writes)
  const pairs = await fleet.query<{ seqs: string[] }>(
    `select array(select a->>'assetId' || (a->>'pipelineExecutionId') from jsonb_array_elements(facts->'assets') a) as seqs
       from trigger_fire where trigger_id = $1`,
    [all],
  )
  const used = pairs.flatMap(({ seqs }) => seqs)
  expect(pairs.length).toBeGreaterThan(0)
  expect(new Set(used).size).toBe(used.length)
  expect(await count('execution where trigger_id = $1', [all])).toBe(pairs.length)
}, 600_000)
