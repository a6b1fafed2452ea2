import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { useApi } from '../../../../test/support/api.ts'
import { idleTransactions } from '../../../../test/support/idle-transactions.ts'
import { newId } from '../../../lib/ids.ts'
import { silent } from '../../../lib/log.ts'
import { guardedPost } from '../../../lib/outgoing-http.ts'
import { sendEvents } from './sending.ts'

const api = useApi()

async function anEvent(seq: number): Promise<void> {
  await sql`
    insert into lineage_event (seq, id, generated_at, project_id, environment_id, execution_id, event)
    values (${seq}, ${newId()}, now(), ${newId()}, ${newId()}, ${newId()}, '{}')`.execute(api.db)
}

test('a receiver that asks for patience gets it', async () => {
  await anEvent(0)
  const until = new Date(Date.now() + 120_000).toUTCString()
  const options = {
    db: api.db,
    log: silent,
    exclusively: <T>(_key: string, work: () => Promise<T>): Promise<T> => work(),
    post: async () => ({
      status: 429,
      statusText: '',
      headers: { 'retry-after': until },
      body: Readable.from([]),
    }),
    url: 'http://127.0.0.1/',
    apiKey: undefined,
  }
  await sql`update lineage_sending set sent_seq = -1`.execute(api.db)
  await sendEvents(options, new AbortController().signal)
  const { rows } = await sql<{ ahead: number }>`
    select extract(epoch from next_attempt_at - now())::float8 as ahead from lineage_sending`.execute(api.db)
  expect(rows[0]!.ahead).toBeGreaterThan(100)
  await sql`update lineage_sending set next_attempt_at = now(), attempts = 0, sent_seq = 0`.execute(api.db)
})

test('no transaction is open while a receiver takes its time, and one server at a time sends', async () => {
  const seen: (readonly string[])[] = []
  const receiver = createServer(async (request, response) => {
    seen.push(await idleTransactions(api.db))
    request.resume()
    response.writeHead(201).end()
  }).listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  const keys: string[] = []
  try {
    await anEvent(1)
    const options = {
      db: api.db,
      log: silent,
      exclusively: <T>(key: string, work: () => Promise<T>): Promise<T> => {
        keys.push(key)
        return work()
      },
      post: guardedPost({ allowPrivateAddresses: true }),
      url: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`,
      apiKey: undefined,
    }
    await sendEvents(options, new AbortController().signal)
    expect(seen).toEqual([[]])
    expect(keys).toEqual(['events of lineage'])
    const { rows } = await sql`select sent_seq::int as sent from lineage_sending`.execute(api.db)
    expect(rows).toEqual([{ sent: 1 }])
  } finally {
    receiver.close()
  }
})
