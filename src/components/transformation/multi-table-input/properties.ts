import Type from 'typebox'
import { choice, list, text } from '../../common/properties.ts'
import { placeProperties } from '../../common/table-location-properties.ts'
import type { ComponentProperties } from '../../component.ts'
import { sourceLinks, truth } from '../common-properties.ts'

const properties = Type.Object({
  ...placeProperties,
  patternType: Type.Optional(choice('Pattern Type', ['Like', 'Regex'])),
  pattern: text('Pattern'),
  castTypes: Type.Optional(truth('Cast Types')),
  addSourceTable: Type.Optional(truth('Add Source Table')),
  columns: Type.Optional(list('Columns')),
})

export const declaration: ComponentProperties<typeof properties> = {
  types: ['multi-table-input'],
  title: 'Multi Table Input',
  summary: 'Reads all tables whose names match a pattern and combines their rows',
  properties,
  effects: 'none',
  links: sourceLinks,
  assets: () => ({ statements: true }),
}
