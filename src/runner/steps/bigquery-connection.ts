import { keyFileFault } from '../../warehouses/bigquery/credentials.ts'
import type { BigQueryConnection } from '../../warehouses/connection.ts'
import type { DatabaseName } from '../../warehouses/database-name.ts'
import { readProperties } from './connection-properties.ts'

const DATASET = /^\w{1,1024}$/

/** A connection of the type BIGQUERY. Throws an Error that says what is wrong with its properties. */
export function bigQueryConnection(
  properties: Readonly<Record<string, unknown>>,
  databases?: readonly DatabaseName[],
): BigQueryConnection {
  const { optional, needed } = readProperties(properties)
  const dataset = needed('dataset')
  if (!DATASET.test(dataset))
    throw new Error(`The connection's dataset "${dataset}" may have letters, digits and underscores only`)
  const accessToken = optional('accessToken')
  const keyFile = accessToken === undefined ? needed('keyFile') : undefined
  const fault = keyFile === undefined ? undefined : keyFileFault(keyFile)
  if (fault !== undefined) throw new Error(fault)
  return {
    type: 'BIGQUERY',
    endpoint: optional('endpoint') ?? 'https://bigquery.googleapis.com',
    project: needed('project'),
    dataset,
    location: optional('location'),
    credentials: accessToken === undefined ? { keyFile: keyFile! } : { accessToken },
    databases,
  }
}
