import { writeSync } from 'node:fs'
import { openDatabase } from '../../src/db/database.ts'
import type { NewMigration } from '../../src/features/repository-migration/schema.ts'
import { createMigrations, createMigrationWorker } from '../../src/features/repository-migration/service.ts'
import { createProviders } from '../../src/git/providers/providers.ts'
import type { Caller } from '../../src/http/caller.ts'
import { systemClock } from '../../src/lib/clock.ts'
import { encryptionWith } from '../../src/lib/encryption.ts'
import { type Log, silent } from '../../src/lib/log.ts'
import { guardedFetch } from '../../src/lib/outgoing-http.ts'

/**
 * A process of its own that runs migrations and stops for good when it enters a phase: to be killed
 * there, as a machine that loses power is. Order as JSON in the first argument.
 */
interface Order {
  readonly databaseUrl: string
  readonly root: string
  readonly masterKey: string
  readonly stopAt: string
  readonly leaseMs: number
  /** Instead of running migrations: starts one, as the API does. */
  readonly start?: {
    readonly caller: Caller
    readonly projectId: string
    readonly body: NewMigration
    readonly token: string
  }
  readonly origins: { gitlab: string; github: string; githubApi: string; azure: string }
}

const { databaseUrl, root, masterKey, stopAt, leaseMs, start, origins } = JSON.parse(
  process.argv[2]!,
) as Order
const policy = { allowPrivateAddresses: true }

const stoppingLog: Log = {
  ...silent,
  child: () => stoppingLog,
  info(fields) {
    if (!('phase' in fields) || fields.phase !== stopAt) return
    writeSync(1, 'reached\n')
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
  },
}

const providers = createProviders({
  root,
  policy,
  fetch: guardedFetch(policy),
  now: Date.now,
  githubApiUrl: origins.githubApi,
  githubUrl: origins.github,
  githubApp: undefined,
  gitlabUrl: origins.gitlab,
  azureUrl: origins.azure,
  azureLoginUrl: origins.azure,
  azureApplication: undefined,
})
const { db } = openDatabase({ connectionString: databaseUrl, log: silent })
const limits = { transferTimeoutMs: 60_000, maxRepositoryBytes: 2 ** 30, silenceSeconds: 30 }
const encryption = encryptionWith(Buffer.from(masterKey, 'base64'))
if (start !== undefined) {
  const parts = { db, providers, policy, encryption, root, clock: systemClock, wake: () => undefined }
  await createMigrations(parts).start(start.caller, start.projectId, start.body, start.token)
}
const worker = createMigrationWorker({
  db,
  providers,
  policy,
  encryption,
  root,
  limits,
  leaseMs,
  log: stoppingLog,
})
await worker.run(new AbortController().signal)
