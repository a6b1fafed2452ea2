import Type from 'typebox'
import { text } from '../../common/properties.ts'
import { placeProperties } from '../../common/table-location-properties.ts'
import type { ComponentProperties } from '../../component.ts'

const properties = Type.Object({ ...placeProperties, targetTable: text('Target Table') })

export const declaration: ComponentProperties<typeof properties> = {
  types: ['truncate-table'],
  title: 'Truncate Table',
  summary: 'Removes every row of a table',
  properties,
  effects: 'outside',
}
