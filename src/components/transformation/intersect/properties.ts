import Type from 'typebox'
import type { ComponentProperties } from '../../component.ts'
import { joiningLinks, truth } from '../common-properties.ts'

const properties = Type.Object({ castTypes: Type.Optional(truth('Cast Types')) })

export const declaration: ComponentProperties<typeof properties> = {
  types: ['intersect'],
  title: 'Intersect',
  summary: 'The rows that all of several components have',
  properties,
  effects: 'none',
  links: joiningLinks,
}
