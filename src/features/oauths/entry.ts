import { notFound } from '../../lib/problem.ts'
import { hostsOf } from './rules.ts'
import type { OAuth } from './schema.ts'
import type { OAuthRow } from './store.ts'

export interface StoredOAuth {
  readonly oauth: OAuth
  /** Entity tag of this state. */
  readonly revision: string
}

/** An entry as the API shows it: without its secrets. */
export const storedOAuth = (row: OAuthRow, redirectUri: string): StoredOAuth => ({
  revision: String(row.version),
  oauth: {
    oauthId: row.id,
    ...(row.projectId !== null && { projectId: row.projectId }),
    ...configurationOf(row),
    hasClientSecret: row.clientSecretEncrypted !== null,
    status: statusOf(row),
    redirectUri,
    ...(row.tokenObtainedAt !== null && { authorizedAt: row.tokenObtainedAt.toISOString() }),
    ...(row.tokenExpiresAt !== null && { expiresAt: row.tokenExpiresAt.toISOString() }),
    ...(row.fault !== null && { fault: row.fault }),
    createdAt: row.createdAt.toISOString(),
  },
})

export const statusOf = ({ accessTokenEncrypted }: OAuthRow): OAuth['status'] =>
  accessTokenEncrypted === null ? 'PENDING_SETUP' : 'AUTHORIZED'

/** Throws `not-found` when there is no entry of that id. */
export function present(row: OAuthRow | undefined, id: string): OAuthRow {
  if (row === undefined) throw notFound('OAuth entry', id)
  return row
}

/** What its owner configured: all of an entry that may leave this installation. */
export const configurationOf = (row: OAuthRow) => ({
  name: row.name,
  grantType: row.grantType,
  clientId: row.clientId,
  accessTokenUrl: row.accessTokenUrl,
  ...(row.authorizeUrl !== null && { authorizeUrl: row.authorizeUrl }),
  credentialsIn: row.credentialsIn,
  tokenParameters: row.tokenParameters,
  authParameters: row.authParameters,
  allowedHosts: [...hostsOf(row)],
})
