import Type from 'typebox'
import {
  basicQueryAssets,
  basicQueryFaults,
  basicQueryProperties,
  basicQueryReadsOnly,
} from '../../common/basic-query-properties.ts'
import { rows, variableName } from '../../common/properties.ts'
import type { ComponentProperties } from '../../component.ts'

const properties = Type.Object({
  ...basicQueryProperties,
  gridVariable: variableName('Grid Variable', 'grid'),
  gridVariableMapping: rows('Grid Variable Mapping', 'column', 'grid column'),
})

export const declaration: ComponentProperties<typeof properties> = {
  types: ['query-to-grid'],
  title: 'Query Result to Grid',
  summary: 'Replaces the rows of a grid variable with those of a query',
  properties,
  effects: 'outside',
  readsOnly: basicQueryReadsOnly,
  joinsTransactions: true,
  validate: basicQueryFaults,
  assets: basicQueryAssets,
}
