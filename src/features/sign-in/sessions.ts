import type { Db } from '../../db/database.ts'
import { cellOf } from '../../db/sealed-columns.ts'
import type { Caller } from '../../http/caller.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Encryption } from '../../lib/encryption.ts'
import { newId } from '../../lib/ids.ts'
import { newOpaqueToken, tokenHash } from '../../lib/opaque-token.ts'
import { CALLER_REMEMBERED_MS, remembered } from '../../lib/remembered.ts'
import { findUserCaller } from '../directory/access.ts'
import type { EndedAtProvider } from './open-id/logout-token.ts'
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

/** Where a session began that an identity provider vouches for. */
export interface BegunAtProvider {
  readonly providerId: string
  readonly subject: string
  readonly session: string | undefined
  /** For signing out at the provider; undefined where that is not wanted. */
  readonly idToken: string | undefined
}

/** A session that ended here, and may go on at the provider where it began. */
export type EndedSession = Pick<BegunAtProvider, 'providerId' | 'idToken'>

export interface SessionsDependencies {
  readonly db: Db
  readonly clock: Clock
  readonly encryption: Encryption
}

const idTokenCell = (id: string) => cellOf('web_session.id_token_encrypted', id)

const LIFE_MS = 12 * 3_600_000
const IDLE_MS = 2 * 3_600_000

/** Sessions of browsers: 12 hours, or two without use. */
export function createSessions({ db, clock, encryption }: SessionsDependencies) {
  const idleSince = (now: Date) => new Date(now.getTime() - IDLE_MS)

  /**
   * A new token every time: one that was in the browser before means nothing (session fixation). Undefined
   * when the user has been deactivated, or the password changed, since that was proven.
   */
  async function start(
    proof: store.Proof,
    method: string,
    browser: Browser,
    begunAt?: BegunAtProvider,
  ): Promise<StartedSession | undefined> {
    const now = clock.now()
    const token = newOpaqueToken('hrs_')
    const expiresAt = new Date(now.getTime() + LIFE_MS)
    const { address } = browser
    const userAgent = browser.userAgent.slice(0, 512)
    const id = newId()
    const row = { id, method, address, userAgent, createdAt: now, expiresAt }
    const at = begunAt && sealed(id, begunAt)
    const hasBegun = await store.insertSession(db, proof, { ...row, hash: tokenHash(token), at })
    return hasBegun ? { token, csrfToken: csrfTokenOf(token), expiresAt } : undefined
  }

  const sealed = (id: string, { idToken, ...at }: BegunAtProvider): store.ProviderSession => ({
    ...at,
    idTokenEncrypted: idToken === undefined ? undefined : encryption.encrypt(idToken, idTokenCell(id)),
  })

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

  /**
   * The session of a token and whose it is; undefined when it is over, or its person may not sign in any
   * more.
   */
  const find = (token: string) => findByHash(keyOf(token))

  /** Over at once on this process; others notice within the time that callers are remembered. */
  async function end(token: string): Promise<EndedSession | undefined> {
    const ended = await store.deleteSession(db, tokenHash(token))
    findByHash.forget(keyOf(token))
    if (ended === undefined || ended.providerId === null) return undefined
    const { id, providerId, idTokenEncrypted: sealedToken } = ended
    return {
      providerId,
      idToken: sealedToken === null ? undefined : encryption.decrypt(sealedToken, idTokenCell(id)),
    }
  }

  async function endAll(userId: string): Promise<void> {
    await store.deleteSessionsOf(db, userId)
    findByHash.forget()
  }

  /** Over at once on every process; returns how many ended. */
  async function endAtProvider(providerId: string, ended: EndedAtProvider): Promise<number> {
    const count = await store.deleteSessionsAtProvider(db, providerId, ended)
    findByHash.forget()
    return count
  }

  return {
    start,
    find,
    list,
    end,
    endAll,
    endAtProvider,
    /** For changes that end sessions elsewhere: nothing remembered outlives them on this process. */
    forget: () => findByHash.forget(),
  }
}

const keyOf = (token: string): string => tokenHash(token).toString('base64')

export type Sessions = ReturnType<typeof createSessions>
