import Type from 'typebox'
import { isTemplate } from '../../../pipeline/expressions/resolve-parameters.ts'
import { textOf } from '../../common/blocks.ts'
import { iteratorProperties } from '../../common/iterator-properties.ts'
import { numberOf } from '../../common/numbers.ts'
import { text, variableName } from '../../common/properties.ts'
import type { ComponentProperties } from '../../component.ts'

const properties = Type.Object({
  ...iteratorProperties,
  variableToIterate: variableName('Variable to Iterate', 'scalar'),
  startingValue: text('Starting Value'),
  incrementValue: text('Increment Value'),
  endValue: text('End Value'),
})

/** Why an increment of 0 is refused. */
export const ENDLESS = 'Increment Value is 0; the loop would never end'

export const declaration: ComponentProperties<typeof properties> = {
  types: ['loop-iterator'],
  title: 'Loop Iterator',
  summary: 'Runs one component once for each number from a start to an end, both included',
  properties,
  effects: 'none',
  validate: ({ startingValue, incrementValue, endValue }) => {
    const given = {
      'Starting Value': startingValue,
      'Increment Value': incrementValue,
      'End Value': endValue,
    }
    const faults = Object.entries(given).flatMap(([label, value]) => {
      const stated = textOf(value)
      const isNumber = value == null || isTemplate(stated) || numberOf(stated) !== undefined
      return isNumber ? [] : [`${label} is "${stated}"; it must be a number`]
    })
    return numberOf(textOf(incrementValue)) === 0 ? [...faults, ENDLESS] : faults
  },
}
