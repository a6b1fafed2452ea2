import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { inTurns, msOf } from './support/in-turns.ts'
import { type Load, openLoad } from './support/load.ts'
import { chain } from './support/pipelines.ts'
import { startBenchPlatform } from './support/platform.ts'
import { percentile, report } from './support/statistics.ts'
import { addedPercent, costOfTurn, shownTurn, type Turn } from './support/turn-cost.ts'

/**
 * Question: what do executions pay for lineage, those that read and write nothing, and those that do it in
 * every step? In turns with and without: without, what steps report is dropped before it is stored, so that
 * nothing is parsed, recorded or made an event of. Limit: 3 % more processor time of all processes of the
 * product for each execution, what is recorded after their end included. Executions/s are printed beside it;
 * they vary by more than that from turn to turn. And what does publishing pay for reading the version?
 * `npm run bench -- lineage [rounds]`.
 */
const ROUNDS = Number(process.argv[3] ?? 3)
const SECONDS = 12
const MAX_COST = 0.03

/** Five steps that each read one table and write another. */
const sqlSteps = (): string => {
  const names = ['Start', 'One', 'Two', 'Three', 'Four', 'Five']
  const components = names.map((name, at) => [
    name,
    {
      type: at === 0 ? 'start' : 'sql-executor',
      transitions: at < 5 ? { [at === 0 ? 'unconditional' : 'success']: [names[at + 1]] } : {},
      parameters: {
        componentName: name,
        ...(at > 0 && { sqlScript: `insert into sink select n from source` }),
      },
    },
  ])
  return JSON.stringify({
    type: 'orchestration',
    version: '1.0',
    pipeline: { components: Object.fromEntries(components) },
  })
}
const tables = sqlSteps().replace(
  'insert into sink select n from source',
  'create table source as select 1 as n; create table sink (n int)',
)

await using platform = await startBenchPlatform()
const files = { 'Tables.orch.yaml': tables, 'Sql.orch.yaml': sqlSteps(), 'Five.orch.yaml': chain(5) }
const projectId = await platform.project(files)

/**
 * Milliseconds to publish a version of 50 pipelines, with and without the pass that reads them afterwards.
 */
async function measurePublishing(): Promise<void> {
  const database = new pg.Client(platform.databaseUrl)
  await database.connect()
  const own = await platform.project(files)
  try {
    const pipelines = Object.fromEntries(
      Array.from({ length: 50 }, (_, at) => [`P${at}.orch.yaml`, sqlSteps()]),
    )
    const publishing = (how: 'enable' | 'disable') => async () => {
      await database.query(`alter table artifact ${how} trigger artifact_lineage_due`)
      return msOf(() => platform.publish(own, pipelines))
    }
    const [withIt, without] = await inTurns(publishing('enable'), publishing('disable'), 10 * ROUNDS)
    await database.query('alter table artifact enable trigger artifact_lineage_due')
    report('publishing 50 pipelines, p50', percentile(withIt, 0.5), percentile(without, 0.5), 'ms')
  } finally {
    await database.end()
  }
}

async function measure(what: string, pipelineName: string, inFlight: number): Promise<void> {
  await using load = await openLoad(platform, projectId, pipelineName)
  const { database } = load
  const turn = () =>
    costOfTurn({ platform, load, seconds: SECONDS, inFlight, isSettled: () => isRecorded(load) })
  await turn() // warm
  const turns: Record<'with' | 'without', Turn[]> = { with: [], without: [] }
  for (let round = 1; round <= ROUNDS; round++)
    // The order changes from round to round: what the machine does meanwhile must not favour one.
    for (const how of round % 2 === 0 ? (['with', 'without'] as const) : (['without', 'with'] as const)) {
      const [reports, failures] = how === 'with' ? ['disable', 'enable'] : ['enable', 'disable']
      await database.query(`alter table asset_report ${reports} trigger bench_drops_reports`)
      await database.query(`alter table execution ${failures} trigger execution_lineage_failed`)
      turns[how].push(await turn())
      console.log(`${what}, ${how}: ${shownTurn(turns[how].at(-1)!)}`)
    }
  await database.query('alter table asset_report disable trigger bench_drops_reports')
  await database.query('alter table execution enable trigger execution_lineage_failed')
  report(`more processor time: ${what}`, addedPercent(turns.with, turns.without), MAX_COST * 100, '%')
}

async function isRecorded({ database }: Load): Promise<boolean> {
  const { rows } = await database.query<{ waits: boolean }>(
    'select exists (select from asset_report) or exists (select from lineage_run) as waits',
  )
  return !rows[0]!.waits
}

{
  await using load = await openLoad(platform, projectId, 'Tables')
  await load.database.query(`
    create function bench_drops_reports() returns trigger language plpgsql as 'begin return null; end';
    create trigger bench_drops_reports before insert on asset_report for each row execute function bench_drops_reports();
    alter table asset_report disable trigger bench_drops_reports`)
  const start = { pipelineName: 'Tables', environmentName: 'Bench' }
  const path = `/v1/projects/${projectId}/pipeline-executions`
  const { pipelineExecutionId } = await platform.call<{ pipelineExecutionId: string }>('POST', path, start)
  for (let status = ''; status !== 'SUCCESS'; await sleep(50)) {
    ;({ status } = await platform.call<{ status: string }>('GET', `${path}/${pipelineExecutionId}`))
    if (status === 'FAILED') throw new Error('The tables could not be made')
  }
}
await measurePublishing()
await measure('steps without assets', 'Five', 300)
await measure('five SQL steps', 'Sql', 16)
