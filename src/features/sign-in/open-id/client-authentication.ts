import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose'
import {
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretJwt,
  ClientSecretPost,
  type CryptoKey,
  None,
  PrivateKeyJwt,
} from 'openid-client'

const bySecret = {
  client_secret_basic: ClientSecretBasic,
  client_secret_post: ClientSecretPost,
  client_secret_jwt: ClientSecretJwt,
}
type BySecret = keyof typeof bySecret

/**
 * How a client proves who it is at a token endpoint (OpenID Connect Core §9); `auto` leaves it to what the
 * provider supports.
 */
export const authMethods = [
  'auto',
  ...(Object.keys(bySecret) as BySecret[]),
  'private_key_jwt',
  'none',
] as const
export type AuthMethod = (typeof authMethods)[number]

/** Every provider that has keys of clients at all takes this algorithm. */
const KEY_ALGORITHM = 'RS256'
const KEY_BITS = 3_072

export interface ClientProof {
  readonly authMethod: AuthMethod
  readonly clientSecret: string | undefined
  /** Private. */
  readonly clientKey: JWK | undefined
}

const takesSecret = (method: AuthMethod): method is BySecret => method in bySecret

/**
 * What `auto` stands for at a provider. Without a list of methods it supports HTTP Basic (OpenID Connect
 * Discovery §3).
 */
export function methodFor(
  wanted: AuthMethod,
  hasSecret: boolean,
  supported: readonly string[] | undefined,
): Exclude<AuthMethod, 'auto'> {
  if (wanted !== 'auto') return wanted
  if (!hasSecret) return 'none'
  const methods = Object.keys(bySecret) as BySecret[]
  return methods.find((method) => supported?.includes(method)) ?? 'client_secret_basic'
}

/**
 * What is wrong with a method: a secret that it lacks or never uses, or a provider that says it does not
 * support it.
 */
export function authMethodViolations(
  wanted: AuthMethod,
  hasSecret: boolean,
  supported: readonly string[] | undefined,
): string[] {
  const path = 'body/tokenEndpointAuthMethod'
  if (takesSecret(wanted) && !hasSecret) return [`${path}: ${wanted} needs a clientSecret`]
  if ((wanted === 'private_key_jwt' || wanted === 'none') && hasSecret)
    return [`${path}: ${wanted} uses no clientSecret; leave it out`]
  // That anybody may be a public client is rarely on the list.
  if (wanted === 'auto' || wanted === 'none' || supported === undefined || supported.includes(wanted))
    return []
  return [`${path}: the provider supports ${supported.join(', ')} only`]
}

/**
 * Proves who Headrace is at the token endpoint. Decides at each request, by what the provider supports then.
 */
export async function clientAuthentication(proof: ClientProof): Promise<ClientAuth> {
  const { authMethod, clientSecret, clientKey } = proof
  if (clientKey !== undefined && authMethod === 'private_key_jwt') {
    const key = (await importJWK(clientKey, KEY_ALGORITHM)) as CryptoKey
    return PrivateKeyJwt({ key, kid: clientKey.kid! })
  }
  return (server, ...request) => {
    const supported = server.token_endpoint_auth_methods_supported
    const method = methodFor(authMethod, clientSecret !== undefined, supported)
    const authenticate = takesSecret(method) ? bySecret[method](clientSecret) : None()
    return authenticate(server, ...request)
  }
}

/** A key pair for private_key_jwt. */
export async function newClientKey(): Promise<{ readonly privateJwk: JWK; readonly publicJwk: JWK }> {
  const options = { extractable: true, modulusLength: KEY_BITS }
  const { publicKey, privateKey } = await generateKeyPair(KEY_ALGORITHM, options)
  const publicJwk = await exportJWK(publicKey)
  const kid = await calculateJwkThumbprint(publicJwk)
  return {
    privateJwk: { ...(await exportJWK(privateKey)), kid },
    publicJwk: { ...publicJwk, kid, use: 'sig', alg: KEY_ALGORITHM },
  }
}
