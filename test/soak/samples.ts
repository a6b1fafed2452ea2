import { readdirSync, readFileSync } from 'node:fs'
import type { Victim } from './faults.ts'

/** What a look at the processes and the database found. */
export interface Sample {
  readonly minute: number
  readonly apiMiB: number
  readonly runnerMiB: number
  /** Open file descriptors: sockets and files. */
  readonly apiFiles: number
  readonly runnerFiles: number
  /** Bytes in tables and indexes for each execution. */
  readonly space: number
  /** Calls that were made more than once so far. */
  readonly doubled: number
}

export async function takeSample(
  victim: Victim,
  minute: number,
  executions: number,
  doubled: number,
): Promise<Sample> {
  const [size] = await victim.fleet.query<{ bytes: string }>(
    'select pg_database_size(current_database()) as bytes',
  )
  const [api, runner] = [victim.api().child.pid!, victim.runner().child.pid!]
  return {
    minute: Math.round(minute * 10) / 10,
    apiMiB: memoryMiB(api),
    runnerMiB: memoryMiB(runner),
    apiFiles: openFiles(api),
    runnerFiles: openFiles(runner),
    space: Math.round(Number(size!.bytes) / Math.max(1, executions)),
    doubled,
  }
}

const memoryMiB = (pid: number): number =>
  Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024)

const openFiles = (pid: number): number => readdirSync(`/proc/${pid}/fd`).length

/** The largest tables with their indexes. */
export const largestTables = (victim: Victim) =>
  victim.fleet.query<{ table: string; kib: number }>(
    `select relname as "table", (pg_total_relation_size(relid) / 1024)::integer as kib
       from pg_stat_user_tables order by 2 desc limit 12`,
  )

type Figure = Exclude<keyof Sample, 'minute'>

/**
 * By how much the least of the last third of the samples is above the least of the first third. What comes
 * and goes with the load is not in it; what is never given back is.
 */
export function growthOf(samples: readonly Sample[], figure: Figure): number {
  const third = Math.max(1, Math.floor(samples.length / 3))
  const least = (some: readonly Sample[]) => Math.min(...some.map((sample) => sample[figure]))
  return least(samples.slice(-third)) - least(samples.slice(0, third))
}

/** The slope of a straight line through the samples (least squares), for each hour. */
export function slopePerHour(samples: readonly Sample[], figure: Figure): number {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const hours = samples.map(({ minute }) => minute / 60)
  const values = samples.map((sample) => sample[figure])
  const [middle, level] = [mean(hours), mean(values)]
  const rise = mean(hours.map((hour, i) => (hour - middle) * (values[i]! - level)))
  const spread = mean(hours.map((hour) => (hour - middle) ** 2))
  return spread === 0 ? 0 : Math.round(rise / spread)
}
