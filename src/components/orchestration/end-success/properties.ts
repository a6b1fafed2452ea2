import Type from 'typebox'
import type { ComponentProperties } from '../../component.ts'

export const declaration: ComponentProperties = {
  types: ['end-success'],
  title: 'End Success',
  summary: 'Ends a branch successfully',
  properties: Type.Object({}),
  effects: 'none',
  links: { incoming: 'one', outgoing: 'none' },
}
