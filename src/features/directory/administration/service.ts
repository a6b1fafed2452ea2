import type { Db } from '../../../db/database.ts'
import type { Caller, DirectoryCaller } from '../../../http/caller.ts'
import type { Clock } from '../../../lib/clock.ts'
import { newId } from '../../../lib/ids.ts'
import { newOpaqueToken, tokenHash } from '../../../lib/opaque-token.ts'
import { badRequest, notFound } from '../../../lib/problem.ts'
import { CALLER_REMEMBERED_MS, remembered } from '../../../lib/remembered.ts'
import { requireSuperAdmin } from '../../projects/access.ts'
import { readSettings, writeSettings } from '../settings-store.ts'
import type { DirectoryReach, DirectorySettings, DirectoryToken, NewDirectoryToken } from './schema.ts'
import * as store from './store.ts'

export const DIRECTORY_TOKEN_PREFIX = 'hrd_'
const DAY_MS = 86_400_000
const LIFE_MS = 365 * DAY_MS
const LONGEST_LIFE_MS = 2 * LIFE_MS
const SOON_MS = 30 * DAY_MS

/**
 * What an administrator sets up for identity providers: the switch of the interface, and tokens that open it.
 */
export function createAdministration({ db, clock }: { readonly db: Db; readonly clock: Clock }) {
  const shown = ({
    id,
    name,
    createdAt,
    createdBy,
    expiresAt,
    lastUsedAt,
  }: store.TokenRow): DirectoryToken => ({
    id,
    name,
    createdAt: createdAt.toISOString(),
    createdBy,
    expiresAt: expiresAt.toISOString(),
    expiresSoon: expiresAt.getTime() - clock.now().getTime() < SOON_MS,
    ...(lastUsedAt !== null && { lastUsedAt: lastUsedAt.toISOString() }),
  })

  async function create(caller: Caller, { name, expiresAt }: NewDirectoryToken) {
    requireSuperAdmin(caller)
    const now = clock.now()
    const end = expiresAt === undefined ? new Date(now.getTime() + LIFE_MS) : new Date(expiresAt)
    const life = end.getTime() - now.getTime()
    if (life <= 0 || life > LONGEST_LIFE_MS)
      throw badRequest(['body/expiresAt must be in the future, at most two years from now'])
    const token = newOpaqueToken(DIRECTORY_TOKEN_PREFIX)
    const row = { id: newId(), name, createdBy: caller.name, createdAt: now, expiresAt: end }
    await store.insertToken(db, { ...row, hash: tokenHash(token) })
    return { ...shown({ ...row, lastUsedAt: null }), token }
  }

  async function list(caller: Caller) {
    requireSuperAdmin(caller)
    return { results: (await store.listTokens(db)).map(shown) }
  }

  async function get(caller: Caller, id: string): Promise<DirectoryToken> {
    requireSuperAdmin(caller)
    const row = await store.findToken(db, id)
    if (row === undefined) throw notFound('Directory token', id)
    return shown(row)
  }

  async function remove(caller: Caller, id: string): Promise<void> {
    requireSuperAdmin(caller)
    if (!(await store.deleteToken(db, id))) throw notFound('Directory token', id)
  }

  async function settings(
    caller: Caller,
    patch: Partial<DirectorySettings> = {},
  ): Promise<DirectorySettings> {
    requireSuperAdmin(caller)
    return Object.keys(patch).length === 0 ? readSettings(db) : writeSettings(db, patch)
  }

  /**
   * Gives a user or group to the directory, or takes it back: those that others made are out of its reach
   * (decisions.md §10).
   */
  async function reach(caller: Caller, id: string, change?: DirectoryReach): Promise<DirectoryReach> {
    requireSuperAdmin(caller)
    if (change !== undefined) await store.writeReach(db, id, change.reached)
    const reached = await store.readReach(db, id)
    if (reached === undefined) throw notFound('User or group', id)
    return { reached }
  }

  const find = remembered<DirectoryCaller | undefined>(CALLER_REMEMBERED_MS, (hash) =>
    store.useToken(db, Buffer.from(hash, 'base64'), clock.now()),
  )

  /** Tokens that expire within 30 days, in a sentence; undefined when there are none. */
  async function expiryWarning(): Promise<string | undefined> {
    const soon = (await store.listTokens(db)).map(shown).filter(({ expiresSoon }) => expiresSoon)
    if (soon.length === 0) return undefined
    return soon.map(({ name, expiresAt }) => `${name} expires at ${expiresAt}: create a new one`).join('; ')
  }

  /** Seconds until the first directory token expires; infinite without one. */
  async function secondsToExpiry(): Promise<number> {
    const ends = (await store.listTokens(db)).map(({ expiresAt }) => expiresAt.getTime())
    return (Math.min(...ends) - clock.now().getTime()) / 1000
  }

  return {
    create,
    get,
    list,
    remove,
    settings,
    reach,
    expiryWarning,
    secondsToExpiry,
    authenticate: (token: string) => find(tokenHash(token).toString('base64')),
  }
}

export type Administration = ReturnType<typeof createAdministration>
