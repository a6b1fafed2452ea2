import Type from 'typebox'
import { tablePlaces } from '../../common/asset-addresses.ts'
import { wholeNumberFault } from '../../common/numbers.ts'
import { choice, rows, text, yesNo } from '../../common/properties.ts'
import { placeProperties } from '../../common/table-location-properties.ts'
import type { ComponentProperties } from '../../component.ts'

const properties = Type.Object({
  ...placeProperties,
  tableName: Type.Optional(text('Table Name')),
  targetTable: Type.Optional(text('Table Name')),
  exists: Type.Optional(yesNo('Exists')),
  tableMetadata: Type.Optional(rows('Table Metadata', 'name', 'type', 'size', 'precision')),
  rowCountComparisonType: Type.Optional(
    choice('Row Count Comparison Type', [
      'Equal To',
      'Not Equal To',
      'Greater Than',
      'Greater Than or Equal To',
      'Less Than',
      'Less Than or Equal To',
    ]),
  ),
  rowCountValue: Type.Optional(text('Row Count Value')),
})
export type AssertTableParameters = Type.Static<typeof properties>

export const declaration: ComponentProperties<typeof properties> = {
  types: ['assert-table'],
  title: 'Assert Table',
  summary: 'Fails unless a table exists, or does not, and has the expected columns and number of rows',
  properties,
  effects: 'none',
  joinsTransactions: true,
  validate: ({ tableName, targetTable, rowCountValue }) => [
    ...((tableName ?? targetTable ?? '') === '' ? ['Table Name ("tableName") is missing'] : []),
    ...wholeNumberFault('Row Count Value ("rowCountValue")', rowCountValue === '' ? null : rowCountValue, {
      least: 0,
      most: Number.MAX_SAFE_INTEGER,
    }),
  ],
  assets: (parameters) => ({
    reads: tablePlaces(parameters, parameters.tableName ?? parameters.targetTable),
  }),
}
