import Type from 'typebox'
import { iteratorProperties } from '../../common/iterator-properties.ts'
import { text, variableName } from '../../common/properties.ts'
import type { ComponentProperties } from '../../component.ts'

const properties = Type.Object({
  ...iteratorProperties,
  variableToIterate: variableName('Variable to Iterate', 'scalar'),
  startingValue: text('Starting Value'),
  incrementValue: text('Increment Value'),
  endValue: text('End Value'),
})

export const declaration: ComponentProperties<typeof properties> = {
  types: ['loop-iterator'],
  title: 'Loop Iterator',
  summary: 'Runs one component once for each number from a start to an end, both included',
  properties,
  effects: 'none',
}
