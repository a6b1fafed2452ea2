import Type from 'typebox'
import { choice } from '../../common/properties.ts'
import type { ComponentProperties } from '../../component.ts'
import { joiningLinks, truth } from '../common-properties.ts'

const properties = Type.Object({
  method: Type.Optional(choice('Method', ['All Columns', 'Common Columns'])),
  castTypes: Type.Optional(truth('Cast Types')),
  addSourceComponentColumn: Type.Optional(truth('Add Source Component Column')),
  removeDuplicates: Type.Optional(truth('Remove Duplicates')),
})

export const declaration: ComponentProperties<typeof properties> = {
  types: ['unite'],
  title: 'Unite',
  summary: 'Combines the rows of several components, matching columns by name',
  properties,
  effects: 'none',
  links: joiningLinks,
}
