import Type from 'typebox'
import { list, rows, text } from '../../common/properties.ts'
import type { ComponentProperties } from '../../component.ts'
import { joiningLinks } from '../common-properties.ts'

const properties = Type.Object({
  masterTable: text('Master Table'),
  matchKeys: list('Match Keys'),
  compareColumns: list('Compare Columns'),
  outputColumnMapping: Type.Optional(rows('Output Column Mapping', 'column', 'output column')),
  indicatorColumn: Type.Optional(text('Indicator Column')),
})

export const declaration: ComponentProperties<typeof properties> = {
  types: ['detect-changes'],
  title: 'Detect Changes',
  summary: 'Compares two sources by keys: N for new, C for changed, D for deleted, I for identical rows',
  properties,
  effects: 'none',
  links: joiningLinks,
  validate: ({ matchKeys }) =>
    Array.isArray(matchKeys) && matchKeys.length === 0 ? ['Match Keys ("matchKeys") is empty'] : [],
}
