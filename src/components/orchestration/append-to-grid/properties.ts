import Type from 'typebox'
import { choice, rows, variableName } from '../../common/properties.ts'
import type { ComponentProperties } from '../../component.ts'

const properties = Type.Object({
  targetGridVariable: variableName('Grid Variable', 'grid'),
  valuesGrid: rows('Values Grid'),
  operation: Type.Optional(choice('Operation', ['Append', 'Overwrite'])),
})

export const declaration: ComponentProperties<typeof properties> = {
  types: ['append-to-grid'],
  title: 'Append to Grid',
  summary: 'Adds rows to a grid variable, or replaces its rows',
  properties,
  effects: 'none',
  changesVariables: true,
}
