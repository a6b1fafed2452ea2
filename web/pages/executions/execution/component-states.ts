import type { Step } from '../../../components/executions/shapes.ts'
import type { ComponentState } from '../../../components/pipeline-graph/model.ts'

/** From what the state of many runs of one component is made: the first that any of them is in. */
const order = ['RUNNING', 'FAILED', 'CANCELLED', 'SUCCESS', 'SKIPPED'] as const

/**
 * The state of each component that has begun, by name. Of a component that ran several times the worst
 * counts, but of its attempts only the last: what a retry made good is no failure.
 */
export function componentStates(steps: readonly Step[]): ReadonlyMap<string, ComponentState> {
  const runs = new Map<string, Map<string, Step>>()
  for (const step of steps) {
    const own = runs.get(step.name) ?? new Map<string, Step>()
    own.set(step.key.replace(/#\d+$/, ''), step)
    runs.set(step.name, own)
  }
  return new Map([...runs].map(([name, last]) => [name, stateOf([...last.values()])]))
}

function stateOf(last: readonly Step[]): ComponentState {
  const status = order.find((result) => last.some((step) => step.result === result)) ?? 'SKIPPED'
  const [only] = last
  if (last.length === 1 && only !== undefined) {
    const detail = only.attempt > 1 ? { detail: `attempt ${only.attempt}` } : {}
    return { status, ...tookOf(only), ...detail, ...rowsOf(last), ...messageOf(status, last) }
  }
  const ended = last.filter(({ result }) => result !== 'RUNNING').length
  const failed = last.filter(({ result }) => result === 'FAILED').length
  const count = ended === last.length ? `${last.length}×` : `${ended} of ${last.length}`
  const detail = failed === 0 ? count : `${count}, ${failed} failed`
  return { status, detail, ...rowsOf(last), ...messageOf(status, last) }
}

/** Of several failures the last one's. */
function messageOf(status: Step['result'], last: readonly Step[]): { message?: string } {
  const message = last.findLast(({ result }) => result === 'FAILED')?.message
  return status !== 'FAILED' || message === undefined ? {} : { message }
}

function rowsOf(steps: readonly Step[]): { rows?: number } {
  const counts = steps.flatMap(({ rowCount }) => rowCount ?? [])
  return counts.length === 0 ? {} : { rows: counts.reduce((sum, count) => sum + count, 0) }
}

/** A kept step took its time in another execution. */
const tookOf = ({ startedAt, finishedAt }: Step): { durationMs?: number } =>
  finishedAt === undefined ? {} : { durationMs: Date.parse(finishedAt) - Date.parse(startedAt) }
