import Type from 'typebox'
import type { ComponentProperties } from '../../component.ts'

export const declaration: ComponentProperties = {
  types: ['end-success'],
  title: 'End Success',
  summary: 'Says that a branch ended as it should',
  properties: Type.Object({}),
  effects: 'none',
  links: { incoming: 'one', outgoing: 'none' },
}
