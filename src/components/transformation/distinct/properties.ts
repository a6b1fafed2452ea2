import Type from 'typebox'
import { list } from '../../common/properties.ts'
import type { ComponentProperties } from '../../component.ts'

const properties = Type.Object({ columns: Type.Optional(list('Columns')) })

export const declaration: ComponentProperties<typeof properties> = {
  types: ['distinct'],
  title: 'Distinct',
  summary: 'Each combination of the named columns once; without names, of all columns',
  properties,
  effects: 'none',
}
