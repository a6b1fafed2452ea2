import type { Outcome } from '../../../pipeline/flow-events.ts'
import type { Component, Parameters, Pipeline } from '../../../pipeline/model.ts'
import { readParameters } from '../../../pipeline/parameters/read-parameters.ts'
import type { Cell, Warehouse } from '../../../warehouses/warehouse.ts'
import { outcomeOfGates } from '../../common/gates/gate-result.ts'
import type { StepContext } from '../../component.ts'
import { stepContext } from '../../testing/step-context.ts'
import { applyGatedSink, applySink } from '../apply-sink.ts'
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

/** How a database says what tests write in standard SQL. */
export interface Speaker {
  readonly speak: (sql: string) => string
  /** What is true, and what is not, as it computes them. */
  readonly truths: readonly [string, string]
  /** A name as it describes it; the same unless stated. */
  readonly nameOf?: (name: string) => string
  /** What a table is called where names of tables may not have every letter; the same unless stated. */
  readonly tableOf?: (name: string) => string
  /** Cells of examples that are names, by type and number. */
  readonly namesInCells?: Readonly<Record<string, readonly string[]>>
  /** An emulator that makes floats of numbers in JSON, and keeps quotes of elements behind an outer join. */
  readonly isLooseWithJson?: boolean
  /** A name of many bytes that it keeps whole; forty letters of two bytes unless stated. */
  readonly longName?: string
  /** What it says of a chain of more components than a statement of it can have. */
  readonly chainFault?: RegExp
  /** Examples of the documentation that it refuses, by type and number, and what it says. */
  readonly refused?: Readonly<Record<string, RegExp>>
}

const speakers = new WeakMap<Warehouse, Speaker>()
const standard: Speaker = { speak: (sql) => sql, truths: ['true', 'false'] }

/** The SQL of tests on `warehouse` is said by `speaker`. */
export const setSpeaker = (warehouse: Warehouse, speaker: Speaker): void =>
  void speakers.set(warehouse, speaker)

export const speakerOf = (warehouse: Warehouse): Speaker => speakers.get(warehouse) ?? standard

/** A name as the database describes it. */
export const nameIn =
  (warehouse: Warehouse) =>
  (name: string): string =>
    speakerOf(warehouse).nameOf?.(name) ?? name

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
  const { speak } = speakerOf(warehouse)
  const resolve = ({ type, parameters }: Component) =>
    type === 'sql' ? { ...parameters, query: speak(String(parameters['query'])) } : parameters
  const plan = await compileTransformation(transformation(pieces), { warehouse, options, resolve })
  const written: TransformationRun['written'][number][] = []
  const failed = Object.fromEntries([...plan.failed].map(([{ name }, message]) => [name, message]))
  for (const sink of plan.failed.size > 0 ? [] : plan.sinks) {
    const { rowCount, deviation } = await applySink(warehouse, sink, options)
    if (deviation !== undefined) {
      failed[sink.component.name] = deviation
      break
    }
    written.push({ name: sink.component.name, message: sink.message(rowCount), rowCount })
  }
  return {
    failed,
    compiled: plan.compiled.map(({ name }) => name),
    unused: plan.unused.map(({ name }) => name),
    written,
  }
}

/** The only sink of a transformation with its gates, as a runner runs it. */
export async function runGated(
  warehouse: Warehouse,
  pieces: Readonly<Record<string, Piece>>,
  context: StepContext = stepContext({ warehouse }),
): Promise<Outcome> {
  const { speak } = speakerOf(warehouse)
  const resolve = ({ type, parameters }: Component) =>
    type === 'sql' ? { ...parameters, query: speak(String(parameters['query'])) } : parameters
  const plan = await compileTransformation(transformation(pieces), { warehouse, options, resolve })
  for (const [{ name }, message] of plan.failed) throw new Error(`${name}: ${message}`)
  const [sink] = plan.sinks
  const gated = await applyGatedSink(context, warehouse, sink!, options)
  const { rowCount, changes } = gated.value
  return outcomeOfGates(gated, sink!.message(rowCount), { rowCount, changes })
}

/** Faults that validation finds in a component's parameters. */
export function parameterFaults({ type, parameters: given }: Piece): readonly string[] {
  const declaration = findCompiler(type)?.declaration
  const { parameters, faults } = readParameters(declaration?.properties ?? {}, given)
  return [...faults.map(({ message }) => message), ...(declaration?.validate?.(parameters, {}) ?? [])]
}

export interface Rows {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly Cell[])[]
}

/**
 * The rows of a query in the order of their texts; numbers and JSON are written the same whatever the
 * database.
 */
export async function rowsOf(warehouse: Warehouse, sql: string): Promise<Rows> {
  const { columns, batches } = await warehouse.query(speakerOf(warehouse).speak(sql), options)
  const rows: (readonly Cell[])[] = []
  for await (const batch of batches) rows.push(...batch.map((row) => row.map(plain)))
  return { columns, rows: sorted(rows) }
}

/** Rows in the order of their texts. */
export const sorted = (rows: Rows['rows']): Rows['rows'] =>
  rows.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))

function plain(cell: Cell): Cell {
  if (cell !== null && /^-?\d+(\.\d+)?$/.test(cell)) return String(Number(Number(cell).toFixed(6)))
  return cell !== null && /^[[{].*[\]}]$/s.test(cell) ? plainJson(cell) : cell
}

/** Databases put blanks and members in another order. */
export const plainJson = (text: string): string =>
  JSON.stringify(JSON.parse(text), (_, value) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  )
