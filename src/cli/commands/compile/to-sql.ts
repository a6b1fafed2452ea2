import { Failure } from '../../../client/failure.ts'
import { findDeclaration } from '../../../components/catalog.ts'
import { shownTable, tableName } from '../../../components/common/sql.ts'
import { compileTransformation } from '../../../components/transformation/compile.ts'
import { createExpressions, ExpressionError, type Scope } from '../../../pipeline/expressions/expressions.ts'
import type { Component, Parameters, Pipeline } from '../../../pipeline/model.ts'
import { type CallerValues, type RunVariable, startVariables } from '../../../pipeline/variables.ts'
import { makeTable } from '../../../warehouses/make-table.ts'
import type { TableName, Warehouse } from '../../../warehouses/warehouse.ts'
import { WarehouseError } from '../../../warehouses/warehouse-error.ts'
import { makeTables } from './tables.ts'

/** One statement of a transformation, or the query of a component that hands rows on. */
export interface CompiledSql {
  readonly component: string
  readonly type: string
  readonly sql: string
}

export interface ToSqlOptions {
  /** An empty database of the environment's kind. */
  readonly warehouse: Warehouse
  readonly environment: string
  readonly projectVariables: readonly RunVariable[]
  readonly caller: CallerValues
  /** File of tables, relative to `cwd`. */
  readonly tables: string | undefined
  readonly cwd: string
  /** Takes a line about what had to be assumed. */
  readonly note: (line: string) => void
}

const never = new AbortController().signal

/**
 * The statements of all outputs, or what `only` is in the database. Throws Failure with all that is wrong.
 */
export async function compileToSql(
  pipeline: Pipeline,
  only: Component | undefined,
  given: ToSqlOptions,
): Promise<readonly CompiledSql[]> {
  const { warehouse } = given
  const options = { signal: never }
  const expressions = await createExpressions()
  const scope = scopeOf(pipeline, given)
  const resolve = ({ type, parameters }: Component) =>
    expressions.resolveParameters(parameters, scope, findDeclaration(type)?.verbatim)
  try {
    if (given.tables !== undefined) await makeTables(warehouse, given.tables, given.cwd, options)
    const assumed = await assumeTables(pipeline, resolve, given)
    const plan = await compileTransformation(pipeline, { warehouse, options, resolve, only: only?.name })
    if (plan.failed.size > 0) throw notCompiled(plan.failed, assumed > 0)
    if (only === undefined && plan.sinks.length === 0) throw new Failure('No component writes anything.')
    const sinks = plan.sinks.map(({ component, sql }) => ({
      component: component.name,
      type: component.type,
      sql,
    }))
    if (only === undefined) return sinks
    const sink = sinks.find(({ component }) => component === only.name)
    return [sink ?? { component: only.name, type: only.type, sql: plan.queryOf(only) }]
  } finally {
    expressions.close()
  }
}

function notCompiled(failed: ReadonlyMap<Component, string>, isAssumed: boolean): Failure {
  const isTableUnknown = isAssumed || [...failed.values()].some((message) => /does not exist/i.test(message))
  return new Failure('The transformation cannot be compiled.', {
    violations: [...failed].map(([{ name }, message]) => `"${name}": ${message}`),
    hint: isTableUnknown
      ? 'Describe the columns of tables with --tables, and set variables with --var or --variables.'
      : undefined,
  })
}

function scopeOf(pipeline: Pipeline, { environment, projectVariables, caller }: ToSqlOptions): Scope {
  const { variables, faults } = startVariables(pipeline, projectVariables, caller)
  if (faults.length > 0) throw new Failure('The variables cannot be set.', { violations: faults })
  return {
    variables: {
      get: (name) => variables.get(name)?.value,
      names: () => variables.keys(),
      columns: (name) => variables.get(name)?.columns ?? [],
    },
    sysvars: { environment: { name: environment }, thisPipeline: { fullName: pipeline.name } },
  }
}

/**
 * Makes the tables that a Table Input names with their columns and nobody described, all their columns as
 * text, and answers how many.
 */
async function assumeTables(
  { components }: Pipeline,
  resolve: (component: Component) => Promise<Parameters> | Parameters,
  { warehouse, note }: ToSqlOptions,
): Promise<number> {
  let made = 0
  const assumed = new Map<string, { name: ReturnType<typeof tableName>; columns: Set<string> }>()
  for (const component of components.values()) {
    if (findDeclaration(component.type)?.types[0] !== 'table-input') continue
    const read = await tableRead(component, resolve)
    if (read === undefined) continue
    const key = quotedTable(warehouse, read.name)
    if (key === undefined) continue
    const known = assumed.get(key) ?? { name: read.name, columns: new Set<string>() }
    for (const column of read.columns) known.columns.add(column)
    assumed.set(key, known)
  }
  for (const { name, columns } of assumed.values()) {
    if ((await warehouse.describe(name, { signal: never })) !== undefined) continue
    const types = Object.fromEntries([...columns].map((column) => [column, 'VARCHAR']))
    await makeTable(warehouse, name, types, { signal: never })
    made++
    note(
      `-- ${shownTable(name)} is assumed to have the text columns ${[...columns].join(', ')}; describe it with --tables if it has others`,
    )
  }
  return made
}

/** Undefined when the warehouse refuses the name; what reads from the table then fails with the reason. */
function quotedTable(warehouse: Warehouse, name: TableName): string | undefined {
  try {
    return warehouse.quoteTable(name)
  } catch (error) {
    if (error instanceof WarehouseError) return undefined
    throw error
  }
}

/** The table and the columns that the component reads; undefined when it does not say both. */
async function tableRead(
  component: Component,
  resolve: (component: Component) => Promise<Parameters> | Parameters,
) {
  try {
    const parameters = await resolve(component)
    const { targetTable, table, columnNames } = parameters
    const text = [targetTable, table].find((one) => typeof one === 'string' && one !== '')
    const columns = Array.isArray(columnNames) ? columnNames.flat().map(String) : []
    if (typeof text !== 'string' || columns.length === 0) return undefined
    return { name: tableName(parameters as Readonly<Record<string, string>>, text), columns }
  } catch (error) {
    if (error instanceof ExpressionError) return undefined // compiling the component says so
    throw error
  }
}
