import type pg from 'pg'

/** How many connections of API processes there are to this database. */
export async function countServers(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ count: number }>(`
    select count(*)::integer as count from pg_stat_activity
     where datname = current_database() and application_name in ('headrace', 'headrace listen')
       and pid <> pg_backend_pid()`)
  return rows[0]!.count
}
