import Type from 'typebox'
import { wholeNumberFault } from '../../common/numbers.ts'
import { text } from '../../common/properties.ts'
import type { ComponentProperties } from '../../component.ts'
import { sourceLinks } from '../common-properties.ts'

const properties = Type.Object({
  startValue: text('Starting Value'),
  incrementValue: text('Increment Value'),
  endValue: text('End Value'),
  outputColumn: text('Output Column'),
})

const limits = { least: Number.MIN_SAFE_INTEGER, most: Number.MAX_SAFE_INTEGER }

export const declaration: ComponentProperties<typeof properties> = {
  types: ['generate-sequence'],
  title: 'Generate Sequence',
  summary: 'Whole numbers from a start to an end, both included',
  properties,
  effects: 'none',
  links: sourceLinks,
  validate: ({ startValue, incrementValue, endValue }) => [
    ...wholeNumberFault('Starting Value ("startValue")', startValue, limits),
    ...wholeNumberFault('Increment Value ("incrementValue")', incrementValue, limits),
    ...wholeNumberFault('End Value ("endValue")', endValue, limits),
    ...(Number(incrementValue) === 0 ? ['Increment Value ("incrementValue") must not be 0'] : []),
  ],
}
