import type { Db } from '../../db/database.ts'
import type { Caller } from '../../http/caller.ts'
import type { Clock } from '../../lib/clock.ts'
import { newId } from '../../lib/ids.ts'
import { newOpaqueToken, tokenHash } from '../../lib/opaque-token.ts'
import { badRequest, notFound, Problem } from '../../lib/problem.ts'
import { CALLER_REMEMBERED_MS, remembered } from '../../lib/remembered.ts'
import { findUserCaller } from '../directory/access.ts'
import type { NewPersonalToken, PersonalToken } from './schema.ts'
import * as store from './store.ts'

export const PERSONAL_TOKEN_PREFIX = 'hrp_'
const DAY_MS = 86_400_000
const LIFE_MS = 90 * DAY_MS
const LONGEST_LIFE_MS = 366 * DAY_MS

/** Tokens that users create for their own programs: the user's roles, narrowed by scopes. */
export function createPersonalTokens({ db, clock }: { readonly db: Db; readonly clock: Clock }) {
  async function create(caller: Caller, { name, scopes, expiresAt }: NewPersonalToken) {
    const userId = creatorOf(caller)
    const now = clock.now()
    const end = expiresAt === undefined ? new Date(now.getTime() + LIFE_MS) : new Date(expiresAt)
    const life = end.getTime() - now.getTime()
    if (life <= 0 || life > LONGEST_LIFE_MS)
      throw badRequest(['body/expiresAt must be in the future, at most a year from now'])
    const token = newOpaqueToken(PERSONAL_TOKEN_PREFIX)
    const row = { id: newId(), name, scopes: [...new Set(scopes)], createdAt: now, expiresAt: end }
    await store.insertToken(db, userId, { ...row, hash: tokenHash(token) })
    return { ...shown({ ...row, lastUsedAt: null }), token }
  }

  async function list(caller: Caller) {
    return { results: (await store.listTokens(db, personOf(caller))).map(shown) }
  }

  async function get(caller: Caller, id: string): Promise<PersonalToken> {
    const row = await store.findToken(db, personOf(caller), id)
    if (row === undefined) throw notFound('Personal access token', id)
    return shown(row)
  }

  async function remove(caller: Caller, id: string): Promise<void> {
    if (!(await store.deleteToken(db, personOf(caller), id))) throw notFound('Personal access token', id)
    find.forget()
  }

  const find = remembered(CALLER_REMEMBERED_MS, async (hash): Promise<Caller | undefined> => {
    const token = await store.useToken(db, Buffer.from(hash, 'base64'), clock.now())
    const person = token && (await findUserCaller(db, token.userId))
    return person && { ...person, scopes: token.scopes, tokenId: token.id }
  })

  return {
    create,
    get,
    list,
    remove,
    authenticate: (token: string) => find(tokenHash(token).toString('base64')),
    /** For changes that end access elsewhere: nothing remembered outlives them on this process. */
    forget: () => find.forget(),
  }
}

export type PersonalTokens = ReturnType<typeof createPersonalTokens>

/** Throws unless the caller may create tokens. */
export function creatorOf(caller: Caller): string {
  const userId = personOf(caller)
  // Else a token that is short-lived or narrow could make itself one that is not.
  if (caller.scopes !== undefined)
    throw new Problem(
      'forbidden',
      'A personal access token cannot create others; sign in with a browser to create one',
    )
  return userId
}

function personOf(caller: Caller): string {
  if (caller.kind === 'USER') return caller.principalId
  throw new Problem('forbidden', 'Personal access tokens belong to users; a credential has none')
}

const shown = ({ createdAt, expiresAt, lastUsedAt, ...row }: store.PersonalTokenRow): PersonalToken => ({
  id: row.id,
  name: row.name,
  scopes: [...row.scopes],
  createdAt: createdAt.toISOString(),
  expiresAt: expiresAt.toISOString(),
  ...(lastUsedAt !== null && { lastUsedAt: lastUsedAt.toISOString() }),
})
