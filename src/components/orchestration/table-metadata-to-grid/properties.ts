import Type from 'typebox'
import { tablePlaces } from '../../common/asset-addresses.ts'
import { list, text, variableName } from '../../common/properties.ts'
import { placeProperties } from '../../common/table-location-properties.ts'
import type { ComponentProperties } from '../../component.ts'
import { metadataOf } from './metadata.ts'

const properties = Type.Object({
  ...placeProperties,
  targetTable: text('Target Table'),
  gridVariable: variableName('Grid Variable', 'grid'),
  gridVariableMapping: list('Grid Variable Mapping'),
})

export const declaration: ComponentProperties<typeof properties> = {
  types: ['table-metadata-to-grid'],
  title: 'Table Metadata to Grid',
  summary: 'Puts names and types of the columns of a table into a grid variable',
  properties,
  effects: 'none',
  joinsTransactions: true,
  validate: ({ gridVariableMapping }) =>
    (Array.isArray(gridVariableMapping) ? gridVariableMapping : []).flatMap((name) =>
      typeof name !== 'string' || name.trim() === '' || name.includes('${') || metadataOf(name) !== undefined
        ? []
        : [
            `Grid Variable Mapping has "${name}"; it must be Name, Type, Size, Precision, Nullable or Primary Key`,
          ],
    ),
  assets: (parameters) => ({ reads: tablePlaces(parameters, parameters.targetTable) }),
}
