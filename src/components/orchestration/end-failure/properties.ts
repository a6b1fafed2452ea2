import Type from 'typebox'
import type { ComponentProperties } from '../../component.ts'

export const declaration: ComponentProperties = {
  types: ['end-failure'],
  title: 'End Failure',
  summary: 'Marks the whole run as failed',
  properties: Type.Object({}),
  effects: 'none',
  links: { incoming: 'one', outgoing: 'none' },
}
