import { withoutTrailing } from '../../../lib/without-trailing.ts'
import { kindOf } from '../../../warehouses/type-kinds.ts'
import type { QueryColumn, TableName, Warehouse } from '../../../warehouses/warehouse.ts'
import { WarehouseError } from '../../../warehouses/warehouse-error.ts'
import { isWrittenNumber, literalFor } from '../literals.ts'
import { shownTable } from '../sql.ts'
import type { Gate } from './gate-properties.ts'

/** A table that gates check, as the database sees it at that moment. */
export interface CheckedTable {
  readonly warehouse: Warehouse
  readonly name: TableName
  /** What it is called once it is published. */
  readonly published: TableName
  /** In the order of the table. */
  readonly columns: readonly QueryColumn[]
}

/** The rows that fail a gate, as a query; `expected` says in words what they should have been. */
export interface FailingRows {
  readonly query: string
  readonly expected: string
}

const ROWS = 'headrace_checked'
const OTHERS = 'headrace_others'

/**
 * Throws WarehouseError for columns that the table does not have. `referenced` are the columns of the other
 * table.
 */
export function failingRows(table: CheckedTable, gate: Gate, referenced: readonly string[]): FailingRows {
  switch (gate.type) {
    case 'Not Null':
      return notNull(table, gate)
    case 'Unique':
      return unique(table, gate)
    case 'Accepted Values':
      return acceptedValues(table, gate)
    case 'References':
      return references(table, gate, referenced)
    default: {
      const query = (gate.query ?? '').replaceAll('$T{table}', table.warehouse.quoteTable(table.name))
      return { query: withoutTrailing(query.trim(), ';'), expected: 'no rows of the query' }
    }
  }
}

/** Columns by their names in any case, with their types. */
export function columnsNamed(
  { columns, published, warehouse }: CheckedTable,
  wanted: readonly string[],
): readonly QueryColumn[] {
  const found = wanted.map(
    (one) =>
      columns.find((column) => column.name === one) ??
      columns.find((column) => warehouse.nameKey(column.name) === warehouse.nameKey(one)) ??
      columns.find((column) => column.name.toLowerCase() === one.toLowerCase()),
  )
  const missing = wanted.filter((_, at) => found[at] === undefined).map((one) => `"${one}"`)
  if (missing.length > 0) {
    const known = columns.map((column) => column.name).join(', ')
    throw new WarehouseError(
      `The table ${shownTable(published)} has no column ${missing.join(', ')}; it has ${known}`,
    )
  }
  return found.filter((one) => one !== undefined)
}

const stated = ({ columns = [] }: Gate): readonly string[] => columns.filter((one) => one.trim() !== '')
const listed = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(', ')

function notNull(table: CheckedTable, gate: Gate): FailingRows {
  const { quoteName, quoteTable } = table.warehouse
  const columns = columnsNamed(table, stated(gate))
  const condition = columns.map(({ name }) => `${quoteName(name)} is null`).join(' or ')
  return {
    query: `select * from ${quoteTable(table.name)} where ${condition}`,
    expected: `no null in ${listed(stated(gate))}`,
  }
}

/** As of a unique key: rows with a null in it are unlike all others. */
function unique(table: CheckedTable, gate: Gate): FailingRows {
  const { quoteName, quoteTable } = table.warehouse
  const names = columnsNamed(table, stated(gate)).map(({ name }) => quoteName(name))
  const target = quoteTable(table.name)
  const present = names.map((name) => `${name} is not null`).join(' and ')
  const twice = `select ${names.join(', ')} from ${target} where ${present} group by ${names.join(', ')} having count(*) > 1`
  const same = names.map((name) => `${ROWS}.${name} = ${OTHERS}.${name}`).join(' and ')
  return {
    query: `select ${ROWS}.* from ${target} ${ROWS} join (${twice}) ${OTHERS} on ${same}`,
    expected: `${listed(stated(gate))} at most once each`,
  }
}

function acceptedValues(table: CheckedTable, gate: Gate): FailingRows {
  const { quoteName, quoteTable } = table.warehouse
  const { values = [] } = gate
  const conditions = columnsNamed(table, stated(gate)).map((column) => {
    const accepted = values.map((value) => acceptedSql(table.warehouse, column, value)).join(', ')
    return `(${quoteName(column.name)} is not null and ${quoteName(column.name)} not in (${accepted}))`
  })
  return {
    query: `select * from ${quoteTable(table.name)} where ${conditions.join(' or ')}`,
    expected: `${listed(stated(gate))} one of ${values.join(', ')}`,
  }
}

/**
 * A cast would turn 2.5 into 3, and fail for a text that is longer than the column allows. A value that the
 * column cannot hold may be accepted: no row has it.
 */
function acceptedSql(warehouse: Warehouse, column: QueryColumn, value: string): string {
  const kind = kindOf(column.type)
  const isExact = kind === 'text' || ((kind === 'integer' || kind === 'decimal') && isWrittenNumber(value))
  if (isExact) return literalFor(warehouse, column, value)
  return warehouse.castSql(warehouse.quoteText(value), 'VARCHAR', column.type)
}

function references(table: CheckedTable, gate: Gate, referenced: readonly string[]): FailingRows {
  const { quoteName, quoteTable } = table.warehouse
  const names = columnsNamed(table, stated(gate)).map(({ name }) => quoteName(name))
  const other = referencedTable(table, gate)
  const same = names.map((name, at) => `${OTHERS}.${quoteName(referenced[at] ?? '')} = ${ROWS}.${name}`)
  const present = names.map((name) => `${ROWS}.${name} is not null`)
  return {
    query:
      // A subquery that reads the row around it is more than older versions of ClickHouse take.
      `select ${ROWS}.* from ${quoteTable(table.name)} ${ROWS} left join ${quoteTable(other)} ${OTHERS} on ${same.join(' and ')} ` +
      `where ${present.join(' and ')} and ${OTHERS}.${quoteName(referenced[0] ?? '')} is null`,
    expected: `${listed(stated(gate))} in ${(gate.referencedTable ?? '').trim()}`,
  }
}

/** Without a schema of its own it is beside the table that is checked; it may be that table itself. */
export function referencedTable({ name, published }: CheckedTable, gate: Gate): TableName {
  const other = tableBeside(published, gate.referencedTable ?? '')
  const isItself = other.table === published.table && other.schema === published.schema
  return isItself && other.database === published.database ? name : other
}

/** `table`, `schema.table` or `database.schema.table`; what is left out is as of `name`. */
export function tableBeside(name: TableName, text: string): TableName {
  const [table = '', schema, database] = text
    .split('.')
    .map((part) => part.trim())
    .toReversed()
  if (schema === undefined) return { ...name, table }
  return database === undefined ? { database: name.database, schema, table } : { database, schema, table }
}
