import type { KeyObject } from 'node:crypto'
import { createBatcher } from '../../db/batcher.ts'
import type { Db } from '../../db/database.ts'
import type { Caller } from '../../http/caller.ts'
import type { PageRequest } from '../../http/page.ts'
import type { Clock } from '../../lib/clock.ts'
import { isUuid, newId } from '../../lib/ids.ts'
import type { Log } from '../../lib/log.ts'
import { enterProject, requireSuperAdmin } from '../projects/access.ts'
import { listActors, listOperations } from './choices-store.ts'
import { type PublicEvent, publicEvent } from './public-event.ts'
import type { Entry } from './rules.ts'
import type { Event } from './schema.ts'
import * as store from './store.ts'
import { createStrangerLimit } from './strangers.ts'
import { verifyChain } from './verify.ts'

export { actorOf, type Entry } from './rules.ts'
export { verifyChain } from './verify.ts'

export interface AuditDependencies {
  readonly db: Db
  /** A pool of its own, because writes of the trail wait for the disk. */
  readonly writer?: Db
  readonly clock: Clock
  /** Of the hashes; derived from the master key, so that the database alone cannot forge them. */
  readonly key: KeyObject
  readonly log: Log
}

/**
 * Longer than any request may take, a push included: an intent still open then was left by a server that
 * stopped.
 */
const LOST_AFTER_MS = 45 * 60_000
const MAX_BATCH = 500
/** Entries that no request waits for are collected this long and written together. */
const NOTES_MS = 25

/** The audit trail. Entries that arrive together are written together (group commit). */
export function createAudit({ db, writer = db, clock, key, log }: AuditDependencies) {
  const isRecorded = createStrangerLimit(log)
  const additions = createAdditions(writer, key)
  const intents = createIntents(writer)

  /** Records that a change is about to be made. Resolves when that is on disk, with what settles it. */
  async function begin(entry: Entry): Promise<string> {
    const id = newId()
    await intents.add('', { id, entry: { ...entry, outcome: 'UNKNOWN' } })
    return id
  }

  let notes: { readonly entries: Entry[]; readonly written: PromiseWithResolvers<void> } | undefined

  /** Adds an entry that no request waits for; resolves a little later, when it is on disk. */
  function note(entry: Entry): Promise<void> {
    if (notes === undefined) {
      notes = { entries: [], written: Promise.withResolvers() }
      setTimeout(writeNotes, NOTES_MS, notes)
    }
    notes.entries.push(entry)
    return notes.written.promise
  }

  function writeNotes(some: typeof notes): void {
    if (some === undefined || some !== notes) return
    notes = undefined
    additions
      .add('', { entries: some.entries, intentId: undefined })
      .then(some.written.resolve, some.written.reject)
  }

  /**
   * Adds an entry, unless it is one of very many that strangers caused; resolves when it is on disk. Entries
   * noted earlier come before it in the chain.
   */
  async function add(entry: Entry, intentId: string | undefined): Promise<void> {
    if (!isRecorded(entry)) return intentId === undefined ? undefined : forget(intentId)
    writeNotes(notes)
    return additions.add('', { entries: [entry], intentId })
  }

  /** Drops an intent whose change was not made. */
  const forget = (intentId: string): Promise<void> => store.deleteIntent(db, intentId)

  /** Resolves when every noted entry is on disk. Call it before the database is closed. */
  async function settle(): Promise<void> {
    const open = notes?.written.promise
    writeNotes(notes)
    await open?.catch(() => undefined) // the caller that recorded the entries gets the failure
  }

  const visible = async (caller: Caller, projectId: string | undefined): Promise<void> => {
    if (projectId === undefined) requireSuperAdmin(caller)
    else await enterProject(db, caller, projectId, 'project:write')
  }

  /** Events with the members that programs of others know. */
  async function allShown(rows: readonly store.EventRow[]): Promise<Event[]> {
    const own = rows.map(shown)
    const users = own.flatMap(({ actor }) => (actor?.kind === 'USER' ? [actor.id] : []))
    const emails = await store.readEmails(db, users)
    return own.map((event) => ({ ...event, ...publicEvent(event, emails.get(event.actor?.id ?? '')) }))
  }

  /** For SUPER_ADMIN, and with a project for its administrators. */
  async function list(caller: Caller, filter: Parameters<typeof store.listEvents>[1], page: PageRequest) {
    await visible(caller, filter.projectId)
    const { results, ...rest } = await store.listEvents(db, filter, page)
    return { ...rest, results: await allShown(results) }
  }

  /**
   * Every entry that the filter selects, oldest first. Throws before the first one when it may not be seen.
   */
  async function exported(caller: Caller, filter: store.EventFilter): Promise<AsyncIterable<string>> {
    await visible(caller, filter.projectId)
    return lines(filter)
  }

  async function* lines(filter: store.EventFilter): AsyncIterable<string> {
    let from = await store.firstEvent(db, filter)
    while (from !== undefined) {
      const events = await store.nextEvents(db, filter, from)
      if (events.length === 0) return
      yield `${(await allShown(events)).map((event) => JSON.stringify(event)).join('\n')}\n`
      from = events.at(-1)!.seq + 1
    }
  }

  async function verify(caller: Caller) {
    requireSuperAdmin(caller)
    return verifyChain(db, key)
  }

  return {
    begin,
    add,
    note,
    settle,
    forget,
    /** Background pass. */
    settleLost: () => store.settleIntents(db, key, new Date(clock.now().getTime() - LOST_AFTER_MS)),
    /** Throws unless the caller may read what a query asks for; the query has not been validated. */
    admit(caller: Caller, query: unknown): Promise<void> {
      const { projectId } = Object(query) as { projectId?: unknown }
      return visible(caller, typeof projectId === 'string' && isUuid(projectId) ? projectId : undefined)
    },
    list,
    exported,
    ...createEventChoices(db),
    verify,
  }
}

/** Writes the entries that arrive together in one statement. */
function createAdditions(writer: Db, key: KeyObject) {
  let head: store.Head | undefined
  return createBatcher<store.Addition, void>({ laneCount: 1, maxItems: MAX_BATCH }, async (items) => {
    const known = head
    head = undefined // whether a failed batch was written is unknown: read the head again
    head = await store.append(writer, key, items, known)
    return items.map(() => undefined)
  })
}

/** Writes the intents of changes that begin together in one statement. */
const createIntents = (writer: Db) =>
  createBatcher<{ id: string; entry: Entry }, void>({ laneCount: 1, maxItems: MAX_BATCH }, async (items) => {
    await store.insertIntents(writer, items)
    return items.map(() => undefined)
  })

/** What filters can be set to, for SUPER_ADMIN. */
function createEventChoices(db: Db) {
  async function operations(caller: Caller, part: string, page: PageRequest) {
    requireSuperAdmin(caller)
    return listOperations(db, part, page)
  }

  async function actors(caller: Caller, part: string, page: PageRequest) {
    requireSuperAdmin(caller)
    return listActors(db, part, page)
  }

  return { operations, actors }
}

export type Audit = ReturnType<typeof createAudit>

const shown = ({ seq, entry, hash }: store.EventRow): Omit<Event, keyof PublicEvent> => ({
  seq,
  hash,
  ...(JSON.parse(entry) as Omit<Event, keyof PublicEvent | 'seq' | 'hash'>),
})
