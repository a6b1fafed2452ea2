import { startTestPostgres } from './global-setup.ts'

/**
 * Runs `use` with the address of a PostgreSQL server: the one of `TEST_DATABASE_URL`, or one started for it.
 */
export async function withTestPostgres<T>(use: (serverUrl: string) => Promise<T>): Promise<T> {
  const given = process.env['TEST_DATABASE_URL']
  if (given !== undefined) return use(given)
  const server = await startTestPostgres()
  try {
    return await use(server.connectionString)
  } finally {
    await server.stop()
  }
}
