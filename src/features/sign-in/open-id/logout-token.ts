import { createRemoteJWKSet, customFetch, type JWTVerifyGetKey, jwtVerify } from 'jose'
import type { Configuration } from 'openid-client'

/** Whose sessions a provider ends: those of a subject, of one of its own sessions, or both. */
export type EndedAtProvider =
  | { readonly subject: string; readonly session?: string }
  | { readonly subject?: string; readonly session: string }

const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout'
/** Providers deliver at once; a token that was seen elsewhere ends nothing later. */
const MAX_AGE_SECONDS = 600
const CLOCK_TOLERANCE_SECONDS = 60
/** An unknown key may be one that the provider has just made; a flood of made-up ones must not reach it. */
const KEYS_PAUSE_MS = 2_000
/** Signed by a key that only the provider has: neither unsigned nor with the client secret. */
const algorithms = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
]

/** The keys of a provider, read when a token names one that is not known. */
export function keysOf(configuration: Configuration, send: typeof fetch): JWTVerifyGetKey {
  const address = configuration.serverMetadata().jwks_uri
  if (address === undefined) throw new Error('The provider publishes no keys')
  return createRemoteJWKSet(new URL(address), { [customFetch]: send, cooldownDuration: KEYS_PAUSE_MS })
}

/**
 * Reads a logout token (OpenID Connect Back-Channel Logout 1.0 §2.6). Throws unless the provider signed it
 * for this client, lately, as a logout token: an ID token is none.
 */
export async function readLogoutToken(
  token: string,
  keys: JWTVerifyGetKey,
  { issuer, clientId, now }: { readonly issuer: string; readonly clientId: string; readonly now: Date },
): Promise<EndedAtProvider> {
  const { payload } = await jwtVerify(token, keys, {
    issuer,
    audience: clientId,
    algorithms,
    maxTokenAge: MAX_AGE_SECONDS,
    clockTolerance: CLOCK_TOLERANCE_SECONDS,
    currentDate: now,
    requiredClaims: ['jti'],
  })
  const { sub, sid, events, nonce } = payload
  if (!isObject(events) || !isObject(events[LOGOUT_EVENT])) throw new Error('It has no logout event')
  if (nonce !== undefined) throw new Error('It has a nonce')
  const session = typeof sid === 'string' ? sid : undefined
  if (sub !== undefined) return { subject: sub, ...(session !== undefined && { session }) }
  if (session === undefined) throw new Error('It names neither a subject nor a session')
  return { session }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
