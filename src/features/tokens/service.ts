import { timingSafeEqual } from 'node:crypto'
import { decodeProtectedHeader, jwtVerify, SignJWT } from 'jose'
import { LRUCache } from 'lru-cache'
import type { Db } from '../../db/database.ts'
import { cellOf } from '../../db/sealed-columns.ts'
import type { Authenticate } from '../../http/bearer.ts'
import type { AnyCaller } from '../../http/caller.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Encryption } from '../../lib/encryption.ts'
import { newId } from '../../lib/ids.ts'
import { upTo } from '../../lib/remembered.ts'
import { compareWithNothing, isSecret } from '../../lib/secret-hash.ts'
import type { TokenAnswer } from './schema.ts'
import { createSigningKeys, SIGNING_ALGORITHM } from './signing-keys.ts'
import { findCaller, findClientSecret, noteUse } from './store.ts'

export { createGuessLimit, type GuessLimit } from './guess-limit.ts'
export { findCaller as findCredentialCaller } from './store.ts'

export const TOKEN_SECONDS = 1800
const runnerSecretCell = (id: string) => cellOf('runner_credential.secret_encrypted', id)
const SCOPE = 'pipeline-execution'
/** How far the clock of the process that issued a token may be ahead of ours. */
const CLOCK_TOLERANCE_MS = 60_000
/**
 * How long a look at the credential behind a token serves. A deleted one stops working within 5 s everywhere.
 */
const CALLER_REMEMBERED_MS = 2_000
const MAX_REMEMBERED_TOKENS = 10_000

export interface TokenDependencies {
  readonly db: Db
  readonly encryption: Encryption
  readonly clock: Clock
  /** `iss` of every token and the address its metadata is found at. */
  readonly issuer: () => string
  /** `aud` of every token: who shall accept it. */
  readonly audience: string
}

export interface Tokens {
  /** A token for a client that proves its secret; undefined for every other. */
  issue(clientId: string, secret: string): Promise<TokenAnswer | undefined>
  readonly authenticate: Authenticate
  publicKeys(): Promise<{ keys: Record<string, unknown>[] }>
  /** Background pass: see `SigningKeys.rotate`. */
  rotateKeys(): Promise<void>
}

/** What a token says that was found to be valid; `expiresAt` in ms. */
interface Verified {
  readonly clientId: string
  readonly expiresAt: number
}

/** Access tokens are JWTs (RFC 9068) of half an hour. Verified ones are remembered until they expire. */
export function createTokens({ db, encryption, clock, issuer, audience }: TokenDependencies): Tokens {
  const keys = createSigningKeys(db, encryption, clock)
  const verified = new LRUCache<string, Verified>({
    ...upTo(MAX_REMEMBERED_TOKENS),
  })
  const callers = new LRUCache<string, Promise<AnyCaller | undefined>>({
    ...upTo(MAX_REMEMBERED_TOKENS),
    ttl: CALLER_REMEMBERED_MS,
    ttlResolution: 0, // else it sets a timer in every millisecond with a request
  })

  async function issue(clientId: string, secret: string): Promise<TokenAnswer | undefined> {
    if (!(await proves(clientId, secret))) return undefined
    await noteUse(db, clientId, clock.now())
    const { kid, key } = await keys.signer()
    const now = Math.floor(clock.now().getTime() / 1000)
    const access_token = await new SignJWT({ client_id: clientId, scope: SCOPE })
      .setProtectedHeader({ alg: SIGNING_ALGORITHM, kid, typ: 'at+jwt' })
      .setIssuer(issuer())
      .setAudience(audience)
      .setSubject(clientId)
      .setIssuedAt(now)
      .setExpirationTime(now + TOKEN_SECONDS)
      .setJti(newId())
      .sign(key)
    return { access_token, token_type: 'Bearer', expires_in: TOKEN_SECONDS, scope: SCOPE }
  }

  async function proves(clientId: string, secret: string): Promise<boolean> {
    const expected = await findClientSecret(db, clientId, clock.now())
    if (expected === undefined) return compareWithNothing(secret)
    if (expected.kind === 'HASH') return isSecret(secret, expected.hash)
    const given = Buffer.from(secret)
    return expected.secrets.some((sealed) => {
      const known = Buffer.from(encryption.decrypt(sealed, runnerSecretCell(expected.runnerId)))
      return known.length === given.length && timingSafeEqual(known, given)
    })
  }

  async function authenticate(token: string): Promise<AnyCaller | undefined> {
    const now = clock.now()
    const claims = verified.get(token) ?? (await verify(token, now))
    if (claims === undefined || claims.expiresAt <= now.getTime()) return undefined
    const { clientId } = claims
    let caller = callers.get(clientId)
    if (caller === undefined) {
      caller = findCaller(db, clientId, now)
      callers.set(clientId, caller)
      caller.catch(() => callers.delete(clientId))
    }
    return caller
  }

  /** Remembers what it says of a valid token. */
  async function verify(token: string, now: Date): Promise<Verified | undefined> {
    const key = await keyOf(token)
    if (key === undefined) return undefined
    const { payload } = await jwtVerify(token, key, {
      algorithms: [SIGNING_ALGORITHM],
      issuer: issuer(),
      audience,
      typ: 'at+jwt',
      currentDate: now,
      requiredClaims: ['exp', 'iat', 'sub'],
    }).catch(() => ({ payload: undefined }))
    if (payload?.sub === undefined || payload.iat! * 1000 > now.getTime() + CLOCK_TOLERANCE_MS)
      return undefined
    const claims = { clientId: payload.sub, expiresAt: payload.exp! * 1000 }
    verified.set(token, claims)
    return claims
  }

  async function keyOf(token: string) {
    let kid: string | undefined
    try {
      kid = decodeProtectedHeader(token).kid
    } catch {
      return undefined // no JWT at all
    }
    return kid === undefined ? undefined : keys.verifier(kid)
  }

  async function publicKeys() {
    return { keys: (await keys.publicJwks()) as Record<string, unknown>[] }
  }

  return { issue, authenticate, publicKeys, rotateKeys: keys.rotate }
}
