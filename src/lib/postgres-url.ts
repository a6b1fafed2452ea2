/**
 * The URL of a PostgreSQL server as drivers read it, null when it is none. A socket may be named after a user without a host,
 * `postgres://user@/db?host=/run/postgresql`, which URLs otherwise do not allow: the host is `localhost` then.
 */
export function postgresUrl(text: string): URL | null {
  const url = URL.parse(text) ?? URL.parse(text.replace('@/', '@localhost/'))
  return /^postgres(ql)?:$/.test(url?.protocol ?? '') ? url : null
}
