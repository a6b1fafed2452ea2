import type { Db } from '../../db/database.ts'
import type { GitHosts } from '../../git/hosts.ts'
import type { Slice } from '../../http/slice.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Encryption } from '../../lib/encryption.ts'
import type { Log } from '../../lib/log.ts'
import { migrationRoutes } from './routes.ts'
import * as schema from './schema.ts'
import { createMigrations } from './service.ts'
import { createMigrationWorker } from './work.ts'

export interface RepositoryMigrationSliceOptions {
  readonly db: Db
  readonly encryption: Encryption
  readonly clock: Clock
  readonly log: Log
  readonly git: GitHosts
}

/** The longest that copying or pushing one repository may take. */
const TRANSFER_TIMEOUT_MS = 4 * 3_600_000
/** A remote that sends nothing for this long hangs. */
const SILENCE_SECONDS = 120

/** Moves of repositories between providers, and the worker that carries them out. */
export function repositoryMigrationSlice(options: RepositoryMigrationSliceOptions): Slice {
  const { db, encryption, clock, log } = options
  const { root, providers, policy, maxRepositoryBytes } = options.git
  const limits = {
    transferTimeoutMs: TRANSFER_TIMEOUT_MS,
    silenceSeconds: SILENCE_SECONDS,
    maxRepositoryBytes,
  }
  const worker = createMigrationWorker({ db, providers, policy, encryption, root, log, limits })
  const { wake } = worker
  const migrations = createMigrations({ db, providers, policy, encryption, clock, root, wake })
  return { shapes: [schema], routes: (api) => migrationRoutes(api, migrations), services: [worker] }
}
