import Type from 'typebox'
import { tablePlaces } from '../../common/asset-addresses.ts'
import { list } from '../../common/properties.ts'
import { placeProperties } from '../../common/table-location-properties.ts'
import type { ComponentProperties } from '../../component.ts'

const properties = Type.Object({ ...placeProperties, targetTable: list('Target Table') })

export const declaration: ComponentProperties<typeof properties> = {
  types: ['truncate-table'],
  title: 'Truncate Table',
  summary: 'Removes every row of one or several tables',
  properties,
  effects: 'outside',
  joinsTransactions: true,
  assets: (parameters) => ({ writes: tablePlaces(parameters, parameters.targetTable) }),
}
