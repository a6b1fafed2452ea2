import Type from 'typebox'
import { choice, scalarNames, text, yesNo } from '../../common/properties.ts'
import type { ComponentProperties } from '../../component.ts'

const properties = Type.Object({
  scriptLocation: Type.Optional(choice('Script Location', ['Component'])),
  sqlScript: text('SQL Script', 'One or more statements'),
  enableVariableResolution: Type.Optional(yesNo('Enable Variable Resolution')),
  declareSqlVariables: Type.Optional(choice('Declare SQL Variables', ['Include all', 'Include selected'])),
  variablesToInclude: Type.Optional(scalarNames('Variables to Include')),
})

export const declaration: ComponentProperties<typeof properties> = {
  types: ['sql-executor', 'sql-script'],
  title: 'SQL Script',
  summary: "Runs SQL statements in the environment's database",
  properties,
  verbatim: ['sqlScript'], // enableVariableResolution decides
  effects: 'outside',
}
