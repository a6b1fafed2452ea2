import Type from 'typebox'
import type { Parameters } from '../../../pipeline/model.ts'
import { gateProperties } from '../../common/gates/gate-properties.ts'
import { choice, code, rows, text, yesNo } from '../../common/properties.ts'
import { placeProperties } from '../../common/table-location-properties.ts'
import type { ComponentProperties } from '../../component.ts'
import {
  createModes,
  extractAssets,
  type ReadSettings,
  readSettings,
} from '../modular-api-extract-input-v2/settings.ts'

const properties = Type.Object({
  ...placeProperties,
  connector: text('Connector', 'Its name or id'),
  endpoint: text('Endpoint', 'Its name or id'),
  authType: Type.Optional(
    choice('Authentication Type', ['NONE', 'BASIC', 'BEARER_TOKEN', 'API_KEY', 'OAUTH']),
  ),
  username: Type.Optional(text('Username')),
  password: Type.Optional(text('Password', 'Name of a secret')),
  token: Type.Optional(text('Token', 'Name of a secret')),
  keyName: Type.Optional(text('Key Name')),
  keyValue: Type.Optional(text('Key Value', 'Name of a secret')),
  addTo: Type.Optional(choice('Add to', ['QUERY_PARAMETER', 'HEADER_PARAMETER'])),
  oauth: Type.Optional(text('OAuth', 'Name or id of an OAuth entry')),
  uriParameters: Type.Optional(rows('URI Parameters', 'name', 'value')),
  queryParameters: Type.Optional(rows('Query Parameters', 'name', 'value')),
  headerParameters: Type.Optional(rows('Header Parameters', 'name', 'value')),
  body: Type.Optional(code('Body', 'json')),
  pageLimit: Type.Optional(text('Page Limit')),
  loadSelectedData: Type.Optional(yesNo('Load Selected Data')),
  table: text('Target Table'),
  createTableMode: Type.Optional(choice('Create Table Mode', createModes)),
  ...gateProperties,
})

/** The same as `modular-api-extract-input-v2`, without its blocks. */
export const declaration: ComponentProperties<typeof properties> = {
  types: ['api-extract'],
  title: 'API Extract',
  summary: 'Pages through an endpoint of a custom connector and loads the responses into a table',
  properties,
  effects: 'outside',
  validate: (parameters) => apiExtractSettings(parameters).faults,
  assets: (parameters) => extractAssets(apiExtractSettings(parameters as Parameters).settings),
}

export const apiExtractSettings = (parameters: Parameters): ReadSettings =>
  readSettings({
    connector: parameters['connector'],
    endpoint: parameters['endpoint'],
    authentication: parameters,
    uriParameters: parameters['uriParameters'],
    queryParameters: parameters['queryParameters'],
    headerParameters: parameters['headerParameters'],
    body: parameters['body'],
    pageLimit: parameters['pageLimit'],
    loadSelectedData: parameters['loadSelectedData'] ?? 'Yes',
    database: parameters['database'] ?? parameters['catalog'],
    schema: parameters['schema'],
    table: parameters['table'],
    createTableMode: parameters['createTableMode'],
  })
