import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { useApi } from '../../../test/support/api.ts'
import { countAllEnded, type FinishedRun, finishedExecution } from '../../../test/support/counting.ts'
import type { ExecutionPlace } from '../../../test/support/executions.ts'
import { aPublishedProject } from '../../../test/support/factories.ts'
import { rowsRead } from '../../../test/support/rows-read.ts'
import { newId } from '../../lib/ids.ts'
import { TESTS_PIPELINE } from '../../pipeline/tests/tests-flow.ts'
import { findUnsummedWeek } from './counting/week-store.ts'
import { forgetOldStatistics, sumEndedWeeks } from './counting/work.ts'
import type { ComponentStatistics, ExecutionStatistics, ExecutionStatisticsList } from './schema.ts'
import { type Grouping, readComponentStatistics, readExecutionStatistics } from './store.ts'

/** From executions that ended to what dashboards show of days. */
const api = useApi()
let place: ExecutionPlace
beforeEach(async () => {
  place = await aPublishedProject(api)
})

const RANGE = 'endedFrom=2026-01-01&endedBefore=2026-01-04'
const signal = new AbortController().signal

const count = () => countAllEnded(api.db)

/** Adds up all weeks that ended; again, only while the server does not count. */
async function sumWeeks(): Promise<void> {
  do await sumEndedWeeks(api.db, signal)
  while ((await findUnsummedWeek(api.db, 400)) !== undefined)
}

const ran = (run: FinishedRun) => finishedExecution(api.db, place, run)

const executionsBy = async (query: string, token?: string): Promise<ExecutionStatisticsList> =>
  (
    await api.call<ExecutionStatisticsList>(
      'GET',
      `/v1/execution-statistics?${RANGE}&${query}`,
      token ? { token } : {},
    )
  ).body

/** Of the project of this test: the database has those of others. */
const ofProject = (query: string) => executionsBy(`projectId=${place.projectId}&${query}`)

test('executions are counted once, in the day in which they ended, with how long they ran and waited', async () => {
  for (let seconds = 1; seconds <= 20; seconds++) await ran({ seconds, waitSeconds: seconds % 2 })
  await ran({ status: 'FAILED', day: 3, seconds: 500, waitSeconds: 60 })
  await ran({ status: 'CANCELLED', day: 3 })
  await count()
  await count()
  const { overall, results } = await executionsBy(`projectId=${place.projectId}`)
  expect(results.map(({ day }) => day)).toEqual(['2026-01-01', '2026-01-02', '2026-01-03'])
  expect(results[0]).toMatchObject({
    succeeded: 20,
    failed: 0,
    cancelled: 0,
    successRate: 1,
    longestWaitMs: 1_000,
    averageWaitMs: 500,
  })
  expect(results[1]).toEqual({ day: '2026-01-02', succeeded: 0, failed: 0, cancelled: 0, rows: 0 })
  expect(results[2]).toEqual({
    day: '2026-01-03',
    succeeded: 0,
    failed: 1,
    cancelled: 1,
    successRate: 0,
    averageWaitMs: 30_000,
    longestWaitMs: 60_000,
    rows: 0,
  })
  expect(overall).toMatchObject({ succeeded: 20, failed: 1, cancelled: 1, successRate: 20 / 21 })
  expect((await ofProject('by=DAY&limit=1')).results).toEqual(results)
  expect(Math.abs(overall.medianMs! / 10_000 - 1)).toBeLessThan(0.06)
  expect(Math.abs(overall.p95Ms! / 19_000 - 1)).toBeLessThan(0.06)
})

test('F31: an execution that cannot be counted is left out, and those that ended with it are counted', async () => {
  const long = randomBytes(3_000).toString('base64')
  await api.db.transaction().execute(async (tx) => {
    const of = (component: string, environment_name = 'Development') =>
      finishedExecution(tx, place, {
        components: { [component]: { seconds: 1 } },
        columns: { environment_name },
      })
    // Each fits into an index, and both together do not.
    const uncountable = () => of(long, long.slice(0, 2_500))
    const ids = [await of('Extract'), await uncountable(), await of(long)]
    await sql`delete from ended_executions where execution_ids && ${ids}::uuid[]`.execute(tx)
    await sql`insert into ended_executions (execution_ids) values (${ids}::uuid[])`.execute(tx)
    await sql`insert into consumption_end (execution_id) values (${await uncountable()})`.execute(tx)
  })
  await ran({})
  await count()
  expect((await ofProject('by=PROJECT')).overall).toMatchObject({ succeeded: 3 })
})

test('executions that are counted later are added, to pipelines and to their environments', async () => {
  for (const seconds of [1, 4, 4, 9]) {
    await ran({ seconds, columns: { pipeline_name: seconds === 9 ? 'Long' : 'Short' } })
    await ran({ status: 'FAILED', seconds: 70 })
    await count()
  }
  const buckets = async (table: string) => {
    const { rows } = await sql<{ counts: number[] }>`
      select bucket_counts as counts from ${sql.table(table)}
       where project_id = ${place.projectId} and buckets <> '{}' order by bucket_counts`.execute(api.db)
    return rows.map(({ counts }) => counts)
  }
  expect(await buckets('execution_statistics')).toEqual([[1], [1, 2]])
  expect(await buckets('environment_statistics')).toEqual([[1, 2, 1]])
  const [days, pipelines] = await Promise.all([ofProject('by=DAY'), ofProject('by=PIPELINE')])
  expect(days.overall).toEqual(pipelines.overall)
  expect(days.overall).toMatchObject({ succeeded: 4, failed: 4 })
  expect(
    pipelines.results.map(({ pipelineName, medianMs }) => [pipelineName, Math.round((medianMs ?? 0) / 1e3)]),
  ).toEqual([
    ['P', 0],
    ['Short', 4],
    ['Long', 9],
  ])
})

test('they are grouped by project, environment and pipeline, the most executions first, and narrowed to one', async () => {
  for (const pipeline_name of ['Load', 'Load', 'Report']) await ran({ columns: { pipeline_name } })
  await ran({ columns: { pipeline_name: 'Load', environment_name: 'Production' }, status: 'FAILED' })
  await count()
  const named = ({ results }: ExecutionStatisticsList, name: keyof ExecutionStatistics) =>
    results.map((one) => [one[name], one.succeeded, one.failed])
  expect(named(await ofProject('by=PIPELINE'), 'pipelineName')).toEqual([
    ['Load', 2, 1],
    ['Report', 1, 0],
  ])
  expect(named(await ofProject('by=ENVIRONMENT'), 'environmentName')).toEqual([
    ['Development', 3, 0],
    ['Production', 0, 1],
  ])
  expect(named(await ofProject('by=PROJECT'), 'projectId')).toEqual([[place.projectId, 3, 1]])
  expect(named(await ofProject('by=PIPELINE&limit=1'), 'pipelineName')).toEqual([['Load', 2, 1]])
  const one = await ofProject('by=PIPELINE&environmentName=Development&pipelineName=Report')
  expect([named(one, 'pipelineName'), one.overall.succeeded]).toEqual([[['Report', 1, 0]], 1])
})

test('components are listed by the time that they took, with their failures and rows', async () => {
  await ran({ components: { Extract: { seconds: 5, rows: 100 }, Clean: { seconds: 30, rows: 50 } } })
  await ran({ day: 2, status: 'FAILED', components: { Extract: { seconds: 9, rows: 1, result: 'FAILED' } } })
  await count()
  const { body } = await api.call<{ results: ComponentStatistics[] }>(
    'GET',
    `/v1/component-statistics?${RANGE}&projectId=${place.projectId}`,
  )
  const of = { projectId: place.projectId, pipelineName: 'P', componentType: 'bash-script' }
  expect(body.results).toEqual([
    {
      ...of,
      componentName: 'Clean',
      runs: 1,
      failures: 0,
      totalMs: 30_000,
      averageMs: 30_000,
      longestMs: 30_000,
      rows: 50,
    },
    {
      ...of,
      componentName: 'Extract',
      runs: 2,
      failures: 1,
      totalMs: 14_000,
      averageMs: 7_000,
      longestMs: 9_000,
      rows: 101,
    },
  ])
  expect((await ofProject('by=DAY')).results.map(({ rows }) => rows)).toEqual([150, 1, 0])
})

test('bytes are the sum of those that components know, and absent where none does', async () => {
  await ran({ components: { Load: { seconds: 1, bytes: 5_000_000_000 }, Clean: { seconds: 1 } } })
  await count()
  await ran({ components: { Load: { seconds: 1, bytes: 24 } } })
  await ran({ day: 2, components: { Clean: { seconds: 1 } } })
  await count()
  const bytesOf = async () => {
    const { body } = await api.call<{ results: ComponentStatistics[] }>(
      'GET',
      `/v1/component-statistics?${RANGE}&projectId=${place.projectId}`,
    )
    const { overall, results } = await ofProject('by=DAY')
    return {
      overall: overall.bytes,
      days: results.map(({ bytes }) => bytes),
      components: body.results.map(({ componentName, bytes }) => [componentName, bytes]).toSorted(),
    }
  }
  const expected = {
    overall: 5_000_000_024,
    days: [5_000_000_024, undefined, undefined],
    components: [
      ['Clean', undefined],
      ['Load', 5_000_000_024],
    ],
  }
  expect(await bytesOf()).toEqual(expected)
  expect((await ofProject('by=PIPELINE')).results[0]).toMatchObject({ bytes: 5_000_000_024 })
})

test('tests, and runs of what is not published, are not counted', async () => {
  await ran({ columns: { pipeline_name: TESTS_PIPELINE }, components: { T: { seconds: 1 } } })
  const source_id = newId()
  await sql`
    insert into unpublished_source (id, project_id, digest, ref, version_name, bundle_id)
    select ${source_id}, ${place.projectId}, 'x', 'main', 'main', bundle_id from artifact where id = ${place.artifactId}`.execute(
    api.db,
  )
  await ran({ columns: { source_id }, components: { T: { seconds: 1 } } })
  await count()
  expect((await ofProject('by=PIPELINE')).results).toEqual([])
  const { body } = await api.call<{ results: unknown[] }>(
    'GET',
    `/v1/component-statistics?${RANGE}&projectId=${place.projectId}`,
  )
  expect(body.results).toEqual([])
})

test('who may not see an environment or a project does not see how it did', async () => {
  await ran({})
  const path = `/v1/projects/${place.projectId}/environments`
  const body = { name: 'Hidden', defaultAgentId: place.agentId, defaultUserAccessLevel: 'noAccess' }
  expect((await api.call('POST', path, { body })).status).toBe(201)
  const hidden = {
    environment_id: sql`(select id from environment where project_id = ${place.projectId} and name = 'Hidden')`,
  }
  await ran({ columns: { ...hidden, environment_name: 'Hidden' } })
  await count()
  const environmentsSeenBy = async (token: string) =>
    (await executionsBy('by=ENVIRONMENT', token)).results
      .map(({ environmentName }) => environmentName)
      .toSorted()
  const [administrator, member, stranger] = await Promise.all(
    (['ADMIN', 'CONTRIBUTOR', undefined] as const).map((role) =>
      api.credential({ projectRoles: role === undefined ? [] : [{ projectId: place.projectId, role }] }),
    ),
  )
  expect(await environmentsSeenBy(administrator!.token)).toEqual(['Development', 'Hidden'])
  expect(await environmentsSeenBy(member!.token)).toEqual(['Development'])
  expect(await environmentsSeenBy(stranger!.token)).toEqual([])
  const own = `/v1/execution-statistics?${RANGE}&projectId=${place.projectId}`
  expect((await api.call('GET', own, { token: stranger!.token })).status).toBe(404)
})

test('a range that is wrong or too long is refused', async () => {
  const refused = async (query: string) =>
    (await api.call('GET', `/v1/component-statistics?${query}`)).body['violations']
  expect(await refused('endedFrom=2026-01-04&endedBefore=2026-01-04')).toEqual([
    'query/endedBefore must be after endedFrom',
  ])
  expect(await refused('endedFrom=2026-01-01&endedBefore=2027-01-01')).toEqual([
    expect.stringContaining('at most 92 days'),
  ])
})

test('statistics are kept for 400 days', async () => {
  await ran({ components: { Load: { seconds: 1 } } })
  await count()
  await sumWeeks()
  // Weeks are named by their first days, and are as old as their last.
  const tables = {
    execution_statistics: ['day', 0],
    environment_statistics: ['day', 0],
    component_statistics: ['day', 0],
    execution_week_statistics: ['week', 6],
    component_week_statistics: ['week', 6],
  } as const
  const keptAtAge = async (days: number) => {
    for (const [table, [column, more]] of Object.entries(tables))
      await sql`update ${sql.table(table)} set ${sql.ref(column)} = (now() at time zone 'UTC')::date - ${days + more}::int
                 where project_id = ${place.projectId}`.execute(api.db)
    await forgetOldStatistics(api.db)
    const kept: string[] = []
    for (const table of Object.keys(tables)) {
      const found = sql`select from ${sql.table(table)} where project_id = ${place.projectId}`
      if ((await found.execute(api.db)).rows.length > 0) kept.push(table)
    }
    return kept
  }
  expect(await keptAtAge(399)).toEqual(Object.keys(tables))
  expect(await keptAtAge(401)).toEqual([])
})

test('whole weeks are read as one, with the same figures, and again by day when one more is counted late', async () => {
  // From Saturday, January 3, to Tuesday, January 13: one whole week from Monday, January 5.
  for (let day = 3; day <= 13; day++) {
    const components = { Load: { seconds: day, rows: day, bytes: 3 * day }, Clean: { seconds: 1 } }
    const pipeline_name = day % 2 === 0 ? 'Even' : 'Odd'
    await ran({ day, seconds: day, waitSeconds: 20 - day, components, columns: { pipeline_name } })
    await ran({ day, status: day % 3 === 0 ? 'FAILED' : 'SUCCESS', seconds: 40, columns: { pipeline_name } })
  }
  await count()
  const range = { from: '2026-01-04', before: '2026-01-13' }
  const filter = { scopes: undefined, projectId: place.projectId, ...range }
  const read = async () => [
    await readExecutionStatistics(api.db, filter, 'PIPELINE', 10),
    await readExecutionStatistics(api.db, { ...filter, pipelineName: 'Odd' }, 'TOTAL', 10),
    await readExecutionStatistics(api.db, { ...filter, pipelineName: 'Odd' }, 'DAY', 10),
    await readComponentStatistics(api.db, filter, 10),
  ]
  const byDay = await read()
  expect(byDay[0]).toMatchObject([
    { pipelineName: 'Even', succeeded: 8, failed: 2 },
    { pipelineName: 'Odd', succeeded: 7, failed: 1 },
  ])
  await sumWeeks()
  expect(await read()).toEqual(byDay)
  // Reports now read the weekly sums: once those of a pipeline are deleted, its statistics are empty.
  await sql`delete from execution_week_statistics where pipeline_name = 'Odd' and project_id = ${place.projectId}`.execute(
    api.db,
  )
  expect((await read())[1]).toEqual([])

  await ran({
    day: 7,
    seconds: 100,
    components: { Load: { seconds: 50 } },
    columns: { pipeline_name: 'Odd' },
  })
  await count()
  const withLate = await read()
  expect(withLate[1]).toMatchObject([{ succeeded: 8, failed: 1 }])
  await sumWeeks()
  expect(await read()).toEqual(withLate)
})

test('a week is added up when it has been over for a day', async () => {
  const monday = sql<string>`((now() at time zone 'UTC')::date - extract(isodow from (now() at time zone 'UTC')::date)::integer + 1)`
  await sql`insert into environment_statistics
    select ${monday} - 7 * n, ${place.projectId}, ${place.environmentId}, 'Development', 1, 0, 0, 0, 0, 0, '{}', '{}'
      from generate_series(0, 2) n`.execute(api.db)
  await sumWeeks()
  const { rows } = await sql<{ age: number; isMonday: boolean }>`
    select (${monday} - week) / 7 as age, extract(isodow from now() at time zone 'UTC') = 1 as "isMonday"
      from statistics_week where week >= ${monday} - 14 order by 1`.execute(api.db)
  expect(rows.map(({ age }) => age)).toEqual(rows[0]!.isMonday ? [2] : [1, 2])
})

test('a report reads the figures of its days, however many executions and other days there were', async () => {
  const some = sql`select date '2025-11-01' + d as day, ${place.projectId}::uuid as project, ${place.environmentId}::uuid as environment,
                          'P' || p as pipeline from generate_series(0, 199) d, generate_series(1, 40) p`
  await sql`insert into execution_statistics
    select day, project, environment, 'Development', pipeline, 1, 0, 0, 1, 1, 1, '{100,120}', '{1,1}', 1 from (${some}) x`.execute(
    api.db,
  )
  await sql`insert into component_statistics
    select day, project, environment, 'Development', pipeline, 'C', 'bash-script', 1, 0, 1, 1, 1 from (${some}) x`.execute(
    api.db,
  )
  await sql`insert into environment_statistics
    select day, project, environment, 'Development', 40, 0, 0, 40, 1, 40, '{100,120}', '{40,40}'
      from (select distinct day, project, environment from (${some}) x) x`.execute(api.db)
  await sql`analyze execution_statistics, environment_statistics, component_statistics`.execute(api.db)
  const scopes = [{ id: place.projectId, environments: null, hidden: false }]
  const filter = { scopes, from: '2026-03-01', before: '2026-03-03', projectId: place.projectId }
  const read = (table: string, by: Grouping, own: object = {}) =>
    rowsRead(api.db, table, (tx) => readExecutionStatistics(tx, { ...filter, ...own }, by, 100))
  // Entries of an index and rows: two days of 40 pipelines, once for the outcomes and once for the durations.
  expect(await read('execution_statistics', 'PIPELINE')).toBeLessThan(2 * 40 * 2 * 3)
  for (const by of ['TOTAL', 'DAY', 'PROJECT', 'ENVIRONMENT'] as const) {
    expect(await read('environment_statistics', by), by).toBeLessThan(40)
    expect(await read('execution_statistics', by), by).toBe(0)
  }
  const ofOne = { pipelineName: 'P7' }
  expect(await read('execution_statistics', 'DAY', ofOne)).toBeLessThan(40)
  expect(
    await rowsRead(api.db, 'component_statistics', (tx) => readComponentStatistics(tx, filter, 20)),
  ).toBeLessThan(500)

  await sumWeeks()
  await sql`analyze execution_week_statistics, component_week_statistics`.execute(api.db)
  // From a Saturday to a Monday ten weeks later, the last not included.
  const weeks = { ...filter, from: '2025-12-06', before: '2026-02-16' }
  const ofWeeks = (table: string) =>
    rowsRead(api.db, table, (tx) => readExecutionStatistics(tx, weeks, 'PIPELINE', 100))
  expect(await ofWeeks('execution_statistics')).toBeLessThan(2 * 40 * 2 * 3)
  expect(await ofWeeks('execution_week_statistics')).toBeLessThan(10 * 40 * 2 * 3)
})
