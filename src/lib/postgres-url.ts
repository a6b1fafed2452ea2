/**
 * The URL of a PostgreSQL server as drivers read it, or null if the text is not one. For a socket the host
 * may be missing, as in `postgres://user@/db?host=/run/postgresql`, which `URL` does not accept: it becomes
 * `localhost`.
 */
export function postgresUrl(text: string): URL | null {
  const url = URL.parse(text) ?? URL.parse(text.replace('@/', '@localhost/'))
  return /^postgres(ql)?:$/.test(url?.protocol ?? '') ? url : null
}
