import { newId } from '../lib/ids.ts'
import { createFlow, isIterator } from '../pipeline/flow/flow.ts'
import type { Flow, FlowAction, FlowEvent, FlowResult, Outcome, Visit } from '../pipeline/flow-events.ts'
import { wait } from './backoff.ts'
import { callsPipeline, childCall } from './child-call.ts'
import { replay } from './history.ts'
import { createRecorder, type Recorder } from './recorder.ts'
import { afterwards, expandStep, occupiesSlot, reachesOutside, runStep } from './step.ts'
import { runTransformation } from './transformation.ts'
import type { PipelineRun, Tree } from './tree.ts'

/** Drives one execution to its end and reports it, its last report included. Never throws. */
export async function driveExecution(tree: Tree, run: PipelineRun): Promise<FlowResult> {
  const recorder = createRecorder(tree, run.execution)
  const drive = run.pipeline.kind === 'transformation' ? runTransformation : driveFlow
  const result = await drive(tree, run, recorder).catch((error: unknown) => faultOf(tree, error))
  recorder.end(result)
  return result
}

/** A fault of ours ends the execution in the open, instead of leaving it RUNNING for ever. */
function faultOf(tree: Tree, error: unknown): FlowResult {
  tree.log.error({ error, root: tree.root }, 'An execution ended by a fault of the runner')
  return {
    status: 'FAILED',
    message: `Internal fault: ${error instanceof Error ? error.message : String(error)}`,
  }
}

function driveFlow(tree: Tree, run: PipelineRun, recorder: Recorder): Promise<FlowResult> {
  const flow = createFlow(run.pipeline, run.variables)
  const { promise, resolve, reject } = Promise.withResolvers<FlowResult>()
  const actions: FlowAction[] = []
  let inHand = 0
  let taking = false

  /** Takes actions one after another: what one brings about waits its turn, so that chains do not nest. */
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

  function start(action: FlowAction) {
    if (action.kind === 'conclude') {
      recorder.finish(action.visit, action.outcome)
      take(flow.apply({ kind: 'finished', key: action.visit.key, outcome: action.outcome }))
      return
    }
    inHand++
    const work =
      action.kind === 'wait' ? pause(tree, action) : visitOf(tree, run, flow, recorder, action.visit)
    work.then((event) => {
      inHand--
      take(flow.apply(event))
    }, reject)
  }

  function settle() {
    if (inHand > 0) return
    const result = flow.result()
    if (result !== undefined) resolve(result)
    else if (tree.signal.aborted) resolve({ status: 'CANCELLED', message: undefined })
    else reject(new Error('Nothing is left to run, but the pipeline has not ended'))
  }

  const cancel = () => {
    flow.cancel()
    if (!taking) take([])
  }
  if (tree.signal.aborted) flow.cancel()
  tree.signal.addEventListener('abort', cancel, { once: true })
  take(replay(flow, tree.historyOf(run.execution)))
  return promise.finally(() => tree.signal.removeEventListener('abort', cancel))
}

async function pause(tree: Tree, { visit, delayMs }: { visit: Visit; delayMs: number }): Promise<FlowEvent> {
  await wait(delayMs, tree.signal)
  return { kind: 'waited', key: visit.key }
}

/** One visit from the wait for a slot to its last report. A visit that a cancel overtakes leaves no step. */
async function visitOf(
  tree: Tree,
  run: PipelineRun,
  flow: Flow,
  recorder: Recorder,
  visit: Visit,
): Promise<FlowEvent> {
  const { key, component } = visit
  const release = occupiesSlot(component.type) ? await tree.slots.take(tree.signal) : () => {}
  if (release === undefined || tree.signal.aborted) {
    release?.()
    return { kind: 'finished', key, outcome: { result: 'CANCELLED' } }
  }
  try {
    if (callsPipeline(component.type)) return await callOf(tree, run, flow, recorder, visit)
    const { seq } = recorder.begin(visit)
    if (reachesOutside(component.type)) await tree.journal.committed()
    const place = { execution: run.execution, seq, visit, scope: scopeOf(tree, run, flow, key) }
    if (tree.signal.aborted) return finish(recorder, visit, { result: 'CANCELLED' })
    if (!isIterator(component)) return finish(recorder, visit, await runStep(tree, place))
    const expanded = await expandStep(tree, place)
    if ('failed' in expanded) return finish(recorder, visit, expanded.failed)
    recorder.expanded(visit, expanded.iterations)
    return { kind: 'expanded', key, iterations: expanded.iterations }
  } finally {
    release()
  }
}

function finish(recorder: Recorder, visit: Visit, outcome: Outcome): FlowEvent {
  recorder.finish(visit, outcome)
  return { kind: 'finished', key: visit.key, outcome }
}

/** A step that runs another pipeline: how that one ends is how the step ends. */
async function callOf(
  tree: Tree,
  run: PipelineRun,
  flow: Flow,
  recorder: Recorder,
  visit: Visit,
): Promise<FlowEvent> {
  const call = childCall(tree, visit.component, scopeOf(tree, run, flow, visit.key), run.depth)
  if ('failed' in call) {
    const message = tree.masking.mask(call.failed)
    return finish(recorder, visit, { result: 'FAILED', message })
  }
  const { pipeline, variables } = call
  const { seq, child } = recorder.begin(visit, () => ({
    execution: newId(),
    pipelineName: pipeline.name,
    pipelineType: pipeline.kind.toUpperCase(),
  }))
  const execution = child?.execution ?? newId()
  const startedAt = new Date()
  const { status: result, message } = await driveExecution(tree, {
    ...{ execution, pipeline, variables },
    depth: run.depth + 1,
  })
  const place = { execution: run.execution, seq, visit, scope: scopeOf(tree, run, flow, visit.key) }
  return finish(recorder, visit, afterwards(tree, place, { result, message }, startedAt))
}

const scopeOf = (tree: Tree, run: PipelineRun, flow: Flow, key: string) => ({
  variables: flow.variables(key),
  sysvars: { ...tree.systemVariables, thisPipeline: { fullName: run.pipeline.name } },
})
