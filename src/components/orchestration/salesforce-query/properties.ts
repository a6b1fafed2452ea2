import Type from 'typebox'
import { choice, list, rows, text, yesNo } from '../../common/properties.ts'
import { placeProperties } from '../../common/table-location-properties.ts'
import type { ComponentProperties } from '../../component.ts'
import { queryFaults } from './soql.ts'

const properties = Type.Object({
  ...placeProperties,
  basicAdvancedMode: Type.Optional(choice('Basic/Advanced Mode', ['Basic', 'Advanced'])),
  authenticationMethod: Type.Optional(text('Authentication Method', 'OAuth')),
  authentication: text('Authentication', 'Name or id of an OAuth entry'),
  useSandbox: Type.Optional(yesNo('Use Sandbox')),
  instanceUrl: Type.Optional(
    text('Instance', 'Such as https://acme.my.salesforce.com; Salesforce is asked unless stated'),
  ),
  apiVersion: Type.Optional(text('API Version', '62.0 unless stated')),
  dataSource: Type.Optional(text('Data Source', 'An object, such as Account')),
  dataSelection: Type.Optional(list('Data Selection')),
  dataSourceFilter: Type.Optional(rows('Data Source Filter', 'column', 'Is or Not', 'comparator', 'value')),
  combineFilters: Type.Optional(choice('Combine Filters', ['And', 'Or'])),
  limit: Type.Optional(text('Limit')),
  sqlQuery: Type.Optional(text('Query', 'SOQL, in Advanced mode')),
  targetTable: text('Target Table'),
  loadOptions: Type.Optional(rows('Load Options', 'option', 'value')),
  connectionOptions: Type.Optional(rows('Connection Options', 'option', 'value')),
  primaryKeys: Type.Optional(list('Primary Keys')),
  type: Type.Optional(text('Table Type')),
  stage: Type.Optional(text('Stage')),
  stagePlatform: Type.Optional(text('Stage Platform')),
  autoDebug: Type.Optional(text('Auto Debug')),
})

export const declaration: ComponentProperties<typeof properties> = {
  types: ['salesforce-query'],
  title: 'Salesforce Query',
  summary: 'Reads an object of Salesforce, or what a SOQL query finds, into a table',
  properties,
  effects: 'outside',
  validate: (parameters) => queryFaults(parameters),
}
