import Type from 'typebox'
import { gateProperties } from './gates/gate-properties.ts'
import { choice, list, rows, text } from './properties.ts'

/** What a component that queries a service takes of its data source in Basic mode. */
export const dataSelectionProperties = {
  dataSelection: Type.Optional(list('Data Selection')),
  dataSourceFilter: Type.Optional(rows('Data Source Filter', 'column', 'Is or Not', 'comparator', 'value')),
  combineFilters: Type.Optional(choice('Combine Filters', ['And', 'Or'])),
  limit: Type.Optional(text('Limit')),
}

/**
 * Where such a component puts the rows. Files for other warehouses have the last ones, which change nothing
 * here.
 */
export const dataTargetProperties = {
  targetTable: text('Target Table'),
  loadOptions: Type.Optional(rows('Load Options', 'option', 'value')),
  connectionOptions: Type.Optional(rows('Connection Options', 'option', 'value')),
  primaryKeys: Type.Optional(list('Primary Keys')),
  type: Type.Optional(text('Table Type')),
  stage: Type.Optional(text('Stage')),
  stagePlatform: Type.Optional(text('Stage Platform')),
  autoDebug: Type.Optional(text('Auto Debug')),
  ...gateProperties,
}
