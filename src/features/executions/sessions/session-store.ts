import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { type CurrentValue, dueWhen } from '../../../db/lookout.ts'
import { newId, type RunnerId, type SessionId } from '../../../lib/ids.ts'
import { compareVersions } from '../../../lib/versions.ts'
import { endLapsedSessions } from '../endings/lease-store.ts'

export interface SessionOpening {
  readonly instance: string
  readonly version: string
  readonly capacity: number
  readonly leaseSeconds: number
  /** Of the process's own secret. */
  readonly instanceHash: Buffer
  /** An execution that loses more runners than this fails; the default unless stated. */
  readonly maxRunnerLosses?: number | undefined
}

/**
 * Opens the session of a runner process, or answers a text that says why not. A process whose lease runs
 * keeps its place, whether it is connected at the moment or not; one that drains has given it up, and one
 * whose lease has lapsed loses it and its work to a process that needs the place.
 */
export async function openSession(
  db: Db,
  runnerId: RunnerId,
  opening: SessionOpening,
): Promise<{ id: SessionId; runnerName: string } | string> {
  return db
    .transaction()
    .execute((tx) => insertSession(tx, runnerId, opening))
    .catch((error: unknown) => {
      if (error instanceof InstanceRefused) return error.message
      throw error
    })
}

/** Thrown to roll the opening back: a process that is refused does not count as the runner's last one. */
class InstanceRefused extends Error {
  override readonly name = 'InstanceRefused'
}

async function insertSession(tx: Db, runnerId: RunnerId, opening: SessionOpening) {
  const { instance, version, capacity, leaseSeconds, instanceHash, maxRunnerLosses } = opening
  // The lock of the row makes processes that connect at the same time count each other.
  const { rows } = await sql<{ name: string; maxInstances: number }>`
    update runner set last_version = ${version}, last_connected_at = now(), last_end_reason = null
     where id = ${runnerId} returning name, max_instances as "maxInstances"`.execute(tx)
  const [runner] = rows
  if (runner === undefined) return 'The runner was deleted'
  const all = await listOtherInstances(tx, runnerId, instanceHash)
  const lapsed = all.filter((one) => one.lapsed).map(({ id }) => id)
  const others = all.filter((one) => !one.lapsed).map((one) => one.instance)
  if (others.length >= runner.maxInstances)
    throw new InstanceRefused(`maxInstances is ${runner.maxInstances}; connected: ${others.join(', ')}`)
  if (all.length >= runner.maxInstances && lapsed.length > 0)
    await endLapsedSessions(tx, lapsed, maxRunnerLosses)
  const id = newId<SessionId>()
  await sql`
    insert into runner_session (id, runner_id, instance, agent_version, capacity, lease_seconds, instance_hash)
    values (${id}, ${runnerId}, ${instance}, ${version}, ${capacity}, ${leaseSeconds}::integer, ${instanceHash})`.execute(
    tx,
  )
  return { id, runnerName: runner.name }
}

interface OtherInstance {
  readonly id: SessionId
  readonly instance: string
  readonly lapsed: boolean
}

/**
 * The runner's processes that have a session and do not drain, but for the one of this hash. Their rows are
 * locked: a heartbeat that would renew a lapsed lease comes before or after.
 */
async function listOtherInstances(tx: Db, runnerId: RunnerId, own: Buffer): Promise<OtherInstance[]> {
  const { rows } = await sql<OtherInstance>`
    select s.id, s.instance, s.lapsed from runner_session s
     where s.runner_id = ${runnerId} and s.ended_at is null and not s.draining
       and s.instance_hash is distinct from ${own}
     order by s.started_at for update`.execute(tx)
  return rows
}

/**
 * Resumes a session after a broken connection, for the process that opened it, however long that was ago:
 * while it has not ended, nobody else has its work. From then on only the new `connection` may claim: a
 * server that does not know yet that the old one is dead cannot.
 */
export async function resumeSession(
  db: Db,
  runnerId: RunnerId,
  id: string,
  instanceHash: Buffer,
): Promise<{ runnerName: string; connection: number; leaseSeconds: number } | undefined> {
  const { rows } = await sql<{ runnerName: string; connection: number; leaseSeconds: number }>`
    update runner_session s set seen_at = now(), lapsed = false, connection = s.connection + 1
      from runner r
     where s.id = ${id} and s.runner_id = ${runnerId} and r.id = s.runner_id and s.ended_at is null
       and s.instance_hash = ${instanceHash}
    returning r.name as "runnerName", s.connection, s.lease_seconds as "leaseSeconds"`.execute(db)
  return rows[0]
}

/** Whether a session has not ended and was opened by another process than the one of this hash. */
export async function belongsToAnother(db: Db, id: string, instanceHash: Buffer): Promise<boolean> {
  const { rows } = await sql`
    select from runner_session s
     where s.id = ${id} and s.ended_at is null and s.instance_hash is distinct from ${instanceHash}`.execute(
    db,
  )
  return rows.length > 0
}

/** Renews the lease. False when the session has ended: its runner holds nothing any more. */
export async function recordHeartbeat(db: Db, id: SessionId, activeComponents: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update runner_session set seen_at = now(), lapsed = false, active_components = ${activeComponents}
     where id = ${id} and ended_at is null`.execute(db)
  return numAffectedRows === 1n
}

/** Renews the lease for the process that opened the session. False when it has ended, or is another's. */
export async function recordBeat(
  db: Db,
  runnerId: RunnerId,
  id: string,
  { instanceHash, activeComponents }: { readonly instanceHash: Buffer; readonly activeComponents: number },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update runner_session set seen_at = now(), lapsed = false, active_components = ${activeComponents}
     where id = ${id} and runner_id = ${runnerId} and instance_hash = ${instanceHash}
       and ended_at is null`.execute(db)
  return numAffectedRows === 1n
}

/** Marks a session as draining: nothing more is claimed for it. */
export async function recordDraining(db: Db, id: SessionId): Promise<void> {
  await db.updateTable('runner_session').set({ draining: true }).where('id', '=', id).execute()
}

/**
 * What a session's runner is to do. UPDATE: restart, because its track has a newer version. END: the session
 * is over.
 */
export interface Command {
  readonly id: SessionId
  readonly command: 'STOP' | 'RESTART' | 'END' | 'UPDATE'
}

/** Of a statement that is run once, or of a question of the lookout. */
export type SessionIds = readonly SessionId[] | CurrentValue<readonly SessionId[]>

const withCommands = (ids: SessionIds) => sql`
      from unnest(${ids}::uuid[]) as g (id)
      left join runner_session s on s.id = g.id
      left join runner r on r.id = s.runner_id
      left join agent_track t on t.name = r.track_name
     where s.id is null or s.ended_at is not null
        or r.stop_requested_at > s.started_at or r.restart_requested_at > s.started_at
        or (r.enable_auto_updates and s.agent_version <> t.version
            and greatest(t.changed_at, r.auto_update_since) > s.started_at)`

const endingPauses = (ids: SessionIds, withinMs: number) => sql`
      from runner_session s join runner r on r.id = s.runner_id
     where s.id = any(${ids}::uuid[]) and r.paused_until > now()
       and r.paused_until <= now() + make_interval(secs => ${sql.lit(withinMs / 1_000)})`

/** There are commands for the runners of these sessions, or a pause of theirs ends within `withinMs`. */
export const commandsAreDue = (ids: SessionIds, withinMs: number) =>
  dueWhen(sql`exists (select ${withCommands(ids)}) or exists (select ${endingPauses(ids, withinMs)})`)

/** Commands for the runners of these sessions that were given since the sessions began. */
export async function readPendingCommands(db: Db, ids: readonly SessionId[]): Promise<Command[]> {
  const { rows } = await sql<Command & { version: string; trackVersion: string }>`
    select g.id, case when s.id is null or s.ended_at is not null then 'END'
                      when r.restart_requested_at > s.started_at then 'RESTART'
                      when r.stop_requested_at > s.started_at then 'STOP' else 'UPDATE' end as command,
           s.agent_version as version, t.version as "trackVersion"
      ${withCommands(ids)}`.execute(db)
  return rows.filter(
    ({ command, version, trackVersion }) =>
      command !== 'UPDATE' || compareVersions(version, trackVersion) < 0,
  )
}

/** In how many ms the pauses of these sessions' runners end, for those that end within `withinMs`. */
export async function readPauseEnds(db: Db, ids: readonly SessionId[], withinMs: number): Promise<number[]> {
  const { rows } = await sql<{ ms: number }>`
    select distinct extract(epoch from r.paused_until - now())::float8 * 1000 as ms
      ${endingPauses(ids, withinMs)}`.execute(db)
  return rows.map(({ ms }) => ms)
}

/** Deletes sessions that ended more than a week ago. */
export async function deleteOldSessions(db: Db): Promise<void> {
  await sql`
    delete from runner_session where id in (
      select id from runner_session where ended_at < now() - interval '7 days' limit 1000)`.execute(db)
}
