import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { openLoad } from './support/load.ts'
import { chain } from './support/pipelines.ts'
import { startBenchPlatform } from './support/platform.ts'
import { mean, percentile, report } from './support/statistics.ts'

/**
 * Questions: how long after an event, or after the end of a pipeline, does what a trigger starts run, on an
 * idle system? How long does one end take that 10,000 triggers wait for? What do executions pay that no
 * trigger waits for? Limits: 10 ms for half of them, 100 ms for 99 of 100, 3 % fewer executions a second.
 * `npm run bench -- triggers [rounds of the last]`.
 */
const RUNS = 200
const EDGES = 10_000
const ROUNDS = Number(process.argv[3] ?? 3)
const SECONDS = 8
const IN_FLIGHT = 300
const MAX_COST = 0.03

await using platform = await startBenchPlatform()
const files = { 'First.orch.yaml': chain(1), 'Second.orch.yaml': chain(1), 'Five.orch.yaml': chain(5) }
const projectId = await platform.project(files)
const database = new pg.Client(platform.databaseUrl)
await database.connect()
const path = `/v1/projects/${projectId}`
const trigger = (name: string, condition: object) =>
  platform.call<{ triggerId: string }>('POST', `${path}/triggers`, {
    name,
    pipelineName: 'Second',
    environmentName: 'Bench',
    condition,
  })

/** Milliseconds from what happened to the start of what it started, without the first that warm up. */
async function waits(triggerId: string): Promise<number[]> {
  const { rows } = await database.query<{ ms: number }>(
    `select extract(epoch from x.started_at - f.occurred_at)::float * 1000 as ms
       from trigger_fire f join execution x on x.id = f.execution_id
      where f.trigger_id = $1 order by f.seq offset 20`,
    [triggerId],
  )
  return rows.map(({ ms }) => Math.max(0, ms))
}

async function measureWaits(what: string, triggerId: string, happen: () => Promise<unknown>): Promise<void> {
  for (let run = 0; run < RUNS; run++) {
    await happen()
    await sleep(30 + Math.random() * 20)
  }
  await sleep(1_000)
  const measured = await waits(triggerId)
  report(`${what} → running, p50`, percentile(measured, 0.5), 10, 'ms')
  report(`${what} → running, p99`, percentile(measured, 0.99), 100, 'ms')
}

try {
  const onEvent = await trigger('On event', { type: 'EVENT' })
  await measureWaits('event', onEvent.triggerId, () =>
    platform.call('POST', `${path}/triggers/${onEvent.triggerId}/events`, { n: 1 }),
  )
  const afterFirst = await trigger('After First', { type: 'PIPELINE_END', pipelineName: 'First' })
  await measureWaits('end', afterFirst.triggerId, () =>
    platform.call('POST', `${path}/pipeline-executions`, { pipelineName: 'First', environmentName: 'Bench' }),
  )

  await using load = await openLoad(platform, projectId, 'Five')
  await load.measure(3, IN_FLIGHT) // warm
  const rates: Record<'enable' | 'disable', number[]> = { enable: [], disable: [] }
  for (let round = 1; round <= ROUNDS; round++)
    // The order changes from round to round: what the machine does meanwhile must not favour one.
    for (const how of round % 2 === 0 ? (['enable', 'disable'] as const) : (['disable', 'enable'] as const)) {
      await database.query(`alter table execution ${how} trigger execution_ended_for_triggers`)
      await database.query(`alter table execution ${how} trigger execution_inserted_as_ended_for_triggers`)
      rates[how].push(await load.measure(SECONDS, IN_FLIGHT))
    }
  await database.query('alter table execution enable trigger user')
  console.log(`without: ${mean(rates.disable).toFixed(0)}/s, with: ${mean(rates.enable).toFixed(0)}/s`)
  const kept = (mean(rates.enable) / mean(rates.disable)) * 100
  report('kept where no trigger waits', kept, (1 - MAX_COST) * 100, ' %')

  await database.query(
    `with made as (
       insert into data_trigger (id, project_id, environment_id, name, pipeline_name, pipeline_type, condition_type,
              condition, created_by)
       select gen_random_uuid(), project_id, id, 'Edge ' || n, 'Second', 'orchestration', 'PIPELINE_END',
              '{"type":"PIPELINE_END","pipelineName":"Five","states":["SUCCESS"]}', 'bench'
         from environment, generate_series(1, ${EDGES}) as n where project_id = $1
       returning id, environment_id)
     insert into trigger_watch (trigger_id, environment_id, pipeline_name, states, enabled)
     select id, environment_id, 'Five', '{SUCCESS}', true from made`,
    [projectId],
  )
  const began = performance.now()
  await platform.call('POST', `${path}/pipeline-executions`, {
    pipelineName: 'Five',
    environmentName: 'Bench',
  })
  for (let started = 0; started < EDGES; await sleep(20)) {
    const { rows } = await database.query<{ n: number }>(
      `select count(*)::integer as n from trigger_fire f join data_trigger t on t.id = f.trigger_id
        where t.name like 'Edge %' and f.outcome = 'FIRED'`,
    )
    started = rows[0]!.n
  }
  console.log(`${EDGES} dependents of one end were queued after ${Math.round(performance.now() - began)} ms`)
} finally {
  await database.end()
}
