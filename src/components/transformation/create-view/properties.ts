import Type from 'typebox'
import { tablePlaces } from '../../common/asset-addresses.ts'
import { text } from '../../common/properties.ts'
import { placeProperties } from '../../common/table-location-properties.ts'
import type { ComponentProperties } from '../../component.ts'
import { sinkLinks } from '../common-properties.ts'

const properties = Type.Object({
  ...placeProperties,
  viewName: text('View Name'),
  viewType: Type.Optional(text('View Type')),
})

export const declaration: ComponentProperties<typeof properties> = {
  types: ['create-view'],
  title: 'Create View',
  summary: 'Creates a view of its input; an existing view of that name is replaced',
  properties,
  effects: 'outside',
  links: sinkLinks,
  validate: ({ viewType }) =>
    /^\s*material/i.test(String(viewType ?? ''))
      ? ['Materialized views are not supported: use View Type Standard, or a rewrite-table']
      : [],
  assets: (parameters) => ({ writes: tablePlaces(parameters, parameters.viewName), statements: true }),
}
