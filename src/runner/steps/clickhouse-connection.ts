import type { ClickHouseConnection } from '../../warehouses/clickhouse/connection.ts'
import type { DatabaseName } from '../../warehouses/database-name.ts'
import { readProperties } from './connection-properties.ts'

/** A connection of the type CLICKHOUSE. Throws an Error that says what is wrong with its properties. */
export function clickHouseConnection(
  properties: Readonly<Record<string, unknown>>,
  databases?: readonly DatabaseName[],
): ClickHouseConnection {
  const { optional, needed } = readProperties(properties)
  return {
    type: 'CLICKHOUSE',
    host: needed('host'),
    port: Number(properties['port'] ?? 8443),
    user: needed('user'),
    password: optional('password'),
    ssl: properties['ssl'] !== false,
    database: needed('database'),
    databases,
  }
}
