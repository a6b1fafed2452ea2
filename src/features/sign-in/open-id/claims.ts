/** What a provider says about somebody. */
export interface Claims {
  readonly sub: string
  readonly [claim: string]: unknown
}

export type UserNameClaim = 'email' | 'preferred_username' | 'upn'

/** A text that may be a name: neither empty nor longer than any name. */
export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' && value.length <= 512 ? value : undefined

/** Some providers send the booleans of claims as text. */
const isTrue = (value: unknown): boolean => value === true || value === 'true'

/** The address that the provider has verified; one that it has not is anybody's. */
export const verifiedAddress = (claims: Claims): string | undefined =>
  isTrue(claims['email_verified']) ? textOf(claims['email']) : undefined

export type UserName =
  | { readonly userName: string }
  | { readonly reason: 'CLAIM_MISSING' | 'ADDRESS_UNVERIFIED'; readonly claim: string }

/** The name that is looked for in the directory, or why there is none. */
export function userNameIn(claims: Claims, claim: UserNameClaim): UserName {
  const userName = textOf(claims[claim])
  if (userName === undefined) return { reason: 'CLAIM_MISSING', claim }
  if (claim !== 'email' || isTrue(claims['email_verified'])) return { userName }
  return claims['email_verified'] === undefined
    ? { reason: 'CLAIM_MISSING', claim: 'email_verified' }
    : { reason: 'ADDRESS_UNVERIFIED', claim }
}

/**
 * Whether the ID token lacks what a first sign-in needs. In the code flow providers answer the claims of
 * scopes at the UserInfo endpoint, and need not repeat them in the token (OpenID Connect Core §5.4).
 */
export function needsUserInfo(idToken: Claims, claim: UserNameClaim, createsUsers: boolean): boolean {
  const wanted = new Set<string>([claim])
  if (claim === 'email' || createsUsers) wanted.add('email').add('email_verified')
  if (createsUsers) wanted.add('name')
  return [...wanted].some((name) => idToken[name] === undefined || idToken[name] === null)
}

/**
 * The claims of both sources; those of the ID token, which is signed, count first. An address and whether it
 * is verified are from one source: a verified address there proves nothing about another one here.
 */
export function withUserInfo(idToken: Claims, userInfo: Claims): Claims {
  const { email, email_verified, ...others } = idToken
  const own = email === undefined || email_verified === undefined ? others : idToken
  const address = email === undefined || email === userInfo['email'] ? {} : { email, email_verified }
  return { ...userInfo, ...address, ...own }
}
