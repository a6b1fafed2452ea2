import Type from 'typebox'
import type { ComponentProperties } from '../../component.ts'

const properties = Type.Object({})

export const declaration: ComponentProperties<typeof properties> = {
  types: ['replicate'],
  title: 'Replicate',
  summary: 'Passes its rows on unchanged to several components',
  properties,
  effects: 'none',
}
