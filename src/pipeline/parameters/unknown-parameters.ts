import { closestNames } from '../../lib/closest-names.ts'
import type { Parameters } from '../model.ts'

/**
 * Keys that files of other platforms carry and that change no result here: places, storage and sizes of their
 * warehouses, and marks of their editors.
 */
export const foreignKeys: ReadonlySet<string> = new Set([
  ...['componentName', 'tempMetlId', 'warehouse', 'catalog', 'database', 'schema', 'project', 'dataset'],
  ...['snowflakeTableType', 'tableType', 'clusteringKeys', 'clusterBy', 'partitionKeys', 'partitionBy'],
  ...[
    'dataRetentionTimeInDays',
    'defaultDdlCollation',
    'changeTracking',
    'comment',
    'tags',
    'rowAccessPolicy',
  ],
  ...['tableProperties', 'using', 'location', 'externalLocation', 'distributionStyle', 'distributionKey'],
  ...[
    'sortKey',
    'sortKeyOptions',
    'encoding',
    'backupTable',
    'offsetType',
    'timeOffset',
    'offset',
    'secureView',
  ],
  ...['stagePlatform', 'stagePlatform1', 'stageVolume', 's3StagingArea', 's3StagingArea1', 'autoDebug'],
  ...['debugLevel', 'encryption', 'concurrencyMethod', 'concurrencyValue'],
  ...['concurrency', 'breakOnFailure', 'user', 'packages', 'pythonVersion', 'externalAccessIntegrations'],
])

/** A parameter that has no effect, with the property it may have been meant as. */
export interface UnknownParameter {
  readonly key: string
  readonly similar: string | undefined
}

/**
 * Keys of `given` that a component's properties do not have; keys with the number of a variant (`sourceUrl3`)
 * count as known.
 */
export function unknownParameters(schema: object, given: Parameters): UnknownParameter[] {
  const { properties = {} } = schema as { properties?: Readonly<Record<string, unknown>> }
  const known = Object.keys(properties)
  return Object.keys(given)
    .filter((key) => !Object.hasOwn(properties, key) && !Object.hasOwn(properties, key.replace(/\d+$/, '')))
    .filter((key) => !foreignKeys.has(key))
    .map((key) => ({ key, similar: closestNames(key, known).find((name) => !Object.hasOwn(given, name)) }))
}
