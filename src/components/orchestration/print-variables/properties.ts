import Type from 'typebox'
import { rows, text, yesNo } from '../../common/properties.ts'
import type { ComponentProperties } from '../../component.ts'

const properties = Type.Object({
  variablesToPrint: rows('Variables to Print', 'variable'),
  prefixText: Type.Optional(text('Prefix Text')),
  includeVariableName: Type.Optional(yesNo('Include Variable Name')),
})

export const declaration: ComponentProperties<typeof properties> = {
  types: ['print-variables'],
  title: 'Print Variables',
  summary: 'Writes values of variables to the log and to the message of the step',
  properties,
  effects: 'none',
}
