import Type from 'typebox'
import { basicQueryFaults, basicQueryProperties } from '../../common/basic-query-properties.ts'
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
  summary: 'Puts the rows of a query into a grid variable, in place of its rows',
  properties,
  effects: 'outside',
  validate: basicQueryFaults,
}
