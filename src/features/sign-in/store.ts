import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'

/** What a session was begun with at an identity provider. */
export interface ProviderSession {
  readonly providerId: string
  readonly subject: string
  /** How the provider names the session, if it does. */
  readonly session: string | undefined
  readonly idTokenEncrypted: Buffer | undefined
}

/** What somebody has proven who signs in. */
export interface Proof {
  readonly userId: string
  /** Undefined where no password was asked for. */
  readonly passwordHash?: string | undefined
  /** Whom a provider confirmed; undefined where none was asked. */
  readonly identity?: Pick<ProviderSession, 'providerId' | 'subject'> | undefined
  /** The token of the sign-in that waited for a second factor. */
  readonly pendingHash?: Buffer | undefined
}

/**
 * `proven`, the user while the proof holds: active, with that password, and linked to that subject. A change
 * of the user or of the link that is under way is waited for, and the next one waits until what begins here
 * is there to be ended.
 */
export const proven = ({ userId, passwordHash, identity }: Proof) => sql`
  ${identity === undefined ? sql`` : linked(identity)}
  proven as (
    select u.id from directory_user u ${identity === undefined ? sql`` : sql`join linked i on i.user_id = u.id`}
     where u.id = ${userId} and coalesce((u.attributes ->> 'active')::boolean, true)
       and u.password_hash is not distinct from coalesce(${passwordHash ?? null}, u.password_hash)
       for share of u)`

/** A provider that is being deleted is waited for before its link is locked: its links go after it. */
const linked = ({ providerId, subject }: NonNullable<Proof['identity']>) => sql`
  provider as materialized (select id from identity_provider where id = ${providerId} for key share),
  linked as materialized (
    select i.user_id from provider p
      join person_identity i on i.provider_id = p.id and i.subject = ${subject}
       for share of i),`

export interface SessionRow {
  readonly id: string
  readonly userId: string
  readonly method: string
  readonly address: string
  readonly userAgent: string
  readonly createdAt: Date
  readonly seenAt: Date
  readonly expiresAt: Date
}

/**
 * Failures after which a name is locked, and for how long: 30 s, twice as long each time, a quarter of an
 * hour at most.
 */
const FREE_FAILURES = 5
const FIRST_LOCK_SECONDS = 30
const LONGEST_LOCK_SECONDS = 900
const FORGOTTEN_AFTER_MS = 86_400_000
/**
 * Strangers begin sign-ins at identity providers, each with a row: of more than these, the oldest are not
 * waited for.
 */
const MAX_PENDING_SIGN_INS = 100_000
const INVITATION_SHOWN_MS = 30 * 86_400_000

/**
 * Counts an attempt before it is judged, so that parallel attempts cannot get around the lock. Returns the
 * seconds to wait when the name is locked; undefined when the attempt may proceed.
 */
export async function beginAttempt(db: Db, userName: string, now: Date): Promise<number | undefined> {
  const name = userName.toLowerCase()
  const forgotten = new Date(now.getTime() - FORGOTTEN_AFTER_MS)
  const { rows } = await sql`
    insert into sign_in_failure as f (user_name, failures, last_at) values (${name}, 1, ${now})
    on conflict (user_name) do update set
      failures = case when f.last_at < ${forgotten} then 1 else f.failures + 1 end,
      last_at = excluded.last_at,
      locked_until = case when f.last_at >= ${forgotten} and f.failures + 1 >= ${FREE_FAILURES}::integer
        then excluded.last_at + make_interval(secs => least(${LONGEST_LOCK_SECONDS}::integer,
          ${FIRST_LOCK_SECONDS}::integer * 2 ^ least(f.failures + 1 - ${FREE_FAILURES}::integer, 10)))
        end
     where f.locked_until is null or f.locked_until <= excluded.last_at
    returning 1`.execute(db)
  if (rows.length > 0) return undefined
  const locked = await db
    .selectFrom('sign_in_failure')
    .select('locked_until')
    .where('user_name', '=', name)
    .executeTakeFirst()
  return Math.max(1, Math.ceil(((locked?.locked_until ?? now).getTime() - now.getTime()) / 1000))
}

export async function forgetFailures(db: Db, userName: string): Promise<void> {
  await db.deleteFrom('sign_in_failure').where('user_name', '=', userName.toLowerCase()).execute()
}

/**
 * Begins a session, and uses the sign-in up that waited for a second factor. False when the proof does not
 * hold any more.
 */
export async function insertSession(
  db: Db,
  proof: Proof,
  session: Omit<SessionRow, 'seenAt' | 'userId'> & {
    readonly hash: Buffer
    readonly at: ProviderSession | undefined
  },
): Promise<boolean> {
  const { pendingHash } = proof
  const taken = sql`
    taken as (
      delete from pending_second_factor
       where token_hash = ${pendingHash} and user_id = (select id from proven) returning user_id as id)`
  const { numAffectedRows } = await sql`
    with ${pendingHash === undefined ? proven(proof) : sql`${proven(proof)}, ${taken}`}
    insert into web_session (id, user_id, token_hash, method, address, user_agent, created_at, seen_at, expires_at,
                             provider_id, subject, provider_session, id_token_encrypted)
    select ${session.id}, id, ${session.hash}, ${session.method}, ${session.address}, ${session.userAgent},
           ${session.createdAt}, ${session.createdAt}, ${session.expiresAt},
           ${session.at?.providerId ?? null}, ${session.at?.subject ?? null},
           ${session.at?.session ?? null}, ${session.at?.idTokenEncrypted ?? null}
      from ${sql.raw(pendingHash === undefined ? 'proven' : 'taken')}`.execute(db)
  return numAffectedRows === 1n
}

/**
 * The session of a token, unless it has ended or was unused since `idleSince`; records its use once a minute.
 */
export async function useSession(
  db: Db,
  hash: Buffer,
  now: Date,
  idleSince: Date,
): Promise<{ id: string; userId: string; method: string; expiresAt: Date } | undefined> {
  const { rows } = await sql<{ id: string; userId: string; method: string; expiresAt: Date }>`
    with session as (
      select id, user_id, method, expires_at from web_session
       where token_hash = ${hash} and expires_at > ${now} and seen_at > ${idleSince}),
    seen as (
      update web_session set seen_at = ${now}
       where id = (select id from session) and seen_at < ${new Date(now.getTime() - 60_000)})
    select id, user_id as "userId", method, expires_at as "expiresAt" from session`.execute(db)
  return rows[0]
}

export async function listSessions(
  db: Db,
  userId: string,
  now: Date,
  idleSince: Date,
): Promise<SessionRow[]> {
  const rows = await db
    .selectFrom('web_session')
    .selectAll()
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .where('seen_at', '>', idleSince)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    userId: row.user_id,
    method: row.method,
    address: row.address,
    userAgent: row.user_agent,
    createdAt: row.created_at,
    seenAt: row.seen_at,
    expiresAt: row.expires_at,
  }))
}

/** A session that ended, and at which provider it had begun. */
export interface EndedSession {
  readonly id: string
  readonly providerId: string | null
  readonly idTokenEncrypted: Buffer | null
}

/** Undefined when there was none. */
export function deleteSession(db: Db, hash: Buffer): Promise<EndedSession | undefined> {
  return db
    .deleteFrom('web_session')
    .where('token_hash', '=', hash)
    .returning(['id', 'provider_id as providerId', 'id_token_encrypted as idTokenEncrypted'])
    .executeTakeFirst()
}

/** Heard by every process, which forgets what it remembers of sessions. */
export const SESSIONS_ENDED_CHANNEL = 'sessions_ended'

/**
 * Ends what was begun at a provider: by its name for the session, else by the subject. A session that the
 * provider did not name when it began is known by its subject only. Returns how many ended, when every
 * process is told.
 */
export async function deleteSessionsAtProvider(
  db: Db,
  providerId: string,
  { subject, session }: { readonly subject?: string; readonly session?: string },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with ended as (
      delete from web_session
       where provider_id = ${providerId}
         and case when ${session ?? null}::text is not null and provider_session is not null
                  then provider_session = ${session ?? null} and subject = coalesce(${subject ?? null}, subject)
                  else subject = ${subject ?? null} end
      returning id)
    select count(*)::integer as count, pg_notify(${SESSIONS_ENDED_CHANNEL}, '') from ended`.execute(db)
  return rows[0]!.count
}

export async function deleteSessionsOf(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('web_session').where('user_id', '=', userId).execute()
}

/** Background pass: what is over takes no room. */
export async function deleteOld(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('web_session').where('expires_at', '<', now).execute()
  await sql`
    delete from pending_sign_in where expires_at < ${now} or expires_at <= (
      select expires_at from pending_sign_in order by expires_at desc offset ${MAX_PENDING_SIGN_INS} limit 1)`.execute(
    db,
  )
  // An expired invitation is shown for a while, so that an administrator sees why a link does not work.
  const outdated = new Date(now.getTime() - INVITATION_SHOWN_MS)
  await db.deleteFrom('invitation').where('expires_at', '<', outdated).execute()
  const forgotten = new Date(now.getTime() - FORGOTTEN_AFTER_MS)
  await db.deleteFrom('sign_in_failure').where('last_at', '<', forgotten).execute()
}
