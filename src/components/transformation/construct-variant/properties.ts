import Type from 'typebox'
import { rows, text } from '../../common/properties.ts'
import type { ComponentProperties } from '../../component.ts'

const properties = Type.Object({
  columnMappings: rows('Column Mappings', 'column', 'member'),
  outputSlot: text('Output Column'),
})

export const declaration: ComponentProperties<typeof properties> = {
  types: ['construct-variant'],
  title: 'Construct Variant',
  summary: 'Creates a JSON object from the columns of each row',
  properties,
  effects: 'none',
  validate({ columnMappings }) {
    const mapped = Array.isArray(columnMappings) ? (columnMappings as readonly (readonly string[])[]) : []
    const members = mapped.map(([column = '', member = '']) => member || column)
    const twice = members.filter((member, index) => members.indexOf(member) !== index)
    return twice.length === 0 ? [] : [`Several columns become the member "${twice[0]}"; name it once`]
  },
}
