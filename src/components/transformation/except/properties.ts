import Type from 'typebox'
import { text } from '../../common/properties.ts'
import type { ComponentProperties } from '../../component.ts'
import { joiningLinks, truth } from '../common-properties.ts'

const properties = Type.Object({
  castTypes: Type.Optional(truth('Cast Types')),
  primaryTable: Type.Optional(text('Primary Table', 'The first source by default')),
})

export const declaration: ComponentProperties<typeof properties> = {
  types: ['except'],
  title: 'Except',
  summary: 'The rows of one component that others do not have',
  properties,
  effects: 'none',
  links: joiningLinks,
}
