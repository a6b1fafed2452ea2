import pg from 'pg'
import { expect, test } from 'vitest'
import { alertReceiver, endedExecutions } from '../../../test/support/alerts.ts'
import { useApi } from '../../../test/support/api.ts'
import { aPublishedProject } from '../../../test/support/factories.ts'
import { type Database, openDatabase } from '../../db/database.ts'
import { systemClock } from '../../lib/clock.ts'
import { silent } from '../../lib/log.ts'
import type { CreatedAlertChannel } from './channels/schema.ts'
import { createLanes } from './deliveries/lanes.ts'
import { evaluateAlerts } from './incidents/evaluation.ts'

/** Servers die at any moment: what they were doing is done once by another. */
const api = useApi()
const KILLS = 20
const PIPELINES = 20
const WAIT = { timeout: 60_000 }

async function watched(webhookUrl: string, own: object = {}) {
  const place = await aPublishedProject(api)
  const { projectId } = place
  const body = { projectId, name: 'Kills', type: 'WEBHOOK', webhookUrl, ...own }
  const channel = await api.call<CreatedAlertChannel>('POST', '/v1/alert-channels', { body })
  const rule = { projectId, name: 'Kills', events: ['FAILED'], channelIds: [channel.body.id] }
  expect((await api.call('POST', '/v1/alert-rules', { body: rule })).status).toBe(201)
  return { place, channel: channel.body }
}

/** Servers without anything else that evaluate as fast as they can. */
async function whileEvaluating(databases: readonly Database[], work: () => Promise<void>): Promise<void> {
  const stop = new AbortController()
  const servers = databases.map(async ({ db }) => {
    while (!stop.signal.aborted) await evaluateAlerts(db, stop.signal, () => undefined).catch(() => undefined)
  })
  await work()
  stop.abort()
  await Promise.all(servers)
}

test('connections that break while servers evaluate and deliver lose no message and make none twice', async () => {
  await using receiver = await alertReceiver()
  const { place } = await watched(receiver.url)
  const killer = new pg.Client({ connectionString: api.databaseUrl })
  await killer.connect()
  const open = () => openDatabase({ connectionString: api.databaseUrl, log: silent })
  const others = [open(), open()]
  let kills = 0
  await whileEvaluating(others, async () => {
    for (let n = 0; n < PIPELINES || kills < KILLS; n++) {
      await endedExecutions(api.db, place, ['FAILED', 'FAILED', 'SUCCESS'], `p${n % PIPELINES}`)
      const { rowCount } = await killer.query(`
        select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'
           and query ~ 'alert_(end|incident|delivery|channel)' limit 1`)
      kills += rowCount ?? 0
    }
  })
  const told = async () => {
    const { rows } = await killer.query(`
      select (select count(*)::int from alert_end) as waiting,
             (select count(*)::int from alert_delivery where status <> 'DELIVERED') as pending`)
    return rows[0]
  }
  await expect.poll(told, WAIT).toEqual({ waiting: 0, pending: 0 })
  const { rows } = await killer.query(`
    select i.facts ->> 'pipelineName' as pipeline, i.occurrences, i.closed_at is not null as closed,
           array_agg(d.kind order by d.id) as kinds, array_agg(d.id) as ids
      from alert_incident i join alert_delivery d on d.incident_id = i.id group by i.id`)
  await killer.end()
  await Promise.all(others.map((one) => one.close()))

  expect(new Set(rows.map(({ pipeline }) => pipeline)).size).toBe(PIPELINES)
  for (const row of rows)
    expect(row).toMatchObject({ occurrences: 2, closed: true, kinds: ['OPENED', 'RECOVERED'] })
  const ids = rows.flatMap((row) => row.ids as string[])
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id']))).toEqual(new Set(ids))
})

test('a server that dies between an answer and its record leaves the message to another, with the same id', async () => {
  const { place, channel } = await watched('http://127.0.0.1:9/', { enabled: false })
  await api.db.updateTable('alert_channel').set({ enabled: true }).where('id', '=', channel.id).execute()
  const sent: string[] = []
  const lanes = () =>
    createLanes({
      db: api.db,
      log: silent,
      clock: systemClock,
      open: () => ({ type: 'WEBHOOK', settings: {}, secrets: {} }),
      send: async (_target, id, _message, signal) => {
        sent.push(id)
        if (sent.length > 1) return { sent: 'taken' }
        // Dies before the answer: neither recorded nor released.
        return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
      },
    })
  await api.api.close()
  await endedExecutions(api.db, place, ['FAILED'])
  await evaluateAlerts(api.db, new AbortController().signal, () => undefined)
  const [dying, next] = [lanes(), lanes()]
  await dying.serveDue()
  await expect.poll(() => sent.length, WAIT).toBe(1)
  await next.serveDue()
  expect(sent.length, 'the lane belongs to the first').toBe(1)
  await dying.close()
  const serve = async () => {
    await next.serveDue()
    return sent.length
  }
  await expect.poll(serve, WAIT).toBe(2)
  expect(sent[1]).toBe(sent[0])
  const state = () =>
    api.db.selectFrom('alert_delivery').select(['status', 'attempts']).where('id', '=', sent[0]!).execute()
  await expect.poll(state, WAIT).toEqual([{ status: 'DELIVERED', attempts: 1 }])
  await next.close()
})
