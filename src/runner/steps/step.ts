import { componentCatalog } from '../../components/catalog.ts'
import type { ComponentRun, StepContext } from '../../components/component.ts'
import { findRun } from '../../components/registry.ts'
import { elsewhereRefusal, replacementOf } from '../../components/replacements.ts'
import { errorText, machineAdvice } from '../../lib/error-text.ts'
import { ExpressionError } from '../../pipeline/expressions/expressions.ts'
import { evaluateCondition } from '../../pipeline/expressions/if-condition.ts'
import { postProcess } from '../../pipeline/expressions/post-processing.ts'
import { updateFaults } from '../../pipeline/flow/flow.ts'
import type { GateResult, Outcome, VariableUpdate } from '../../pipeline/flow-events.ts'
import type { Component, Parameters } from '../../pipeline/model.ts'
import { readParameters } from '../../pipeline/parameters/read-parameters.ts'
import { slotlessTypes } from '../../pipeline/slotless.ts'
import { TEST_STEP } from '../../pipeline/tests/tests-flow.ts'
import type { WireAssets } from '../../protocol/asset-messages.ts'
import type { WireExecuted } from '../../protocol/step-outcome.ts'
import type { RunContext } from '../run-context.ts'
import { createExecutedRecord, type ExecutedRecord } from './executed.ts'
import { resolvedParameters } from './resolved-parameters.ts'
import { assetsOf } from './step-assets.ts'
import { createStepContext, type StepRun } from './step-context.ts'

const slotless = new Set(slotlessTypes)

/** Whether a component counts against the runner's capacity (pipelines.md §2.10). */
export const occupiesSlot = (type: string): boolean => !slotless.has(type)

/** Runs one visit. It never throws: every failure is an outcome with a message for users. */
export async function runStep(
  context: RunContext,
  step: StepRun,
): Promise<readonly [...Executed<Outcome>, WireAssets[] | undefined]> {
  const { component } = step.visit
  if (context.runTest !== undefined && component.type === TEST_STEP)
    return [...(await context.runTest(step)), undefined]
  const startedAt = context.clock.now()
  if (findRun(component.type)?.declaration.changesVariables) await step.untilAlone?.()
  const record = createExecutedRecord(context, step)
  const outcome = fitting(step, await guarded(context, component, () => bare(context, step, record)))
  const ended = await postProcessStep(context, step, outcome, startedAt)
  const { execution, seq } = step
  // Most steps have none, and do not wait.
  const assets = assetsOf(context, { execution, seq, type: component.type }, ended, record)
  return [ended, record.report(), assets instanceof Promise ? await assets : assets]
}

/** How it ended, and what it was executed with. */
type Executed<T> = readonly [T, WireExecuted | undefined]
type Expanded = { readonly iterations: readonly (readonly VariableUpdate[])[] } | { readonly failed: Outcome }

/** Works out an iterator's values, or why it cannot. */
export async function expandStep(context: RunContext, step: StepRun): Promise<Executed<Expanded>> {
  const record = createExecutedRecord(context, step)
  const expanded = await expandedWith(context, step, record)
  return [expanded, record.report()]
}

async function expandedWith(context: RunContext, step: StepRun, record: ExecutedRecord): Promise<Expanded> {
  const { component } = step.visit
  let iterations: readonly (readonly VariableUpdate[])[] | undefined
  const outcome = await guarded(context, component, () =>
    withContext(context, step, record, async (run, stepContext, parameters) => {
      if (run.expand === undefined) return failed(`"${component.type}" is not an iterator`)
      const expanded = await run.expand(stepContext, parameters as never)
      if ('failed' in expanded) return failed(expanded.failed)
      iterations = expanded.iterations
      return { result: 'SUCCESS' }
    }),
  )
  if (iterations === undefined) return { failed: masked(context, outcome) }
  const fault = sizeFault(iterations)
  if (fault !== undefined) return { failed: failed(fault) }
  return { iterations: iterations.map((updates) => markedSecret(context, updates)) }
}

async function chosenBranch(context: RunContext, { visit, scope }: StepRun): Promise<Outcome> {
  const branch = await evaluateCondition(visit.component.parameters, context.expressions, scope)
  return { result: 'SUCCESS', branch }
}

function bare(context: RunContext, step: StepRun, record: ExecutedRecord): Promise<Outcome> {
  if (step.visit.component.type === 'if') return chosenBranch(context, step)
  return withContext(context, step, record, (run, stepContext, parameters) =>
    run.run(stepContext, parameters as never),
  )
}

type Use = (run: ComponentRun, stepContext: StepContext, parameters: Parameters) => Promise<Outcome> | Outcome

async function withContext(
  context: RunContext,
  step: StepRun,
  record: ExecutedRecord,
  use: Use,
): Promise<Outcome> {
  const { component } = step.visit
  const run = findRun(component.type)
  if (run === undefined) {
    const advice = replacementOf(component.type) ?? 'update it, or replace the component'
    return failed(
      elsewhereRefusal(component.type) ??
        `This runner knows no component of type "${component.type}": ${advice}`,
    )
  }
  const resolved = resolvedParameters(context, component, step.scope)
  const parameters = resolved instanceof Promise ? await resolved : resolved
  record.parameters(parameters)
  const faults = componentCatalog.parameterFaults(
    { ...component, parameters },
    { warehouse: context.warehouseKind, running: true },
  )
  if (faults !== undefined && faults.length > 0)
    return failed(faults.map(({ message }) => message).join('; '))
  if (reachesOutside(run, parameters) && run.declaration.preparesFirst === undefined)
    await context.reports.committed()
  if (context.signal.aborted) return cancelled
  const { stepContext, dispose } = createStepContext(context, step, record)
  try {
    return await use(run, stepContext, parameters)
  } finally {
    await dispose()?.catch((error: unknown) =>
      context.log.warn({ err: error }, 'Could not remove a scratch folder'),
    )
  }
}

/** Whether it may begin only when all that came before it is on disk: what only reads can be done again. */
function reachesOutside({ declaration }: ComponentRun, given: Parameters): boolean {
  const { effects, readsOnly, properties } = declaration
  if (effects === 'none') return false
  return readsOnly === undefined || !readsOnly(readParameters(properties, given).parameters as never)
}

async function guarded(
  context: RunContext,
  component: Component,
  run: () => Promise<Outcome> | Outcome,
): Promise<Outcome> {
  try {
    const outcome = await run()
    return context.signal.aborted && outcome.result === 'FAILED' ? cancelled : outcome
  } catch (error) {
    if (context.signal.aborted) return cancelled
    const expected = error instanceof ExpressionError
    if (!expected)
      context.log.warn({ err: error, root: context.root, type: component.type }, 'A component threw')
    return failed(`${errorText(error)}${machineAdvice(error)}`)
  }
}

/**
 * Post-processing updates variables and message of a step that ran (pipelines.md §1); secrets are masked
 * last.
 */
export async function postProcessStep(
  context: RunContext,
  step: StepRun,
  outcome: Outcome,
  startedAt: Date,
): Promise<Outcome> {
  if (step.visit.component.postProcessing === undefined) return masked(context, outcome)
  return masked(context, await postProcessed(context, step, outcome, startedAt))
}

async function postProcessed(
  context: RunContext,
  step: StepRun,
  outcome: Outcome,
  startedAt: Date,
): Promise<Outcome> {
  const { component } = step.visit
  if (outcome.result === 'CANCELLED') return outcome
  try {
    if (updatesVariables(component)) await step.untilAlone?.()
    const sysvars = {
      ...step.scope.sysvars,
      thisComponent: thisComponent(step, outcome, startedAt, context.clock.now()),
      ...(step.childVariables && { childPipeline: { vars: step.childVariables } }),
    }
    const processed = await postProcess(component, outcome, context.expressions, { ...step.scope, sysvars })
    const fault = updatesVariables(component) ? sizeFault(processed.updates ?? []) : undefined
    if (fault !== undefined) throw new Error(fault)
    return processed
  } catch (error) {
    const reason = errorText(error)
    return { ...outcome, result: 'FAILED', message: `Post-processing failed: ${reason}` }
  }
}

function updatesVariables({ postProcessing }: Component): boolean {
  const { updateScalarVariables = [], updateGridVariables = [] } = postProcessing ?? {}
  return updateScalarVariables.length + updateGridVariables.length > 0
}

/** What post-processing sees as `sysvar.thisComponent`. What a component does not count is empty. */
function thisComponent(step: StepRun, outcome: Outcome, startedAt: Date, finishedAt: Date) {
  return {
    name: step.visit.component.name,
    message: outcome.message ?? '',
    status: outcome.result,
    taskId: `${step.execution}/${step.seq}`,
    startedAt: startedAt.toISOString(),
    finishedAt: finishedAt.toISOString(),
    mainTaskFinishedAt: finishedAt.toISOString(),
    mainTaskDurationMs: finishedAt.getTime() - startedAt.getTime(),
    duration: (finishedAt.getTime() - startedAt.getTime()) / 1000,
    rowCount: outcome.rowCount ?? '',
    rowsInserted: outcome.changes?.inserted ?? '',
    rowsUpdated: outcome.changes?.updated ?? '',
    rowsDeleted: outcome.changes?.deleted ?? '',
    queryId: outcome.queryId ?? '',
  }
}

/** A report must fit into a frame, whatever a component makes. */
const MAX_UPDATE_CHARS = 4_000_000
const MAX_MESSAGE_CHARS = 10_000
const MAX_GATE_CHARS = 1_000

/** Why values cannot be reported; undefined when they can. */
function sizeFault(values: unknown): string | undefined {
  const { length } = JSON.stringify(values)
  if (length <= MAX_UPDATE_CHARS) return undefined
  return `The values have ${length} characters; at most ${MAX_UPDATE_CHARS} fit into variables`
}

const cancelled: Outcome = { result: 'CANCELLED' }
const failed = (message: string): Outcome => ({ result: 'FAILED', message })

function masked(context: RunContext, outcome: Outcome): Outcome {
  const { message, updates, gates } = outcome
  if (message === undefined && updates === undefined && gates === undefined) return outcome
  return {
    ...outcome,
    ...(message !== undefined && { message: shortened(context.masking.mask(message)) }),
    ...(updates !== undefined && { updates: markedSecret(context, updates) }),
    ...(gates !== undefined && { gates: gates.map((one) => maskedGate(context, one)) }),
  }
}

function maskedGate({ masking }: RunContext, gate: GateResult): GateResult {
  const text = (given: string) => masking.mask(given).slice(0, MAX_GATE_CHARS)
  return { ...gate, name: text(gate.name), expected: text(gate.expected), actual: text(gate.actual) }
}

/** The run continues with the values as they are; users do not see those in which a secret is found. */
const markedSecret = (
  { masking }: RunContext,
  updates: readonly VariableUpdate[],
): readonly VariableUpdate[] =>
  updates.map((update) => {
    const { value } = update
    if (typeof value === 'number') return update
    const texts = typeof value === 'string' ? [value] : value.flat()
    return texts.some((text) => masking.mask(text) !== text) ? { ...update, secret: true } : update
  })

/** Updates that do not fit their variables, or a frame, fail the step instead of getting lost. */
function fitting(step: StepRun, outcome: Outcome): Outcome {
  const { updates = [] } = outcome
  if (updates.length === 0) return outcome
  const faults = [...updateFaults(step.declared, updates), sizeFault(updates)].filter(
    (one) => one !== undefined,
  )
  return faults.length === 0 ? outcome : failed(faults.join('; '))
}

const shortened = (message: string): string =>
  message.length <= MAX_MESSAGE_CHARS ? message : `${message.slice(0, MAX_MESSAGE_CHARS)}…`
