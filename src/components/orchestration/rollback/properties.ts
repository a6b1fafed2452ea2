import Type from 'typebox'
import type { ComponentProperties } from '../../component.ts'

const properties = Type.Object({})

export const declaration: ComponentProperties<typeof properties> = {
  types: ['rollback'],
  title: 'Rollback',
  summary: 'Undoes what was done since Begin',
  properties,
  effects: 'outside',
  joinsTransactions: true,
}
