import { errorText } from '../../lib/error-text.ts'
import { ExpressionError, type Scope } from '../../pipeline/expressions/expressions.ts'
import type { VariableView } from '../../pipeline/flow-events.ts'
import type { Component, Parameters, Pipeline, PipelineKind } from '../../pipeline/model.ts'
import { textOrJson } from '../../pipeline/parse-shapes.ts'
import { SHARED_CALL_TYPE, statedVersion } from '../../pipeline/shared/reference.ts'
import {
  type CallerValues,
  childValues,
  givenValues,
  type RunVariable,
  startVariables,
} from '../../pipeline/variables.ts'
import type { PipelineRun, RunContext } from '../run-context.ts'
import type { ExecutedRecord } from '../steps/executed.ts'
import { resolvedParameters } from '../steps/resolved-parameters.ts'

/** Executions below one another, the root counted (pipelines.md §2.8). */
const MAX_DEPTH = 50

/** Another pipeline that a step runs, or why it cannot. */
export type ChildCall =
  | {
      readonly pipeline: Pipeline
      /** What the pipeline and those that it runs are run in. */
      readonly context: RunContext
      readonly variables: ReadonlyMap<string, RunVariable>
      readonly projectValues: CallerValues
      /** What the step sets, secrets masked: for the record. What its callers gave is in theirs. */
      readonly values: { readonly scalarVariables?: Scalars; readonly gridVariables?: Grids }
    }
  | { readonly failed: string }

export const callsPipeline = (type: string): boolean =>
  type === 'run-orchestration' || type === 'run-transformation' || type === SHARED_CALL_TYPE

/**
 * Finds the pipeline that `run-orchestration`, `run-transformation` or `run-shared-pipeline` names and the values it begins
 * with.
 */
export async function childCall(
  context: RunContext,
  component: Component,
  scope: Scope,
  { run, record }: { readonly run: Caller; readonly record: ExecutedRecord },
): Promise<ChildCall> {
  try {
    const parameters = await resolvedParameters(context, component, scope)
    record.parameters(parameters)
    if (run.depth >= MAX_DEPTH) return { failed: `Pipelines call each other more than ${MAX_DEPTH} deep` }
    if (component.type === SHARED_CALL_TYPE) return await findShared(context, run, parameters)
    return find(
      context,
      run,
      parameters,
      component.type === 'run-orchestration' ? 'orchestration' : 'transformation',
    )
  } catch (error) {
    if (!(error instanceof ExpressionError))
      context.log.warn({ err: error, root: context.root }, 'A call could not be made')
    return { failed: errorText(error) }
  }
}

type Caller = Pick<PipelineRun, 'depth' | 'projectValues'>

function find(context: RunContext, run: Caller, parameters: Parameters, kind: PipelineKind): ChildCall {
  const key = `${kind}Job`
  const reference = parameters[key]
  if (typeof reference !== 'string' || reference === '') return { failed: `"${key}" names no pipeline` }
  const found = findPipeline(context, reference, kind)
  return 'failed' in found ? found : called(context, run, found.pipeline, childValues(parameters))
}

/**
 * A shared pipeline runs with everything that its caller has: environment, secrets, files and project variables. Only the
 * pipelines and other files that it names are those of its own artifact.
 */
async function findShared(context: RunContext, run: Caller, parameters: Parameters): Promise<ChildCall> {
  const { pipelineName: reference } = parameters
  if (typeof reference !== 'string' || reference === '')
    return { failed: '"pipelineName" names no shared pipeline' }
  const version = statedVersion(textOrJson(parameters['version']))
  const wanted = { caller: context.artifact, reference, version }
  const { artifact, pipelineName, required } = await context.lookups.sharedPipeline(
    context.root,
    wanted,
    context.signal,
  )
  const pipelines = await context.pipelinesOf(artifact)
  const found = findPipeline({ pipelines }, pipelineName)
  if ('failed' in found) return found
  const caller = childValues(parameters)
  const unset = required.filter(
    (name) => !Object.hasOwn(caller.scalars, name) && !Object.hasOwn(caller.grids, name),
  )
  if (unset.length > 0)
    return { failed: `${reference} needs values for ${unset.join(', ')}: set them in this component` }
  return called({ ...context, artifact, pipelines }, run, found.pipeline, caller)
}

/** `own` is what the step sets. */
function called(context: RunContext, run: Caller, pipeline: Pipeline, own: CallerValues): ChildCall {
  const { caller, projectValues } = givenValues(pipeline, own, run.projectValues)
  const { variables, faults } = startVariables(pipeline, context.projectVariables, caller)
  if (faults.length > 0) return { failed: faults.join('; ') }
  return { pipeline, context, variables, projectValues, values: maskedValues(context, own) }
}

/** What a caller may read of the variables as a called pipeline left them: the PUBLIC scalars that this one declares. */
export const publicScalars = ({ variables }: Pipeline, left: VariableView): Readonly<Scalars> =>
  Object.fromEntries(
    [...variables.values()].flatMap(({ name, visibility }) => {
      const value = visibility === 'PUBLIC' ? left.get(name) : undefined
      return value === undefined || typeof value === 'object' ? [] : [[name, value]]
    }),
  )

type Scalars = Record<string, string | number>
type Grids = Record<string, string[][]>

function maskedValues({ masking }: Pick<RunContext, 'masking'>, { scalars, grids }: CallerValues) {
  const scalar = (value: string | number) => (typeof value === 'string' ? masking.mask(value) : value)
  const grid = (rows: CallerValues['grids'][string]) =>
    rows.map((row) => row.map((cell) => masking.mask(cell)))
  const each = <T, R>(values: Readonly<Record<string, T>>, mask: (value: T) => R) =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, mask(value)]))
  return {
    ...(Object.keys(scalars).length > 0 && { scalarVariables: each(scalars, scalar) }),
    ...(Object.keys(grids).length > 0 && { gridVariables: each(grids, grid) }),
  }
}

/** A pipeline of the artifact, of two with one name that of `kind`; or why it cannot run. */
export function findPipeline(
  context: Pick<RunContext, 'pipelines'>,
  reference: string,
  kind: PipelineKind = 'orchestration',
): { readonly pipeline: Pipeline } | { readonly failed: string } {
  const pipeline = context.pipelines.find(reference, kind)
  if (pipeline !== undefined) return { pipeline }
  const faults = context.pipelines.faults(reference, kind)
  if (faults.length === 0) return { failed: `The artifact has no pipeline "${reference}"` }
  return { failed: faults.map(({ file, line, message }) => `${file}:${line}: ${message}`).join('; ') }
}
