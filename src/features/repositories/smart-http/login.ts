import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Authenticate } from '../../../http/bearer.ts'
import type { AnyCaller } from '../../../http/caller.ts'
import { upTo } from '../../../lib/remembered.ts'
import type { GuessLimit } from '../../tokens/service.ts'

export interface LoginDependencies {
  readonly authenticate: Authenticate
  /** An access token for a client that proves its secret. */
  readonly issue: (clientId: string, secret: string) => Promise<{ readonly access_token: string } | undefined>
  /** Slows down guessing. */
  readonly guesses: GuessLimit
}

/** What looks like a JWT, or like a token of a person (hrp_…). */
const isToken = (password: string): boolean => password.split('.').length === 3 || /^hr[a-z]_/.test(password)

const MAX_REMEMBERED = 1_000
/** Git asks twice or thrice for one fetch; a deleted credential's token stops working all the same. */
const REMEMBERED_MS = 5 * 60_000

/**
 * Whom a Git client is: HTTP Basic with client id and secret, HTTP Basic with an access token as password
 * (any user name), or a bearer token. Throws `too-many-requests` when someone guesses.
 */
export function createGitLogin({ authenticate, issue, guesses }: LoginDependencies) {
  const tokens = new LRUCache<string, string>({ ...upTo(MAX_REMEMBERED), ttl: REMEMBERED_MS })

  return async (authorization: string | undefined, ip: string): Promise<AnyCaller | undefined> => {
    const bearer = /^Bearer +([\w.~+/-]+=*) *$/i.exec(authorization ?? '')?.[1]
    if (bearer !== undefined) return authenticate(bearer)
    const basic = /^Basic +([A-Za-z0-9+/]+=*) *$/i.exec(authorization ?? '')?.[1]
    if (basic === undefined) return undefined
    const [, user = '', password = ''] =
      /^([^:]*):(.*)$/s.exec(Buffer.from(basic, 'base64').toString('utf8')) ?? []
    const byToken = isToken(password) ? await authenticate(password) : undefined
    if (byToken !== undefined) return byToken
    const key = createHash('sha256').update(basic).digest('base64')
    const known = tokens.get(key)
    if (known !== undefined) return authenticate(known)
    const token = await tokenFor(user, password, ip)
    if (token === undefined) return undefined
    tokens.set(key, token)
    return authenticate(token)
  }

  async function tokenFor(user: string, password: string, ip: string): Promise<string | undefined> {
    const claim = { address: ip, name: user, secret: password }
    const token = await guesses.attempt(claim, () => issue(user, password))
    return token?.access_token
  }
}
