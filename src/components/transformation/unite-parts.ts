import { quoteText } from '../../warehouses/sql-text.ts'
import { isNumber } from '../../warehouses/type-kinds.ts'
import type { QueryColumn, Warehouse } from '../../warehouses/warehouse.ts'
import { findColumn, selectItems } from './columns.ts'
import { commonNumberType } from './common-number.ts'
import { CompileError, type Relation } from './relation.ts'

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
  readonly distinct?: boolean | undefined
}

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
  const selects = parts.map((part, position) => {
    const items = kept.map(({ name, inParts }) => ({
      name,
      sql: cellSql(warehouse, inParts, position, options),
    }))
    const label = options.labelColumn
    const labelled = label === undefined ? [] : [{ name: label, sql: labelSql(warehouse, part) }]
    return selectItems(warehouse, [...items, ...labelled], `from ${part.from}`)
  })
  const between = options.distinct ? '\nunion\n' : '\nunion all\n'
  return { sql: selects.map(({ sql }) => sql).join(between), columns: selects[0]?.columns ?? [] }
}

const labelSql = (warehouse: Warehouse, { label }: Part) =>
  `cast(${quoteText(label)} as ${warehouse.typeSql({ type: 'VARCHAR' })})`

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
  if (column === undefined) return `cast(null as ${common ?? types[0]})`
  const name = warehouse.quoteName(column.name)
  if (asText !== undefined) return warehouse.castSql(name, column.type, asText)
  return common === undefined ? name : `cast(${name} as ${common})`
}
