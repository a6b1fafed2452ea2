import { jsonText } from '../../../db/json.ts'
import { invariant } from '../../../lib/invariant.ts'
import type { ReadReport } from '../../../protocol/frames.ts'

/** Reports of one root execution that arrived together over one connection, in order. */
export interface RootReports {
  readonly root: string
  readonly session: string
  readonly reports: readonly ReadReport[]
}

/** A step as one batch changes it. With `key` it started in this batch; otherwise its row exists already. */
export interface StepChange {
  root: string
  execution: string
  seq: number
  key?: string
  name?: string
  type?: string
  attempt?: number
  iteration?: number
  startedAt?: string
  childExecution?: string
  childPipelineName?: string
  result?: string
  message?: string
  rowCount?: number
  finishedAt?: string
  outcome?: unknown
  finishedN?: number
  iterations?: unknown
  expandedN?: number
  /** JSON text. */
  executed?: string
  /** JSON text. */
  assets?: string
}

/** A child execution as one batch changes it. With `pipelineName` it started in this batch. */
export interface ChildChange {
  root: string
  id: string
  parent?: string
  pipelineName?: string
  pipelineType?: string
  artifact?: string
  scalarVariables?: unknown
  gridVariables?: unknown
  secretValues?: unknown
  startedAt?: string
  status?: string
  message?: string
  finishedAt?: string
}

/** A root execution: the last report of its journal after this batch, and its end if that was reported. */
export interface RootChange {
  root: string
  session: string
  lastReport: number
  status?: string
  message?: string
  finishedAt?: string
}

/** A step one of whose gates failed, whether it stopped or warned. */
export interface GateFailure {
  readonly root: string
  readonly execution: string
  readonly seq: number
  readonly detail: string
}

export interface JournalRows {
  readonly gateFailures: readonly GateFailure[]
  readonly roots: RootChange[]
  readonly children: ChildChange[]
  readonly steps: StepChange[]
}

type Ended = Pick<Extract<ReadReport, { kind: 'step-finished' }>, 'at' | 'outcome' | 'executed' | 'assets'>

/**
 * Merges the reports of a batch into one change per row, because a statement can update a row only once. All
 * reports of a root are of one session: it decides whether they are written.
 */
export function journalRows(batch: readonly RootReports[]): JournalRows {
  const roots = new Map<string, RootChange>()
  const children = new Map<string, ChildChange>()
  const steps = new Map<string, StepChange>()
  const gateFailures: GateFailure[] = []

  function stepOf(report: { root: string; execution: string; seq: number }): StepChange {
    const key = `${report.execution} ${report.seq}`
    const step = steps.get(key) ?? { root: report.root, execution: report.execution, seq: report.seq }
    steps.set(key, step)
    return step
  }

  function childOf(root: string, id: string): ChildChange {
    const child = children.get(id) ?? { root, id }
    children.set(id, child)
    return child
  }

  function end(step: StepChange, ended: Ended, finishedN: number): void {
    const { at: finishedAt, outcome } = ended
    const { result, message, rowCount } = outcome
    Object.assign(step, { result, message, rowCount, finishedAt, outcome, finishedN })
    keepExecuted(step, ended)
    if (ended.assets !== undefined) step.assets = jsonText(ended.assets)
    const { gates } = outcome
    if (gates?.some((gate) => gate.result === 'FAILED')) {
      const { root, execution, seq } = step
      gateFailures.push({ root, execution, seq, detail: detailOf(gates) })
    }
  }

  function keepExecuted(step: StepChange, { executed }: Pick<Ended, 'executed'>): void {
    if (executed !== undefined) step.executed = jsonText(executed)
  }

  function add(change: RootChange, report: ReadReport): void {
    switch (report.kind) {
      case 'unfit':
        throw new Error(report.reason)
      case 'step-started': {
        const { key, name, type, attempt, iteration, at: startedAt, child } = report
        const step = Object.assign(stepOf(report), { key, name, type, attempt, iteration, startedAt })
        if (report.ended !== undefined) end(step, report.ended, report.n)
        if (child === undefined) return
        const { execution: childExecution, ...call } = child
        Object.assign(step, { childExecution, childPipelineName: call.pipelineName })
        const begun = { parent: report.execution, ...call, startedAt }
        Object.assign(childOf(report.root, childExecution), begun)
        return
      }
      case 'step-expanded':
        keepExecuted(
          Object.assign(stepOf(report), { iterations: report.iterations, expandedN: report.n }),
          report,
        )
        return
      case 'step-finished':
        end(stepOf(report), report, report.n)
        return
      case 'execution-finished': {
        const { status, message, at: finishedAt } = report
        const target = report.execution === report.root ? change : childOf(report.root, report.execution)
        Object.assign(target, { status, message, finishedAt })
      }
    }
  }

  for (const { root, session, reports } of batch) {
    const change = roots.get(root) ?? { root, session, lastReport: 0 }
    invariant(change.session === session, () => `one batch has reports of two sessions for ${root}`)
    roots.set(root, change)
    for (const report of reports) {
      change.lastReport = Math.max(change.lastReport, report.n)
      add(change, report)
    }
  }
  return {
    roots: [...roots.values()],
    children: [...children.values()],
    steps: [...steps.values()],
    gateFailures,
  }
}

const detailOf = (gates: NonNullable<Ended['outcome']['gates']>): string =>
  gates
    .filter(({ result }) => result === 'FAILED')
    .map(
      ({ name, onFailure, expected, actual }) =>
        `Gate "${name}"${onFailure === 'WARN' ? ' (warning)' : ''}: expected ${expected}, found ${actual}`,
    )
    .join('\n')
