import { jsonOf, member } from '../../common/service-call.ts'
import { shortened } from '../../common/variables.ts'
import type { StepPart } from '../../component.ts'

/** How one model, test, seed or snapshot ended. */
export interface NodeResult {
  /** Such as `model.shop.orders`. */
  readonly id: string
  readonly status: string
  readonly message: string | undefined
  readonly seconds: number
  /** Undefined where dbt did not say when, as of what it skipped. */
  readonly startedAt: Date | undefined
  /** Rows that the database says it wrote. */
  readonly rows: number | undefined
}

const good = new Set(['success', 'pass', 'warn', 'partial success'])
/** Their message says the status once more. */
const silent = new Set(['success', 'pass'])
const idle = new Set(['skipped', 'no-op'])
const writes = /^(model|seed|snapshot)\./

/** The results in a `run_results.json` (schema v4 to v6); undefined when the text is none. */
export function readResults(text: string): readonly NodeResult[] | undefined {
  const results = member(jsonOf(text), 'results')
  if (!Array.isArray(results)) return undefined
  return results.map((one) => {
    const [message, rows] = [member(one, 'message'), member(member(one, 'adapter_response'), 'rows_affected')]
    const id = String(member(one, 'unique_id'))
    return {
      id,
      status: String(member(one, 'status')),
      message: typeof message === 'string' && message !== '' ? message : undefined,
      seconds: Number(member(one, 'execution_time') ?? 0),
      startedAt: startOf(member(one, 'timing')),
      // Of a test they are those of the query that looked, and nothing was written.
      rows: writes.test(id) && typeof rows === 'number' && rows >= 0 ? rows : undefined,
    }
  })
}

/** The earliest of the phases of a node; dbt writes them in UTC. */
function startOf(timing: unknown): Date | undefined {
  if (!Array.isArray(timing)) return undefined
  const starts = timing.map((phase) => Date.parse(String(member(phase, 'started_at'))))
  const first = Math.min(...starts.filter((at) => !Number.isNaN(at)))
  return Number.isFinite(first) ? new Date(first) : undefined
}

const MAX_PART_MESSAGE = 2_000

/** The step that shows a node. `endedAt`: when dbt was done, for nodes whose time it did not say. */
export function partOf(
  { id, status, message, seconds, startedAt, rows }: NodeResult,
  endedAt: Date,
): StepPart {
  const begin = startedAt ?? new Date(endedAt.getTime() - seconds * 1_000)
  const said = [status, ...(message === undefined || silent.has(status) ? [] : [firstLines(message)])].join(
    ': ',
  )
  return {
    name: id,
    type: `dbt-${id.split('.')[0] || 'node'}`,
    startedAt: begin,
    finishedAt: new Date(begin.getTime() + seconds * 1_000),
    outcome: {
      result: good.has(status) ? 'SUCCESS' : idle.has(status) ? 'SKIPPED' : 'FAILED',
      message: shortened(said, MAX_PART_MESSAGE),
      rowCount: rows,
    },
  }
}

/** One line of the log for a node. */
export function resultLine({ id, status, message, seconds, rows }: NodeResult): string {
  const parts = [status, ...(rows === undefined ? [] : [`${rows} rows`]), `${seconds.toFixed(2)} s`]
  const said = message === undefined || good.has(status) ? '' : `: ${firstLines(message)}`
  return `${id}: ${parts.join(', ')}${said}`
}

const SHOWN_FAILURES = 5

/** The message of the step: how many ended how, and the first failures. */
export function summary(results: readonly NodeResult[]): string {
  const failed = results.filter(({ status }) => !good.has(status) && !idle.has(status))
  const skipped = results.filter(({ status }) => idle.has(status)).length
  const counts = [
    `${results.length - failed.length - skipped} of ${results.length} succeeded`,
    ...(failed.length > 0 ? [`${failed.length} failed`] : []),
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
  ]
  const shown = failed
    .slice(0, SHOWN_FAILURES)
    .map(({ id, message = 'failed' }) => `${id}: ${firstLines(message)}`)
  return [counts.join(', '), ...shown].join('. ')
}

/** dbt's messages have a line that says what happened and lines that say where. */
const firstLines = (message: string): string =>
  message
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .slice(0, 3)
    .join(' ')

/** The rows that all nodes wrote; undefined when the database told of none. */
export function rowsOf(results: readonly NodeResult[]): number | undefined {
  const told = results.flatMap(({ rows }) => (rows === undefined ? [] : [rows]))
  return told.length === 0 ? undefined : told.reduce((sum, rows) => sum + rows, 0)
}

/**
 * A line of dbt's log, which is JSON, as the step's log shows it: undefined for what only dbt's authors read.
 */
export function shownLine(line: string): { readonly text: string; readonly isError: boolean } | undefined {
  const info = member(jsonOf(line), 'info')
  if (info === undefined) return line.trim() === '' ? undefined : { text: line, isError: false }
  const [level, text] = [member(info, 'level'), member(info, 'msg')]
  if (level === 'debug' || typeof text !== 'string' || text.trim() === '') return undefined
  return { text: text.trimEnd(), isError: level === 'error' }
}
