import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { useDatabase } from '../../test/support/database.ts'
import { forward } from '../../test/support/proxy.ts'
import { silent } from '../lib/log.ts'
import { listener } from './listen.ts'

const t = useDatabase()
const PATIENCE = { timeout: 15_000 }

test('a connection that died without a word is replaced, and handlers that throw are survived', async () => {
  const url = new URL(t.url)
  const network = await forward([Number(url.port)])
  url.port = String(network.port)
  const heard: string[] = []
  const hear = (payload: string) => {
    heard.push(payload)
    if (payload === 'broken') throw new Error('defect')
  }
  const notify = (payload: string) => sql`select pg_notify('news', ${payload})`.execute(t.db)
  const stop = new AbortController()
  const ended = listener(url.href, { news: hear }, silent).run(stop.signal)
  await vi.waitFor(() => expect(heard).toEqual(['']), PATIENCE) // anything may have been missed before
  await notify('broken')
  await notify('first')
  await vi.waitFor(() => expect(heard).toEqual(['', 'broken', 'first']), PATIENCE)

  network.lose()
  await notify('missed')
  await vi.waitFor(() => expect(network.silenced()).toBeGreaterThan(0), PATIENCE)
  network.heal()
  await vi.waitFor(() => expect(heard).toEqual(['', 'broken', 'first', '']), PATIENCE)
  await notify('second')
  await vi.waitFor(() => expect(heard.at(-1)).toBe('second'), PATIENCE)

  stop.abort()
  await ended
  await network.close()
}, 60_000)
