import type { DatabaseName } from '../database-name.ts'
import type { StagingPlace } from '../staging-place.ts'

/** An account of Snowflake, and where in it SQL runs. */
export interface SnowflakeConnection {
  readonly type: 'SNOWFLAKE'
  /** `organization-account`, or the locator with its region. */
  readonly account: string
  /** Where the account answers; its public address unless stated. */
  readonly url?: string | undefined
  readonly user: string
  readonly signIn:
    | { readonly kind: 'password'; readonly password: string }
    | { readonly kind: 'key'; readonly privateKey: string; readonly passphrase?: string | undefined }
    | { readonly kind: 'access-token' | 'oauth'; readonly token: string }
  /** What computes; that of the user unless stated. */
  readonly warehouse?: string | undefined
  readonly role?: string | undefined
  readonly database: string
  readonly schema?: string | undefined
  /** A folder in S3 through which many rows are loaded; without one they travel beside statements. */
  readonly staging?:
    | (StagingPlace & {
        /**
         * The external stage that is this folder, as SQL names it: `DATABASE.SCHEMA.STAGE`, or less of it.
         */
        readonly stage: string
      })
    | undefined
  /** What names of databases in SQL and parameters stand for. */
  readonly databases?: readonly DatabaseName[] | undefined
}
