import Type from 'typebox'
import {
  basicQueryAssets,
  basicQueryFaults,
  basicQueryProperties,
} from '../../common/basic-query-properties.ts'
import { iteratorProperties } from '../../common/iterator-properties.ts'
import { rows } from '../../common/properties.ts'
import type { ComponentProperties } from '../../component.ts'

const properties = Type.Object({
  ...iteratorProperties,
  ...basicQueryProperties,
  columnMapping: Type.Optional(rows('Column Mapping', 'column', 'scalar variable')),
  columnMapping1: Type.Optional(rows('Column Mapping', 'column', 'scalar variable')),
})

/** Files of Advanced mode write the mapping as `columnMapping1`. */
export const declaration: ComponentProperties<typeof properties> = {
  types: ['table-iterator'],
  title: 'Table Iterator',
  summary: 'Runs one component once for each row of a table or of a query',
  properties,
  effects: 'none',
  joinsTransactions: true,
  validate: (parameters) => [
    ...basicQueryFaults(parameters),
    ...((parameters['columnMapping'] ?? parameters['columnMapping1']) == null
      ? ['Column Mapping ("columnMapping") is missing']
      : []),
  ],
  assets: basicQueryAssets,
}
