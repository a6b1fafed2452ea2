import Type from 'typebox'
import { code } from '../../common/properties.ts'
import type { ComponentProperties } from '../../component.ts'
import { joiningLinks } from '../common-properties.ts'

const properties = Type.Object({
  query: code('SQL Query', 'sql', 'A SELECT; $T{Component} is replaced by the rows of one of its sources'),
})

export const declaration: ComponentProperties<typeof properties> = {
  types: ['sql'],
  title: 'SQL',
  summary: 'A SELECT of your own over its sources and any table',
  properties,
  effects: 'none',
  links: joiningLinks,
  assets: ({ query }) => ({ statements: true, script: { text: query, isTemplate: false } }),
}
