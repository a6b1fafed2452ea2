import { postgresUrl } from './postgres-url.ts'

/**
 * Whether a text is a URL with a password: before its host, or in its query, where PostgreSQL takes one too.
 */
export function holdsPassword(text: string): boolean {
  const url = postgresUrl(text) ?? URL.parse(text)
  return url !== null && (url.password !== '' || url.searchParams.has('password'))
}
