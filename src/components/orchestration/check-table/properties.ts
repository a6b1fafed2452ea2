import Type from 'typebox'
import { tablePlaces } from '../../common/asset-addresses.ts'
import { gateProperties } from '../../common/gates/gate-properties.ts'
import { text } from '../../common/properties.ts'
import { placeProperties } from '../../common/table-location-properties.ts'
import type { ComponentProperties } from '../../component.ts'

const properties = Type.Object({
  ...placeProperties,
  targetTable: text('Target Table'),
  ...gateProperties,
})

export const declaration: ComponentProperties<typeof properties> = {
  types: ['check-table'],
  title: 'Check Table',
  summary: 'Checks gates on an existing table, and fails when one of them stops',
  properties,
  effects: 'outside',
  joinsTransactions: true,
  validate: ({ gates }) =>
    Array.isArray(gates) && gates.length === 0
      ? ['Gates ("gates") is empty']
      : gates === undefined
        ? ['Gates ("gates") is missing']
        : [],
  assets: (parameters) => ({ reads: tablePlaces(parameters, parameters.targetTable) }),
}
