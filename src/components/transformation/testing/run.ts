import type { Component, Parameters, Pipeline } from '../../../pipeline/model.ts'
import type { Cell, Warehouse } from '../../../warehouses/warehouse.ts'
import { readParameters } from '../../common/parameters.ts'
import { compileTransformation } from '../compile.ts'
import { findCompiler } from '../compilers.ts'

/** A component as a test writes it. */
export interface Piece {
  readonly type: string
  readonly sources?: readonly string[]
  readonly parameters: Parameters
}

export interface TransformationRun {
  /** By component, when it could not be compiled. */
  readonly failed: Readonly<Record<string, string>>
  readonly compiled: readonly string[]
  readonly unused: readonly string[]
  /** What each sink said and counted, in order. */
  readonly written: readonly { readonly name: string; readonly message: string; readonly rowCount: number }[]
}

const options = { signal: new AbortController().signal }

export function transformation(pieces: Readonly<Record<string, Piece>>): Pipeline {
  const components = Object.entries(pieces).map(
    ([name, { type, sources = [], parameters }]): Component => ({
      name,
      type,
      sources,
      parameters,
      transitions: {},
      skipped: false,
      line: 1,
      iterationTarget: undefined,
      postProcessing: undefined,
    }),
  )
  return {
    name: 'tested',
    kind: 'transformation',
    description: '',
    variables: new Map(),
    components: new Map(components.map((one) => [one.name, one])),
  }
}

/** Compiles the transformation and, when nothing is wrong with it, runs its sinks. */
export async function runPieces(
  warehouse: Warehouse,
  pieces: Readonly<Record<string, Piece>>,
): Promise<TransformationRun> {
  const resolve = ({ parameters }: Component) => parameters
  const plan = await compileTransformation(transformation(pieces), { warehouse, options, resolve })
  const written: TransformationRun['written'][number][] = []
  for (const { component, sql, message } of plan.failed.size > 0 ? [] : plan.sinks) {
    const { rowCount } = await warehouse.execute(sql, { ...options, count: 'last' })
    written.push({ name: component.name, message: message(rowCount), rowCount })
  }
  return {
    failed: Object.fromEntries([...plan.failed].map(([component, message]) => [component.name, message])),
    compiled: plan.compiled.map(({ name }) => name),
    unused: plan.unused.map(({ name }) => name),
    written,
  }
}

/** Faults that validation finds in a component's parameters. */
export function parameterFaults({ type, parameters: given }: Piece): readonly string[] {
  const declaration = findCompiler(type)?.declaration
  const { parameters, faults } = readParameters(declaration?.properties ?? {}, given)
  return [...faults, ...(declaration?.validate?.(parameters, {}) ?? [])]
}

export interface Rows {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly Cell[])[]
}

/** The rows of a query in the order of their texts; numbers are written the same whatever the database. */
export async function rowsOf(warehouse: Warehouse, sql: string): Promise<Rows> {
  const { columns, batches } = await warehouse.query(sql, options)
  const rows: (readonly Cell[])[] = []
  for await (const batch of batches) rows.push(...batch.map((row) => row.map(plain)))
  return { columns, rows: rows.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)) }
}

const plain = (cell: Cell): Cell =>
  cell !== null && /^-?\d+(\.\d+)?$/.test(cell) ? String(Number(Number(cell).toFixed(6))) : cell
