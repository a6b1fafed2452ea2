import type { FlowResult, GateResult } from '../../pipeline/flow-events.ts'
import type { FromRunner, Report } from '../../protocol/messages.ts'

/** A step that has run, of whichever pipeline. */
export interface ObservedStep {
  readonly pipeline: string
  readonly name: string
  readonly status: string
  readonly message: string
  readonly rowCount: number | undefined
  readonly gates: readonly Pick<GateResult, 'name' | 'result'>[]
}

/** How a run ended, as far as expectations ask. */
export interface Observation {
  readonly status: string
  readonly message: string
  readonly variables: FlowResult['variables']
  readonly steps: readonly ObservedStep[]
}

const MAX_LOG_LINES = 500

/** Takes what a run reports, as the API would. */
export function createObserver(rootPipeline: string) {
  const reports: Report[] = []
  const log: string[] = []

  return {
    log,
    report: (report: Report) => void reports.push(report),
    logged({ lines }: Extract<FromRunner, { kind: 'log' }>) {
      log.push(...lines.map(({ text }) => text))
      log.splice(0, log.length - MAX_LOG_LINES)
    },
    /** Read at the end: a report may be completed after it was sent. */
    observed(root: string, variables: FlowResult['variables']): Observation {
      const end = reports.find((one) => one.kind === 'execution-finished' && one.execution === root)
      const { status = 'FAILED', message = '' } = end?.kind === 'execution-finished' ? end : {}
      return { status, message, variables, steps: stepsOf(reports, root, rootPipeline) }
    },
  }
}

type Started = Extract<Report, { kind: 'step-started' }>
type Finished = Pick<Extract<Report, { kind: 'step-finished' }>, 'outcome'>

function stepsOf(reports: readonly Report[], root: string, rootPipeline: string): ObservedStep[] {
  const pipelines = new Map([[root, rootPipeline]])
  const begun = new Map<string, Started>()
  const steps: ObservedStep[] = []

  function end({ execution, name }: Started, { outcome }: Finished) {
    const { result: status, message = '', rowCount, gates = [] } = outcome
    steps.push({ pipeline: pipelines.get(execution) ?? '', name, status, message, rowCount, gates })
  }

  for (const report of reports) {
    if (report.kind === 'step-started') {
      begun.set(`${report.execution} ${report.seq}`, report)
      if (report.child !== undefined) pipelines.set(report.child.execution, report.child.pipelineName)
      if (report.ended !== undefined) end(report, report.ended)
    } else if (report.kind === 'step-finished') {
      const started = begun.get(`${report.execution} ${report.seq}`)
      if (started !== undefined) end(started, report)
    }
  }
  return steps
}
