import { createHash, timingSafeEqual } from 'node:crypto'

/** Sent back in a header by scripts of our own pages only: others cannot read it (OWASP, CSRF prevention). */
export const csrfTokenOf = (sessionToken: string): string =>
  createHash('sha256').update(`csrf ${sessionToken}`).digest('base64url')

export function isCsrfToken(given: unknown, sessionToken: string): boolean {
  if (typeof given !== 'string') return false
  const [left, right] = [Buffer.from(given), Buffer.from(csrfTokenOf(sessionToken))]
  return left.length === right.length && timingSafeEqual(left, right)
}

/** Where a browser goes after signing in: a path of ours, never another site. */
export const safeReturnPath = (given: string | undefined): string =>
  given !== undefined && /^\/(?![/\\])[\x21-\x7e]*$/.test(given) && !given.includes('\\') ? given : '/'

/** The domain of an e-mail address, in lower case; undefined when it is malformed. */
export const domainOf = (address: string): string | undefined =>
  /^[^@\s]+@([^@\s]+)$/.exec(address)?.[1]?.toLowerCase()

/**
 * Whether a provider vouches for users of any organization: Entra ID names a placeholder as its issuer then.
 * Whoever administers one of them could give its users the names of ours.
 */
export const isOfAnyTenant = (issuer: string): boolean => /\{tenantid\}/i.test(decodeURI(issuer))
