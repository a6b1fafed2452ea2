import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { onUniqueViolation } from '../../db/errors.ts'
import { instant } from '../../db/instant.ts'
import { dueWhen } from '../../db/lookout.ts'
import { cellOf } from '../../db/sealed-columns.ts'
import type { Location, ProviderKind } from '../../git/providers/provider.ts'
import type { Page, PageRequest } from '../../http/page.ts'
import { newId, type ProjectId } from '../../lib/ids.ts'
import type { Grant } from '../projects/access.ts'
import { lockRepository, migrationInProgress, noteEvent, type SealedToken } from '../repositories/access.ts'
import type { Migration, NewMigration } from './schema.ts'
import type { MigrationEnd, MigrationPhase } from './states.ts'

/** Where a migration keeps the access token of its target. */
export const targetTokenCell = (id: string) => cellOf('repository_migration.target_token_encrypted', id)

/** A migration that a worker has claimed. */
export interface MigrationRow {
  readonly id: string
  readonly projectId: ProjectId
  readonly mode: NewMigration['mode']
  readonly phase: MigrationPhase
  readonly attempts: number
  readonly target: Location
  readonly tokenEncrypted: Buffer | undefined
  readonly workerId: string
}

export interface NewRow {
  readonly mode: NewMigration['mode']
  readonly target: Location
  readonly tokenHash: Buffer | undefined
  readonly phase: MigrationPhase
  readonly leaseMs: number
}

const lease = (ms: number) => sql`now() + make_interval(secs => ${ms / 1000})`

/**
 * Begins the project's only migration. The row of the repository is taken first, so that a Git operation that
 * begins at the same moment either is waited for or is refused; the index `one_running_migration_per_project`
 * decides between two migrations. Answers undefined when the project has no repository (any more).
 */
export async function insertMigration(
  db: Db,
  grant: Grant<'repository:write'>,
  wanted: NewRow,
): Promise<{ id: string; workerId: string; migration: Migration } | undefined> {
  const id = newId()
  const workerId = newId()
  const { target } = wanted
  return db.transaction().execute(async (tx) => {
    const source = await lockRepository(tx, grant.projectId)
    if (source === undefined) return undefined
    const { rows } = await sql<{ migration: Migration }>`
      insert into repository_migration (id, project_id, mode, status, phase, source_provider, source_name,
        target_provider, target_name, target_parameters, given_token_hash, started_by, worker_id, lease_until)
      values (${id}, ${grant.projectId}, ${wanted.mode}, 'IN_PROGRESS', ${wanted.phase}, ${source.provider},
        ${source.repositoryName}, ${target.provider}, ${target.repositoryName},
        ${JSON.stringify(target.providerParameters)}, ${wanted.tokenHash ?? null}, ${grant.caller.name},
        ${workerId}, ${lease(wanted.leaseMs)})
      returning ${migrationJson} as migration`
      .execute(tx)
      .catch(onUniqueViolation('one_running_migration_per_project', migrationInProgress))
    await noteEvent(
      tx,
      grant.projectId,
      grant.caller.name,
      'MIGRATION_STARTED',
      `${wanted.mode} from ${source.provider} ${source.repositoryName} to ${target.provider} ${target.repositoryName}`,
    )
    return { id, workerId, migration: rows[0]!.migration }
  })
}

/** Queues a started migration, with its token, for the worker that claims it first. */
export async function handOver(
  db: Db,
  { id, workerId }: { id: string; workerId: string },
  token: SealedToken | undefined,
): Promise<void> {
  await sql`
    update repository_migration
       set phase = 'WAITING', worker_id = null, lease_until = now(),
           target_token_encrypted = ${token?.encrypted ?? null}, target_token_expires_at = ${token?.expiresAt ?? null}
     where id = ${id} and worker_id = ${workerId} and status = 'IN_PROGRESS'`.execute(db)
}

/** When a token was given to a migration before; undefined when it is new. */
export async function findUseOfToken(db: Db, hash: Buffer): Promise<Date | undefined> {
  const row = await db
    .selectFrom('repository_migration')
    .select('started_at')
    .where('given_token_hash', '=', hash)
    .orderBy('started_at')
    .executeTakeFirst()
  return row?.started_at
}

const isUnclaimed = sql`status = 'IN_PROGRESS' and lease_until <= now()`

export const migrationIsDue = dueWhen(sql`exists (select from repository_migration where ${isUnclaimed})`)

/** Claims a migration without a live lease: a new one, or one whose process was lost. */
export async function claimMigration(db: Db, leaseMs: number): Promise<MigrationRow | undefined> {
  const workerId = newId()
  const { rows } = await sql<{
    id: string
    projectId: ProjectId
    mode: NewMigration['mode']
    phase: MigrationPhase
    attempts: number
    provider: ProviderKind
    name: string
    parameters: Record<string, string>
    token: Buffer | null
  }>`
    update repository_migration set worker_id = ${workerId}, lease_until = ${lease(leaseMs)}, attempts = attempts + 1
     where id = (select id from repository_migration
                  where ${isUnclaimed}
                  order by started_at limit 1 for update skip locked)
    returning id, project_id as "projectId", mode, phase, attempts, target_provider as provider, target_name as name,
              target_parameters as parameters, target_token_encrypted as token`.execute(db)
  const row = rows[0]
  if (row === undefined) return undefined
  const { id, projectId, mode, phase, attempts } = row
  const target = {
    projectId,
    provider: row.provider,
    repositoryName: row.name,
    providerParameters: row.parameters,
  }
  return { id, projectId, mode, phase, attempts, target, tokenEncrypted: row.token ?? undefined, workerId }
}

type Held = Pick<MigrationRow, 'id' | 'workerId'>

const held = ({ id, workerId }: Held) =>
  sql`id = ${id} and worker_id = ${workerId} and status = 'IN_PROGRESS' and lease_until > now()`

/**
 * Keeps the lease, and notes phase and detail. False when the lease was lost: then nothing may be done any
 * more.
 */
export async function renew(
  db: Db,
  migration: Held,
  leaseMs: number,
  { phase, detail }: { phase?: MigrationPhase | undefined; detail?: string | undefined } = {},
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update repository_migration
       set lease_until = ${lease(leaseMs)}, phase = coalesce(${phase ?? null}, phase),
           detail = coalesce(${detail ?? null}, detail)
     where ${held(migration)}`.execute(db)
  return numAffectedRows === 1n
}

/**
 * Releases the lease because this process is stopping, so that another worker can claim the migration at
 * once. The attempt does not count.
 */
export async function release(db: Db, migration: Held): Promise<void> {
  await sql`update repository_migration set worker_id = null, lease_until = now(), attempts = greatest(attempts - 1, 0)
             where ${held(migration)}`.execute(db)
}

/**
 * Points the project at the target and ends the migration, in one transaction, only while the lease is held.
 * False when it was lost: the project stays where it is.
 */
export async function succeed(
  db: Db,
  migration: MigrationRow,
  detail: string,
  tokenEncrypted: Buffer | undefined,
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql`
      select from repository_migration where ${held(migration)} for update`.execute(tx)
    if (rows.length === 0) return false
    await sql`
      update repository r
         set provider = m.target_provider, repository_name = m.target_name, provider_parameters = m.target_parameters,
             access_token_encrypted = ${tokenEncrypted ?? null}, token_expires_at = m.target_token_expires_at,
             token_fault = null, token_checked_at = null, version = r.version + 1
        from repository_migration m where m.id = ${migration.id} and r.project_id = m.project_id`.execute(tx)
    return endHeld(tx, migration, 'SUCCEEDED', detail)
  })
}

/** Ends the migration without having changed the project, which frees its repository. */
export async function fail(db: Db, migration: Held, detail: string): Promise<void> {
  await db.transaction().execute((tx) => endHeld(tx, migration, 'FAILED', detail))
}

/** Writes the end of a migration and its event. False when the lease was lost. */
async function endHeld(tx: Db, migration: Held, end: MigrationEnd, detail: string): Promise<boolean> {
  const { rows } = await sql<{ projectId: string; by: string }>`
    update repository_migration
       set status = ${end}, phase = 'ENDED', detail = ${detail}, finished_at = now(), worker_id = null,
           target_token_encrypted = null
     where ${held(migration)}
    returning project_id as "projectId", started_by as by`.execute(tx)
  const row = rows[0]
  if (row === undefined) return false
  await noteEvent(tx, row.projectId, row.by, `MIGRATION_${end}`, detail)
  return true
}

const migrationJson = sql`jsonb_strip_nulls(jsonb_build_object(
  'migrationId', id, 'status', status, 'detail', detail, 'mode', mode,
  'source', jsonb_build_object('provider', source_provider, 'repositoryName', source_name),
  'target', jsonb_build_object('provider', target_provider, 'repositoryName', target_name),
  'startedBy', started_by, 'startedAt', ${instant('started_at')},
  'finishedAt', ${instant('finished_at')}))`

export async function findMigration(
  db: Db,
  { projectId }: Grant<'repository:read'>,
  id: string,
): Promise<Migration | undefined> {
  const { rows } = await sql<{ migration: Migration }>`
    select ${migrationJson} as migration from repository_migration
     where id = ${id} and project_id = ${projectId}`.execute(db)
  return rows[0]?.migration
}

/** Migrations of a project, newest first. */
export async function listMigrations(
  db: Db,
  { projectId }: Grant<'repository:read'>,
  page: PageRequest,
): Promise<Page<Migration>> {
  const { rows } = await sql<{ total: number; results: Migration[] }>`
    select (select count(*) from repository_migration where project_id = ${projectId}) as total,
           (select coalesce(json_agg(${migrationJson} order by started_at desc, id desc), '[]')
              from (select * from repository_migration where project_id = ${projectId}
                     order by started_at desc, id desc limit ${page.size} offset ${page.offset}) m) as results`.execute(
    db,
  )
  return { page: page.page, results: rows[0]!.results, size: page.size, total: rows[0]!.total }
}

/** Commits that versions of the project were published from, as they were given. */
export async function publishedCommits(db: Db, projectId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('artifact')
    .select('commit_hash')
    .distinct()
    .where('project_id', '=', projectId)
    .where('commit_hash', 'is not', null)
    .execute()
  return rows.map(({ commit_hash }) => commit_hash!)
}
