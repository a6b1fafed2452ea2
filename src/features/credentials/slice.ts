import type { Db } from '../../db/database.ts'
import type { SliceWith } from '../../http/slice.ts'
import type { Clock } from '../../lib/clock.ts'
import { credentialRoutes } from './routes.ts'
import * as schema from './schema.ts'
import { type Credentials, createCredentials } from './service.ts'

export interface CredentialsSliceOptions {
  readonly db: Db
  readonly clock: Clock
}

/** API credentials. */
export function credentialsSlice({ db, clock }: CredentialsSliceOptions): SliceWith<Credentials> {
  const credentials = createCredentials(db, clock)
  return { service: credentials, shapes: [schema], routes: (api) => credentialRoutes(api, credentials) }
}
