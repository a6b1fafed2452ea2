import type { StepPart } from '../../components/component.ts'
import { partKey } from '../../pipeline/flow/keys.ts'
import type { FlowResult, Outcome, VariableUpdate, Visit } from '../../pipeline/flow-events.ts'
import type { WireAssets } from '../../protocol/asset-messages.ts'
import type { FromRunner, HistoryStep } from '../../protocol/messages.ts'
import type { WireExecuted } from '../../protocol/step-outcome.ts'
import { instantText } from '../clock.ts'
import type { RunContext } from '../run-context.ts'
import { wireOutcome } from './report-writer.ts'

type Child = NonNullable<Extract<FromRunner, { kind: 'step-started' }>['child']>
/** A call that an earlier session began. */
export type BegunCall = HistoryStep['child']

/** `startedAt`: when the step began, in this session or an earlier one. */
export interface Begun {
  readonly seq: number
  readonly startedAt: Date
  readonly child: { execution: string } | undefined
}

/** Reports the steps of one execution: each visit gets the next number, or the one it has in the journal. */
export interface Recorder {
  /** The step's number, and the child it got when it began: in this session or an earlier one. */
  begin(visit: Visit, child?: () => Child): Begun
  /** The call that the visit began in an earlier session, unless it ended. */
  openCall(visit: Pick<Visit, 'key'>): BegunCall
  /** Ends the open call as CANCELLED, with all that it has open: this session does not go on with it. */
  endOpenCall(visit: Pick<Visit, 'key'>): void
  expanded(
    visit: Visit,
    iterations: readonly (readonly VariableUpdate[])[],
    executed: WireExecuted | undefined,
  ): void
  /** Adds a step that has ended already, for a part of a visit. */
  part(visit: Visit, part: StepPart): void
  /** Begins the visit first, when it has not begun. */
  finish(visit: Visit, outcome: Outcome, executed?: WireExecuted, assets?: WireAssets[]): void
  /**
   * Ends as CANCELLED what has begun and has not ended, calls of earlier sessions included, then ends the
   * execution.
   */
  end(result: FlowResult): void
}

type Recording = Pick<RunContext, 'historyOf' | 'clock' | 'runLog' | 'reports' | 'masking'>

export function createRecorder(context: Recording, execution: string): Recorder {
  const history = context.historyOf(execution)
  const begun = new Map(
    history.steps
      .filter((step) => !step.finished)
      .map(({ key, seq, startedAt }) => [key, { seq, startedAt: new Date(startedAt), line: -1 }]),
  )
  let nextSeq = history.nextSeq
  let ended = false

  const begin: Recorder['begin'] = (visit, child) => {
    const known = begun.get(visit.key)
    if (known !== undefined) {
      const { startedAt } = known
      return { seq: known.seq, startedAt, child: history.step(visit.key)?.child }
    }
    const startedAt = context.clock.now()
    if (ended) return { seq: nextSeq, startedAt, child: undefined }
    const seq = nextSeq++
    const { key, component, attempt, iteration } = visit
    const made = child?.()
    begun.set(key, { seq, startedAt, line: context.runLog.next })
    context.reports.write({
      kind: 'step-started',
      execution,
      seq,
      key,
      name: component.name,
      type: component.type,
      attempt,
      ...(iteration === undefined ? {} : { iteration }),
      at: instantText(startedAt.getTime()),
      ...(made === undefined ? {} : { child: made }),
    })
    return { seq, startedAt, child: made }
  }

  /**
   * After an internal error ended the execution, steps still in flight must not report behind its last
   * report.
   */
  function write(key: string, seq: number, outcome: Outcome, executed?: WireExecuted, assets?: WireAssets[]) {
    if (ended) return
    context.runLog.flush()
    const isQuiet = begun.get(key)?.line === context.runLog.next
    begun.delete(key)
    const how = {
      at: context.clock.instant(),
      outcome: wireOutcome(outcome),
      ...(executed !== undefined && { executed }),
      ...(assets !== undefined && { assets }),
    }
    context.reports.end({ kind: 'step-finished', execution, seq, ...how }, isQuiet)
  }

  const openCall: Recorder['openCall'] = ({ key }) => (begun.has(key) ? history.step(key)?.child : undefined)

  function endOpenCall(visit: Pick<Visit, 'key'>) {
    const call = openCall(visit)
    if (call !== undefined)
      createRecorder(context, call.execution).end({ status: 'CANCELLED', message: undefined })
  }

  return {
    begin,
    openCall,
    endOpenCall,
    expanded(visit, iterations, executed) {
      if (ended) return
      const { seq } = begin(visit)
      context.reports.write({
        kind: 'step-expanded',
        execution,
        seq,
        iterations: iterations as never,
        ...(executed !== undefined && { executed }),
      })
    },
    part(visit, { name, type, startedAt, finishedAt, outcome }) {
      if (ended) return
      const { startedAt: begunAt } = begin(visit)
      const now = context.clock.nowMs()
      // Programs go by the clock of the machine; nothing may seem to happen before its step began, or ahead
      // of time.
      const at = (date: Date) =>
        instantText(Math.min(now, Math.max(begunAt.getTime(), date.getTime() + now - Date.now())))
      const { attempt, iteration } = visit
      context.reports.write({
        kind: 'step-started',
        execution,
        seq: nextSeq++,
        key: partKey(visit.key, name),
        name,
        type,
        attempt,
        ...(iteration !== undefined && { iteration }),
        at: at(startedAt),
        ended: { at: at(finishedAt), outcome: wireOutcome(outcome) },
      })
    },
    finish(visit, outcome, executed, assets) {
      const { seq } = begin(visit)
      write(visit.key, seq, outcome, executed, assets)
    },
    end({ status, message }) {
      for (const [key, { seq }] of [...begun]) {
        endOpenCall({ key })
        write(key, seq, { result: 'CANCELLED' })
      }
      ended = true
      const text = message === undefined ? {} : { message: context.masking.mask(message) }
      context.reports.write({
        kind: 'execution-finished',
        execution,
        at: context.clock.instant(),
        status,
        ...text,
      })
    },
  }
}
