import { sql } from 'kysely'
import { beforeEach, expect, test, vi } from 'vitest'
import { useDatabase } from '../../../../test/support/database.ts'
import { waitingTransactions } from '../../../../test/support/waiting.ts'
import { systemClock } from '../../../lib/clock.ts'
import { newId } from '../../../lib/ids.ts'
import { silent } from '../../../lib/log.ts'
import type { AlertGrant } from '../access.ts'
import type { AlertChannelType } from '../channels/schema.ts'
import { deleteChannel, readChannel } from '../channels/store.ts'
import { queueDeliveries, type TellingRule } from '../incidents/evaluation-store.ts'
import type { IncidentMessage, Message } from '../messages/message.ts'
import type { Send } from '../messages/send.ts'
import { claimLanes, readPending } from './lane-store.ts'
import { createLanes } from './lanes.ts'
import { readDelivery, requeueDelivery } from './store.ts'

/** What lanes send at the same time, and what they send one after another. */
const database = useDatabase()
beforeEach(() => sql`delete from alert_channel`.execute(database.db))

const WAIT = { timeout: 10_000 }

interface Channel {
  readonly type?: AlertChannelType
  readonly failures?: number
  /** For each subject the kinds of its messages, of one incident. */
  readonly pending: Readonly<Record<string, readonly ('OPENED' | 'RECOVERED')[]>>
}

async function aChannel(
  { type = 'WEBHOOK', failures = 0, pending }: Channel,
  db = database.db,
): Promise<string> {
  const [channelId, ruleId] = [newId(), newId()]
  await sql`
    insert into alert_channel (id, name, type, settings, secrets_encrypted, updated_by, try_at, failures)
    values (${channelId}, ${channelId}, ${type}, '{}', '', 'test', now(), ${failures})`.execute(db)
  await sql`
    insert into alert_rule (id, name, events, updated_by) values (${ruleId}, ${ruleId}, '{FAILED}', 'test')`.execute(
    db,
  )
  for (const [subject, kinds] of Object.entries(pending)) {
    const incidentId = newId()
    await sql`
      insert into alert_incident (id, rule_id, event, subject, facts, opened_at, last_at)
      values (${incidentId}, ${ruleId}, 'FAILED', ${subject}, '{}', now(), now())`.execute(db)
    for (const [n, kind] of kinds.entries())
      await sql`
        insert into alert_delivery (id, incident_id, channel_id, kind, message)
        values (${newId(Date.now(), n)}, ${incidentId}, ${channelId}, ${kind}, ${JSON.stringify({ kind, facts: { detail: subject } })})`.execute(
        db,
      )
  }
  return channelId
}

const lanesThat = (send: Send) =>
  createLanes({
    db: database.db,
    log: silent,
    clock: systemClock,
    open: ({ type, id }) => ({ type, settings: {}, secrets: { routingKey: id } }),
    send,
  })

const textOf = (message: Message) =>
  message.kind === 'OPENED' || message.kind === 'RECOVERED'
    ? `${message.facts.detail} ${message.kind}`
    : message.kind

/** Sends that wait until they are let go. */
function heldSends() {
  const begun: string[] = []
  const waiting: (() => void)[] = []
  const send: Send = async (_target, _id, message, signal) => {
    signal.throwIfAborted()
    begun.push(textOf(message))
    return new Promise((resolve, reject) => {
      waiting.push(() => resolve({ sent: 'taken' }))
      signal.addEventListener('abort', () => reject(signal.reason))
    })
  }
  const letGo = () => {
    for (const one of waiting.splice(0)) one()
  }
  return { begun, send, letGo }
}

test('subjects are told side by side, and each of them in order', async () => {
  await aChannel({ pending: { a: ['OPENED', 'RECOVERED'], b: ['OPENED', 'RECOVERED'] } })
  const { begun, send, letGo } = heldSends()
  const lanes = lanesThat(send)
  await lanes.serveDue()
  await expect.poll(() => begun.toSorted(), WAIT).toEqual(['a OPENED', 'b OPENED'])
  letGo()
  await expect.poll(() => begun.slice(2).toSorted(), WAIT).toEqual(['a RECOVERED', 'b RECOVERED'])
  await lanes.close()
})

test.each([
  ['a chat', { type: 'SLACK' }],
  ['a receiver that failed last time', { failures: 1 }],
] as const)('%s is sent one message at a time', async (_, own) => {
  await aChannel({ ...own, pending: { a: ['OPENED'], b: ['OPENED'] } })
  let [now, most] = [0, 0]
  const begun: string[] = []
  const lanes = lanesThat(async (_target, _id, message) => {
    begun.push(textOf(message))
    most = Math.max(most, ++now)
    await sql`select pg_sleep(0.05)`.execute(database.db)
    now--
    return begun.length < 2 ? { fault: 'away', isFinal: false } : { sent: 'taken' }
  })
  await lanes.serveDue()
  const serve = async () => {
    await lanes.serveDue()
    return begun.length
  }
  await expect.poll(serve, WAIT).toBe(3)
  expect(most).toBe(1)
  await lanes.close()
})

test('a failure of several messages at once counts once: the next attempt is a second later', async () => {
  const id = await aChannel({ pending: { a: ['OPENED'], b: ['OPENED'], c: ['OPENED'] } })
  const lanes = lanesThat(async () => ({ fault: 'away', isFinal: false }))
  await lanes.serveDue()
  const channel = () =>
    database.db.selectFrom('alert_channel').select('failures').where('id', '=', id).executeTakeFirst()
  await expect.poll(channel, WAIT).toEqual({ failures: 1 })
  const attempts = await database.db.selectFrom('alert_delivery').select('attempts').execute()
  expect(attempts).toEqual([{ attempts: 1 }, { attempts: 1 }, { attempts: 1 }])
  await lanes.close()
})

test('however many receivers do not answer, another gets its message at once', async () => {
  const hanging = new Set<string>()
  await database.db.transaction().execute(async (tx) => {
    for (let n = 0; n < 300; n++) hanging.add(await aChannel({ failures: 1, pending: { a: ['OPENED'] } }, tx))
  })
  await aChannel({ pending: { well: ['OPENED'] } })
  await sql`update alert_channel set try_at = now() - interval '1 minute' where failures > 0`.execute(
    database.db,
  )
  const told: string[] = []
  const { send: hang } = heldSends()
  const lanes = lanesThat(async (target, id, message, signal) => {
    if (hanging.has(target.secrets.routingKey!)) return hang(target, id, message, signal)
    told.push(textOf(message))
    return { sent: 'taken' }
  })
  await lanes.serveDue()
  await lanes.serveDue()
  await expect.poll(() => told, WAIT).toEqual(['well OPENED'])
  await lanes.close()
})

test('a lane that is served has one server, also when it is made due at once', async () => {
  const channelId = await aChannel({ pending: { a: ['OPENED'] } })
  const { begun, send, letGo } = heldSends()
  const lanes = lanesThat(send)
  await lanes.serveDue()
  await expect.poll(() => begun, WAIT).toEqual(['a OPENED'])
  const { id } = await database.db.selectFrom('alert_delivery').select('id').executeTakeFirstOrThrow()
  await requeueDelivery(database.db, (await readDelivery(database.db, id))!)
  expect(await claimLanes(database.db, 'healthy', 1)).toEqual([])
  letGo()
  const claim = () =>
    database.db
      .selectFrom('alert_channel')
      .select(['try_at', 'claimed_until'])
      .where('id', '=', channelId)
      .executeTakeFirst()
  await expect.poll(claim, WAIT).toEqual({ try_at: null, claimed_until: null })
  await lanes.close()
})

test('the end of an incident is sent after its beginning, even if the clock of a server is ahead', async () => {
  const channelId = await aChannel({ pending: { a: [] } })
  const { id: incidentId, rule_id: ruleId } = await database.db
    .selectFrom('alert_incident')
    .select(['id', 'rule_id'])
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  const queue = (kind: 'OPENED' | 'RECOVERED') =>
    database.db
      .transaction()
      .execute((tx) =>
        queueDeliveries(
          tx,
          [{ id: ruleId, projectId: null, channelIds: [channelId] } as unknown as TellingRule],
          [{ kind, incidentId, ruleId } as IncidentMessage],
        ),
      )
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 })
  await queue('OPENED').finally(vi.useRealTimers)
  await queue('RECOVERED')
  const pending = await readPending(database.db, channelId, 10)
  expect(pending.map(({ message }) => message.kind)).toEqual(['OPENED', 'RECOVERED'])
})

test('a channel that is deleted while a message is replayed: one waits for the other', async () => {
  const channelId = await aChannel({ pending: { a: ['OPENED'] } })
  const [delivery] = await readPending(database.db, channelId, 1)
  const replay = () =>
    database.db.transaction().execute(async (tx) => {
      const row = await readDelivery(tx, delivery!.id, 'lock')
      if (row !== undefined) await requeueDelivery(tx, row)
    })
  const { replaying } = await database.db.transaction().execute(async (tx) => {
    await readChannel(tx, channelId, 'lock')
    const replaying = replay()
    await expect.poll(() => waitingTransactions(database.db), WAIT).toBe(1)
    await deleteChannel(tx, {} as AlertGrant, channelId)
    return { replaying }
  })
  await replaying
  expect(await readChannel(database.db, channelId)).toBeUndefined()
})
