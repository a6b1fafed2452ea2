import Type from 'typebox'
import { wholeNumberFault } from '../../common/numbers.ts'
import { choice, text } from '../../common/properties.ts'
import type { ComponentProperties } from '../../component.ts'

const retryDelays = [
  'Retry immediately',
  'Short delay',
  'Short delay with backoff',
  'Long delay',
  'Long delay with backoff',
  'Custom',
] as const

const properties = Type.Object({
  numberOfRetries: text('Number of Retries'),
  retryDelay: Type.Optional(choice('Retry Delay', retryDelays)),
  customDelay: Type.Optional(text('Custom Delay', '0 to 3600, 1 by default')),
  customDelayUnit: Type.Optional(
    choice('Custom Delay Unit', ['Second', 'Minute', 'Hour', 'Seconds', 'Minutes', 'Hours']),
  ),
})

/** pipelines.md §2.6. The flow itself repeats the wrapped component. */
export const declaration: ComponentProperties<typeof properties> = {
  types: ['retry'],
  title: 'Retry',
  summary: 'Runs one component again while it fails',
  properties,
  effects: 'none',
  validate: ({ numberOfRetries, customDelay }) => [
    ...wholeNumberFault('Number of Retries ("numberOfRetries")', numberOfRetries, { least: 0, most: 10_000 }),
    ...wholeNumberFault('Custom Delay ("customDelay")', customDelay, { least: 0, most: 3_600 }),
  ],
}
