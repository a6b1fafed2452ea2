import type { TextColumn } from '../../../warehouses/text-load.ts'
import { kindOf, lengthOf } from '../../../warehouses/type-kinds.ts'
import {
  batchColumn,
  type QueryColumn,
  type StatementOptions,
  type TableName,
  type Warehouse,
} from '../../../warehouses/warehouse.ts'
import { columnPositions, shownTable } from '../sql.ts'
import type { LoadSettings } from './load-settings.ts'
import { momentReader, type ReadMoment } from './moments.ts'

/** The columns that a load fills, in the order of a file's fields. */
export interface TargetTable {
  readonly name: TableName
  readonly columns: readonly QueryColumn[]
  /** The columns among them that take no null. */
  readonly required: readonly string[]
  /** For each column, how the texts of days and moments are read. */
  readonly moments: readonly (ReadMoment | undefined)[]
  /** For each column, whether it is of days or moments whose texts have no time zone. */
  readonly zoneless: readonly boolean[]
  /**
   * Whether a record goes into its one column as it is: a column of JSON, which on some databases is a text.
   */
  readonly takesWhole: boolean
  /** For each column, the expression that makes its value of the batch's text. */
  readonly casts: readonly string[]
  /** The columns as those of a text that is taken in unread. */
  readonly textColumns: readonly TextColumn[]
}

export const isJson = (type: string): boolean => /^(json|jsonb|variant|super)$/i.test(type)

/** The table as it is. The fault says what is missing. */
export async function targetTable(
  warehouse: Warehouse,
  options: StatementOptions,
  name: TableName,
  settings: LoadSettings,
): Promise<TargetTable | { readonly fault: string }> {
  const described = await warehouse.describe(name, options)
  if (described === undefined)
    return {
      fault: `There is no table ${shownTable(name)}: create it first, for example with "create-table"`,
    }
  const all = await warehouse.describeQuery(`select * from ${warehouse.quoteTable(name)}`, options)
  const names = all.map((column) => column.name)
  const found = columnPositions(names, settings.columns, `Load Columns: the table ${shownTable(name)}`)
  if ('fault' in found) return found
  const columns = settings.columns.length === 0 ? all : found.positions.map((position) => all[position]!)
  const twice = columns.find((column, index) => columns.indexOf(column) !== index)
  if (twice !== undefined) return { fault: `Load Columns names "${twice.name}" twice` }
  const isCsv = settings.format.type === 'CSV'
  const isParquet = settings.format.type === 'PARQUET'
  const isJsonText = (type: string) => type === warehouse.typeSql({ type: 'VARIANT' })
  const takesWhole =
    !isCsv &&
    (settings.format.match ?? 'whole') === 'whole' &&
    columns.length === 1 &&
    columns.every(({ type }) => isJson(type) || isJsonText(type))
  const textColumns = columns.map(({ name: column, type }) => ({
    name: warehouse.quoteName(column),
    type,
    castText(text: string) {
      if (takesWhole && !isJson(type)) return warehouse.json.parse(text)
      const length = settings.truncates ? lengthOf(type) : undefined
      if (length === undefined) return warehouse.castSql(text, 'VARCHAR', type)
      // Where sizes are in bytes, a cast to the same type cuts what is still too long.
      return warehouse.castSql(`left(${text}, ${length})`, `VARCHAR(${length})`, type)
    },
  }))
  return {
    name,
    columns,
    required: columns
      .map((column) => column.name)
      .filter((column) => described.some((one) => one.name === column && !one.nullable)),
    moments: columns.map(({ type }) =>
      isParquet ? undefined : momentReader(type, settings.format.csv, warehouse.parts),
    ),
    zoneless: columns.map(
      ({ type }) => ['day', 'moment'].includes(kindOf(type)) && !warehouse.parts.isInstant(type),
    ),
    takesWhole,
    casts: textColumns.map(({ castText }, index) => castText(batchColumn(index))),
    textColumns,
  }
}
