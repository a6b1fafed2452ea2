import Type from 'typebox'
import type { ComponentProperties } from '../component.ts'
import { iteratorProperties } from '../shared/iterator-properties.ts'
import { rows, scalarNames } from '../shared/properties.ts'

const properties = Type.Object({
  ...iteratorProperties,
  variablesToIterate: scalarNames('Variables to Iterate'),
  iterationValues: rows('Iteration Values', 'one value for each variable'),
})

export const fixedIterator: ComponentProperties<typeof properties> = {
  types: ['fixed-iterator'],
  title: 'Fixed Iterator',
  summary: 'Runs one component once for each row of given values',
  properties,
  effects: 'none',
}
