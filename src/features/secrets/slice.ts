import type { Db } from '../../db/database.ts'
import type { SliceWith } from '../../http/slice.ts'
import type { Encryption } from '../../lib/encryption.ts'
import { secretReferenceRoutes } from './reference-routes.ts'
import * as referenceSchema from './reference-schema.ts'
import { secretRoutes } from './routes.ts'
import * as schema from './schema.ts'
import { createSecrets, type Secrets } from './service.ts'

export interface SecretsSliceOptions {
  readonly db: Db
  readonly encryption: Encryption
}

/** Named secrets of projects, and names for those that runners have. */
export function secretsSlice({ db, encryption }: SecretsSliceOptions): SliceWith<Secrets> {
  const secrets = createSecrets(db, encryption)
  return {
    service: secrets,
    shapes: [schema, referenceSchema],
    routes(api) {
      secretRoutes(api, secrets)
      secretReferenceRoutes(api, secrets.references)
    },
  }
}
