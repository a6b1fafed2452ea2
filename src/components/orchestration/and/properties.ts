import Type from 'typebox'
import type { ComponentProperties } from '../../component.ts'

export const declaration: ComponentProperties = {
  types: ['and'],
  title: 'And',
  summary: 'Continues when every incoming link has fired',
  properties: Type.Object({}),
  effects: 'none',
  links: { incoming: 'many', outgoing: 'many' },
}
