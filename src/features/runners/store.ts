import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { onForeignKeyViolation, onUniqueViolation } from '../../db/errors.ts'
import { literals } from '../../db/literals.ts'
import { orderedBy } from '../../db/order.ts'
import type { PageRequest } from '../../http/page.ts'
import { orderOf } from '../../http/sort.ts'
import type { RunnerId } from '../../lib/ids.ts'
import { badRequest, conflict } from '../../lib/problem.ts'
import { QUEUED_CHANNEL } from '../executions/service.ts'
import { heldStates } from '../executions/states.ts'
import { trackNameOf } from './rules.ts'
import type { AgentPatch, AgentQuery, NewAgent } from './schema.ts'

export interface RunnerRow {
  readonly id: RunnerId
  readonly name: string
  readonly description: string
  readonly type: string
  readonly cloudProvider: string
  readonly deployment: string
  readonly enableAutoUpdates: boolean
  readonly maxInstances: number
  readonly restrictedAccess: boolean
  readonly trackName: string
  readonly trackVersion: string
  readonly trackReleaseDate: Date
  readonly pausedUntil: Date | null
  readonly stopRequestedAt: Date | null
  readonly lastVersion: string | null
  /** Of the installation. */
  readonly minimumVersion: string | null
  readonly lastConnectedAt: Date | null
  readonly lastEndReason: string | null
  readonly liveSince: Date | null
  readonly activeExecutions: number
  /** By the clock of the database, as the ends of pauses. */
  readonly readAt: Date
}

const byName = orderedBy({ isReversed: false }, [sql`lower(r.name)`, sql`r.id`])

const selectRunner = (
  condition: ReturnType<typeof sql>,
  page: PageRequest | undefined,
  order: RawBuilder<unknown> = byName,
) => sql<RunnerRow>`
  with page as (select * from runner r where ${condition} order by ${order}
                 ${page === undefined ? sql`` : sql`limit ${page.size} offset ${page.offset}`})
  select r.id, r.name, r.description, r.type, r.cloud_provider as "cloudProvider", r.deployment,
         r.enable_auto_updates as "enableAutoUpdates", r.restricted_access as "restrictedAccess",
         r.max_instances as "maxInstances",
         t.name as "trackName", t.version as "trackVersion", t.release_date as "trackReleaseDate",
         r.paused_until as "pausedUntil", r.stop_requested_at as "stopRequestedAt",
         (select minimum_runner_version from installation) as "minimumVersion",
         r.last_version as "lastVersion", r.last_connected_at as "lastConnectedAt",
         r.last_end_reason as "lastEndReason", live.since as "liveSince",
         (select count(*) from execution x
           where x.session_id = any(live.ids) and x.status in ${literals(heldStates)}) as "activeExecutions",
         now() as "readAt"
    from page r
    join agent_track t on t.name = r.track_name
    cross join lateral (
      select max(s.started_at) as since, coalesce(array_agg(s.id), '{}') as ids
        from runner_session s
       where s.runner_id = r.id and s.ended_at is null
         and s.seen_at > now() - make_interval(secs => s.lease_seconds)) live
   order by ${order}`

/** Nobody else changes the runner before the transaction ends. */
export async function lockRunner(tx: Db, id: RunnerId): Promise<void> {
  await tx.selectFrom('runner').select('id').where('id', '=', id).forUpdate().execute()
}

export async function findRunner(db: Db, id: string): Promise<RunnerRow | undefined> {
  return (await selectRunner(sql`r.id = ${id}`, undefined).execute(db)).rows[0]
}

/** The runners that there are of these, by their ids. */
export async function findRunners(db: Db, ids: readonly string[]): Promise<Map<string, RunnerRow>> {
  const { rows } = await selectRunner(sql`r.id = any(${ids}::uuid[])`, undefined).execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

export async function findRunnerByName(db: Db, name: string): Promise<RunnerId | undefined> {
  const row = await db.selectFrom('runner').select('id').where('name', '=', name).executeTakeFirst()
  return row?.id as RunnerId | undefined
}

/** All runners by name, from either end. */
export async function listRunners(
  db: Db,
  page: PageRequest,
  { name, sort }: AgentQuery = {},
): Promise<{ rows: RunnerRow[]; total: number }> {
  const named = name === undefined ? sql`true` : sql`lower(r.name) = lower(${name})`
  const [{ rows }, counted] = await Promise.all([
    selectRunner(named, page, orderedBy(orderOf(sort, 'name'), [sql`lower(r.name)`, sql`r.id`])).execute(db),
    sql<{ total: number }>`select count(*) as total from runner r where ${named}`.execute(db),
  ])
  return { rows, total: counted.rows[0]!.total }
}

export interface SealedCredential {
  readonly clientId: string
  readonly secretEncrypted: Buffer
}

export async function insertRunner(
  db: Db,
  id: RunnerId,
  wanted: NewAgent,
  credential: SealedCredential,
): Promise<RunnerId> {
  const track = trackNameOf(wanted.trackName ?? 'current')
  await db.transaction().execute(async (tx) => {
    await tx
      .insertInto('runner')
      .values({
        id,
        name: wanted.name,
        description: wanted.description ?? '',
        type: wanted.agentType,
        cloud_provider: wanted.cloudProvider,
        deployment: wanted.deployment,
        enable_auto_updates: wanted.enableAutoUpdates ?? true,
        max_instances: wanted.maxInstances ?? 1,
        restricted_access: wanted.restrictedAccess ?? false,
        track_name: track,
      })
      .execute()
      .catch(onUniqueViolation('runner_name', () => nameTaken(wanted.name)))
      .catch(onForeignKeyViolation('runner_track_name_fkey', () => unknownTrack(track)))
    await tx
      .insertInto('runner_credential')
      .values({ runner_id: id, client_id: credential.clientId, secret_encrypted: credential.secretEncrypted })
      .execute()
  })
  return id
}

export async function updateRunner(db: Db, id: RunnerId, patch: AgentPatch): Promise<void> {
  const { name, description, enableAutoUpdates, maxInstances, restrictedAccess, trackName } = patch
  await db
    .updateTable('runner')
    .set((eb) => ({
      version: eb('version', '+', 1),
      ...(name !== undefined && { name }),
      ...(description !== undefined && { description }),
      ...(enableAutoUpdates !== undefined && { enable_auto_updates: enableAutoUpdates }),
      ...((enableAutoUpdates || trackName !== undefined) && { auto_update_since: sql<Date>`now()` }),
      ...(maxInstances !== undefined && { max_instances: maxInstances }),
      ...(restrictedAccess !== undefined && { restricted_access: restrictedAccess }),
      ...(trackName !== undefined && { track_name: trackNameOf(trackName) }),
    }))
    .where('id', '=', id)
    .execute()
    .catch(onUniqueViolation('runner_name', () => nameTaken(name!)))
    .catch(onForeignKeyViolation('runner_track_name_fkey', () => unknownTrack(trackName!)))
}

/** Deletes the runner, unless environments use it or executions wait for it. */
export async function deleteRunner(db: Db, id: RunnerId): Promise<void> {
  const { numAffectedRows } = await sql`
    delete from runner r
     where r.id = ${id}
       and not exists (select from execution x where x.runner_id = r.id and x.status = 'QUEUED')
       and not exists (select from execution x join runner_session s on s.id = x.session_id
                        where s.runner_id = r.id and x.status in ${literals(heldStates)})`
    .execute(db)
    .catch(onForeignKeyViolation('environment_default_runner_id_fkey', inUse))
  if (numAffectedRows !== 1n) throw conflict('Executions are queued for this runner; cancel them first')
}

export async function readCredential(db: Db, id: RunnerId): Promise<SealedCredential | undefined> {
  const row = await db
    .selectFrom('runner_credential')
    .selectAll()
    .where('runner_id', '=', id)
    .executeTakeFirst()
  return row && { clientId: row.client_id, secretEncrypted: row.secret_encrypted }
}

/**
 * Puts a new secret in place; the old one serves until `previousValidUntil`, so that a running runner can be
 * changed.
 */
export async function replaceSecret(
  db: Db,
  id: RunnerId,
  secretEncrypted: Buffer,
  previousValidUntil: Date,
): Promise<void> {
  await db
    .updateTable('runner_credential')
    .set((eb) => ({
      previous_secret_encrypted: eb.ref('secret_encrypted'),
      previous_valid_until: previousValidUntil,
      secret_encrypted: secretEncrypted,
    }))
    .where('runner_id', '=', id)
    .execute()
}

/**
 * Pauses the runner, or ends its pause and notifies every process that waiting executions may start. When a
 * pause ended stays known: what waited for its end was not late.
 */
export async function setPausedUntil(db: Db, id: RunnerId, until: Date | null): Promise<void> {
  await sql`
    with changed as (
      update runner
         set paused_until = coalesce(${until}::timestamptz, case when paused_until > now() then now() else paused_until end)
       where id = ${id} returning id)
    select pg_notify(${QUEUED_CHANNEL}, id::text) from changed`.execute(db)
}

/**
 * Asks the processes of the runner to end. From now on they are given nothing, whether they heed it or not.
 */
export async function requestEnd(db: Db, id: RunnerId, kind: 'STOP' | 'RESTART'): Promise<void> {
  const column = sql.ref(kind === 'STOP' ? 'stop_requested_at' : 'restart_requested_at')
  await sql`
    with asked as (update runner set ${column} = now() where id = ${id} returning id)
    update runner_session set draining = true
     where runner_id = (select id from asked) and ended_at is null`.execute(db)
}

const nameTaken = (name: string) => conflict(`There is already a runner named ${name}`)
const unknownTrack = (name: string) => badRequest([`body/trackName: there is no version track ${name}`])
const inUse = () => conflict('Environments use this runner by default; choose another one for them first')
