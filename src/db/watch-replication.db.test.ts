import pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { aReplicatedPostgres } from '../../test/support/replicated-postgres.ts'
import type { Log } from '../lib/log.ts'
import { silent } from '../lib/log.ts'
import { createWatch } from './watch.ts'

/** The synchronous standby of this PostgreSQL is gone: every commit waits for it, with its locks. */
const server = aReplicatedPostgres()
const reasons: string[] = []
const log: Log = {
  ...silent,
  warn: (details: unknown) => void reasons.push((details as { reason: string }).reason),
}
const commitsWait = 'Commits wait for a synchronous standby, which does not confirm them'

beforeAll(async () => {
  const client = await connected({ options: '-c synchronous_commit=local' })
  await client.query('create table counted (n integer); insert into counted values (1)')
  await client.end()
})

async function connected(own: pg.ClientConfig = {}): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: server.url, ...own })
  client.on('error', () => undefined) // it is cut
  await client.connect()
  return client
}

test('the reason for a cut says that commits wait for a standby, and so do those that wait for their locks', async () => {
  const watch = createWatch({ connectionString: server.url }, log)
  const change = 'update counted set n = n + 1'
  const committing = await connected({ statement_timeout: 1_000 })
  const committed = watch.exchange(committing, () => committing.query(change))
  const behind = await connected()
  const waiting = [change, 'select 1'].map((text) => watch.exchange(behind, () => behind.query(text)))
  await expect(Promise.any(waiting)).rejects.toThrow()
  expect(reasons).toEqual([`A statement waits for a lock, and others behind it. ${commitsWait}`])
  expect(watch.isDoubtful(committing)).toBe(false)
  await expect(committed).rejects.toThrow(commitsWait)
  expect(reasons.slice(1)).toEqual([commitsWait])
  expect(watch.isDoubtful(committing)).toBe(false)
})
