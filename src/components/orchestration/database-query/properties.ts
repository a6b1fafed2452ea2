import Type from 'typebox'
import type { Parameters } from '../../../pipeline/model.ts'
import { tablePlaces } from '../../common/asset-addresses.ts'
import { gateProperties } from '../../common/gates/gate-properties.ts'
import { wholeNumberFault } from '../../common/numbers.ts'
import { choice, code, list, rows, text } from '../../common/properties.ts'
import { placeProperties } from '../../common/table-location-properties.ts'
import type { ComponentProperties } from '../../component.ts'
import { createModes } from '../modular-api-extract-input-v2/settings.ts'
import { readJdbcUrl } from './jdbc-url.ts'

const properties = Type.Object({
  ...placeProperties,
  basicAdvancedMode: Type.Optional(choice('Mode', ['Basic', 'Advanced'])),
  connection: Type.Optional(
    text('Connection', 'Name of a connection of the project; instead of the next four properties'),
  ),
  databaseType: Type.Optional(text('Database Type', 'Accepted and ignored: Connection URL determines it')),
  connectionUrl: Type.Optional(text('Connection URL', 'jdbc:postgresql://host:5432/database')),
  username: Type.Optional(text('Username')),
  password: Type.Optional(text('Password', 'Name of a secret')),
  connectionOptions: Type.Optional(rows('Connection Options', 'option', 'value')),
  sqlQuery: Type.Optional(code('SQL Query', 'sql')),
  sourceSchema: Type.Optional(text('Source Schema')),
  dataSource: Type.Optional(text('Data Source', 'The table that is read')),
  dataSelection: Type.Optional(list('Data Selection')),
  dataSourceFilter: Type.Optional(rows('Data Source Filter', 'column', 'Is or Not', 'comparator', 'value')),
  limit: Type.Optional(text('Limit')),
  incrementalColumn: Type.Optional(text('Incremental Column')),
  database2: Type.Optional(text('Schema', 'As files for Databricks write it')),
  table: Type.Optional(text('Target Table')),
  targetTable: Type.Optional(text('Target Table')),
  createTableMode: Type.Optional(choice('Create Table Mode', createModes)),
  loadOptions: Type.Optional(
    rows(
      'Load Options',
      'clean files',
      'text null is null',
      'recreate target table',
      'prefix',
      'compression',
    ),
  ),
  ...gateProperties,
})
export type QueryParameters = Type.Static<typeof properties>

export const declaration: ComponentProperties<typeof properties> = {
  types: ['database-query'],
  title: 'Database Query',
  summary: 'Loads the rows of a query in PostgreSQL, MySQL or MariaDB into a table',
  properties,
  effects: 'outside',
  validate: (parameters) => [
    ...sourceFaults(parameters),
    ...queryFaults(parameters),
    ...((parameters['table'] || parameters['targetTable'] || '') === ''
      ? ['Target Table ("table") is missing']
      : []),
    ...incrementalFaults(parameters),
    ...wholeNumberFault('Limit ("limit")', parameters['limit'] || null, {
      least: 0,
      most: Number.MAX_SAFE_INTEGER,
    }),
  ],
  assets: (parameters) => ({
    writes: tablePlaces(
      { ...parameters, schema: parameters.schema ?? parameters.database2 },
      parameters.table || parameters.targetTable,
    ),
    sourceStatements: true,
  }),
}

function sourceFaults({ connection, connectionUrl, connectionOptions }: Parameters): readonly string[] {
  if (connection) {
    return connectionUrl ? ['Connection and Connection URL are both set: leave one of them out'] : []
  }
  if (!connectionUrl) return ['Connection ("connection") or Connection URL ("connectionUrl") is missing']
  if (String(connectionUrl).includes('${')) return []
  const options = Array.isArray(connectionOptions)
    ? (connectionOptions as readonly (readonly string[])[])
    : []
  const read = readJdbcUrl(String(connectionUrl), options)
  return 'fault' in read ? [read.fault] : []
}

function queryFaults({
  basicAdvancedMode,
  sqlQuery,
  dataSource,
  dataSourceFilter,
}: Parameters): readonly string[] {
  if (isAdvanced(basicAdvancedMode, sqlQuery)) return sqlQuery ? [] : ['SQL Query ("sqlQuery") is missing']
  return [
    ...(dataSource ? [] : ['Data Source ("dataSource") is missing']),
    ...(Array.isArray(dataSourceFilter) && dataSourceFilter.length > 0
      ? [
          'Data Source Filter ("dataSourceFilter") is not supported: write the condition into an SQL Query, in mode Advanced',
        ]
      : []),
  ]
}

/** The mode that is stated, or what there is. */
export const isAdvanced = (mode: unknown, query: unknown): boolean =>
  mode === 'Advanced' || (mode !== 'Basic' && (query ?? '') !== '')

function incrementalFaults(parameters: Parameters): readonly string[] {
  const isIncremental = (parameters['incrementalColumn'] ?? '') !== ''
  const mode = statedMode(parameters as QueryParameters)
  return isIncremental && mode !== undefined && mode !== 'APPEND'
    ? [
        'An Incremental Column adds rows to a table: set Recreate Target Table to Off, or Create Table Mode to APPEND',
      ]
    : []
}

/** What becomes of a table that is there, where the parameters say it. */
export function statedMode({
  createTableMode,
  loadOptions,
}: Pick<QueryParameters, 'createTableMode' | 'loadOptions'>): (typeof createModes)[number] | undefined {
  const stated = createModes.find((one) => one === createTableMode)
  if (stated !== undefined) return stated
  const recreate = Array.isArray(loadOptions) ? (loadOptions[0]?.[2] ?? '').trim().toLowerCase() : ''
  if (recreate === '') return undefined
  return ['off', 'no', 'false'].includes(recreate) ? 'APPEND' : 'REPLACE_IF_EXISTS'
}
