import type { Db } from '../../db/database.ts'
import type { Caller } from '../../http/caller.ts'
import type { Clock } from '../../lib/clock.ts'
import { newId } from '../../lib/ids.ts'
import { newOpaqueToken, tokenHash } from '../../lib/opaque-token.ts'
import { CALLER_REMEMBERED_MS, remembered } from '../../lib/remembered.ts'
import { findUserCaller } from '../directory/access.ts'
import { csrfTokenOf } from './rules.ts'
import * as store from './store.ts'

/** Where somebody signs in from, as it is shown in the list of sessions. */
export interface Browser {
  readonly address: string
  readonly userAgent: string
}

/** A session that began: the token goes into a cookie, the CSRF token to the page. */
export interface StartedSession {
  readonly token: string
  readonly csrfToken: string
  readonly expiresAt: Date
}

const LIFE_MS = 12 * 3_600_000
const IDLE_MS = 2 * 3_600_000

/** Sessions of browsers: 12 hours, or two without use. */
export function createSessions({ db, clock }: { readonly db: Db; readonly clock: Clock }) {
  const idleSince = (now: Date) => new Date(now.getTime() - IDLE_MS)

  /** A new token every time: one that was in the browser before means nothing (session fixation). */
  async function start(userId: string, method: string, browser: Browser): Promise<StartedSession> {
    const now = clock.now()
    const token = newOpaqueToken('hrs_')
    const expiresAt = new Date(now.getTime() + LIFE_MS)
    const { address } = browser
    const userAgent = browser.userAgent.slice(0, 512)
    const row = { id: newId(), userId, method, address, userAgent, createdAt: now, expiresAt }
    await store.insertSession(db, { ...row, hash: tokenHash(token) })
    return { token, csrfToken: csrfTokenOf(token), expiresAt }
  }

  const findByHash = remembered(CALLER_REMEMBERED_MS, async (hash) => {
    const now = clock.now()
    const session = await store.useSession(db, Buffer.from(hash, 'base64'), now, idleSince(now))
    const caller: Caller | undefined = session && (await findUserCaller(db, session.userId))
    return session && caller && { ...session, caller: { ...caller, inBrowser: true } satisfies Caller }
  })

  async function list(userId: string, currentToken: string | undefined) {
    const now = clock.now()
    const current = currentToken === undefined ? undefined : await find(currentToken)
    const rows = await store.listSessions(db, userId, now, idleSince(now))
    return rows.map(({ id, method, address, userAgent, createdAt, seenAt, expiresAt }) => ({
      id,
      method,
      address,
      userAgent,
      createdAt: createdAt.toISOString(),
      lastUsedAt: seenAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
      current: id === current?.id,
    }))
  }

  /** The session of a token and whose it is; undefined when it is over, or its person may not sign in any more. */
  const find = (token: string) => findByHash(keyOf(token))

  /** Over at once on this process; others notice within the time that callers are remembered. */
  async function end(token: string): Promise<void> {
    await store.deleteSession(db, tokenHash(token))
    findByHash.forget(keyOf(token))
  }

  async function endAll(userId: string): Promise<void> {
    await store.deleteSessionsOf(db, userId)
    findByHash.forget()
  }

  return {
    start,
    find,
    list,
    end,
    endAll,
    /** For changes that end sessions elsewhere: nothing remembered outlives them on this process. */
    forget: () => findByHash.forget(),
  }
}

const keyOf = (token: string): string => tokenHash(token).toString('base64')

export type Sessions = ReturnType<typeof createSessions>
