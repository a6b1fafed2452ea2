import type { DatabaseName } from '../database-name.ts'

/** A ClickHouse server or service, reached over its HTTP interface. */
export interface ClickHouseConnection {
  readonly type: 'CLICKHOUSE'
  readonly host: string
  readonly port: number
  readonly user: string
  readonly password?: string | undefined
  /** Encrypted, with a certificate that is valid for the host. */
  readonly ssl: boolean
  /** The database of bare names; it is made at first use where it is missing. */
  readonly database: string
  /** What names of databases in SQL and parameters stand for. */
  readonly databases?: readonly DatabaseName[] | undefined
}
