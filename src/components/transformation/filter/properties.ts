import Type from 'typebox'
import type { ComponentProperties } from '../../component.ts'
import { choice, rows } from '../../shared/properties.ts'
import { conditionCells } from '../shared/properties.ts'

const properties = Type.Object({
  filterConditions: Type.Optional(rows('Filter Conditions', ...conditionCells)),
  combineCondition: Type.Optional(choice('Combine Condition', ['And', 'Or'])),
})

export const filter: ComponentProperties<typeof properties> = {
  types: ['filter'],
  title: 'Filter',
  summary: 'Lets through the rows that meet its conditions',
  properties,
  effects: 'none',
}
