import type { Client } from './api-client.ts'

const ROWS = 25

/** The page of the interface's list of users on which the newest is. */
export async function lastPageOfUsers(client: Client): Promise<string> {
  const { total } = await client.get<{ total: number }>('/v1/users?size=1')
  return `/administration/users?page=${Math.floor((total - 1) / ROWS)}`
}
