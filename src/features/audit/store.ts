import type { KeyObject } from 'node:crypto'
import { sql } from 'kysely'
import { columnsOf } from '../../db/columns.ts'
import type { Db } from '../../db/database.ts'
import { orderedBy } from '../../db/order.ts'
import type { Page, PageRequest } from '../../http/page.ts'
import { orderOf } from '../../http/sort.ts'
import { chainHash, type Entry } from './rules.ts'
import type { EventQuery } from './schema.ts'

export interface Addition {
  readonly entries: readonly Entry[]
  /** The intent that these entries settle. */
  readonly intentId: string | undefined
}

/** The end of the chain. */
export interface Head {
  readonly seq: number
  readonly hash: Buffer
}

/**
 * Adds entries at the end of the chain and settles their intents, all of it or nothing. With `known`, what
 * the end was when this process last added, it is one statement, which does nothing when the end is another
 * by now: then, and without `known`, it is a transaction that holds the end. Answers the new end.
 */
export async function append(
  db: Db,
  key: KeyObject,
  additions: readonly Addition[],
  known: Head | undefined,
): Promise<Head> {
  const intents = additions.flatMap(({ intentId }) => (intentId === undefined ? [] : [intentId]))
  const entries = additions.flatMap((addition) => addition.entries)
  if (known !== undefined) {
    const moved = await appendAfter(db, key, known, entries, intents)
    if (moved !== undefined) return moved
  }
  return db.transaction().execute((tx) => appendLocked(tx, key, entries, intents))
}

/** The same in a transaction, which holds the end until it is over. */
async function appendLocked(
  tx: Db,
  key: KeyObject,
  entries: readonly Entry[],
  intents: readonly string[],
): Promise<Head> {
  const head = await tx.selectFrom('audit_head').select(['seq', 'hash']).forUpdate().executeTakeFirstOrThrow()
  const moved = await appendAfter(tx, key, head, entries, intents)
  if (moved === undefined) throw new Error('The end of the audit trail moved although it was locked')
  return moved
}

/** One statement; undefined when `head` is not the end of the chain. */
async function appendAfter(
  db: Db,
  key: KeyObject,
  head: Head,
  entries: readonly Entry[],
  intents: readonly string[],
): Promise<Head | undefined> {
  let { seq, hash } = head
  const links = entries.map((entry) => {
    seq++
    const text = JSON.stringify(entry)
    hash = chainHash(key, seq, hash, text)
    return { seq, hash, text, entry }
  })
  const columns = columnsOf(links)
  const settled =
    intents.length === 0
      ? sql``
      : sql`settled as (
      delete from audit_intent where id = any(${intents}::uuid[]) and exists (select from moved)),`
  const { rows } = await sql`
    with moved as (
      update audit_head set seq = ${seq}, hash = ${hash} where seq = ${head.seq} and hash = ${head.hash} returning seq),
    ${settled}
    added as (
      insert into audit_event (seq, at, operation, outcome, actor_id, project_id, entry, hash)
      select * from unnest(
        ${columns.bigints((link) => link.seq)}::bigint[], ${columns.instants(({ entry }) => entry.at)}::timestamptz[],
        ${columns.texts(({ entry }) => entry.operation)}::text[],
        ${columns.texts(({ entry }) => entry.outcome)}::text[],
        ${columns.texts(({ entry }) => entry.actor?.id)}::text[],
        ${columns.uuids(({ entry }) => entry.projectId)}::uuid[],
        ${columns.texts((link) => link.text)}::text[], ${columns.bytes((link) => link.hash)}::bytea[]) as link
       where exists (select from moved))
    select seq from moved`.execute(db)
  return rows.length === 0 ? undefined : { seq, hash }
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
export async function settleIntents(db: Db, key: KeyObject, before: Date): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ entry: string }>`
      delete from audit_intent where id in (
        select id from audit_intent where began_at < ${before} order by began_at limit 500 for update skip locked)
      returning entry`.execute(tx)
    const entries = rows.map(({ entry }) => JSON.parse(entry) as Entry)
    if (entries.length > 0) await appendLocked(tx, key, entries, [])
    return entries.length
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

/** All are numbered without gaps, and none is ever deleted: their number is seen at both ends. */
const countOf = (filter: EventFilter) =>
  Object.values(filter).some((value) => value !== undefined)
    ? sql`count(*)`
    : sql`coalesce(max(seq) - min(seq) + 1, 0)`

/**
 * How many events a filter selects, and the first and last `seq` of them. For a range of times an index finds
 * them.
 */
const fitting = (filter: EventFilter) => sql<{ total: number; first: number | null; last: number | null }>`
  select ${countOf(filter)} as total, min(seq) as first, max(seq) as last from audit_event where ${condition(filter)}`

/**
 * Events in the order in which they were recorded, the newest first unless `sort` says otherwise. Those of a
 * day long ago are searched for from the last of them backwards, not from the end of the trail.
 */
export async function listEvents(
  db: Db,
  { sort, ...filter }: EventFilter & Pick<EventQuery, 'sort'>,
  page: PageRequest,
): Promise<Page<EventRow>> {
  const order = orderedBy(orderOf(sort, '-at'), [sql`seq`])
  const { rows } = await sql<{ total: number; results: EventRow[] }>`
    with fitting as (${fitting(filter)})
    select total,
           (select coalesce(json_agg(json_build_object('seq', e.seq, 'entry', e.entry, 'hash', encode(e.hash, 'hex'))
                            order by ${order}), '[]')
              from (select seq, entry, hash from audit_event
                     where ${condition(filter)}
                       and seq between (select first from fitting) and (select last from fitting)
                     order by ${order} limit ${page.size} offset ${page.offset}) e) as results
      from fitting`.execute(db)
  return { page: page.page, results: rows[0]!.results, size: page.size, total: rows[0]!.total }
}

/** The `seq` of the first event that a filter selects; undefined when it selects none. */
export async function firstEvent(db: Db, filter: EventFilter): Promise<number | undefined> {
  const { rows } = await fitting(filter).execute(db)
  return rows[0]!.first ?? undefined
}

const BATCH = 1_000

/** Up to a thousand events that a filter selects, oldest first, whose `seq` is at least `from`. */
export async function nextEvents(db: Db, filter: EventFilter, from: number): Promise<EventRow[]> {
  const { rows } = await sql<EventRow>`
    select seq, entry, encode(hash, 'hex') as hash from audit_event
     where ${condition(filter)} and seq >= ${from} order by seq limit ${BATCH}`.execute(db)
  return rows
}

/** The addresses of users, by their id: the primary one, or a user name that is one. */
export async function readEmails(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: string; email: string }>`
    select id, email from (
      select u.id, coalesce(
        (select e ->> 'value' from jsonb_array_elements(u.attributes -> 'emails') e
          order by (e ->> 'primary')::boolean desc nulls last limit 1),
        substring(u.attributes ->> 'userName' from '^\\S+@\\S+$')) as email
        from directory_user u where u.id = any(${[...new Set(ids)]}::uuid[])) found
     where email is not null`.execute(db)
  return new Map(rows.map(({ id, email }) => [id, email]))
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

export async function readHead(db: Db): Promise<Head> {
  return db.selectFrom('audit_head').select(['seq', 'hash']).executeTakeFirstOrThrow()
}

/** The place of the first entry beyond the head: both as they are at the same moment. */
export async function findBeyondHead(db: Db): Promise<number | undefined> {
  const { rows } = await sql<{ seq: number }>`
    select seq from audit_event where seq > (select seq from audit_head) order by seq limit 1`.execute(db)
  return rows[0]?.seq
}
