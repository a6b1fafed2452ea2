import { isDeepStrictEqual } from 'node:util'
import { errorText } from '../../lib/error-text.ts'
import { mebibytes } from '../../lib/mebibytes.ts'
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
import { MAX_MESSAGE_BYTES } from '../../protocol/messages.ts'
import type { BegunCall } from '../journal/recorder.ts'
import type { PipelineRun, RunContext } from '../run-context.ts'
import type { ExecutedRecord } from '../steps/executed.ts'
import { resolvedParameters } from '../steps/resolved-parameters.ts'

/** Executions below one another, the root counted (pipelines.md §2.8). */
const MAX_DEPTH = 50

/** The values are reported with the beginning of the step, in one message. */
const MAX_CALL_BYTES = MAX_MESSAGE_BYTES - 1024 * 1024

/** Another pipeline that a step runs, or why it cannot. */
export type ChildCall =
  | {
      readonly pipeline: Pipeline
      /** What the pipeline and those that it runs are run in. */
      readonly context: RunContext
      readonly variables: ReadonlyMap<string, RunVariable>
      readonly projectValues: CallerValues
      /** What the step sets, for the record. What its callers gave is in theirs. */
      readonly values: RecordedValues
    }
  | { readonly failed: string }

export const callsPipeline = (type: string): boolean =>
  type === 'run-orchestration' || type === 'run-transformation' || type === SHARED_CALL_TYPE

const calledKind = (type: string): PipelineKind =>
  type === 'run-transformation' ? 'transformation' : 'orchestration'

/**
 * Finds the pipeline that `run-orchestration`, `run-transformation` or `run-shared-pipeline` names and the
 * values it begins with. `begun`: the call as an earlier session made it.
 */
export async function childCall(
  context: RunContext,
  component: Component,
  scope: Scope,
  {
    run,
    record,
    begun,
  }: { readonly run: Caller; readonly record: ExecutedRecord; readonly begun: BegunCall },
): Promise<ChildCall> {
  try {
    const parameters = await parametersOfCall(context, component, scope, begun)
    record.parameters(parameters)
    if (run.calls.length + 1 >= MAX_DEPTH)
      return { failed: `Pipelines call each other more than ${MAX_DEPTH} deep` }
    if (component.type === SHARED_CALL_TYPE) return await findShared(context, run, parameters)
    return find(context, run, parameters, calledKind(component.type))
  } catch (error) {
    if (!(error instanceof ExpressionError))
      context.log.warn({ err: error, root: context.root }, 'A call could not be made')
    return { failed: errorText(error) }
  }
}

type Caller = Pick<PipelineRun, 'calls' | 'projectValues'>

/**
 * A call goes on with what it began with: what its parameters are made of may have changed since, as the time
 * has.
 */
async function parametersOfCall(
  context: RunContext,
  component: Component,
  scope: Scope,
  begun: BegunCall,
): Promise<Parameters> {
  if (begun?.scalarVariables === undefined) return resolvedParameters(context, component, scope)
  const { pipelineName, scalarVariables, gridVariables = {} } = begun
  const known: Parameters = {
    ...(component.type !== SHARED_CALL_TYPE && { [`${calledKind(component.type)}Job`]: pipelineName }),
    setScalarVariables: Object.entries(scalarVariables),
    setGridVariables: Object.entries(gridVariables).map(([variable, values]) => ({ variable, values })),
  }
  const others = Object.entries(component.parameters).filter(([name]) => !(name in known))
  const open = { ...component, parameters: Object.fromEntries(others) }
  return { ...(await resolvedParameters(context, open, scope)), ...known }
}

function find(context: RunContext, run: Caller, parameters: Parameters, kind: PipelineKind): ChildCall {
  const key = `${kind}Job`
  const reference = parameters[key]
  if (typeof reference !== 'string' || reference === '') return { failed: `"${key}" names no pipeline` }
  const found = findPipeline(context, reference, kind)
  return 'failed' in found ? found : called(context, run, found.pipeline, childValues(parameters))
}

/**
 * A shared pipeline runs with everything that its caller has: environment, secrets, files and project
 * variables. Only the pipelines and other files that it names are those of its own artifact.
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
  const values = recordedValues(context, own)
  const bytes = Buffer.byteLength(JSON.stringify(values))
  if (bytes > MAX_CALL_BYTES)
    return {
      failed: `The values for "${pipeline.name}" are ${mebibytes(bytes)}; at most ${mebibytes(MAX_CALL_BYTES)} can be passed to a pipeline`,
    }
  return { pipeline, context, variables, projectValues, values }
}

/**
 * What a caller may read of the variables as a called pipeline left them: the PUBLIC scalars that this one
 * declares.
 */
export const publicScalars = (
  { variables }: Pipeline,
  left: VariableView,
): Readonly<Record<string, string | number>> =>
  Object.fromEntries(
    [...variables.values()].flatMap(({ name, visibility }) => {
      const value = visibility === 'PUBLIC' ? left.get(name) : undefined
      return value === undefined || typeof value === 'object' ? [] : [[name, value]]
    }),
  )

interface WireValues {
  readonly scalarVariables?: Record<string, string | number>
  readonly gridVariables?: Record<string, string[][]>
}

/** Secrets are masked; a run that continues has `secretValues` in place of the values that had some. */
type RecordedValues = WireValues & { readonly secretValues: WireValues }

function recordedValues({ masking }: Pick<RunContext, 'masking'>, own: CallerValues): RecordedValues {
  const masked = wireValues(own, masking.mask)
  const secret = <V>(values: Readonly<Record<string, V>>, shown: Readonly<Record<string, unknown>> = {}) =>
    Object.fromEntries(
      Object.entries(values).filter(([name, value]) => !isDeepStrictEqual(value, shown[name])),
    )
  const scalars = secret(own.scalars, masked.scalarVariables)
  const grids = secret(own.grids, masked.gridVariables)
  return { ...masked, secretValues: wireValues({ scalars, grids }, (text) => text) }
}

function wireValues({ scalars, grids }: CallerValues, textOf: (text: string) => string): WireValues {
  const scalar = (value: string | number) => (typeof value === 'string' ? textOf(value) : value)
  const grid = (rows: CallerValues['grids'][string]) => rows.map((row) => row.map((cell) => textOf(cell)))
  const each = <T, R>(values: Readonly<Record<string, T>>, of: (value: T) => R) =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, of(value)]))
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
