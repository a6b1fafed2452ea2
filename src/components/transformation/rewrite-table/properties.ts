import Type from 'typebox'
import { tablePlaces } from '../../common/asset-addresses.ts'
import { gateProperties } from '../../common/gates/gate-properties.ts'
import { rows, text } from '../../common/properties.ts'
import { placeProperties } from '../../common/table-location-properties.ts'
import type { ComponentProperties } from '../../component.ts'
import { sinkLinks } from '../common-properties.ts'
import { directionFaults } from '../words.ts'

const properties = Type.Object({
  ...placeProperties,
  targetTable: Type.Optional(text('Target Table')),
  table: Type.Optional(text('Table')),
  orderBy: Type.Optional(rows('Order By', 'column', 'Ascending or Descending')),
  ...gateProperties,
})

export const declaration: ComponentProperties<typeof properties> = {
  types: ['rewrite-table', 'rewrite-table-dl'],
  title: 'Rewrite Table',
  summary: 'Creates a table from its input; an existing table of that name is replaced',
  properties,
  effects: 'outside',
  links: sinkLinks,
  validate: ({ targetTable, table, orderBy }) => [
    ...((targetTable ?? table ?? '') === '' ? ['Target Table ("targetTable") is missing'] : []),
    ...directionFaults('Order By ("orderBy")', orderBy),
  ],
  assets: (parameters) => ({
    writes: tablePlaces(parameters, parameters.targetTable ?? parameters.table),
    statements: true,
  }),
}
