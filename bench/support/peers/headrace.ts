import { copyFile, mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { liveStates } from '../../../src/features/executions/states.ts'
import { fileSafe } from '../../../src/runner/steps/file-safe.ts'
import { type Load, openLoad } from '../load.ts'
import { chain } from '../pipelines.ts'
import type { BenchPlatform } from '../platform.ts'
import { flightsFile, pipelines } from './flights.ts'
import type { StepTimes } from './marks.ts'
import type { RunningPeer, Work } from './peer.ts'

const IN_FLIGHT = 300
const RUN_MS = 300_000
const names: Record<Work, string> = {
  'chain of five': 'Five',
  'chain of forty': 'Forty',
  flights: 'Flights/Load and report',
}

export interface RunningHeadrace extends RunningPeer, AsyncDisposable {}

/** Headrace itself with the same work: chains after a start component, and the demo's pipeline. */
export async function openHeadrace(platform: BenchPlatform, receiverUrl: string): Promise<RunningHeadrace> {
  const files = { 'Five.orch.yaml': chain(6), 'Forty.orch.yaml': chain(41) }
  const demo = Object.entries(pipelines).map(
    async ([path, file]) => [path, await readFile(file, 'utf8')] as const,
  )
  const projectId = await platform.project({ ...files, ...Object.fromEntries(await Promise.all(demo)) })
  // Pipelines read files of their project only.
  const folder = join(platform.folder, 'files', projectId, fileSafe('Bench'))
  const copy = join(folder, 'flights-3m.parquet')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await copyFile(flightsFile, copy)
  for (const [name, value] of Object.entries({ flights_file: copy, receiver_url: receiverUrl })) {
    const variable = { name, type: 'TEXT', behaviour: 'SHARED', value }
    await platform.call('POST', `/v1/projects/${projectId}/variables`, variable)
  }
  const load = await openLoad(platform, projectId, names['chain of five'])

  async function run(work: Work): Promise<StepTimes> {
    const { pipelineExecutionId } = await platform.call<{ pipelineExecutionId: string }>(
      'POST',
      `/v1/projects/${projectId}/pipeline-executions`,
      { pipelineName: names[work], environmentName: 'Bench' },
    )
    return timesOf(load, pipelineExecutionId)
  }

  return {
    run,
    perSecond: (seconds) => load.measure(seconds, IN_FLIGHT),
    [Symbol.asyncDispose]: () => load[Symbol.asyncDispose](),
  }
}

/** Of the first component after the start, and of the end of the execution. */
async function timesOf({ database }: Load, id: string): Promise<StepTimes> {
  for (const until = performance.now() + RUN_MS; performance.now() < until; await sleep(5)) {
    const { rows } = await database.query<{ status: string; message: string; first: number; last: number }>(
      `select status, message, extract(epoch from finished_at)::float8 * 1000 as last,
              (select extract(epoch from started_at)::float8 * 1000 from step
                where execution_id = execution.id and seq = 1) as first
         from execution where id = $1 and status <> all($2::text[])`,
      [id, liveStates],
    )
    const [ended] = rows
    if (ended === undefined) continue
    if (ended.status !== 'SUCCESS') throw new Error(`An execution ended in ${ended.status}: ${ended.message}`)
    return ended
  }
  throw new Error(`An execution did not end within ${RUN_MS / 1_000} s`)
}
