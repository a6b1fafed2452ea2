import { isNumber } from '../../warehouses/type-kinds.ts'
import type { QueryColumn, Warehouse } from '../../warehouses/warehouse.ts'
import { findColumn, selectItems } from './columns.ts'
import { commonNumberType } from './common-number.ts'
import { differentKinds, heldBy } from './common-type.ts'
import { type CompileContext, CompileError, type Relation, typedColumns } from './relation.ts'

/** One of the sets of rows that are put below one another. */
export interface Part {
  readonly label: string
  readonly from: string
  readonly columns: readonly QueryColumn[]
}

export interface UniteOptions {
  /** Columns of the result; without them all columns of all parts, in the order in which they first occur. */
  readonly columns?: readonly string[] | undefined
  /** Only columns that every part has. */
  readonly common?: boolean | undefined
  /** Columns whose types differ become text, numbers excepted: databases bring those together themselves. */
  readonly castTypes: boolean
  /** A last column with the label of the part a row came from. */
  readonly labelColumn?: string | undefined
  /** How the rows of the parts are put together; one below the other unless stated. */
  readonly operator?: 'union all' | 'union' | 'except' | 'intersect' | undefined
}

/**
 * The rows that `operator` makes of the inputs, by the columns that all of them have: those of the first
 * first. Throws CompileError.
 */
export async function combineRows(
  context: CompileContext,
  operator: 'except' | 'intersect',
  castTypes: boolean,
): Promise<Relation> {
  if (context.inputs.length < 2)
    throw new CompileError(`It has ${context.inputs.length} sources; it needs two`)
  return uniteParts(context.warehouse, await inputParts(context), { common: true, castTypes, operator })
}

/** The inputs with the types of their columns: those that share a column may hold it in different types. */
export const inputParts = (context: CompileContext): Promise<Part[]> =>
  Promise.all(
    context.inputs.map(async (input) => ({
      label: input.component,
      from: input.from,
      columns: await typedColumns(context, input),
    })),
  )

/** Rows of all parts; a column that a part lacks is null there. Throws CompileError. */
export function uniteParts(warehouse: Warehouse, parts: readonly Part[], options: UniteOptions): Relation {
  const wanted = options.columns?.length ? options.columns : allColumns(parts)
  const found = wanted.map((name) => parts.map((part) => columnIn(part, name)))
  const missing = wanted.filter((_, index) => found[index]?.every((one) => one === undefined))
  if (missing.length > 0) {
    const list = missing.map((name) => `"${name}"`).join(', ')
    throw new CompileError(`There is no column ${list}; the columns are ${allColumns(parts).join(', ')}`)
  }
  const kept = found
    .map((inParts, index) => ({ name: wanted[index] ?? '', inParts }))
    .filter(({ inParts }) => !options.common || !inParts.includes(undefined))
  if (!options.castTypes) for (const { name, inParts } of kept) checkKinds(warehouse, name, parts, inParts)
  const selects = parts.map((part, position) => {
    const items = kept.map(({ name, inParts }) => ({
      name,
      sql: cellSql(warehouse, inParts, position, options),
    }))
    const label = options.labelColumn
    const labelled = label === undefined ? [] : [{ name: label, sql: labelSql(warehouse, part) }]
    return selectItems(warehouse, [...items, ...labelled], `from ${part.from}`)
  })
  const { operator = 'union all' } = options
  return {
    sql: selects.map(({ sql }) => sql).join(`\n${warehouse.parts.setOperator(operator)}\n`),
    columns: selects[0]?.columns ?? [],
  }
}

/** Databases differ in what they make of text beside numbers, so none is asked. */
function checkKinds(
  warehouse: Warehouse,
  name: string,
  parts: readonly Part[],
  inParts: readonly (QueryColumn | undefined)[],
): void {
  const pair = differentKinds(warehouse, inParts)
  if (pair === undefined) return
  const [first, other] = pair.map((one) => `${heldBy(one)} in "${parts[inParts.indexOf(one)]?.label}"`)
  throw new CompileError(
    `Column "${name}" is ${first} and ${other}: make it text with Cast Types ("castTypes"), or convert one of them first`,
  )
}

const labelSql = (warehouse: Warehouse, { label }: Part) =>
  warehouse.parts.cast(warehouse.quoteText(label), warehouse.typeSql({ type: 'VARCHAR' }))

function allColumns(parts: readonly Part[]): string[] {
  const names: string[] = []
  for (const { columns } of parts) {
    for (const { name } of columns) {
      if (findColumn(names, name) === undefined) names.push(name)
    }
  }
  return names
}

function columnIn({ columns }: Part, name: string): QueryColumn | undefined {
  const names = columns.map((column) => column.name)
  const found = findColumn(names, name)
  return found === undefined ? undefined : columns[names.indexOf(found)]
}

/** A null has the type of the others, for not every database finds that out itself. */
function cellSql(
  warehouse: Warehouse,
  inParts: readonly (QueryColumn | undefined)[],
  position: number,
  { castTypes }: UniteOptions,
): string {
  const types = [...new Set(inParts.flatMap((one) => (one === undefined ? [] : [one.type])))]
  const mixed = types.length > 1 && !types.every(isNumber)
  const asText = mixed && castTypes ? warehouse.typeSql({ type: 'VARCHAR' }) : undefined
  const common = asText ?? (mixed ? undefined : commonNumberType(inParts))
  const column = inParts[position]
  if (column === undefined) return warehouse.parts.cast('null', common ?? types[0] ?? '')
  const name = warehouse.quoteName(column.name)
  if (asText !== undefined) return warehouse.castSql(name, column.type, asText)
  return common === undefined ? name : warehouse.parts.cast(name, common)
}
