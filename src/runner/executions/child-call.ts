import { errorText } from '../../lib/error-text.ts'
import { ExpressionError, type Scope } from '../../pipeline/expressions/expressions.ts'
import type { Component, Parameters, Pipeline } from '../../pipeline/model.ts'
import { type CallerValues, childValues, type RunVariable, startVariables } from '../../pipeline/variables.ts'
import type { RunContext } from '../run-context.ts'
import type { ExecutedRecord } from '../steps/executed.ts'
import { resolvedParameters } from '../steps/step.ts'

/** Executions below one another, the root counted (pipelines.md §2.8). */
const MAX_DEPTH = 50

/** Another pipeline that a step runs, or why it cannot. */
export type ChildCall =
  | {
      readonly pipeline: Pipeline
      readonly variables: ReadonlyMap<string, RunVariable>
      /** What the step sets, secrets masked: for the record. */
      readonly values: { readonly scalarVariables?: Scalars; readonly gridVariables?: Grids }
    }
  | { readonly failed: string }

export const callsPipeline = (type: string): boolean =>
  type === 'run-orchestration' || type === 'run-transformation'

/**
 * Finds the pipeline that `run-orchestration` or `run-transformation` names and the values it begins with.
 */
export async function childCall(
  context: RunContext,
  component: Component,
  scope: Scope,
  { depth, record }: { readonly depth: number; readonly record: ExecutedRecord },
): Promise<ChildCall> {
  try {
    const parameters = await resolvedParameters(context, component, scope)
    record.parameters(parameters)
    const key = component.type === 'run-orchestration' ? 'orchestrationJob' : 'transformationJob'
    return find(context, parameters, key, depth)
  } catch (error) {
    if (!(error instanceof ExpressionError))
      context.log.warn({ err: error, root: context.root }, 'A call could not be made')
    return { failed: errorText(error) }
  }
}

function find(context: RunContext, parameters: Parameters, key: string, depth: number): ChildCall {
  const reference = parameters[key]
  if (typeof reference !== 'string' || reference === '') return { failed: `"${key}" names no pipeline` }
  if (depth >= MAX_DEPTH) return { failed: `Pipelines call each other more than ${MAX_DEPTH} deep` }
  const found = findPipeline(context, reference)
  if ('failed' in found) return found
  const caller = childValues(parameters)
  const { variables, faults } = startVariables(found.pipeline, context.projectVariables, caller)
  if (faults.length > 0) return { failed: faults.join('; ') }
  return { pipeline: found.pipeline, variables, values: maskedValues(context, caller) }
}

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

/** A pipeline of the artifact, or why it cannot run. */
export function findPipeline(
  context: Pick<RunContext, 'pipelines'>,
  reference: string,
): { readonly pipeline: Pipeline } | { readonly failed: string } {
  const pipeline = context.pipelines.find(reference)
  if (pipeline !== undefined) return { pipeline }
  const faults = context.pipelines.faults(reference)
  if (faults.length === 0) return { failed: `The artifact has no pipeline "${reference}"` }
  return { failed: faults.map(({ file, line, message }) => `${file}:${line}: ${message}`).join('; ') }
}
