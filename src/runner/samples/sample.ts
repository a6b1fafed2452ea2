import { findDeclaration } from '../../components/catalog.ts'
import {
  type CompiledTransformation,
  compileTransformation,
} from '../../components/transformation/compile.ts'
import { errorText } from '../../lib/error-text.ts'
import {
  type BudgetLimits,
  createExecutionBudget,
  type Expressions,
  type Scope,
} from '../../pipeline/expressions/expressions.ts'
import type { Component, Pipeline } from '../../pipeline/model.ts'
import { parsePipelineFile } from '../../pipeline/parse.ts'
import { startVariables } from '../../pipeline/variables.ts'
import type { FromRunner, ToRunner } from '../../protocol/messages.ts'
import type { Warehouse } from '../../warehouses/warehouse.ts'
import { WarehouseError } from '../../warehouses/warehouse-error.ts'
import type { ProbeTools } from '../probes/probe.ts'
import { failed, openEnvironment, READING_TIMEOUT_MS, type Reading, readWithin } from './reading.ts'
import { readRows, shortSql } from './rows.ts'

export interface SampleTools extends ProbeTools {
  readonly expressions: Expressions
  readonly budgetLimits: BudgetLimits
}

type Wanted = Extract<ToRunner, { kind: 'sample-wanted' }>
type Answer = Extract<FromRunner, { kind: 'sampled' }>
/** What a sample is when nothing went wrong, or where and why it failed. */
type Outcome = Omit<Answer, 'kind' | 'sample' | 'latencyMs'>

/** Why a sample cannot be taken, and at which component. */
class SampleError extends Error {
  override readonly name = 'SampleError'
  readonly component: string | undefined
  constructor(message: string, component?: string) {
    super(message)
    this.component = component
  }
}

/**
 * The first rows of a component of a transformation, or only its columns and its SQL: compiled as a run would
 * compile it, and read in a transaction that can change nothing. Never throws; undefined once it was
 * cancelled.
 */
export async function takeSample(
  tools: SampleTools,
  wanted: Wanted,
  cancelled: AbortSignal,
  timeoutMs = READING_TIMEOUT_MS,
): Promise<Answer | undefined> {
  const answer = await readWithin<Outcome>(
    { cancelled, timeoutMs },
    (reading) => sampled(tools, wanted, reading),
    ({ error, isTooLate, mask }) => {
      if (isTooLate) return failed(`It took more than ${timeoutMs / 1_000} s: sample a component before it`)
      const component = error instanceof SampleError ? error.component : undefined
      return { ...failed(mask(errorText(error))), ...(component !== undefined && { component }) }
    },
  )
  return answer && { kind: 'sampled', sample: wanted.sample, ...answer }
}

async function sampled(tools: SampleTools, wanted: Wanted, reading: Reading): Promise<Outcome> {
  const { signal } = reading
  const pipeline = readTransformation(wanted)
  const component = pipeline.components.get(wanted.component)
  if (component === undefined)
    throw new SampleError(`${pipeline.name} has no component "${wanted.component}"`)
  const warehouse = await openEnvironment(tools, wanted, reading)
  const scope = scopeOf(tools, wanted, pipeline)
  const plan = await compileTransformation(pipeline, {
    warehouse,
    options: { signal },
    resolve: ({ type, parameters }) =>
      tools.expressions.resolveParameters(parameters, scope, findDeclaration(type)?.verbatim),
    only: component.name,
  })
  for (const [{ name }, message] of plan.failed) throw new SampleError(message, name)
  const shown = shownOf(plan, pipeline, component)
  const sql = plan.previewOf(shown)
  const columns = await warehouse.describeQuery(sql, { signal })
  const described = { ok: true, columns: [...columns], sql: shortSql(sql) }
  if (wanted.limit === 0) return described
  try {
    return { ...described, ...(await readRows(warehouse, sql, { limit: wanted.limit, signal })) }
  } catch (error) {
    if (!(error instanceof WarehouseError) || signal.aborted) throw error
    const culprit = await culpritOf({ plan, warehouse, wanted, signal })
    throw culprit ?? new SampleError(error.message, shown.name)
  }
}

function readTransformation({ path, content }: Wanted): Pipeline {
  const { pipeline, faults } = parsePipelineFile(path, content)
  const [fault] = faults.filter(({ severity }) => severity === 'error')
  if (pipeline === undefined || fault !== undefined) {
    const where = fault === undefined ? '' : `, line ${fault.line}: ${fault.message}`
    throw new SampleError(`${path} cannot be read as a pipeline${where}`, fault?.component)
  }
  if (pipeline.kind === 'transformation') return pipeline
  throw new SampleError(`${path} is an orchestration; only components of transformations have rows`)
}

/** The component itself; of one that writes, what it gets: what it would write is not there yet. */
function shownOf({ compiled }: CompiledTransformation, pipeline: Pipeline, component: Component): Component {
  if (compiled.includes(component)) return component
  const source = pipeline.components.get(component.sources[0] ?? '')
  if (source !== undefined) return source
  throw new SampleError('It has no rows: connect a component to it', component.name)
}

/** The first component whose own rows cannot be read either; undefined when all those before can. */
async function culpritOf(given: {
  readonly plan: CompiledTransformation
  readonly warehouse: Warehouse
  readonly wanted: Wanted
  readonly signal: AbortSignal
}): Promise<SampleError | undefined> {
  const { plan, warehouse, wanted, signal } = given
  for (const component of plan.compiled) {
    try {
      await readRows(warehouse, plan.previewOf(component), { limit: wanted.limit, signal })
    } catch (error) {
      if (error instanceof WarehouseError && !signal.aborted)
        return new SampleError(error.message, component.name)
      throw error
    }
  }
  return undefined
}

/** What parameters are resolved with: as in a run of this pipeline that begins now. */
function scopeOf({ budgetLimits }: SampleTools, wanted: Wanted, pipeline: Pipeline): Scope {
  const { sample: executionId, scalarVariables: scalars, gridVariables: grids } = wanted
  const { variables, faults } = startVariables(pipeline, wanted.projectVariables, { scalars, grids })
  if (faults.length > 0) throw new SampleError(faults.join('; '))
  return {
    variables: {
      get: (name) => variables.get(name)?.value,
      names: () => variables.keys(),
      columns: (name) => variables.get(name)?.columns ?? [],
    },
    sysvars: {
      artifact: { versionName: wanted.versionName },
      environment: { name: wanted.environment },
      project: { id: wanted.project },
      rootPipeline: { executionId },
      thisPipeline: { fullName: pipeline.name, executionId },
    },
    budget: createExecutionBudget(budgetLimits)(),
  }
}
