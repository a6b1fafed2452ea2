import Type from 'typebox'
import { rows, yesNo } from '../../common/properties.ts'
import type { ComponentProperties } from '../../component.ts'

const properties = Type.Object({
  includeInputColumns: Type.Optional(yesNo('Include Input Columns')),
  columnFlattens: Type.Optional(
    rows('Column Flattens', 'column', 'path', 'alias', 'outer', 'recursive', 'mode'),
  ),
  columnMapping: rows('Column Mapping', 'column or alias', 'property', 'type', 'output column'),
})

export const declaration: ComponentProperties<typeof properties> = {
  types: ['flatten-variant'],
  title: 'Flatten Variant',
  summary: 'Creates a row for each element of JSON arrays and objects, and columns for their properties',
  properties,
  effects: 'none',
  needs: ({ columnFlattens }) =>
    Array.isArray(columnFlattens) && columnFlattens.length > 0 ? ['nestedData', 'unfolding'] : ['nestedData'],
  validate({ columnFlattens }) {
    const flattens = Array.isArray(columnFlattens) ? (columnFlattens as readonly (readonly string[])[]) : []
    return flattens.flatMap(([column = '', , , , recursive = 'No', mode = 'Both']) => [
      ...(/^yes$/i.test(recursive)
        ? [`The flatten of "${column}" is recursive, which is not supported; add a flatten for each level`]
        : []),
      ...(/^(both|object|array|)$/i.test(mode) || mode.includes('${')
        ? []
        : [`The mode of the flatten of "${column}" is "${mode}"; it must be one of: Both, Object, Array`]),
    ])
  },
}
