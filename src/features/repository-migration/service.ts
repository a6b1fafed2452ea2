import { createHash } from 'node:crypto'
import type { Db } from '../../db/database.ts'
import type { AddressPolicy } from '../../git/address.ts'
import { createBare } from '../../git/bare.ts'
import { hostedFolder } from '../../git/providers/hosted.ts'
import { type AuthenticatedLocation, type Check, failed } from '../../git/providers/provider.ts'
import type { Providers } from '../../git/providers/providers.ts'
import type { Caller } from '../../http/caller.ts'
import type { PageRequest } from '../../http/page.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Encryption } from '../../lib/encryption.ts'
import { badRequest, conflict, notFound, Problem } from '../../lib/problem.ts'
import { enterProject, type Grant } from '../projects/access.ts'
import {
  findRepository,
  locationWithToken,
  migrationInProgress,
  type SealedToken,
} from '../repositories/access.ts'
import { locationOf, refuseFailed, refuseFaults, rotateNow, tokenFor } from '../repositories/service.ts'
import { checkMigration } from './checks.ts'
import type { DryRun, Migration, NewMigration } from './schema.ts'
import * as store from './store.ts'

export { createMigrationWorker } from './work.ts'

export interface MigrationDependencies {
  readonly db: Db
  readonly providers: Providers
  readonly policy: AddressPolicy
  readonly encryption: Encryption
  readonly clock: Clock
  readonly root: string
  /** Called for every migration that waits for a worker. */
  readonly wake: () => void
}

/** Long enough for the provider to answer; then the migration counts as lost. */
const ROTATION_LEASE_MS = 60_000

/** Use cases of the specification, "Start a repository migration" and "Check migration status". */
export function createMigrations(dependencies: MigrationDependencies) {
  const { db, providers, encryption, clock, root, wake } = dependencies

  /** Checks without changing anything: no token is used up. */
  async function dryRun(
    caller: Caller,
    projectId: string,
    wanted: NewMigration,
    token: string | undefined,
  ): Promise<DryRun> {
    await enterProject(db, caller, projectId, 'repository:write')
    const { checks } = await check(projectId, wanted, token, false)
    return {
      ready: checks.every(({ passed }) => passed !== false),
      checks: checks.map(({ name, passed, detail }) => ({ name, result: resultOf(passed), detail })),
    }
  }

  /** Begins a migration. What can be known before is refused here; afterwards the status tells. */
  async function start(
    caller: Caller,
    projectId: string,
    wanted: NewMigration,
    token: string | undefined,
  ): Promise<Migration> {
    const grant = await enterProject(db, caller, projectId, 'repository:write')
    const { checks, target } = await check(projectId, wanted, token, true)
    refuseFailed(checks)
    if (target.provider === 'hosted') await createBare(hostedFolder(root, projectId))
    const rotates = providers[target.provider].rotate !== undefined
    const started = await store.insertMigration(db, grant, {
      mode: wanted.mode,
      target,
      tokenHash: rotates && target.token !== undefined ? hashOf(target.token) : undefined,
      phase: rotates ? 'ROTATING_TOKEN' : 'WAITING',
      leaseMs: ROTATION_LEASE_MS,
    })
    if (started === undefined) throw conflict('The repository of the project was removed in the meantime')
    await store.handOver(db, started, await takeToken(started, target))
    wake()
    return started.migration
  }

  /** Uses the given token up. When the provider refuses, the migration ends before it has begun. */
  async function takeToken(
    started: { id: string; workerId: string },
    target: AuthenticatedLocation,
  ): Promise<SealedToken | undefined> {
    if (target.token === undefined) return undefined
    try {
      const { token, expiresAt } = await rotateNow(providers[target.provider], target, clock.now())
      return { encrypted: encryption.encrypt(token, store.targetTokenCell(started.id)), expiresAt }
    } catch (error) {
      const reason = error instanceof Problem ? error.message : 'The access token could not be rotated'
      await store.fail(db, started, `${reason}. Nothing was moved; create a new token and start again`)
      throw error
    }
  }

  async function check(
    projectId: string,
    wanted: NewMigration,
    sent: string | undefined,
    tokenIsDemanded: boolean,
  ): Promise<{ checks: Check[]; target: AuthenticatedLocation }> {
    const location = locationOf(providers, projectId, wanted)
    const provider = providers[location.provider]
    const token = tokenFor(provider, sent)
    if (tokenIsDemanded || token !== undefined) refuseFaults(provider, location, token)
    else {
      const faults = provider.faults(location)
      if (faults.length > 0) throw badRequest(faults)
    }
    const source = await findRepository(db, projectId)
    if (source?.migrating) throw migrationInProgress()
    const target = { ...location, token }
    const used = await usedTokenCheck(token)
    if (used !== undefined) return { checks: [used], target }
    const from = source && locationWithToken(source, encryption)
    return { checks: await checkMigration(dependencies, wanted.mode, from, target), target }
  }

  /** Asking the provider to rotate a token twice would make it revoke what came of the first time. */
  async function usedTokenCheck(token: string | undefined): Promise<Check | undefined> {
    const usedAt = token === undefined ? undefined : await store.findUseOfToken(db, hashOf(token))
    if (usedAt === undefined) return undefined
    return failed(
      'ACCESS_TOKEN',
      `This access token was already used for a migration on ${usedAt.toISOString()}: it was rotated immediately, so the ` +
        'original is no longer valid. Create a new token for each attempt, also after a failure',
    )
  }

  async function get(caller: Caller, projectId: string, migrationId: string) {
    const grant = await enterProject(db, caller, projectId, 'repository:read')
    const found = await store.findMigration(db, grant, migrationId)
    if (found === undefined) throw notFound('Migration', migrationId)
    return found
  }

  async function list(caller: Caller, projectId: string, page: PageRequest) {
    const grant: Grant<'repository:read'> = await enterProject(db, caller, projectId, 'repository:read')
    return store.listMigrations(db, grant, page)
  }

  return { dryRun, start, get, list }
}

export type Migrations = ReturnType<typeof createMigrations>

const resultOf = (passed: boolean | undefined) =>
  passed === undefined ? 'UNKNOWN' : passed ? ('PASSED' as const) : ('FAILED' as const)

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()
