import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '../../db/database.ts'
import { isUnavailable } from '../../db/errors.ts'
import type { AddressPolicy } from '../../git/address.ts'
import { explainGit, isRemoteFailure } from '../../git/explain.ts'
import { RepositoryTooLargeError } from '../../git/mirror.ts'
import { ProviderError } from '../../git/providers/provider.ts'
import type { Providers } from '../../git/providers/providers.ts'
import type { Encryption } from '../../lib/encryption.ts'
import type { Log } from '../../lib/log.ts'
import { createPasses, type WakeableService } from '../../lib/service.ts'
import { countOperations, findRepository, locationWithToken, tokenCell } from '../repositories/access.ts'
import { MAX_ATTEMPTS, MAX_PARALLEL } from './rules.ts'
import { MigrationError, type MigrationRun, mirrorPush, type TransferLimits, verifyTarget } from './run.ts'
import { isRepeatable, type MigrationPhase } from './states.ts'
import * as store from './store.ts'

export interface MigrationWork {
  readonly db: Db
  readonly providers: Providers
  readonly policy: AddressPolicy
  readonly encryption: Encryption
  readonly root: string
  readonly log: Log
  readonly limits: TransferLimits
  /** How long a process may be silent before its migration goes to another; 30 s by default. */
  readonly leaseMs?: number | undefined
}

const LEASE_MS = 30_000
const PASS_MS = 2_000
const PROGRESS_MS = 1_000
const OTHERS_POLL_MS = 200

/**
 * Runs migrations that wait or whose process was lost. Every API process has a worker; the lease decides
 * which one runs a migration.
 */
export function createMigrationWorker(work: MigrationWork): WakeableService {
  const running = new Set<Promise<void>>()

  async function pass(signal: AbortSignal): Promise<void> {
    while (running.size < MAX_PARALLEL && !signal.aborted) {
      const migration = await store.claimMigration(work.db, work.leaseMs ?? LEASE_MS)
      if (migration === undefined) return
      const task = migrate(work, migration, signal).finally(() => running.delete(task))
      running.add(task)
    }
  }

  const passes = createPasses(work.log)('migrate repositories', PASS_MS, pass, store.migrationIsDue)
  return {
    ...passes,
    async run(signal) {
      await passes.run(signal)
      await Promise.all(running)
    },
  }
}

/** Runs one claimed migration to its end, or releases it to another process. Never throws. */
export async function migrate(
  work: MigrationWork,
  migration: store.MigrationRow,
  stop: AbortSignal,
): Promise<void> {
  const log = work.log.child({ migration: migration.id, project: migration.projectId })
  const lease = holdLease(work, migration)
  try {
    const detail = await runMigration(work, migration, lease, stop, log)
    log.info({ phase: 'SWITCHING' }, 'Moved the repository; pointing the project at it')
    if (!(await store.succeed(work.db, migration, detail, tokenForRepository(work, migration))))
      log.warn({}, 'The lease of a migration was lost')
  } catch (error) {
    if (lease.signal.aborted) log.warn({ err: error }, 'The lease of a migration was lost')
    // Released or not, another process takes it: at once, or when the lease expires.
    else if (stop.aborted || isUnavailable(error))
      await store.release(work.db, migration).catch(() => undefined)
    else await end(work, migration, error, log)
  } finally {
    lease.close()
  }
}

function tokenOf({ id, tokenEncrypted }: store.MigrationRow, encryption: Encryption): string | undefined {
  return tokenEncrypted && encryption.decrypt(tokenEncrypted, store.targetTokenCell(id))
}

/** Encrypted again: a ciphertext opens in the row that it was made for only. */
function tokenForRepository(
  { encryption }: MigrationWork,
  migration: store.MigrationRow,
): Buffer | undefined {
  const token = tokenOf(migration, encryption)
  return token === undefined ? undefined : encryption.encrypt(token, tokenCell(migration.projectId))
}

async function runMigration(
  work: MigrationWork,
  migration: store.MigrationRow,
  lease: Lease,
  stop: AbortSignal,
  log: Log,
): Promise<string> {
  const { db, providers, policy, root, limits, encryption } = work
  refuseUnrepeatable(migration)
  const signal = AbortSignal.any([lease.signal, stop])
  async function enter(phase: MigrationPhase, detail: string): Promise<void> {
    signal.throwIfAborted()
    await lease.note(phase, detail)
    log.info({ phase }, detail)
  }
  const { projectId } = migration
  await enter('WAITING', 'Waiting for Git operations in flight')
  while ((await countOperations(db, projectId)) > 0) await sleep(OTHERS_POLL_MS, undefined, { signal })
  // Read only now: what was in flight may have been the rotation of its token.
  const source = await findRepository(db, projectId)
  if (source === undefined) throw new MigrationError('The project no longer has a repository')
  const run: MigrationRun = {
    source: locationWithToken(source, encryption),
    target: { ...migration.target, token: tokenOf(migration, encryption) },
    providers,
    policy,
    root,
    limits,
    signal,
    enter,
    progress: lease.progress,
    publishedCommits: () => store.publishedCommits(db, projectId),
  }
  return migration.mode === 'MIRROR_PUSH' ? mirrorPush(run) : verifyTarget(run)
}

/** Throws for migrations that must not be tried again. */
function refuseUnrepeatable({ phase, attempts }: store.MigrationRow): void {
  if (!isRepeatable(phase)) {
    throw new MigrationError(
      'The server stopped while the access token was being rotated, so the token is no longer valid. Nothing was moved; ' +
        'create a new token and start again',
    )
  }
  if (attempts > MAX_ATTEMPTS) {
    throw new MigrationError(
      `The server stopped ${MAX_ATTEMPTS} times during this migration. The project is unchanged; find out why it ` +
        'stops, then start again',
    )
  }
}

async function end(
  work: MigrationWork,
  migration: store.MigrationRow,
  error: unknown,
  log: Log,
): Promise<void> {
  const detail = detailOf(error)
  if (detail === undefined) log.error({ err: error }, 'A migration failed unexpectedly')
  else log.warn({ reason: detail }, 'A migration failed')
  const unexpected = `Internal error (the log has details about migration ${migration.id})`
  const text = `${detail ?? unexpected}. The project still uses its old repository, which is unchanged`
  // When the database is unavailable the lease expires, and the next process to look claims the migration.
  await store.fail(work.db, migration, text.replace(/\.\. /, '. ')).catch((failure: unknown) => {
    log.error({ err: failure }, 'Could not record the end of a migration')
  })
}

function detailOf(error: unknown): string | undefined {
  if (
    error instanceof MigrationError ||
    error instanceof ProviderError ||
    error instanceof RepositoryTooLargeError
  )
    return error.message
  return isRemoteFailure(error) ? explainGit(error) : undefined
}

interface Lease {
  /** Aborts when the lease is lost, or could not be renewed for so long that it may be. */
  readonly signal: AbortSignal
  note(phase: MigrationPhase, detail: string): Promise<void>
  progress(detail: string): void
  close(): void
}

/**
 * Renews a lease while work is in flight. It is given up before it expires, so that two processes never work
 * at once.
 */
function holdLease({ db, leaseMs = LEASE_MS }: MigrationWork, migration: store.MigrationRow): Lease {
  const lost = new AbortController()
  let renewedAt = performance.now()
  let newest: string | undefined

  async function renew(phase?: MigrationPhase, detail?: string): Promise<void> {
    const startedAt = performance.now()
    if (!(await store.renew(db, migration, leaseMs, { phase, detail }))) lost.abort()
    else renewedAt = startedAt
  }

  async function keep(): Promise<void> {
    const detail = newest
    newest = undefined
    const isDue = performance.now() - renewedAt > leaseMs / 3
    // A failed renewal is tried again with the next tick; below, the lease is given up before it expires.
    if (isDue || detail !== undefined) await renew(undefined, detail).catch(() => undefined)
    if (performance.now() - renewedAt > leaseMs * 0.8) lost.abort()
  }

  const timer = setInterval(() => void keep(), Math.min(PROGRESS_MS, leaseMs / 6))
  return {
    signal: lost.signal,
    async note(phase, detail) {
      newest = undefined
      await renew(phase, detail)
      lost.signal.throwIfAborted()
    },
    progress(detail) {
      newest = detail
    },
    close: () => clearInterval(timer),
  }
}
