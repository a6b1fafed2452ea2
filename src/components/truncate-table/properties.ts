import Type from 'typebox'
import type { ComponentProperties } from '../component.ts'
import { placeProperties } from '../shared/place-properties.ts'
import { text } from '../shared/properties.ts'

const properties = Type.Object({ ...placeProperties, targetTable: text('Target Table') })

export const truncateTable: ComponentProperties<typeof properties> = {
  types: ['truncate-table'],
  title: 'Truncate Table',
  summary: 'Removes every row of a table',
  properties,
  effects: 'outside',
}
