import { postgresUrl } from '../lib/postgres-url.ts'

/**
 * The driver verifies the certificate with all of them, and warns of it in words for programmers on standard
 * error.
 */
const verifying = new Set(['prefer', 'require', 'verify-ca'])

/**
 * How to connect under this name, also where the connection string states another: servers are counted by
 * theirs before a restoration or a migration that breaks them.
 */
export function named(connectionString: string, application: string) {
  const url = postgresUrl(connectionString)
  const query = url?.searchParams
  const weak = verifying.has(query?.get('sslmode') ?? '') && query?.get('uselibpqcompat') !== 'true'
  if (!url || !query || !(weak || query.has('application_name')))
    return { connectionString, application_name: application }
  query.delete('application_name')
  if (weak) query.set('sslmode', 'verify-full')
  return { connectionString: url.href, application_name: application }
}
