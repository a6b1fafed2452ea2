import Type from 'typebox'
import { tablePlaces } from '../../common/asset-addresses.ts'
import { gateProperties } from '../../common/gates/gate-properties.ts'
import { choice, rows, text, yesNo } from '../../common/properties.ts'
import { placeProperties } from '../../common/table-location-properties.ts'
import type { ComponentProperties } from '../../component.ts'
import { sinkLinks } from '../common-properties.ts'
import { directionFaults } from '../words.ts'

const properties = Type.Object({
  ...placeProperties,
  targetTable: text('Target Table'),
  columnMapping: Type.Optional(rows('Column Mapping', 'column', 'target column')),
  fixDataTypeMismatches: Type.Optional(yesNo('Fix Data Type Mismatches')),
  orderBy: Type.Optional(rows('Order By', 'column', 'Ascending or Descending')),
  outputMode: Type.Optional(choice('Output Mode', ['Append', 'Truncate'])),
  ...gateProperties,
})

export const declaration: ComponentProperties<typeof properties> = {
  types: ['table-output'],
  title: 'Table Output',
  summary: 'Adds rows to an existing table; Truncate empties it first',
  properties,
  effects: 'outside',
  links: sinkLinks,
  validate: ({ orderBy }) => directionFaults('Order By ("orderBy")', orderBy),
  assets: (parameters) => ({ writes: tablePlaces(parameters, parameters.targetTable), statements: true }),
}
