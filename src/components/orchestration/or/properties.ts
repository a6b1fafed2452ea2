import Type from 'typebox'
import type { ComponentProperties } from '../../component.ts'

export const declaration: ComponentProperties = {
  types: ['or'],
  title: 'Or',
  summary: 'Continues once, when the first incoming link has fired',
  properties: Type.Object({}),
  effects: 'none',
  links: { incoming: 'many', outgoing: 'many' },
}
