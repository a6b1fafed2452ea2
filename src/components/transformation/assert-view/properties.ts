import Type from 'typebox'
import { wholeNumberFault } from '../../common/numbers.ts'
import { choice, rows, text } from '../../common/properties.ts'
import type { ComponentProperties } from '../../component.ts'
import { sinkLinks, truth } from '../common-properties.ts'

const properties = Type.Object({
  metadata: Type.Optional(rows('Metadata', 'name', 'type', 'size', 'scale')),
  ignoreMetadataOrder: Type.Optional(truth('Ignore Metadata Order')),
  values: Type.Optional(rows('Values', 'column', 'values')),
  rowCountComparisonType: Type.Optional(
    choice('Row Count Comparison Type', [
      'Equal To',
      'Not Equal To',
      'Greater Than',
      'Greater Than or Equal To',
      'Less Than',
      'Less Than or Equal To',
      'Range',
    ]),
  ),
  rowCountValue: Type.Optional(text('Row Count Value')),
  lowerValue: Type.Optional(text('Lower Value')),
  upperValue: Type.Optional(text('Upper Value')),
})
export type AssertViewParameters = Type.Static<typeof properties>

const countLimits = { least: 0, most: Number.MAX_SAFE_INTEGER } as const

export const declaration: ComponentProperties<typeof properties> = {
  types: ['assert-view', 'assert-view-sf'],
  title: 'Assert View',
  summary: 'Fails unless the rows have the expected columns and number, and passes them on',
  properties,
  effects: 'none',
  links: sinkLinks,
  validate(parameters) {
    const { values, rowCountComparisonType: comparison, rowCountValue, lowerValue, upperValue } = parameters
    const isRange = comparison === 'Range'
    const given = [rowCountValue, lowerValue, upperValue].filter((one) => (one ?? '') !== '')
    return [
      ...(Array.isArray(values) && values.length > 0
        ? ['Values ("values") cannot be asserted: put a filter before it, and assert the number of its rows']
        : []),
      ...wholeNumberFault('Row Count Value ("rowCountValue")', rowCountValue || null, countLimits),
      ...wholeNumberFault('Lower Value ("lowerValue")', lowerValue || null, countLimits),
      ...wholeNumberFault('Upper Value ("upperValue")', upperValue || null, countLimits),
      ...(isRange && (!lowerValue || !upperValue)
        ? ['Row Count Comparison Type Range needs a Lower Value and an Upper Value']
        : []),
      ...(comparison !== undefined && !isRange && given.length === 0
        ? [`Row Count Comparison Type "${String(comparison)}" needs a Row Count Value`]
        : []),
    ]
  },
}
