import Type from 'typebox'
import type { ComponentProperties } from '../../component.ts'

export const declaration: ComponentProperties = {
  types: ['start'],
  title: 'Start',
  summary: 'Where a run of the pipeline begins',
  properties: Type.Object({}),
  effects: 'none',
  links: { incoming: 'none', outgoing: 'many' },
}
