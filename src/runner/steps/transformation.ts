import { outcomeOfGates } from '../../components/common/gates/gate-result.ts'
import type { StepContext } from '../../components/component.ts'
import { applyGatedSink, applySink } from '../../components/transformation/apply-sink.ts'
import {
  type CompiledSink,
  type CompiledTransformation,
  compileTransformation,
} from '../../components/transformation/compile.ts'
import { errorText } from '../../lib/error-text.ts'
import type { Scope } from '../../pipeline/expressions/expressions.ts'
import { outermost, visitKey } from '../../pipeline/flow/keys.ts'
import type { FlowResult, Outcome, VariableView, Visit } from '../../pipeline/flow-events.ts'
import type { Component, Value } from '../../pipeline/model.ts'
import type { RunVariable } from '../../pipeline/variables.ts'
import { noRowChanges, sumOfChanges } from '../../warehouses/row-changes.ts'
import type { Warehouse } from '../../warehouses/warehouse.ts'
import { WarehouseError } from '../../warehouses/warehouse-error.ts'
import type { Recorder } from '../journal/recorder.ts'
import type { PipelineRun, RunContext } from '../run-context.ts'
import { createExecutedRecord, type ExecutedRecord } from './executed.ts'
import { resolvedParameters } from './resolved-parameters.ts'
import { postProcessStep } from './step.ts'
import { assetsOf } from './step-assets.ts'
import { createStepContext, type StepRun } from './step-context.ts'
import { systemVariablesOf } from './system-variables.ts'

/**
 * Runs a transformation (pipelines.md §5): everything is compiled and checked by the database before the
 * first sink runs, then the sinks run one after another in file order, each after those it reads from; the
 * first that fails ends it. Every component is a step: those that only hand rows on have succeeded once they
 * are compiled.
 */
export async function runTransformation(
  context: RunContext,
  run: PipelineRun,
  recorder: Recorder,
): Promise<FlowResult> {
  const updated = new Map<string, Value>()
  const scope = scopeOf(context, run, updated)
  const steps: Steps = { context, run, recorder, scope, updated, records: new Map() }
  const release = await context.slots.take(context, run.calls)
  if (release === undefined) return cancelled
  try {
    return { ...(await compileAndRun(steps)), variables: steps.scope.variables }
  } catch (error) {
    if (context.signal.aborted) return cancelled
    if (error instanceof WarehouseError) return { status: 'FAILED', message: error.message }
    throw error
  } finally {
    release()
  }
}

const cancelled: FlowResult = { status: 'CANCELLED', message: undefined }

interface Steps {
  readonly context: RunContext
  readonly run: PipelineRun
  readonly recorder: Recorder
  readonly scope: Scope
  /** What post-processing made of variables: what comes after it and the caller see that. */
  readonly updated: Map<string, Value>
  readonly records: Map<Component, ExecutedRecord>
}

/** What a component is executed with: the same record from its compilation to its end. */
function recordOf({ context, scope, records }: Steps, component: Component): ExecutedRecord {
  const record = records.get(component) ?? createExecutedRecord(context, { visit: visitOf(component), scope })
  records.set(component, record)
  return record
}

async function compileAndRun(steps: Steps): Promise<FlowResult> {
  const { context, run, scope } = steps
  const failedBefore = context
    .historyOf(run.execution)
    .steps.find((one) => one.finished?.outcome.result === 'FAILED')
  if (failedBefore !== undefined) return failure(failedBefore, failedBefore.finished?.outcome.message ?? '')
  const warehouse = await openWarehouse(context)
  if ('failed' in warehouse) return { status: 'FAILED', message: warehouse.failed }
  const plan = await compileTransformation(run.pipeline, {
    warehouse,
    options: { signal: context.signal },
    resolve: async (component) => {
      const parameters = await resolvedParameters(context, component, scope)
      recordOf(steps, component).parameters(parameters)
      return parameters
    },
  })
  const { compiled, failed, unused } = plan
  const outcomes: (readonly [Component, Outcome])[] = [
    ...compiled.map((one) => [one, { result: one.skipped ? 'SKIPPED' : 'SUCCESS' }] as const),
    ...Array.from(failed, ([one, message]) => [one, { result: 'FAILED', message }] as const),
    ...unused.map((one) => [one, feedsNothing] as const),
  ]
  let firstFailure: FlowResult | undefined
  for (const [component, outcome] of outcomes) {
    const { result, message = '' } = await record(steps, component, outcome)
    if (result === 'FAILED') firstFailure ??= failure(component, message)
  }
  return firstFailure ?? runSinks(steps, plan)
}

/** Or why the environment's database cannot be opened: a secret that is missing, for instance. */
async function openWarehouse(context: RunContext): Promise<Warehouse | { readonly failed: string }> {
  try {
    return await context.warehouse()
  } catch (error) {
    return { failed: errorText(error) }
  }
}

const feedsNothing: Outcome = { result: 'SKIPPED', message: 'No output reads from it, so it was not run' }

async function runSinks(steps: Steps, { sinks }: CompiledTransformation): Promise<FlowResult> {
  const done: Outcome[] = []
  for (const sink of sinks) {
    if (steps.context.signal.aborted) return cancelled
    const outcome = await runSink(steps, sink)
    if (outcome.result === 'CANCELLED') return cancelled
    if (outcome.result === 'FAILED') return failure(sink.component, outcome.message ?? '')
    if (outcome.rowCount !== undefined) done.push(outcome)
  }
  return { status: 'SUCCESS', message: undefined, ...together(done) }
}

/** What the outputs that count rows did together; nothing without such outputs. */
const together = (outcomes: readonly Outcome[]) =>
  outcomes.length > 0 && {
    rowCount: outcomes.reduce((sum, { rowCount = 0 }) => sum + rowCount, 0),
    changes: outcomes.reduce<Outcome['changes']>(
      (sum, { changes }) => sumOfChanges(sum, changes),
      noRowChanges,
    ),
  }

/** A sink that ran before the runner was lost has its outcome in the journal, and does not run again. */
async function runSink(steps: Steps, sink: CompiledSink): Promise<Outcome> {
  const { context, recorder } = steps
  const { component } = sink
  const known = finishedBefore(steps, component)
  if (known !== undefined) return noted(steps, known)
  const startedAt = context.clock.now()
  const visit = visitOf(component)
  const step = stepRunOf(steps, component, recorder.begin(visit).seq)
  await context.reports.committed()
  const ended = await execute(steps, step, sink)
  const outcome = await postProcessStep(context, step, ended, startedAt)
  const done = recordOf(steps, component)
  const assets = await assetsOf(
    context,
    { execution: steps.run.execution, seq: step.seq, type: component.type },
    outcome,
    done,
  )
  recorder.finish(visit, outcome, done.report(), assets)
  return noted(steps, outcome)
}

/** The statement is written to the step's log, so that users can see what the database executed. */
async function execute(steps: Steps, step: StepRun, sink: CompiledSink): Promise<Outcome> {
  const { context } = steps
  if (context.signal.aborted) return { result: 'CANCELLED' }
  const { stepContext } = createStepContext(context, step, recordOf(steps, sink.component))
  for (const line of sink.sql.split(/\r?\n/)) stepContext.log(line)
  try {
    const warehouse = await stepContext.warehouse()
    if (sink.gates.length > 0) return await gatedOutcome(stepContext, warehouse, sink)
    const { rowCount, changes, queryId, deviation } = await applySink(warehouse, sink, {
      signal: context.signal,
      note: stepContext.log,
    })
    if (deviation !== undefined) return { result: 'FAILED', message: deviation }
    return {
      result: 'SUCCESS',
      message: sink.message(rowCount),
      queryId,
      ...(sink.counted && { rowCount, changes }),
    }
  } catch (error) {
    if (context.signal.aborted) return { result: 'CANCELLED' }
    if (error instanceof WarehouseError) return { result: 'FAILED', message: error.message }
    throw error
  }
}

async function gatedOutcome(
  stepContext: StepContext,
  warehouse: Warehouse,
  sink: CompiledSink,
): Promise<Outcome> {
  const options = { signal: stepContext.signal, note: stepContext.log }
  const gated = await applyGatedSink(stepContext, warehouse, sink, options)
  const { rowCount, changes, queryId } = gated.value
  return outcomeOfGates(gated, sink.message(rowCount), { rowCount, changes, queryId })
}

/** Records a step that began and ended in one, unless the journal has it already. */
async function record(steps: Steps, component: Component, outcome: Outcome): Promise<Outcome> {
  const { context, recorder } = steps
  const known = finishedBefore(steps, component)
  if (known !== undefined) return noted(steps, known)
  await context.reports.room()
  const visit = visitOf(component)
  const step = stepRunOf(steps, component, recorder.begin(visit).seq)
  const processed =
    outcome.result === 'SKIPPED'
      ? outcome
      : await postProcessStep(context, step, outcome, context.clock.now())
  recorder.finish(visit, processed, recordOf(steps, component).report())
  return noted(steps, processed)
}

function noted({ updated }: Steps, outcome: Outcome): Outcome {
  for (const { variable, value } of outcome.updates ?? []) updated.set(variable, value)
  return outcome
}

const finishedBefore = ({ context, run }: Steps, component: Component): Outcome | undefined =>
  context.historyOf(run.execution).step(visitOf(component).key)?.finished?.outcome

const failure = ({ name }: { readonly name: string }, message: string): FlowResult => ({
  status: 'FAILED',
  message: `"${name}": ${message}`,
})

const visitOf = (component: Component): Visit => ({
  key: visitKey(component.name, outermost),
  component,
  attempt: 1,
  iteration: undefined,
})

const stepRunOf = ({ run, scope }: Steps, component: Component, seq: number): StepRun => ({
  execution: run.execution,
  seq,
  visit: visitOf(component),
  scope,
  declared: run.variables,
})

const scopeOf = (context: RunContext, run: PipelineRun, updated: ReadonlyMap<string, Value>): Scope => ({
  variables: viewOf(run.variables, updated),
  sysvars: systemVariablesOf(context, run),
  budget: context.stepBudget(),
})

/**
 * Parameters are resolved before anything is updated: they keep the values that the transformation began
 * with.
 */
const viewOf = (
  variables: ReadonlyMap<string, RunVariable>,
  updated: ReadonlyMap<string, Value>,
): VariableView => ({
  get: (name) => updated.get(name) ?? variables.get(name)?.value,
  names: () => variables.keys(),
  columns: (name) => variables.get(name)?.columns ?? [],
})
