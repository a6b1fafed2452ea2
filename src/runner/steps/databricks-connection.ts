import type { DatabaseName } from '../../warehouses/database-name.ts'
import { baseUrlOf } from '../../warehouses/databricks/address.ts'
import type { DatabricksConnection } from '../../warehouses/databricks/connection.ts'
import { readProperties } from './connection-properties.ts'

/** A connection of the type DATABRICKS. Throws an Error that says what is wrong with its properties. */
export function databricksConnection(
  properties: Readonly<Record<string, unknown>>,
  databases?: readonly DatabaseName[],
): DatabricksConnection {
  const { optional, needed } = readProperties(properties)
  const token = optional('accessToken')
  return {
    type: 'DATABRICKS',
    url: baseUrlOf(needed('url')),
    warehouseId: needed('warehouseId'),
    credentials:
      token === undefined
        ? { kind: 'oauth', clientId: needed('clientId'), clientSecret: needed('clientSecret') }
        : { kind: 'token', token },
    catalog: needed('catalog'),
    schema: optional('schema') ?? 'default',
    databases,
  }
}
