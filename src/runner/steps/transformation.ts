import {
  type CompiledSink,
  type CompiledTransformation,
  compileTransformation,
} from '../../components/transformation/compile.ts'
import { noRowChanges, sumOfChanges } from '../../lib/row-changes.ts'
import type { Scope } from '../../pipeline/expressions/expressions.ts'
import { outermost, visitKey } from '../../pipeline/flow/keys.ts'
import type { FlowResult, Outcome, VariableView, Visit } from '../../pipeline/flow-events.ts'
import type { Component } from '../../pipeline/model.ts'
import type { RunVariable } from '../../pipeline/variables.ts'
import type { Warehouse } from '../../warehouses/warehouse.ts'
import { WarehouseError } from '../../warehouses/warehouse-error.ts'
import type { Recorder } from '../journal/recorder.ts'
import type { PipelineRun, Tree } from '../run-context.ts'
import { afterwards, resolvedParameters } from './step.ts'
import { createStepContext, type StepPlace } from './step-context.ts'

/**
 * Runs a transformation (pipelines.md §5): everything is compiled and checked by the database before the
 * first
 * sink runs, then the sinks run one after another in file order; the first that fails ends it. Every
 * component
 * is a step: those that only hand rows on have succeeded once they are compiled.
 */
export async function runTransformation(
  tree: Tree,
  run: PipelineRun,
  recorder: Recorder,
): Promise<FlowResult> {
  const steps: Steps = { tree, run, recorder, scope: scopeOf(tree, run) }
  const release = await tree.slots.take(tree.signal)
  if (release === undefined) return cancelled
  try {
    return await compileAndRun(steps)
  } catch (error) {
    if (tree.signal.aborted) return cancelled
    if (error instanceof WarehouseError) return { status: 'FAILED', message: error.message }
    throw error
  } finally {
    release()
  }
}

const cancelled: FlowResult = { status: 'CANCELLED', message: undefined }

interface Steps {
  readonly tree: Tree
  readonly run: PipelineRun
  readonly recorder: Recorder
  readonly scope: Scope
}

async function compileAndRun(steps: Steps): Promise<FlowResult> {
  const { tree, run, scope } = steps
  const failedBefore = tree
    .historyOf(run.execution)
    .steps.find((one) => one.finished?.outcome.result === 'FAILED')
  if (failedBefore !== undefined) return failure(failedBefore, failedBefore.finished?.outcome.message ?? '')
  const warehouse = await openWarehouse(tree)
  if ('failed' in warehouse) return { status: 'FAILED', message: warehouse.failed }
  const plan = await compileTransformation(run.pipeline, {
    warehouse,
    options: { signal: tree.signal },
    resolve: (component) => resolvedParameters(tree, component, scope),
  })
  const { compiled, failed, unused } = plan
  for (const component of compiled) await record(steps, component, { result: 'SUCCESS' })
  for (const [component, message] of failed) await record(steps, component, { result: 'FAILED', message })
  for (const component of unused) await record(steps, component, feedsNothing)
  const [first] = failed
  return first === undefined ? runSinks(steps, plan) : failure(first[0], first[1])
}

/** Or why the environment's database cannot be opened: a secret that is missing, for instance. */
async function openWarehouse(tree: Tree): Promise<Warehouse | { readonly failed: string }> {
  try {
    return await tree.warehouse()
  } catch (error) {
    return { failed: error instanceof Error ? error.message : String(error) }
  }
}

const feedsNothing: Outcome = { result: 'SKIPPED', message: 'No output reads from it, so it was not run' }

async function runSinks(steps: Steps, { sinks }: CompiledTransformation): Promise<FlowResult> {
  const done: Outcome[] = []
  for (const sink of sinks) {
    if (steps.tree.signal.aborted) return cancelled
    const outcome = await runSink(steps, sink)
    if (outcome.result === 'CANCELLED') return cancelled
    if (outcome.result === 'FAILED') return failure(sink.component, outcome.message ?? '')
    if (outcome.rowCount !== undefined) done.push(outcome)
  }
  return { status: 'SUCCESS', message: undefined, ...together(done) }
}

/** What the outputs that count rows did together; nothing when there is none. */
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
  const { tree, recorder } = steps
  const { component } = sink
  const known = finishedBefore(steps, component)
  if (known !== undefined) return known
  if (component.skipped) return record(steps, component, { result: 'SKIPPED' })
  const startedAt = new Date()
  const visit = visitOf(component)
  const place = placeOf(steps, component, recorder.begin(visit).seq)
  await tree.journal.committed()
  const outcome = afterwards(tree, place, await execute(tree, place, sink), startedAt)
  recorder.finish(visit, outcome)
  return outcome
}

/** The statement stands in the step's log, so that people can see what the database was asked to do. */
async function execute(tree: Tree, place: StepPlace, sink: CompiledSink): Promise<Outcome> {
  if (tree.signal.aborted) return { result: 'CANCELLED' }
  const { context } = createStepContext(tree, place)
  for (const line of sink.sql.split(/\r?\n/)) context.log(line)
  try {
    const warehouse = await tree.warehouse()
    const { rowCount, changes } = await warehouse.execute(sink.sql, { signal: tree.signal, count: 'last' })
    return {
      result: 'SUCCESS',
      message: sink.message(rowCount),
      ...(sink.counted && { rowCount, changes }),
    }
  } catch (error) {
    if (tree.signal.aborted) return { result: 'CANCELLED' }
    if (error instanceof WarehouseError) return { result: 'FAILED', message: error.message }
    throw error
  }
}

/** Records a step that began and ended in one, unless the journal has it already. */
async function record(steps: Steps, component: Component, outcome: Outcome): Promise<Outcome> {
  const { tree, recorder } = steps
  const known = finishedBefore(steps, component)
  if (known !== undefined) return known
  await tree.journal.room()
  const visit = visitOf(component)
  const place = placeOf(steps, component, recorder.begin(visit).seq)
  const processed = outcome.result === 'SKIPPED' ? outcome : afterwards(tree, place, outcome, new Date())
  recorder.finish(visit, processed)
  return processed
}

const finishedBefore = ({ tree, run }: Steps, component: Component): Outcome | undefined =>
  tree.historyOf(run.execution).step(visitOf(component).key)?.finished?.outcome

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

const placeOf = ({ run, scope }: Steps, component: Component, seq: number): StepPlace => ({
  ...{ execution: run.execution, seq, visit: visitOf(component), scope },
  declared: run.variables,
})

const scopeOf = (tree: Tree, { pipeline, variables }: PipelineRun): Scope => ({
  variables: viewOf(variables),
  sysvars: { ...tree.systemVariables, thisPipeline: { fullName: pipeline.name } },
})

/** A transformation's variables keep the values it began with. */
const viewOf = (variables: ReadonlyMap<string, RunVariable>): VariableView => ({
  get: (name) => variables.get(name)?.value,
  names: () => variables.keys(),
  columns: (name) => variables.get(name)?.columns ?? [],
})
