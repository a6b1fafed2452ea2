import Type from 'typebox'
import { choice, rows } from '../../common/properties.ts'
import type { ComponentProperties } from '../../component.ts'
import { conditionCells, conditionFaults } from '../common-properties.ts'

const properties = Type.Object({
  filterConditions: Type.Optional(rows('Filter Conditions', ...conditionCells)),
  combineCondition: Type.Optional(choice('Combine Condition', ['And', 'Or'])),
})

export const declaration: ComponentProperties<typeof properties> = {
  types: ['filter'],
  title: 'Filter',
  summary: 'Keeps the rows that meet its conditions',
  properties,
  effects: 'none',
  validate: ({ filterConditions }) =>
    conditionFaults('Filter Conditions ("filterConditions")', filterConditions),
}
