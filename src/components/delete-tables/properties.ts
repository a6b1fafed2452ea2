import Type from 'typebox'
import type { ComponentProperties } from '../component.ts'
import { placeProperties } from '../shared/place-properties.ts'
import { list, yesNo } from '../shared/properties.ts'

const properties = Type.Object({
  ...placeProperties,
  targetTable: list('Target Table'),
  ignoreMissing: Type.Optional(yesNo('Ignore Missing')),
})

export const deleteTables: ComponentProperties<typeof properties> = {
  types: ['delete-tables'],
  title: 'Delete Tables',
  summary: "Drops tables of the environment's database",
  properties,
  effects: 'outside',
}
