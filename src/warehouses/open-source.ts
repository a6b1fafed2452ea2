import type { MysqlOptions } from './mysql/source.ts'
import type { Warehouses } from './open.ts'
import { postgresSource } from './postgres/source.ts'
import type { SourceConnection, SourceDatabase } from './source-database.ts'

/**
 * Opens a database as a source of rows. Throws WarehouseError when it cannot be reached, which of PostgreSQL
 * only its first query finds out.
 */
export async function openSource(
  warehouses: Pick<Warehouses, 'open'>,
  { type, ...connection }: SourceConnection,
  options: MysqlOptions,
): Promise<SourceDatabase> {
  const { host, port } = connection
  if (type === 'POSTGRES') {
    const warehouse = await warehouses.open({ type, ...connection, isSource: true })
    return postgresSource(warehouse, `PostgreSQL at ${host}:${port}`, { signal: options.signal })
  }
  const { openMysqlSource } = await import('./mysql/source.ts')
  return openMysqlSource(connection, options)
}
