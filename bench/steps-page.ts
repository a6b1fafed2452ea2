import { inTurns, msOf } from './support/in-turns.ts'
import { addHistory, openLoad } from './support/load.ts'
import { chain } from './support/pipelines.ts'
import { type BenchPlatform, startBenchPlatform } from './support/platform.ts'
import { percentile } from './support/statistics.ts'

/**
 * Question: does a page cost the same wherever it is, and however much there is? Page 1 and page 4,000 of the
 * steps of an execution of 100,000 steps; the executions list of an installation with hundreds of executions,
 * and of one with a million; in turns. To reach: equal within 20 %. The faster quarter counts: what else the
 * machine does is not asked. `npm run bench -- steps-page [executions]`.
 */
const STEPS = 100_000
const PAGE_SIZE = 25
const READS = 300
const REACH = 1.2
const SHARE = 0.25
const EXECUTIONS = Number(process.argv[3] ?? 1_000_000)

await using large = await anInstallation()
await using small = await anInstallation()
const { platform, load, projectId } = large
const { rows } = await load.database.query<{ id: string }>('select id from execution order by id limit 1')
const execution = rows[0]!.id
await load.database.query(
  `insert into step (execution_id, seq, key, name, type, result, started_at, finished_at, outcome, finished_n)
   select execution_id, n, key || n, name, type, result, started_at, finished_at, outcome, n * 2
     from step cross join generate_series(2, $2::integer - 1) as n where execution_id = $1 and seq = 1`,
  [execution, STEPS],
)
await load.database.query('vacuum analyze step')

const steps = `/v1/projects/${projectId}/pipeline-executions/${execution}/steps?size=${PAGE_SIZE}`
const page = (number: number) => () => read(platform, `${steps}&page=${number}`)
const [first, last] = await faster(page(0), page(STEPS / PAGE_SIZE - 1))
tell(`steps, page ${STEPS / PAGE_SIZE} against page 1`, last, first)

await addHistory(load, projectId, EXECUTIONS)
const [few, many] = await faster(small.list, large.list)
tell(`executions, with ${EXECUTIONS} against hundreds`, many, few)

/** One that has run hundreds of executions in one project. */
async function anInstallation() {
  const platform = await startBenchPlatform()
  const projectId = await platform.project({ 'Two.orch.yaml': chain(2) })
  const load = await openLoad(platform, projectId, 'Two')
  await load.measure(1, 100)
  const list = () => read(platform, `/v1/pipeline-executions?projectId=${projectId}&limit=${PAGE_SIZE}`)
  return {
    platform,
    projectId,
    load,
    list,
    async [Symbol.asyncDispose]() {
      await load[Symbol.asyncDispose]()
      await platform[Symbol.asyncDispose]()
    },
  }
}

/** The faster quarter of each. */
async function faster(one: () => Promise<void>, other: () => Promise<void>): Promise<[number, number]> {
  const [ones, others] = await inTurns(
    () => msOf(one),
    () => msOf(other),
    READS,
  )
  return [percentile(ones, SHARE), percentile(others, SHARE)]
}

async function read(platform: BenchPlatform, path: string): Promise<void> {
  const { results } = await platform.call<{ results: unknown[] }>('GET', path)
  if (results.length !== PAGE_SIZE) throw new Error(`${path} answered ${results.length} rows`)
}

function tell(what: string, value: number, other: number): void {
  const figures = `${value.toFixed(2)} ms against ${other.toFixed(2)} ms`
  console.log(`${what}: ${figures}, ratio ${(value / other).toFixed(2)}, to reach: ${REACH}`)
}
