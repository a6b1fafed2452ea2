import Type from 'typebox'
import { text, yesNo } from '../properties.ts'

/** What a component that reads a sheet of cells takes of it. */
export const sheetProperties = {
  containsHeaderRow: Type.Optional(yesNo('Contains Header Row')),
  cellRange: Type.Optional(
    text('Cell Range', 'Such as A5:E100, or A5:E* for all rows; the whole sheet by default'),
  ),
  dataSource: Type.Optional(text('Data Source', 'Name of a sheet; the first by default')),
  sqlQuery: Type.Optional(text('Query', 'SELECT columns FROM sheet LIMIT number, in Advanced mode')),
}
