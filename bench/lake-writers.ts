import { loadavg } from 'node:os'
import {
  extensionsFolder,
  lakeProject,
  openLake,
  type RunnerProcess,
  runnerOnLake,
  runToEnd,
} from './support/lake.ts'
import { startBenchPlatform } from './support/platform.ts'

/**
 * Question: do more runner processes write more into one lake, and is every row there once? Four runners
 * append batches and merge totals for a minute, against one. Limits: twice as many batches, none lost, none
 * doubled. `HEADRACE_BENCH_SECONDS`: how long each of the two is measured, 60 unless stated.
 */
const seconds = Number(process.env['HEADRACE_BENCH_SECONDS'] ?? 60)
const WRITERS = 4
/** Of an execution: whether it has ended is asked five times a second, so it has to take some seconds. */
const BATCHES = 50
const ROWS = 1_000

const setUp = `
  create table entries (batch varchar, n integer);
  create table totals (writer integer, batches integer);
  insert into totals select range, 0 from range(${WRITERS})`
/** A batch of one writer: it is appended, and merged into the writer's total. */
const append = (writer: number) => `
  insert into entries select '\${sysvar.rootPipeline.executionId}/\${batch}', range from range(${ROWS});
  merge into totals using (select ${writer} as writer) as one on totals.writer = one.writer
    when matched then update set batches = totals.batches + 1`

await using platform = await startBenchPlatform({ HEADRACE_DUCKDB_EXTENSIONS: extensionsFolder() })
const projectId = await lakeProject(platform)
const runners: RunnerProcess[] = []
try {
  for (let n = 0; n < WRITERS; n++) {
    const files = { 'Set up.orch.yaml': once(setUp), 'Write.orch.yaml': repeated(append(n)) }
    runners.push(await runnerOnLake(platform, projectId, `writer-${n}`, files))
  }
  await runToEnd(platform, projectId, { pipelineName: 'Set up', environmentName: 'writer-0' })
  const alone = await writeFor(runners.slice(0, 1))
  const together = await writeFor(runners)
  await verify((alone.executions + together.executions) * BATCHES)
  const load = `load ${loadavg()[0]!.toFixed(1)}`
  const rates = `${together.perSecond.toFixed(1)} batches/s, one ${alone.perSecond.toFixed(1)}`
  for (const [who, { runnerMs, platformMs }] of Object.entries({ One: alone, Together: together }))
    console.log(
      `${who}: ${runnerMs.toFixed(1)} ms of runners a batch, ${platformMs.toFixed(1)} of API and PostgreSQL`,
    )
  const ratio = (together.perSecond / alone.perSecond).toFixed(2)
  console.log(`${WRITERS} runners ${rates}: ${ratio} times, at least 2 times; ${load}`)
} finally {
  await Promise.all(runners.map((runner) => runner.stop()))
}

/**
 * Each runs the pipeline again and again; the last executions end after the time is over. Processor times are
 * of a batch.
 */
async function writeFor(writers: readonly RunnerProcess[]) {
  const begun = performance.now()
  const before = await processorTimes(writers)
  let executions = 0
  await Promise.all(
    writers.map(async ({ environmentName }) => {
      while (performance.now() - begun < seconds * 1_000) {
        await runToEnd(platform, projectId, { pipelineName: 'Write', environmentName })
        executions++
      }
    }),
  )
  const batches = executions * BATCHES
  const perSecond = batches / ((performance.now() - begun) / 1_000)
  const [runnerMs, platformMs] = (await processorTimes(writers)).map((ms, n) => (ms - before[n]!) / batches)
  return { executions, perSecond, runnerMs: runnerMs!, platformMs: platformMs! }
}

/** Of the runners, and of API and PostgreSQL. */
async function processorTimes(writers: readonly RunnerProcess[]) {
  const ofRunners = await Promise.all(writers.map((writer) => writer.processorMs()))
  return [ofRunners.reduce((sum, ms) => sum + ms, 0), await platform.processorMs()]
}

/** Throws unless each of the batches is there once, in the rows and in the totals. */
async function verify(batches: number): Promise<void> {
  await using lake = await openLake(platform, projectId)
  const [found] = await lake.rows(`
    select count(distinct batch), count(*), count(distinct (batch, n)), (select sum(batches) from totals) from entries`)
  const expected = [batches, batches * ROWS, batches * ROWS, batches].map(String)
  if (JSON.stringify(found) !== JSON.stringify(expected))
    throw new Error(`Lost or doubled: ${found?.join(', ')} instead of ${expected.join(', ')}`)
  console.log(`${batches} batches of ${ROWS} rows are there once each`)
}

function scriptOf(name: string, sqlScript: string) {
  const parameters = { componentName: name, enableVariableResolution: 'Yes', sqlScript }
  return { type: 'sql-executor', parameters }
}

function startOf(next: string) {
  return { type: 'start', transitions: { unconditional: [next] }, parameters: { componentName: 'Start' } }
}

function once(sqlScript: string): string {
  const components = { Start: startOf('Set Up'), 'Set Up': scriptOf('Set Up', sqlScript) }
  return JSON.stringify({ type: 'orchestration', version: '1.0', pipeline: { components } })
}

function repeated(sqlScript: string): string {
  const parameters = {
    componentName: 'Batches',
    variableToIterate: 'batch',
    startingValue: '1',
    incrementValue: '1',
    endValue: String(BATCHES),
    concurrency: 'Sequential',
  }
  const components = {
    Start: startOf('Batches'),
    Batches: { type: 'loop-iterator', iterationTarget: 'Append', parameters },
    Append: scriptOf('Append', sqlScript),
  }
  const metadata = { type: 'NUMBER', description: '', scope: 'COPIED', visibility: 'PUBLIC' }
  const variables = { batch: { metadata, defaultValue: '0' } }
  return JSON.stringify({ type: 'orchestration', version: '1.0', pipeline: { components, variables } })
}
