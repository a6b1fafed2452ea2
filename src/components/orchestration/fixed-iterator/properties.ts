import Type from 'typebox'
import { iteratorProperties } from '../../common/iterator-properties.ts'
import { rows, scalarNames } from '../../common/properties.ts'
import type { ComponentProperties } from '../../component.ts'

const properties = Type.Object({
  ...iteratorProperties,
  variablesToIterate: scalarNames('Variables to Iterate'),
  iterationValues: rows('Iteration Values', 'one value for each variable'),
})

export const declaration: ComponentProperties<typeof properties> = {
  types: ['fixed-iterator'],
  title: 'Fixed Iterator',
  summary: 'Runs one component once for each row of given values',
  properties,
  effects: 'none',
}
