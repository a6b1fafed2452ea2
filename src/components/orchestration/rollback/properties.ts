import Type from 'typebox'
import type { ComponentProperties } from '../../component.ts'

const properties = Type.Object({})

export const declaration: ComponentProperties<typeof properties> = {
  types: ['rollback'],
  title: 'Rollback',
  summary: 'Rolls back the transaction that Begin started',
  properties,
  effects: 'outside',
  needs: () => ['transactions'],
  joinsTransactions: true,
}
