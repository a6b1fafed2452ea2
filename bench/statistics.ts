import pg from 'pg'
import { openDatabase } from '../src/db/database.ts'
import { sumEndedWeeks } from '../src/features/statistics/counting/work.ts'
import { silent } from '../src/lib/log.ts'
import { startBenchPlatform } from './support/platform.ts'
import { percentile, report } from './support/statistics.ts'

/**
 * Question: how long do the reports of the page Statistics take after 1,000,000 executions of 1,000 pipelines
 * within 90 days? The counted figures are written as counting writes them; reports read nothing else. To
 * reach: 200 ms for 19 of 20 of each. `npm run bench -- statistics [executions] [pipelines]`.
 */
const EXECUTIONS = Number(process.argv[3] ?? 1_000_000)
const PIPELINES = Number(process.argv[4] ?? 1_000)
const DAYS = 90
const COMPONENTS = 5
const TIMES = 20
const LIMIT_MS = 200
const LAST_DAY = '2026-04-01'
/** Of the logarithms of durations: two seconds in the middle, with a long tail. */
const [MIDDLE, SPREAD] = [Math.log(2e6), 0.7]

await using platform = await startBenchPlatform()
const projectId = await platform.project({
  'P.orch.yaml': '{"type":"orchestration","version":"1.0","pipeline":{}}',
})
const database = new pg.Client(platform.databaseUrl)
await database.connect()

/**
 * The counted figures of executions whose pipelines, days and durations are random. Some pipelines run more
 * than others.
 */
async function fill(): Promise<void> {
  await database.query(
    `create temp table ran as
     select date '${LAST_DAY}' - 1 - floor(random() * ${DAYS})::int as day,
            'pipeline ' || floor(power(random(), 1.5) * ${PIPELINES}) as pipeline,
            exp(${MIDDLE} + ${SPREAD} * sqrt(-2 * ln(1 - random())) * cos(2 * pi() * random())) as us
       from generate_series(1, ${EXECUTIONS})`,
  )
  const place = `(select project_id, id as environment_id, name as environment_name from environment where project_id = $1) e`
  await database.query(
    `with took as (select day, pipeline, floor(ln(us) / ln(1.1))::smallint as bucket, count(*)::integer as n
                     from ran group by 1, 2, 3)
     insert into execution_statistics
     select day, e.*, pipeline, sum(n), 0, 0, sum(n) * 1000, 90000, sum(n) * 100,
            array_agg(bucket order by bucket), array_agg(n order by bucket)
       from took, ${place} group by day, e.project_id, e.environment_id, e.environment_name, pipeline`,
    [projectId],
  )
  await database.query(
    `insert into environment_statistics
     select day, project_id, environment_id, environment_name, sum(n), 0, 0, sum(n) * 1000, 90000, sum(n) * 100,
            array_agg(bucket order by bucket), array_agg(n order by bucket)
       from (select day, e.*, floor(ln(us) / ln(1.1))::smallint as bucket, count(*)::integer as n
               from ran, ${place} group by 1, 2, 3, 4, 5) b group by 1, 2, 3, 4`,
    [projectId],
  )
  await database.query(
    `insert into component_statistics
     select day, e.*, pipeline, 'Component ' || c, 'bash-script', count(*), 0, sum(us) / ${COMPONENTS}, max(us), count(*) * 20
       from ran, generate_series(1, ${COMPONENTS}) as c, ${place}
      group by day, e.project_id, e.environment_id, e.environment_name, pipeline, c`,
    [projectId],
  )
  await sumWeeks()
  await database.query(
    `vacuum analyze execution_statistics, environment_statistics, component_statistics, execution_week_statistics,
                    component_week_statistics`,
  )
}

/** As the pass does that every server has, which runs every ten minutes. */
async function sumWeeks(): Promise<void> {
  const { db, close } = openDatabase({ connectionString: platform.databaseUrl, log: silent })
  await sumEndedWeeks(db, new AbortController().signal)
  await close()
}

const reports = {
  'by day': 'execution-statistics?by=DAY',
  'by environment': 'execution-statistics?by=ENVIRONMENT',
  'by pipeline, 100 of them': 'execution-statistics?by=PIPELINE',
  'by pipeline, 1,000 of them': 'execution-statistics?by=PIPELINE&limit=1000',
  'one pipeline by day': 'execution-statistics?by=DAY&pipelineName=pipeline%20500',
  'slowest components': 'component-statistics?limit=20',
} as const

await fill()
for (const days of [7, DAYS]) {
  const from = new Date(Date.parse(LAST_DAY) - days * 86_400_000).toISOString().slice(0, 10)
  for (const [name, path] of Object.entries(reports))
    for (const scope of [`&projectId=${projectId}`, '']) {
      const took: number[] = []
      for (let n = 0; n < TIMES; n++) {
        const begun = performance.now()
        await platform.call('GET', `/v1/${path}&endedFrom=${from}&endedBefore=${LAST_DAY}${scope}`)
        took.push(performance.now() - begun)
      }
      const what = `${days} days, ${name}${scope === '' ? ', all projects' : ''}`
      console.log(`${what}: half ${percentile(took, 0.5).toFixed(0)} ms`)
      report(what, percentile(took, 0.95), LIMIT_MS, 'ms')
    }
}
await database.end()
