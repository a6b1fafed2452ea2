import Type from 'typebox'
import { rows } from '../../common/properties.ts'
import type { ComponentProperties } from '../../component.ts'

const properties = Type.Object({
  scalarsToUpdate: rows('Scalar Variables to Update', 'scalar variable', 'value'),
})

export const declaration: ComponentProperties<typeof properties> = {
  types: ['update-scalar'],
  title: 'Update Scalar Variables',
  summary: 'Sets text and number variables',
  properties,
  verbatim: ['scalarsToUpdate'], // a row may read what an earlier one set
  effects: 'none',
  changesVariables: true,
}
