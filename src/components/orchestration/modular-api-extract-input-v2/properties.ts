import Type from 'typebox'
import type { Parameters } from '../../../pipeline/model.ts'
import { gateProperties } from '../../common/gates/gate-properties.ts'
import { text } from '../../common/properties.ts'
import type { ComponentProperties } from '../../component.ts'
import { blockOf, extractAssets, type ReadSettings, readSettings } from './settings.ts'

/** `inputId` and `outputId` name the blocks that hold their settings. */
const properties = Type.Object({
  componentId: Type.Optional(text('Connector')),
  inputId: text('Input'),
  outputId: text('Output'),
  ...gateProperties,
})

export const declaration: ComponentProperties<typeof properties> = {
  types: ['modular-api-extract-input-v2'],
  title: 'Custom Connector',
  summary: 'Pages through an endpoint of a custom connector and loads the responses into a table',
  properties,
  effects: 'outside',
  validate: (parameters) => modularSettings(parameters).faults,
  assets: (parameters) => extractAssets(modularSettings(parameters as Parameters).settings),
}

/** The extraction that the blocks describe. */
export function modularSettings(parameters: Parameters): ReadSettings {
  const named = (key: string) => {
    const name = parameters[key]
    return typeof name === 'string' ? blockOf(parameters[name]) : undefined
  }
  const input = named('inputId')
  const output = named('outputId')
  const missing = [
    ...(input === undefined ? ['The block that inputId names is missing'] : []),
    ...(output === undefined ? ['The block that outputId names is missing'] : []),
  ]
  const connection = blockOf(input?.['connectionRef'])
  const read = readSettings({
    connector: connectorOf(input?.['profile']) ?? connectorOf(parameters['componentId']),
    endpoint: input?.['endpoint'],
    authentication: connection?.['overrides'],
    uriParameters: input?.['uriParams'],
    queryParameters: input?.['queryParams'],
    headerParameters: input?.['headerParams'],
    body: input?.['postBody'],
    pageLimit: input?.['pageLimit'],
    loadSelectedData: input?.['loadSelectedData'],
    database: output?.['database'] ?? output?.['catalog'],
    schema: output?.['schema'],
    table: output?.['tableName'] ?? output?.['targetTable'],
    createTableMode: output?.['createTableMode'],
  })
  return missing.length > 0 ? { ...read, faults: missing } : read
}

/** `custom-<uuid>` of a profile and `custom_v2-<uuid>` of a component name the connector with that id. */
function connectorOf(value: unknown): string | undefined {
  if (typeof value !== 'string' || value === '') return undefined
  return /^(?:custom|flex)(?:_v\d+)?-(.+)$/.exec(value)?.[1] ?? value
}
