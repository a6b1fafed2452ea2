import Type from 'typebox'
import {
  basicQueryAssets,
  basicQueryFaults,
  basicQueryProperties,
  basicQueryReadsOnly,
} from '../../common/basic-query-properties.ts'
import { rows } from '../../common/properties.ts'
import type { ComponentProperties } from '../../component.ts'

const properties = Type.Object({
  ...basicQueryProperties,
  scalarVariableMapping: rows('Scalar Variable Mapping', 'scalar variable', 'column'),
})

export const declaration: ComponentProperties<typeof properties> = {
  types: ['query-to-scalar'],
  title: 'Query Result to Scalar',
  summary: 'Puts the first row of a query into text and number variables',
  properties,
  effects: 'outside',
  readsOnly: basicQueryReadsOnly,
  joinsTransactions: true,
  validate: basicQueryFaults,
  assets: basicQueryAssets,
}
