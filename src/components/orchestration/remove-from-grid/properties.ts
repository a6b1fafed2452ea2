import Type from 'typebox'
import { choice, list, rows, variableName } from '../../common/properties.ts'
import type { ComponentProperties } from '../../component.ts'

const properties = Type.Object({
  targetGridVariable: variableName('Grid Variable', 'grid'),
  keyColumns: Type.Optional(list('Key Columns')),
  operation: Type.Optional(choice('Operation', ['In', 'Not In'])),
  valuesGrid: rows('Values Grid'),
})

export const declaration: ComponentProperties<typeof properties> = {
  types: ['remove-from-grid'],
  title: 'Remove from Grid',
  summary: 'Removes the rows of a grid variable that are, or are not, among the given rows',
  properties,
  effects: 'none',
  changesVariables: true,
}
