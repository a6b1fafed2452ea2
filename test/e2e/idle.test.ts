import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { expect, test } from 'vitest'
import { attachEmbeddedPostgres } from '../../src/db/embedded/attach.ts'
import { silent } from '../../src/lib/log.ts'
import { usePlatformFolder } from '../support/use-platform.ts'

/** Connections tell their counts after ten idle seconds at the latest, so these are longer. */
const COUNTED_SECONDS = 15
/** What the start itself asks is over by then. */
const SETTLED_MS = 60_000
/** There were 22 when every pass looked for itself. */
const MOST_A_SECOND = 5

const folder = usePlatformFolder()

test('a platform on which nothing happens asks its database few things', async () => {
  await folder.start()
  const { connectionString } = await attachEmbeddedPostgres(join(folder.path, 'postgres'), silent)
  const client = new pg.Client(connectionString)
  await client.connect()
  const count = async () => {
    const { rows } = await client.query<{ count: number }>(
      'select (xact_commit + xact_rollback)::float8 as count from pg_stat_database where datname = current_database()',
    )
    return rows[0]!.count
  }
  const countInWindow = async () => {
    const before = await count()
    await sleep(COUNTED_SECONDS * 1_000)
    return (await count()) - before
  }
  await expect.poll(countInWindow, { timeout: SETTLED_MS }).toBeLessThan(COUNTED_SECONDS * MOST_A_SECOND)
  await client.end()
})
