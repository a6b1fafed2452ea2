/**
 * How to connect under this name, also where the connection string states another: servers are counted by theirs before a
 * restoration or a migration that breaks them.
 */
export function named(connectionString: string, application: string) {
  const url = URL.parse(connectionString)
  if (!url?.searchParams.has('application_name')) return { connectionString, application_name: application }
  url.searchParams.delete('application_name')
  return { connectionString: url.href, application_name: application }
}
