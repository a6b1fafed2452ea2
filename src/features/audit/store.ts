import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Page, PageRequest } from '../../http/page.ts'
import { chainHash, type Entry } from './rules.ts'

export interface Addition {
  readonly entry: Entry
  /** The intent that this entry settles. */
  readonly intentId: string | undefined
}

/**
 * Adds entries at the end of the chain, in one transaction, and settles their intents. Processes take turns at the
 * head; the entries of one call share one turn.
 */
export async function append(db: Db, key: Buffer, additions: readonly Addition[]): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const intents = additions.flatMap(({ intentId }) => (intentId === undefined ? [] : [intentId]))
    if (intents.length > 0) await sql`delete from audit_intent where id = any(${intents}::uuid[])`.execute(tx)
    await appendEntries(
      tx,
      key,
      additions.map(({ entry }) => entry),
    )
  })
}

async function appendEntries(tx: Db, key: Buffer, entries: readonly Entry[]): Promise<void> {
  const head = await tx.selectFrom('audit_head').select(['seq', 'hash']).forUpdate().executeTakeFirstOrThrow()
  let { seq, hash } = head
  const rows = entries.map((entry) => {
    seq++
    const text = JSON.stringify(entry)
    hash = chainHash(key, seq, hash, text)
    return { seq, hash, text, entry }
  })
  const column = <T>(pick: (row: (typeof rows)[number]) => T): T[] => rows.map(pick)
  await sql`
    insert into audit_event (seq, at, operation, outcome, actor_id, project_id, entry, hash)
    select * from unnest(${column((row) => row.seq)}::bigint[], ${column(({ entry }) => entry.at)}::timestamptz[],
      ${column(({ entry }) => entry.operation)}::text[], ${column(({ entry }) => entry.outcome)}::text[],
      ${column(({ entry }) => entry.actor?.id ?? null)}::text[],
      ${column(({ entry }) => entry.projectId ?? null)}::uuid[],
      ${column((row) => row.text)}::text[], ${column((row) => row.hash)}::bytea[])`.execute(tx)
  await sql`update audit_head set seq = ${seq}, hash = ${hash}`.execute(tx)
}

export async function insertIntents(
  db: Db,
  intents: readonly { readonly id: string; readonly entry: Entry }[],
): Promise<void> {
  await sql`
    insert into audit_intent (id, began_at, entry)
    select * from unnest(${intents.map(({ id }) => id)}::uuid[], ${intents.map(({ entry }) => entry.at)}::timestamptz[],
      ${intents.map(({ entry }) => JSON.stringify(entry))}::text[])`.execute(db)
}

export async function deleteIntent(db: Db, id: string): Promise<void> {
  await db.deleteFrom('audit_intent').where('id', '=', id).execute()
}

/** What began before `before` and never ended becomes entries with the outcome UNKNOWN. Answers how many. */
export async function settleIntents(db: Db, key: Buffer, before: Date): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ entry: string }>`
      delete from audit_intent where id in (
        select id from audit_intent where began_at < ${before} order by began_at limit 500 for update skip locked)
      returning entry`.execute(tx)
    if (rows.length > 0)
      await appendEntries(
        tx,
        key,
        rows.map(({ entry }) => JSON.parse(entry) as Entry),
      )
    return rows.length
  })
}

export interface EventFilter {
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly operation?: string | undefined
  readonly actorId?: string | undefined
  readonly projectId?: string | undefined
  readonly outcome?: string | undefined
}

export interface EventRow {
  readonly seq: number
  readonly entry: string
  readonly hash: string
}

const condition = ({ from, to, operation, actorId, projectId, outcome }: EventFilter) =>
  sql.join(
    [
      sql`true`,
      ...(from === undefined ? [] : [sql`at >= ${from}`]),
      ...(to === undefined ? [] : [sql`at < ${to}`]),
      ...(operation === undefined ? [] : [sql`operation = ${operation}`]),
      ...(actorId === undefined ? [] : [sql`actor_id = ${actorId}`]),
      ...(projectId === undefined ? [] : [sql`project_id = ${projectId}`]),
      ...(outcome === undefined ? [] : [sql`outcome = ${outcome}`]),
    ],
    sql` and `,
  )

/** Entries that a filter selects, the newest first. */
export async function listEvents(db: Db, filter: EventFilter, page: PageRequest): Promise<Page<EventRow>> {
  const { rows } = await sql<{ total: number; results: EventRow[] }>`
    select (select count(*) from audit_event where ${condition(filter)}) as total,
           (select coalesce(json_agg(json_build_object('seq', e.seq, 'entry', e.entry, 'hash', encode(e.hash, 'hex'))
                            order by e.seq desc), '[]')
              from (select seq, entry, hash from audit_event where ${condition(filter)}
                     order by seq desc limit ${page.size} offset ${page.offset}) e) as results`.execute(db)
  return { page: page.page, results: rows[0]!.results, size: page.size, total: rows[0]!.total }
}

const BATCH = 1_000

/** The same, the oldest first, a thousand at a time from `after` on. */
export async function nextEvents(db: Db, filter: EventFilter, after: number): Promise<EventRow[]> {
  const { rows } = await sql<EventRow>`
    select seq, entry, encode(hash, 'hex') as hash from audit_event
     where ${condition(filter)} and seq > ${after} order by seq limit ${BATCH}`.execute(db)
  return rows
}

export interface StoredEvent {
  readonly seq: number
  readonly at: Date
  readonly operation: string
  readonly outcome: string
  readonly actorId: string | null
  readonly projectId: string | null
  readonly entry: string
  readonly hash: Buffer
}

/** A thousand entries with everything that is stored of them, for verifying. */
export async function readForVerification(db: Db, after: number, upTo: number): Promise<StoredEvent[]> {
  const { rows } = await sql<StoredEvent>`
    select seq, at, operation, outcome, actor_id as "actorId", project_id as "projectId", entry, hash
      from audit_event where seq > ${after} and seq <= ${upTo} order by seq limit ${BATCH}`.execute(db)
  return rows
}

export async function readHead(db: Db): Promise<{ seq: number; hash: Buffer }> {
  return db.selectFrom('audit_head').select(['seq', 'hash']).executeTakeFirstOrThrow()
}

export async function countBeyond(db: Db, seq: number): Promise<number> {
  const { rows } = await sql<{
    count: number
  }>`select count(*) as count from audit_event where seq > ${seq}`.execute(db)
  return rows[0]!.count
}
