import Type from 'typebox'
import { rows, variableName } from '../../common/properties.ts'
import type { ComponentProperties } from '../../component.ts'

const properties = Type.Object({
  targetGridVariable: variableName('Grid Variable', 'grid'),
  valuesGrid: rows('Values Grid'),
})

export const declaration: ComponentProperties<typeof properties> = {
  types: ['remove-from-grid'],
  title: 'Remove from Grid',
  summary: 'Removes the rows of a grid variable that equal one of the given rows',
  properties,
  effects: 'none',
}
