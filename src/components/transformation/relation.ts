import type { Static, TSchema } from 'typebox'
import type {
  QueryColumn,
  Stage,
  StatementOptions,
  TableName,
  Warehouse,
} from '../../warehouses/warehouse.ts'
import type { ComponentProperties } from '../component.ts'

/** What a component reads from: another component, as written after `from`. */
export interface Input {
  readonly component: string
  readonly from: string
  /** Names of its columns, in order. */
  readonly columns: readonly string[]
}

/** What a component is for those that read from it: one SELECT and the names of its columns, in order. */
export interface Relation {
  readonly sql: string
  readonly columns: readonly string[]
  /**
   * Of a sink: a SELECT of its input with the same columns, which stands for `sql` until the sink has run.
   */
  readonly unwritten?: string
}

/** What a sink does in the database. */
export interface Sink {
  /**
   * One statement that changes rows, with what has to surround it; a query of one number where `deviation` is
   * there.
   */
  readonly sql: string
  /** Of a sink that asserts instead of writing: what is wrong with the number; undefined when nothing is. */
  deviation?(count: number): string | undefined
  /** The message shown after it ran. */
  message(rowCount: number): string
  /** The table that it writes, whose gates can be checked; undefined of what has none. */
  readonly target?: TableName
  /**
   * How the table is made beside the one that others see, where no transaction takes back what is written.
   */
  readonly stage?: Stage | undefined
  /** false: the statement changes no rows, so there are none to count. */
  readonly counted: boolean
}

/** All that compiling one component may look at. */
export interface CompileContext {
  /** In the order of `sources`. */
  readonly inputs: readonly Input[]
  readonly warehouse: Warehouse
  readonly options: StatementOptions
  /**
   * See WithClause: a query with a WITH of its own, where the database does not let it read what stands
   * around it.
   */
  complete(query: string): { readonly sql: string; readonly unwritten: string } | undefined
  /** A whole query: `select`, with the components it reads from in front of it. */
  query(select: string): string
  /** Columns of that query as the database works them out, before anything is written. */
  describe(select: string, use?: Pick<StatementOptions, 'isTrial'>): Promise<readonly QueryColumn[]>
}

/** A component that hands rows on. Whatever is wrong is thrown as a CompileError or a WarehouseError. */
export interface RelationCompiler<S extends TSchema = TSchema> {
  readonly declaration: ComponentProperties<S>
  relation(context: CompileContext, parameters: Static<S>): Promise<Relation> | Relation
}

/** A component that writes its input somewhere: one statement (pipelines.md §5). Faults as above. */
export interface SinkCompiler<S extends TSchema = TSchema> {
  readonly declaration: ComponentProperties<S>
  sink(context: CompileContext, parameters: Static<S>): Promise<Sink> | Sink
  /** What components that read from it get once it has run: the table or view it writes. */
  written(context: CompileContext, parameters: Static<S>): Promise<Relation> | Relation
}

export type Compiler = RelationCompiler | SinkCompiler

/** Why a component cannot be compiled, as a message for users. */
export class CompileError extends Error {
  override readonly name = 'CompileError'
}

/**
 * Columns of an input with their types, as the database works them out. Names that it cuts stay as the input
 * has them.
 */
export async function typedColumns(
  { describe }: CompileContext,
  { from, columns = [] }: { readonly from: string; readonly columns?: readonly string[] },
): Promise<readonly QueryColumn[]> {
  const described = await describe(`select * from ${from}`)
  return described.map(({ name, type }, index) => ({ name: columns[index] ?? name, type }))
}

/** The only input of a component that takes one. */
export function onlyInput({ inputs }: CompileContext): Input {
  const [input] = inputs
  if (input === undefined || inputs.length > 1) {
    throw new CompileError(`It has ${inputs.length} sources; it needs exactly one`)
  }
  return input
}

/** The input that is the component `name`. */
export function inputNamed({ inputs }: CompileContext, name: string): Input {
  const input = inputs.find(({ component }) => component === name)
  if (input !== undefined) return input
  const known = inputs.map(({ component }) => `"${component}"`).join(', ')
  throw new CompileError(`"${name}" is not one of its sources, which are ${known || 'none'}`)
}

/** What readers of a sink get that makes `table` with the columns of its only input. */
export function writtenTable(context: CompileContext, table: TableName): Relation {
  const { from, columns } = onlyInput(context)
  const names = columns.map(context.warehouse.quoteName).join(', ')
  return {
    sql: `select ${names} from ${context.warehouse.quoteTable(table)}`,
    unwritten: `select ${names} from ${from}`,
    columns,
  }
}

/** What readers of a sink get that changes rows of `table`, which has these columns. */
export const changedTable = (
  { warehouse }: CompileContext,
  table: TableName,
  columns: readonly { readonly name: string }[],
): Relation => {
  const sql = `select * from ${warehouse.quoteTable(table)}`
  return { sql, unwritten: sql, columns: columns.map(({ name }) => name) }
}
