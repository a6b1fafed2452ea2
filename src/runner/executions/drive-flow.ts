import type { StepPart } from '../../components/component.ts'
import { errorText } from '../../lib/error-text.ts'
import { newId } from '../../lib/ids.ts'
import { sleepUntilAborted } from '../../lib/wait.ts'
import type { Scope, SystemVariables } from '../../pipeline/expressions/expressions.ts'
import { createFlow, isIterator } from '../../pipeline/flow/flow.ts'
import type { Flow, FlowAction, FlowEvent, FlowResult, Outcome, Visit } from '../../pipeline/flow-events.ts'
import type { WireAssets } from '../../protocol/asset-messages.ts'
import type { WireExecuted } from '../../protocol/step-outcome.ts'
import { replay } from '../journal/history.ts'
import { type Begun, createRecorder, type Recorder } from '../journal/recorder.ts'
import type { PipelineRun, RunContext } from '../run-context.ts'
import { createExecutedRecord } from '../steps/executed.ts'
import { expandStep, occupiesSlot, postProcessStep, runStep } from '../steps/step.ts'
import type { StepRun } from '../steps/step-context.ts'
import { systemVariablesOf } from '../steps/system-variables.ts'
import { runTransformation } from '../steps/transformation.ts'
import { callsPipeline, childCall, publicScalars } from './child-call.ts'
import { createRetryStarts, type RetryStarts } from './retry-starts.ts'
import { createVariablesTurn, type VariablesTurn } from './variables-turn.ts'

/** Drives one execution to its end and reports it, its last report included. Never throws. */
export async function driveExecution(context: RunContext, run: PipelineRun): Promise<FlowResult> {
  const recorder = createRecorder(context, run.execution)
  const drive = run.pipeline.kind === 'transformation' ? runTransformation : driveFlow
  const driven = await drive(context, run, recorder).catch((error: unknown) => internalError(context, error))
  const result = run.calls.length === 0 ? await withoutTransaction(context, run, driven) : driven
  recorder.end(result)
  return result
}

/** What was to be done and is undone is no success. */
async function withoutTransaction(
  context: RunContext,
  { execution }: PipelineRun,
  result: FlowResult,
): Promise<FlowResult> {
  const message = await context.transaction.end()
  if (message === undefined) return result
  context.runLog.write({ at: context.clock.instant(), execution, text: message })
  return result.status === 'SUCCESS' ? { ...result, status: 'FAILED', message } : result
}

/** An internal error fails the execution visibly instead of leaving it RUNNING. */
function internalError(context: RunContext, error: unknown): FlowResult {
  context.log.error({ err: error, root: context.root }, 'An internal error failed an execution')
  return {
    status: 'FAILED',
    message: `Internal error: ${errorText(error)}`,
  }
}

function driveFlow(context: RunContext, run: PipelineRun, recorder: Recorder): Promise<FlowResult> {
  const flow = createFlow(run.pipeline, run.variables, context.flowOptions)
  const sysvars = systemVariablesOf(context, run)
  const retries = createRetryStarts(run.pipeline, context.historyOf(run.execution).steps)
  const drive: Drive = { context, run, flow, recorder, sysvars, retries, turn: createVariablesTurn() }
  const { promise, resolve, reject } = Promise.withResolvers<FlowResult>()
  const actions: FlowAction[] = []
  let inFlight = 0
  let taking = false

  /** Takes actions one after another: their successors queue behind them, so that chains do not nest. */
  function take(more: readonly FlowAction[]) {
    actions.push(...more)
    if (taking) return
    taking = true
    try {
      for (let action = actions.shift(); action !== undefined; action = actions.shift()) start(action)
      settle()
    } catch (error) {
      reject(error)
    }
    taking = false
  }

  /**
   * Gives the flow an event; each action that follows from it is a debug line: a link that fired, an
   * iteration, a retry.
   */
  function advance(event: FlowEvent) {
    const actions = flow.apply(event)
    if (context.log.isLevelEnabled('debug')) trace(event, actions)
    take(actions)
  }

  function trace(event: FlowEvent, actions: readonly FlowAction[]) {
    const { kind: because, key: after } = event
    const result = event.kind === 'finished' ? event.outcome.result : undefined
    for (const { kind: next, visit } of actions) {
      context.log.debug({ execution: run.execution, after, because, result, next, key: visit.key }, 'Flow')
    }
  }

  function start(action: FlowAction) {
    const known = replayed.answer(action)
    if (known !== undefined) {
      advance(known)
      return
    }
    inFlight++
    workOf(drive, action).then((event) => {
      inFlight--
      advance(event)
      drive.turn.leave(event.key)
    }, reject)
  }

  function settle() {
    if (inFlight > 0) return
    const result = flow.result()
    if (result !== undefined) resolve({ ...result, variables: flow.lastVariables() })
    else if (context.signal.aborted) resolve({ status: 'CANCELLED', message: undefined })
    else reject(new Error('Nothing is left to run, but the pipeline has not ended'))
  }

  const cancel = () => {
    flow.cancel()
    if (!taking) take([])
  }
  if (context.signal.aborted) flow.cancel()
  context.signal.addEventListener('abort', cancel, { once: true })
  const replayed = replay(flow, context.historyOf(run.execution))
  take(replayed.open)
  return promise.finally(() => context.signal.removeEventListener('abort', cancel))
}

function workOf(drive: Drive, action: FlowAction): Promise<FlowEvent> {
  if (action.kind === 'wait') return pause(drive.context, action)
  return action.kind === 'conclude'
    ? processed(drive, action.visit, action.outcome)
    : visitOf(drive, action.visit)
}

async function pause(
  context: RunContext,
  { visit, delayMs }: { visit: Visit; delayMs: number },
): Promise<FlowEvent> {
  await sleepUntilAborted(delayMs, context.signal)
  return { kind: 'waited', key: visit.key }
}

/** One running execution, with what its visits need. */
interface Drive {
  readonly context: RunContext
  readonly run: PipelineRun
  readonly flow: Flow
  readonly recorder: Recorder
  readonly sysvars: SystemVariables
  readonly retries: RetryStarts
  readonly turn: VariablesTurn
}

function begin({ recorder, retries }: Drive, visit: Visit, child?: Parameters<Recorder['begin']>[1]): Begun {
  const begun = recorder.begin(visit, child)
  retries.note({ name: visit.component.name, key: visit.key }, begun.startedAt)
  return begun
}

/**
 * One visit, from waiting for a slot to its last report. A visit that is cancelled before it starts leaves no
 * step.
 */
async function visitOf(drive: Drive, visit: Visit): Promise<FlowEvent> {
  const { context, recorder, run } = drive
  const { key, component } = visit
  // Nothing is awaited where nothing has to be.
  const turn = context.turns.yield()
  if (turn !== undefined) await turn
  const room = context.reports.room()
  if (room !== undefined) await room
  const release = occupiesSlot(component.type)
    ? await context.slots.take(context, [...run.calls, component.name])
    : () => {}
  if (release === undefined || context.signal.aborted) {
    release?.()
    return { kind: 'finished', key, outcome: { result: 'CANCELLED' } }
  }
  try {
    if (callsPipeline(component.type)) return await callOf(drive, visit)
    const { seq } = begin(drive, visit)
    const step = stepRunOf(drive, visit, seq)
    if (!isIterator(component)) return finish(recorder, visit, ...(await runStep(context, step)))
    const [expanded, executed] = await expandStep(context, step)
    if ('failed' in expanded) return processed(drive, visit, expanded.failed, executed)
    recorder.expanded(visit, expanded.iterations, executed)
    return { kind: 'expanded', key, iterations: expanded.iterations }
  } finally {
    release()
  }
}

function finish(
  recorder: Recorder,
  visit: Visit,
  outcome: Outcome,
  executed?: WireExecuted,
  assets?: WireAssets[],
): FlowEvent {
  recorder.finish(visit, outcome, executed, assets)
  return { kind: 'finished', key: visit.key, outcome }
}

/** Ends a visit that no component ran, after its post-processing: an iterator or a retry, for instance. */
async function processed(
  drive: Drive,
  visit: Visit,
  outcome: Outcome,
  executed?: WireExecuted,
): Promise<FlowEvent> {
  const { context, recorder } = drive
  const { seq, startedAt } = begin(drive, visit)
  const since = drive.retries.take(visit.key) ?? startedAt
  const ended = await postProcessStep(context, stepRunOf(drive, visit, seq), outcome, since)
  return finish(recorder, visit, ended, executed)
}

/** A step that runs another pipeline ends as that one does. */
async function callOf(drive: Drive, visit: Visit): Promise<FlowEvent> {
  const { context, run, recorder } = drive
  const scope = scopeOf(drive, visit)
  const record = createExecutedRecord(context, { visit, scope })
  const begun = recorder.openCall(visit)
  const call = await childCall(context, visit.component, scope, { run, record, begun })
  if ('failed' in call) {
    recorder.endOpenCall(visit)
    if (context.signal.aborted) return processed(drive, visit, { result: 'CANCELLED' }, record.report())
    return processed(drive, visit, { result: 'FAILED', message: call.failed }, record.report())
  }
  const { pipeline, variables, projectValues, values, context: inside } = call
  const made = () => {
    const { name: pipelineName, kind } = pipeline
    const from = inside.artifact === context.artifact ? {} : { artifact: inside.artifact }
    const id = newId(context.clock.nowMs())
    return { execution: id, pipelineName, pipelineType: kind, ...from, ...values }
  }
  const { seq, startedAt, child } = begin(drive, visit, made)
  const execution = child?.execution ?? newId(context.clock.nowMs())
  const below = { execution, pipeline, variables, projectValues, calls: [...run.calls, visit.component.name] }
  const { status: result, variables: left, ...facts } = await driveExecution(inside, below)
  const step = { ...stepRunOf(drive, visit, seq), childVariables: left && publicScalars(pipeline, left) }
  const outcome = await postProcessStep(context, step, { result, ...facts }, startedAt)
  return finish(recorder, visit, outcome, record.report())
}

const stepRunOf = (drive: Drive, visit: Visit, seq: number): StepRun => ({
  execution: drive.run.execution,
  seq,
  visit,
  scope: scopeOf(drive, visit),
  declared: drive.run.variables,
  addPart: async (part) => {
    await drive.context.reports.room()
    drive.recorder.part(visit, maskedPart(drive.context, part))
  },
  untilAlone: () => drive.turn.enter(visit.key),
})

const maskedPart = ({ masking }: RunContext, part: StepPart): StepPart => {
  const { message } = part.outcome
  return message === undefined
    ? part
    : { ...part, outcome: { ...part.outcome, message: masking.mask(message) } }
}

const scopeOf = ({ context, flow, sysvars }: Drive, { key }: Visit): Scope => ({
  variables: flow.variables(key),
  sysvars,
  budget: context.stepBudget(),
})
