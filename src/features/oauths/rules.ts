import { hostPatternFault } from '../../connectors/allowed-hosts.ts'
import { headerFault, webAddressFaults } from '../../connectors/rules.ts'
import { badRequest } from '../../lib/problem.ts'
import type { NewOAuth } from './schema.ts'

/** What the grants send themselves (RFC 6749, RFC 7636); an extra parameter must not override it. */
const tokenReserved = new Set([
  'grant_type',
  'client_id',
  'client_secret',
  'code',
  'code_verifier',
  'redirect_uri',
  'refresh_token',
])
const authReserved = new Set([
  'response_type',
  'client_id',
  'redirect_uri',
  'state',
  'code_challenge',
  'code_challenge_method',
])

/** Every fault of an entry beyond its schema, one sentence each. */
export function oauthFaults(wanted: NewOAuth): string[] {
  const { grantType, accessTokenUrl, authorizeUrl, tokenParameters = [], authParameters = [] } = wanted
  const hostFaults = (wanted.allowedHosts ?? []).map(hostPatternFault)
  const isCode = grantType === 'AUTHORIZATION_CODE'
  return [
    ...webAddressFaults(accessTokenUrl, 'body/accessTokenUrl'),
    ...(authorizeUrl === undefined ? [] : webAddressFaults(authorizeUrl, 'body/authorizeUrl')),
    ...(isCode && authorizeUrl === undefined ? ['body/authorizeUrl is required for AUTHORIZATION_CODE'] : []),
    ...(!isCode && authorizeUrl !== undefined
      ? ['body/authorizeUrl is not allowed with CLIENT_CREDENTIALS']
      : []),
    ...(!isCode && authParameters.length > 0
      ? ['body/authParameters are not allowed with CLIENT_CREDENTIALS']
      : []),
    ...tokenParameters.flatMap(({ name, value, addTo }) =>
      addTo === 'HEADER_PARAMETER'
        ? tokenHeaderFaults(name, value)
        : reserved(tokenReserved, name, 'body/tokenParameters'),
    ),
    ...authParameters.flatMap(({ name }) => reserved(authReserved, name, 'body/authParameters')),
    ...hostFaults.flatMap((fault) => (fault === undefined ? [] : [`body/allowedHosts: ${fault}`])),
  ]
}

/** Throws `bad-request` with every violation of an entry. */
export function refuseViolations(wanted: NewOAuth): void {
  const violations = oauthFaults(wanted)
  if (violations.length > 0) throw badRequest(violations)
}

const reserved = (names: ReadonlySet<string>, name: string, at: string): string[] =>
  names.has(name) ? [`${at}: ${name} is sent by the grant itself`] : []

const tokenHeaderFaults = (name: string, value: string): string[] =>
  ['authorization', 'content-type', 'accept'].includes(name.toLowerCase())
    ? [`body/tokenParameters: the header ${name} is sent by the grant itself`]
    : headerFault(name, value).map((fault) => `body/tokenParameters: ${fault}`)

/**
 * A secret that was given for one authorization server is not sent to another when a user changes the
 * address.
 */
export const secretFaults = (
  wanted: NewOAuth,
  before: { readonly accessTokenUrl: string; readonly hasClientSecret: boolean },
): string[] =>
  before.hasClientSecret &&
  wanted.clientSecret === undefined &&
  URL.parse(wanted.accessTokenUrl)?.origin !== URL.parse(before.accessTokenUrl)?.origin
    ? ['body/clientSecret is required again, because accessTokenUrl names another server']
    : []

/** Where the token of an entry may go when nobody says otherwise: to the server that gives it. */
export const initialHosts = ({ accessTokenUrl }: Pick<NewOAuth, 'accessTokenUrl'>): string[] => [
  new URL(accessTokenUrl).hostname,
]

/**
 * Where the token of an entry may go. One that has no list, as the previous release makes it on import, has
 * the first.
 */
export const hostsOf = (
  entry: Pick<NewOAuth, 'accessTokenUrl'> & { readonly allowedHosts: readonly string[] | null },
): readonly string[] => entry.allowedHosts ?? initialHosts(entry)

/** Whether a change lets the token go to hosts that it could not go to before. */
export function widensHosts(after: readonly string[] | undefined, before: readonly string[]): boolean {
  const held = before.map((host) => host.toLowerCase())
  return (after ?? []).some((host) => !held.includes(host.toLowerCase()))
}

/**
 * Who widens the list of hosts must know the secret: otherwise the token of others could be sent anywhere.
 */
export const wideningFaults = (wanted: NewOAuth, hasClientSecret: boolean): string[] =>
  hasClientSecret && wanted.clientSecret === undefined
    ? ['body/clientSecret is required again, because allowedHosts has hosts that were not allowed before']
    : []

/** What an entry's token depends on: when it changes, the token no longer belongs to it. */
export const tokenDependsOn = ({ name: _, clientSecret: __, ...rest }: NewOAuth): string =>
  JSON.stringify([
    rest.grantType,
    rest.clientId,
    rest.accessTokenUrl,
    rest.authorizeUrl,
    rest.credentialsIn ?? 'HEADER',
    rest.tokenParameters ?? [],
    rest.authParameters ?? [],
  ])

const MARGIN_MS = 60_000
/** Short-lived tokens are used for most of their life. */
const MARGIN_SHARE = 5

/** From when on a token is replaced: a minute before its end, or a fifth of its life if that is less. */
export function renewAt(obtainedAt: Date, expiresAt: Date): Date {
  const life = expiresAt.getTime() - obtainedAt.getTime()
  return new Date(expiresAt.getTime() - Math.min(MARGIN_MS, life / MARGIN_SHARE))
}

export interface HeldToken {
  readonly obtainedAt: Date
  /** Null: its server did not say. */
  readonly expiresAt: Date | null
}

/** Whether a token can still be used. */
export const isFresh = ({ obtainedAt, expiresAt }: HeldToken, now: Date): boolean =>
  expiresAt === null || now < renewAt(obtainedAt, expiresAt)
