import Type from 'typebox'
import type { ComponentProperties } from '../component.ts'
import { basicQueryFaults, basicQueryProperties } from '../shared/basic-query-properties.ts'
import { iteratorProperties } from '../shared/iterator-properties.ts'
import { rows } from '../shared/properties.ts'

const properties = Type.Object({
  ...iteratorProperties,
  ...basicQueryProperties,
  columnMapping: rows('Column Mapping', 'column', 'scalar variable'),
})

export const tableIterator: ComponentProperties<typeof properties> = {
  types: ['table-iterator'],
  title: 'Table Iterator',
  summary: 'Runs one component once for each row of a table or of a query',
  properties,
  effects: 'none',
  validate: basicQueryFaults,
}
