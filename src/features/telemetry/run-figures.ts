import type { Figure } from '../../lib/otlp/figures.ts'
import type { TracedExecution } from './trace-store.ts'

/** How long executions ran, as a metric by project, environment, pipeline and state. */
export interface RunFigures {
  add(executions: readonly TracedExecution[]): void
  figures(): readonly Figure[]
}

const BOUNDS = [0.1, 0.3, 1, 3, 10, 30, 60, 180, 600, 1_800, 3_600, 10_800]
/** Each combination of labels costs its receiver something for ever. */
const MAX_COMBINATIONS = 2_000

interface Counted {
  readonly labels: Readonly<Record<string, string>>
  readonly upTo: number[]
  count: number
  sum: number
}

/** Counts executions that ended. What is beyond the most combinations counts for a pipeline named `other`. */
export function createRunFigures(): RunFigures {
  const counted = new Map<string, Counted>()

  function counterOf(execution: TracedExecution): Counted {
    const { projectName, environmentName: environment, pipelineName, status: state } = execution
    const project = projectName ?? execution.projectId
    const own = { project, environment, pipeline: pipelineName, state }
    const labels =
      counted.size < MAX_COMBINATIONS || counted.has(JSON.stringify(own)) ? own : { pipeline: 'other', state }
    const key = JSON.stringify(labels)
    const found = counted.get(key) ?? { labels, upTo: BOUNDS.map(() => 0), count: 0, sum: 0 }
    counted.set(key, found)
    return found
  }

  function add(executions: readonly TracedExecution[]): void {
    for (const execution of executions) {
      const seconds = Math.max(0, execution.finishedAt - execution.startedAt) / 1_000_000
      const counter = counterOf(execution)
      counter.count++
      counter.sum += seconds
      for (const [i, bound] of BOUNDS.entries()) if (seconds <= bound) counter.upTo[i]!++
    }
  }

  const figures = (): Figure[] => [
    {
      name: 'headrace_execution_seconds',
      help: 'How long executions ran that this server counted',
      kind: 'histogram',
      points: [...counted.values()].map(({ labels, upTo, count, sum }) => ({
        labels,
        buckets: BOUNDS.map((bound, i) => ({ bound, count: upTo[i]! })),
        count,
        sum,
      })),
    },
  ]
  return { add, figures }
}
