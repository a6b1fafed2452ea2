import Type from 'typebox'
import { tablePlaces } from '../../common/asset-addresses.ts'
import { dataSelectionProperties, dataTargetProperties } from '../../common/data-source-properties.ts'
import { choice, text, yesNo } from '../../common/properties.ts'
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
    text('Instance', 'Such as https://acme.my.salesforce.com; determined by Salesforce by default'),
  ),
  apiVersion: Type.Optional(text('API Version', '62.0 by default')),
  dataSource: Type.Optional(text('Data Source', 'An object, such as Account')),
  ...dataSelectionProperties,
  sqlQuery: Type.Optional(text('Query', 'SOQL, in Advanced mode')),
  ...dataTargetProperties,
})

export const declaration: ComponentProperties<typeof properties> = {
  types: ['salesforce-query'],
  title: 'Salesforce Query',
  summary: 'Reads an object of Salesforce, or the result of a SOQL query, into a table',
  properties,
  effects: 'outside',
  validate: (parameters) => queryFaults(parameters),
  assets: (parameters) => {
    const { instanceUrl = '', dataSource = '', sqlQuery = '', useSandbox } = parameters
    const object = dataSource || (/\bfrom\s+(\w+)/i.exec(sqlQuery)?.[1] ?? '')
    const host = URL.parse(instanceUrl)?.host ?? (useSandbox === 'Yes' ? 'sandbox' : 'production')
    return {
      reads: object === '' ? [] : [{ dataset: { namespace: `salesforce://${host}`, name: object } }],
      writes: tablePlaces(parameters, parameters.targetTable),
    }
  },
}
