import { ExpressionError } from '../../pipeline/expressions/expressions.ts'
import type { Component, Parameters, Pipeline } from '../../pipeline/model.ts'
import { readParameters } from '../../pipeline/parameters/read-parameters.ts'
import { skippedFault } from '../../pipeline/validate-links.ts'
import type { StatementOptions, Warehouse } from '../../warehouses/warehouse.ts'
import { WarehouseError } from '../../warehouses/warehouse-error.ts'
import { gateFaults } from '../common/gates/gate-faults.ts'
import type { Gate } from '../common/gates/gate-properties.ts'
import { elsewhereRefusal, replacementOf } from '../replacements.ts'
import { findCompiler, isSink } from './compilers.ts'
import { findCulprit } from './culprit.ts'
import { isSinkComponent, orderOf } from './order.ts'
import {
  type CompileContext,
  CompileError,
  type Input,
  onlyInput,
  type Relation,
  type Sink,
} from './relation.ts'
import { createWithClause, type WithClause } from './with-clause.ts'

/** A transformation as the database will run it: nothing has been changed yet. */
export interface CompiledTransformation {
  /** Components whose SELECT is complete, sources before what reads them. */
  readonly compiled: readonly Component[]
  /** One statement each, in file order, but none before a sink that it reads from. */
  readonly sinks: readonly CompiledSink[]
  /** What is wrong, by component, in the order it was found. Then nothing should be run. */
  readonly failed: ReadonlyMap<Component, string>
  /** Components that no sink reads from. */
  readonly unused: readonly Component[]
  /** The rows that a component of `compiled` hands on, as a query that is complete in itself. */
  queryOf(component: Component): string
  /** The same before anything is written: the rows that a table gets stand for the table. */
  previewOf(component: Component): string
}

export interface CompiledSink extends Sink {
  readonly component: Component
  /** What is checked before others see what it wrote. */
  readonly gates: readonly Gate[]
}

export interface CompileOptions {
  /** Parameters with `${…}` and `fromGrid` replaced. May throw ExpressionError. */
  readonly resolve: (component: Component) => Promise<Parameters> | Parameters
  readonly warehouse: Warehouse
  readonly options: StatementOptions
  /** Compiles this component and what it is made of; all sinks and what they are made of unless stated. */
  readonly only?: string | undefined
}

/**
 * Compiles every component that a sink reads from into one SELECT, and each sink into one statement
 * (pipelines.md
 * §5). The database has checked the SELECTs then. Throws only what is no fault of the pipeline.
 */
export async function compileTransformation(
  pipeline: Pipeline,
  given: CompileOptions,
): Promise<CompiledTransformation> {
  const { needed, unused, ring } = orderOf(pipeline, given.only)
  const failed = new Map<Component, string>()
  const clause = createWithClause()
  const all = (name: string) => `select * from ${clause.input(name)?.from}`
  const queryOf = ({ name }: Component) => clause.query([name], all(name))
  const previewOf = ({ name }: Component) => clause.unwritten([name], all(name))
  if (ring.length > 0) {
    const way = [...ring, ring[0]].map((name) => `"${name}"`).join(' → ')
    failed.set(pipeline.components.get(ring[0] ?? '')!, `The links form a cycle: ${way}`)
    return { compiled: [], sinks: [], failed, unused: [], queryOf, previewOf }
  }
  const state: Compiling = { ...given, pipeline, clause, failed }
  const read = new Set(needed.flatMap(({ sources }) => sources))
  const compiled: Component[] = []
  const sinks: CompiledSink[] = []
  for (const component of needed) {
    if (isSinkComponent(component) && !component.skipped) {
      await attempt(state, component, async () => {
        const sink = await sinkOf(state, component, read.has(component.name))
        sinks.push({ ...sink, component })
      })
    } else if (await attempt(state, component, () => addRelation(state, component))) compiled.push(component)
  }
  return { compiled: compiled.filter((one) => !failed.has(one)), sinks, failed, unused, queryOf, previewOf }
}

/** Databases plan deeply nested statements slowly, and refuse them at last. */
const MAX_COMPONENTS = 300

interface Compiling extends CompileOptions {
  readonly pipeline: Pipeline
  readonly clause: WithClause
  readonly failed: Map<Component, string>
}

/** false: it could not be compiled, or something before it could not. */
async function attempt(state: Compiling, component: Component, work: () => Promise<void>): Promise<boolean> {
  if (component.sources.some((name) => isMissingUpstream(state, name))) return false
  try {
    await work()
    return true
  } catch (error) {
    state.options.signal.throwIfAborted()
    const expected = error instanceof CompileError || error instanceof ExpressionError
    if (!expected && !(error instanceof WarehouseError)) throw error
    const culprit = error instanceof WarehouseError ? await findCulprit(state, component.sources) : undefined
    const [at, message] = culprit ?? [component, error.message]
    if (!state.failed.has(at)) state.failed.set(at, message)
    return false
  }
}

/** A component that exists and has no SELECT: it or one before it has failed already. */
const isMissingUpstream = ({ pipeline, clause }: Compiling, name: string): boolean =>
  pipeline.components.has(name) && clause.input(name) === undefined

async function addRelation(state: Compiling, component: Component): Promise<void> {
  if (component.skipped) {
    state.clause.add(component, handedOn(state, component))
    return
  }
  const compiler = findCompiler(component.type)
  if (compiler === undefined) throw new CompileError(unknownType(component.type))
  if (isSink(compiler)) throw new Error(`${component.type} is a sink`)
  const context = contextOf(state, component)
  const relation = await compiler.relation(context, await parametersOf(state, component))
  state.clause.add(component, relation)
}

/** The rows of its only source, which stand for those of a component that is not run (pipelines.md §2.9). */
function handedOn(state: Compiling, component: Component): Relation {
  const fault = skippedFault(component)
  if (fault !== undefined) throw new CompileError(`It ${fault}`)
  const { from, columns } = onlyInput(contextOf(state, component))
  return { sql: `select * from ${from}`, columns }
}

function unknownType(type: string): string {
  const advice = replacementOf(type) ?? 'update the runner'
  return elsewhereRefusal(type) ?? `No transformation component of type "${type}" is known here: ${advice}`
}

/** `isRead`: others read from the table that it writes, and are compiled as if it had run. */
async function sinkOf(
  state: Compiling,
  component: Component,
  isRead: boolean,
): Promise<Sink & Pick<CompiledSink, 'gates'>> {
  const compiler = findCompiler(component.type)
  if (compiler === undefined || !isSink(compiler)) throw new Error(`${component.type} is not a sink`)
  const count = state.clause.before(component.sources).length
  if (count > MAX_COMPONENTS) {
    throw new CompileError(
      `It consists of ${count} components; one statement can have at most ${MAX_COMPONENTS}: split it`,
    )
  }
  const context = contextOf(state, component)
  for (const { from } of context.inputs) await context.describe(`select * from ${from}`)
  const parameters = await parametersOf(state, component)
  const { gates = [] } = parameters as { readonly gates?: readonly Gate[] }
  const sink = await compiler.sink(context, parameters)
  if (isRead) state.clause.add(component, await compiler.written(context, parameters))
  return { ...sink, gates }
}

function contextOf({ warehouse, options, clause }: Compiling, { sources }: Component): CompileContext {
  const inputs = sources.map((name): Input => {
    const input = clause.input(name)
    if (input === undefined) throw new CompileError(`Its source "${name}" does not exist`)
    return input
  })
  return {
    inputs,
    warehouse,
    options,
    complete: (query) => (warehouse.parts.nestsWith ? undefined : clause.complete(sources, query)),
    query: (select) => clause.query(sources, select),
    describe: (select, use) =>
      warehouse.describeQuery(clause.unwritten(sources, select), { ...options, ...use }),
  }
}

/**
 * Every fault of the parameters in one sentence each; the types of a compiler's parameters are its
 * schema's.
 */
async function parametersOf({ resolve }: Compiling, component: Component): Promise<never> {
  const declaration = findCompiler(component.type)?.declaration
  const given = await resolve(component)
  const { parameters, faults } = readParameters(declaration?.properties ?? {}, given)
  const all = [
    ...faults.map(({ message }) => message),
    ...(declaration?.validate?.(parameters, { running: true }) ?? []),
    ...gateFaults(parameters).map(({ message }) => message),
  ]
  if (all.length > 0) throw new CompileError(all.join('. '))
  return parameters as never
}
