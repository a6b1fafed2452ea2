import Type from 'typebox'
import { basicQueryFaults, basicQueryProperties } from '../../common/basic-query-properties.ts'
import { iteratorProperties } from '../../common/iterator-properties.ts'
import { rows } from '../../common/properties.ts'
import type { ComponentProperties } from '../../component.ts'

const properties = Type.Object({
  ...iteratorProperties,
  ...basicQueryProperties,
  columnMapping: rows('Column Mapping', 'column', 'scalar variable'),
})

export const declaration: ComponentProperties<typeof properties> = {
  types: ['table-iterator'],
  title: 'Table Iterator',
  summary: 'Runs one component once for each row of a table or of a query',
  properties,
  effects: 'none',
  validate: basicQueryFaults,
}
