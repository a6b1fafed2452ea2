import Type from 'typebox'
import type { ComponentProperties } from '../component.ts'
import { iteratorProperties } from '../shared/iterator-properties.ts'
import { rows, variableName } from '../shared/properties.ts'

const properties = Type.Object({
  ...iteratorProperties,
  gridVariable: variableName('Grid Variable', 'grid'),
  gridIteratorVariableMapping: rows('Grid Iterator Variable Mapping', 'grid column', 'scalar variable'),
})

export const gridIterator: ComponentProperties<typeof properties> = {
  types: ['grid-iterator'],
  title: 'Grid Iterator',
  summary: 'Runs one component once for each row of a grid variable',
  properties,
  effects: 'none',
}
