import type { OutgoingPolicy } from '../../lib/outgoing-http.ts'
import type { RedshiftConnection } from '../connection.ts'
import type { PostgresConnections, PostgresSession } from '../postgres/connections.ts'
import { createPostgresWarehouse } from '../postgres/warehouse.ts'
import { createS3Staging } from '../s3-staging.ts'
import type { Warehouse } from '../warehouse.ts'
import { beginLoad } from './bulk-load.ts'
import { createRowCopies } from './copy-rows.ts'
import { redshiftDialect } from './dialect.ts'

/**
 * An Amazon Redshift database, which speaks an early form of PostgreSQL's protocol and a dialect of its own.
 */
export const createRedshiftWarehouse = (
  connections: PostgresConnections,
  place: Pick<RedshiftConnection, 'schema' | 'database' | 'databases' | 'staging'>,
  policy: OutgoingPolicy,
): Warehouse => {
  const { staging } = place
  const copies = staging && createRowCopies(createS3Staging(staging, policy), staging)
  const dialect = { ...redshiftDialect, beginLoad: (session: PostgresSession) => beginLoad(session, copies) }
  return createPostgresWarehouse(connections, place, dialect)
}
