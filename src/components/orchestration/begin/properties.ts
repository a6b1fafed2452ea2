import Type from 'typebox'
import type { ComponentProperties } from '../../component.ts'

const properties = Type.Object({})

export const declaration: ComponentProperties<typeof properties> = {
  types: ['begin'],
  title: 'Begin',
  summary: 'Begins a transaction that the SQL components of the execution share',
  properties,
  effects: 'outside',
  needs: () => ['transactions'],
  joinsTransactions: true,
}
