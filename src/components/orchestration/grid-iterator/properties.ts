import Type from 'typebox'
import { iteratorProperties } from '../../common/iterator-properties.ts'
import { rows, variableName } from '../../common/properties.ts'
import type { ComponentProperties } from '../../component.ts'

const properties = Type.Object({
  ...iteratorProperties,
  gridVariable: variableName('Grid Variable', 'grid'),
  gridIteratorVariableMapping: rows('Grid Iterator Variable Mapping', 'grid column', 'scalar variable'),
})

export const declaration: ComponentProperties<typeof properties> = {
  types: ['grid-iterator'],
  title: 'Grid Iterator',
  summary: 'Runs one component once for each row of a grid variable',
  properties,
  effects: 'none',
}
