import { componentCatalog } from '../../components/catalog.ts'
import type { ComponentRun, StepContext } from '../../components/component.ts'
import { findRun } from '../../components/registry.ts'
import { ExpressionError, type Scope } from '../../pipeline/expressions/expressions.ts'
import { evaluateCondition } from '../../pipeline/expressions/if-condition.ts'
import { postProcess } from '../../pipeline/expressions/post-processing.ts'
import { updateFaults } from '../../pipeline/flow/flow.ts'
import type { Outcome, VariableUpdate } from '../../pipeline/flow-events.ts'
import type { Component, Parameters } from '../../pipeline/model.ts'
import type { Tree } from '../run-context.ts'
import { createStepContext, type StepPlace } from './step-context.ts'

/** These only steer: they take no slot. A `table-iterator` asks a database and so takes one. */
const slotless = new Set([
  ...['start', 'and', 'or', 'if', 'end-success', 'end-failure'],
  ...['fixed-iterator', 'loop-iterator', 'grid-iterator', 'run-orchestration', 'run-transformation'],
])

/** Whether a component counts against the runner's capacity (pipelines.md §2.10). */
export const occupiesSlot = (type: string): boolean => !slotless.has(type)

/** Whether a component may start only when all that came before it is on disk. Unknown ones only fail. */
export const reachesOutside = (type: string): boolean => findRun(type)?.declaration.effects === 'outside'

/** Runs one visit. It never throws: whatever goes wrong is an outcome with a message for people. */
export async function runStep(tree: Tree, place: StepPlace): Promise<Outcome> {
  const startedAt = new Date()
  const { component } = place.visit
  const outcome = fitting(place, await guarded(tree, component, () => bare(tree, place)))
  return afterwards(tree, place, outcome, startedAt)
}

/** Works out an iterator's values, or why it cannot. */
export async function expandStep(
  tree: Tree,
  place: StepPlace,
): Promise<{ iterations: readonly (readonly VariableUpdate[])[] } | { failed: Outcome }> {
  const { component } = place.visit
  let iterations: readonly (readonly VariableUpdate[])[] | undefined
  const outcome = await guarded(tree, component, () =>
    withContext(tree, place, async (run, context, parameters) => {
      if (run.expand === undefined) return failed(`"${component.type}" is not an iterator`)
      const expanded = await run.expand(context, parameters as never)
      if ('failed' in expanded) return failed(expanded.failed)
      iterations = expanded.iterations
      return { result: 'SUCCESS' }
    }),
  )
  if (iterations === undefined) return { failed: masked(tree, outcome) }
  const fault = sizeFault(iterations)
  if (fault !== undefined) return { failed: failed(fault) }
  return { iterations: iterations.map((updates) => markedSecret(tree, updates)) }
}

/**
 * All string parameters with `${…}` replaced, but those the component resolves itself. Throws
 * ExpressionError.
 */
export const resolvedParameters = (tree: Tree, component: Component, scope: Scope): Parameters =>
  tree.expressions.resolveParameters(
    component.parameters,
    scope,
    findRun(component.type)?.declaration.verbatim,
  )

function bare(tree: Tree, place: StepPlace): Promise<Outcome> | Outcome {
  const { component } = place.visit
  if (component.type === 'if') {
    const branch = evaluateCondition(component.parameters, tree.expressions, place.scope)
    return { result: 'SUCCESS', branch }
  }
  return withContext(tree, place, (run, context, parameters) => run.run(context, parameters as never))
}

type Use = (run: ComponentRun, context: StepContext, parameters: Parameters) => Promise<Outcome> | Outcome

async function withContext(tree: Tree, place: StepPlace, use: Use): Promise<Outcome> {
  const { component } = place.visit
  const run = findRun(component.type)
  if (run === undefined) {
    return failed(
      `This runner knows no component of type "${component.type}": update it, or replace the component`,
    )
  }
  const parameters = resolvedParameters(tree, component, place.scope)
  const faults = componentCatalog.parameterFaults(
    { ...component, parameters },
    { warehouse: tree.warehouseKind, running: true },
  )
  if (faults !== undefined && faults.length > 0) return failed(faults.join('; '))
  const owned = createStepContext(tree, place)
  try {
    return await use(run, owned.context, parameters)
  } finally {
    await owned
      .dispose()
      .catch((error: unknown) => tree.log.warn({ err: error }, 'A scratch folder stays behind'))
  }
}

async function guarded(
  tree: Tree,
  component: Component,
  run: () => Promise<Outcome> | Outcome,
): Promise<Outcome> {
  try {
    const outcome = await run()
    return tree.signal.aborted && outcome.result === 'FAILED' ? cancelled : outcome
  } catch (error) {
    if (tree.signal.aborted) return cancelled
    const expected = error instanceof ExpressionError
    if (!expected) tree.log.warn({ err: error, root: tree.root, type: component.type }, 'A component threw')
    return failed(error instanceof Error ? error.message : String(error))
  }
}

/**
 * Post-processing updates variables and message of a step that ran (pipelines.md §1); secrets are masked
 * last.
 */
export const afterwards = (tree: Tree, place: StepPlace, outcome: Outcome, startedAt: Date): Outcome =>
  masked(tree, postProcessed(tree, place, outcome, startedAt))

function postProcessed(tree: Tree, place: StepPlace, outcome: Outcome, startedAt: Date): Outcome {
  const { component } = place.visit
  if (component.postProcessing === undefined || outcome.result === 'CANCELLED') return outcome
  try {
    const sysvars = { ...place.scope.sysvars, thisComponent: thisComponent(place, outcome, startedAt) }
    return postProcess(component, outcome, tree.expressions, { variables: place.scope.variables, sysvars })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return { ...outcome, result: 'FAILED', message: `Post-processing failed: ${reason}` }
  }
}

/** What post-processing sees as `sysvar.thisComponent`. What a component does not count is empty. */
function thisComponent(place: StepPlace, outcome: Outcome, startedAt: Date) {
  const finishedAt = new Date()
  return {
    name: place.visit.component.name,
    message: outcome.message ?? '',
    status: outcome.result,
    taskId: `${place.execution}/${place.seq}`,
    startedAt: startedAt.toISOString(),
    finishedAt: finishedAt.toISOString(),
    duration: (finishedAt.getTime() - startedAt.getTime()) / 1000,
    rowCount: outcome.rowCount ?? '',
    rowsInserted: outcome.changes?.inserted ?? '',
    rowsUpdated: outcome.changes?.updated ?? '',
    rowsDeleted: outcome.changes?.deleted ?? '',
    queryId: '',
  }
}

/** A report must fit into a frame, whatever a component makes. */
const MAX_UPDATE_CHARS = 4_000_000
const MAX_MESSAGE_CHARS = 10_000

/** Why values cannot be reported; undefined when they can. */
function sizeFault(values: unknown): string | undefined {
  const { length } = JSON.stringify(values)
  if (length <= MAX_UPDATE_CHARS) return undefined
  return `The values come to ${length} characters; at most ${MAX_UPDATE_CHARS} fit into variables`
}

const cancelled: Outcome = { result: 'CANCELLED' }
const failed = (message: string): Outcome => ({ result: 'FAILED', message })

function masked(tree: Tree, outcome: Outcome): Outcome {
  const { message, updates } = outcome
  if (message === undefined && updates === undefined) return outcome
  return {
    ...outcome,
    ...(message !== undefined && { message: shortened(tree.masking.mask(message)) }),
    ...(updates !== undefined && { updates: markedSecret(tree, updates) }),
  }
}

/** The run goes on with the values as they are; people are not to see those in which a secret is found. */
const markedSecret = ({ masking }: Tree, updates: readonly VariableUpdate[]): readonly VariableUpdate[] =>
  updates.map((update) => {
    const { value } = update
    if (typeof value === 'number') return update
    const texts = typeof value === 'string' ? [value] : value.flat()
    return texts.some((text) => masking.mask(text) !== text) ? { ...update, secret: true } : update
  })

/** Updates that do not fit their variables, or no frame, fail the step instead of being lost on the way. */
function fitting(place: StepPlace, outcome: Outcome): Outcome {
  const { updates = [] } = outcome
  if (updates.length === 0) return outcome
  const faults = [...updateFaults(place.declared, updates), sizeFault(updates)].filter(
    (one) => one !== undefined,
  )
  return faults.length === 0 ? outcome : failed(faults.join('; '))
}

const shortened = (message: string): string =>
  message.length <= MAX_MESSAGE_CHARS ? message : `${message.slice(0, MAX_MESSAGE_CHARS)}…`
