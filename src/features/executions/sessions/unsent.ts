import type { Db } from '../../../db/database.ts'
import type { SessionId } from '../../../lib/ids.ts'
import type { Log } from '../../../lib/log.ts'
import { readClaimed } from '../queue/run-message-store.ts'
import { listHeldExecutions } from './held-store.ts'
import type { Registry } from './registry.ts'
import type { SendRuns } from './send-runs.ts'
import type { Session } from './session.ts'
import { dropTakenAway } from './taken-away.ts'

/** By then a claim whose answer was lost has long been committed or rolled back. */
const CLAIM_SETTLED_MS = 3_000
/**
 * A statement that got stuck on its way may still be carried out when its connection was given up long ago.
 * So every session is checked from time to time, whether or not a claim for it failed.
 */
const CHECK_ALL_MS = 60_000

/** When to check what a session holds, and what it had not been sent at the first check. */
interface Unconfirmed {
  readonly checkAt: number
  readonly missing: ReadonlySet<string> | undefined
}

export interface UnsentDependencies {
  readonly db: Db
  readonly log: Log
  readonly registry: Registry
  readonly sendRuns: SendRuns
}

/**
 * Finds executions that were claimed for a session and never sent to it. A claim whose answer was lost on the
 * way is committed all the same, so its session is marked as unconfirmed and checked against the database
 * twice: what is missing at the first check may just be on its way; what is still missing when no claim of
 * that time can be running any more is sent.
 */
export function createUnsent({ db, log, registry, sendRuns }: UnsentDependencies) {
  const unconfirmed = new Map<SessionId, Unconfirmed>()
  let allCheckedAt = performance.now()

  /** A claim for this session failed, or what it claimed could not be sent. */
  function markUnconfirmed({ id }: Pick<Session, 'id'>): void {
    unconfirmed.set(id, { checkAt: performance.now() + CLAIM_SETTLED_MS, missing: undefined })
  }

  function forget({ id }: Pick<Session, 'id'>): void {
    unconfirmed.delete(id)
  }

  /** Idempotent pass. What is no longer a session's own is dropped at the same checks. */
  async function resend(): Promise<void> {
    const now = performance.now()
    if (now - allCheckedAt >= CHECK_ALL_MS) {
      allCheckedAt = now
      for (const session of registry.all()) if (!unconfirmed.has(session.id)) markUnconfirmed(session)
    }
    for (const [id, entry] of unconfirmed) {
      const session = registry.find(id)
      // Closed, perhaps while it was checked.
      if (session === undefined) unconfirmed.delete(id)
      else if (now >= entry.checkAt) await check(session, entry, now)
    }
  }

  /** Whether `resend` has something to look at. */
  const isWaiting = (): boolean => unconfirmed.size > 0 || performance.now() - allCheckedAt >= CHECK_ALL_MS

  /** A session that is marked, or closed, while it is checked stays as it is then. */
  async function check(session: Session, entry: Unconfirmed, now: number): Promise<void> {
    const { id } = session
    const before = entry.missing
    const isCurrent = () => unconfirmed.get(id) === entry
    await dropTakenAway(db, session, session.credit.inFlight())
    const held = await listHeldExecutions(db, id)
    const missing = new Set(held.map((one) => one.id).filter((execution) => !session.credit.has(execution)))
    if (before === undefined && missing.size > 0) {
      if (isCurrent()) unconfirmed.set(id, { checkAt: now + CLAIM_SETTLED_MS, missing })
      return
    }
    const unsent = [...missing.intersection(before ?? new Set())]
    if (unsent.length > 0)
      log.warn(
        { session: id, executions: unsent.length },
        'Sending executions that were claimed and never sent',
      )
    sendRuns(session, await readClaimed(db, id, unsent))
    if (isCurrent()) unconfirmed.delete(id)
  }

  return { markUnconfirmed, forget, resend, isWaiting }
}

export type Unsent = ReturnType<typeof createUnsent>
