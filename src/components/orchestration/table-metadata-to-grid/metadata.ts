import type { ColumnDescription } from '../../../warehouses/warehouse.ts'

const cells: Readonly<Record<string, (column: ColumnDescription) => string>> = {
  name: ({ name }) => name,
  type: ({ type }) => type,
  size: ({ size }) => String(size ?? ''),
  precision: ({ precision }) => String(precision ?? ''),
  nullable: ({ nullable }) => (nullable ? 'Yes' : 'No'),
  'primary key': ({ isKey }) => (isKey ? 'Yes' : 'No'),
}

/** How a cell of this kind reads from a column; undefined for a kind that is not known. */
export const metadataOf = (kind: string): ((column: ColumnDescription) => string) | undefined =>
  cells[
    kind
      .trim()
      .toLowerCase()
      .replace(/^column /, '')
  ]
