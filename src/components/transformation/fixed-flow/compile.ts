import { selectItems } from '../columns.ts'
import { CompileError, type RelationCompiler } from '../relation.ts'
import { declaration } from './properties.ts'

const textType = /char|text|string/i

/**
 * Cells are texts, which the database reads as the column's type; an empty one is null, but not in a text
 * column. Those of the first row say so: Redshift does not know what a lone literal is, and to BigQuery a
 * column of nulls only is one of numbers.
 */
export const compiler: RelationCompiler<typeof declaration.properties> = {
  declaration,
  relation({ warehouse }, { columns, values = [] }) {
    const { parts, quoteName, quoteText } = warehouse
    const text = warehouse.typeSql({ type: 'VARCHAR' })
    const cell = (row: readonly string[], index: number): string => {
      const value = row[index] ?? ''
      return value === '' && !textType.test(columns[index]?.[1] ?? '') ? 'null' : quoteText(value)
    }
    const tooWide = values.findIndex((row) => row.length > columns.length)
    if (tooWide >= 0) throw new CompileError(`Row ${tooWide + 1} has more cells than there are columns`)
    const items = columns.map(([name = '', type = '', size, precision], index) => {
      const value = quoteName(`c${index + 1}`)
      const to = warehouse.typeSql({ type, size, precision, places: placesOf(values, index) })
      return {
        sql: values.length === 0 ? parts.cast('null', to) : warehouse.castSql(value, 'varchar', to),
        name,
      }
    })
    const alias = 'headrace_values'
    if (values.length === 0) {
      const from = parts.rows({ alias, columns: ['headrace_row'], rows: [['1']] })
      return selectItems(warehouse, items, `from ${from}`, 'where 1 = 0')
    }
    const names = columns.map((_, index) => quoteName(`c${index + 1}`))
    const [first = [], ...others] = values.map((row) => columns.map((_, index) => cell(row, index)))
    const rows = [first.map((value) => parts.cast(value, text)), ...others]
    return selectItems(warehouse, items, `from ${parts.rows({ alias, columns: names, rows })}`)
  },
}

/** Digits that a number of any size can have. */
const MAX_DIGITS = 38

/**
 * Decimal places that the numbers of a column are written with; undefined when there is anything but plain
 * numbers.
 */
function placesOf(rows: readonly (readonly string[])[], index: number): number | undefined {
  let before = 0
  let behind = 0
  for (const row of rows) {
    const cell = (row[index] ?? '').trim()
    if (cell === '') continue
    const [, whole, fraction = ''] = /^[+-]?(\d*)\.?(\d*)$/.exec(cell) ?? []
    if (whole === undefined) return undefined
    before = Math.max(before, whole.length)
    behind = Math.max(behind, fraction.length)
  }
  return before + behind > MAX_DIGITS ? undefined : behind
}
