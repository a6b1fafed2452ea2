import Type from 'typebox'
import { rows } from '../../common/properties.ts'
import type { ComponentProperties } from '../../component.ts'
import { sourceLinks } from '../common-properties.ts'

const properties = Type.Object({
  columns: rows('Columns', 'name', 'type', 'size', 'precision'),
  values: Type.Optional(rows('Values', 'one cell for each column')),
})

export const declaration: ComponentProperties<typeof properties> = {
  types: ['fixed-flow'],
  title: 'Fixed Flow',
  summary: 'Rows written in the pipeline itself',
  properties,
  effects: 'none',
  links: sourceLinks,
}
