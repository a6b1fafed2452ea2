import Type from 'typebox'
import { list, yesNo } from '../../common/properties.ts'
import { placeProperties } from '../../common/table-location-properties.ts'
import type { ComponentProperties } from '../../component.ts'

const properties = Type.Object({
  ...placeProperties,
  targetTable: list('Target Table'),
  ignoreMissing: Type.Optional(yesNo('Ignore Missing')),
})

export const declaration: ComponentProperties<typeof properties> = {
  types: ['delete-tables'],
  title: 'Delete Tables',
  summary: "Drops tables of the environment's database",
  properties,
  effects: 'outside',
  joinsTransactions: true,
}
