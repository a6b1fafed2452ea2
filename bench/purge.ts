import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { chain } from './support/pipelines.ts'
import { startBenchPlatform } from './support/platform.ts'
import { percentile, report } from './support/statistics.ts'

/**
 * Question: how long does it take to get rid of a million executions that were queued by mistake, as
 * `headrace cancel --status QUEUED` does, and are lists answered meanwhile? To reach (F21): 60 s.
 * `npm run bench -- purge [COUNT]`.
 */
const COUNT = Number(process.argv[3] ?? 1_000_000)
const BATCH = 50_000
const REACH_SECONDS = 60
const REACH_LIST_MS = 250
/** Far more often than a page asks. */
const LOOK_MS = 100

await using platform = await startBenchPlatform()
const projectId = await platform.project({ 'One.orch.yaml': chain(1) })
const executions = `/v1/projects/${projectId}/pipeline-executions`
const database = new pg.Client(platform.databaseUrl)
await database.connect()
await queueMany()

const lists: number[] = []
let isOver = false
const listing = (async () => {
  while (!isOver) {
    const asked = performance.now()
    await platform.call('GET', `/v1/pipeline-executions?projectId=${projectId}&status=QUEUED`)
    lists.push(performance.now() - asked)
    await sleep(LOOK_MS)
  }
})()
const begun = performance.now()
let cancelled = 0
for (let more = true; more; ) {
  const part = await platform.call<{ cancelled: number; more: boolean }>(
    'POST',
    `${executions}/cancellations`,
    {
      status: 'QUEUED',
      environmentName: 'Nowhere',
    },
  )
  cancelled += part.cancelled
  more = part.more
}
const seconds = (performance.now() - begun) / 1_000
isOver = true
await listing
if (cancelled !== COUNT) throw new Error(`${cancelled} of ${COUNT} were cancelled`)
report(`${COUNT} queued executions cancelled by filter`, seconds, (REACH_SECONDS * COUNT) / 1_000_000, 's')
report('a list meanwhile, p99', percentile(lists, 0.99), REACH_LIST_MS, 'ms')
await database.end()

/** They wait for a runner that never connects. */
async function queueMany(): Promise<void> {
  const { agentId } = await platform.call<{ agentId: string }>('POST', '/v1/agents', {
    name: 'absent',
    agentType: 'pipeline',
    cloudProvider: 'self_hosted',
    deployment: 'process',
  })
  await platform.call('POST', `/v1/projects/${projectId}/environments`, {
    name: 'Nowhere',
    defaultAgentId: agentId,
  })
  const { results } = await platform.call<{ results: { artifactId?: string; versionName: string }[] }>(
    'GET',
    `/v1/projects/${projectId}/artifacts?environmentName=Bench`,
  )
  await platform.call('POST', `/v1/projects/${projectId}/artifacts/promotions`, {
    sourceEnvironmentName: 'Bench',
    targetEnvironmentName: 'Nowhere',
    versionName: results[0]!.versionName,
  })
  const { pipelineExecutionId: model } = await platform.call<{ pipelineExecutionId: string }>(
    'POST',
    executions,
    {
      pipelineName: 'One',
      environmentName: 'Nowhere',
    },
  )
  const { rows } = await database.query<{ name: string }>(
    `select quote_ident(column_name) as name from information_schema.columns
      where table_schema = 'public' and table_name = 'execution' and column_name <> all('{id,root_id}')`,
  )
  const others = rows.map(({ name }) => name).join(', ')
  for (let queued = 1; queued < COUNT; queued += BATCH) {
    await database.query(
      `with fresh as (select uuidv7() as id from generate_series(1, $2::integer))
       insert into execution (id, root_id, ${others})
       select f.id, f.id, ${others.replaceAll(/\w+/g, 'model.$&')} from fresh f, execution model where model.id = $1`,
      [model, Math.min(BATCH, COUNT - queued)],
    )
  }
  await database.query('analyze execution')
}
