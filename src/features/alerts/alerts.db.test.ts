import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { SMTPServer } from 'smtp-server'
import { beforeEach, expect, test } from 'vitest'
import { alertReceiver, endedExecutions } from '../../../test/support/alerts.ts'
import { useApi } from '../../../test/support/api.ts'
import { type ExecutionPlace, queuedExecutions } from '../../../test/support/executions.ts'
import { aPublishedProject } from '../../../test/support/factories.ts'
import { newId } from '../../lib/ids.ts'
import { signingKey } from './channels/rules.ts'
import type { CreatedAlertChannel, NewAlertChannel } from './channels/schema.ts'
import type { AlertDelivery } from './deliveries/schema.ts'
import type { AlertIncident } from './incidents/schema.ts'
import { closeOutlived } from './incidents/store.ts'
import type { AlertRule, NewAlertRule } from './rules/schema.ts'

/** From the end of an execution to what receivers get. */
const api = useApi()
let place: ExecutionPlace
beforeEach(async () => {
  place = await aPublishedProject(api)
})

const WAIT = { timeout: 30_000 }

async function aChannel(own: Partial<NewAlertChannel>): Promise<CreatedAlertChannel> {
  const body = { projectId: place.projectId, name: `C ${Math.random()}`, type: 'WEBHOOK', ...own }
  const made = await api.call<CreatedAlertChannel>('POST', '/v1/alert-channels', { body })
  expect([made.status, made.body]).toEqual([201, expect.anything()])
  return made.body
}

async function aRule(channelIds: string[], own: Partial<NewAlertRule> = {}): Promise<AlertRule> {
  const body = {
    projectId: place.projectId,
    name: `R ${Math.random()}`,
    events: ['FAILED'],
    channelIds,
    ...own,
  }
  const made = await api.call<AlertRule>('POST', '/v1/alert-rules', { body })
  expect([made.status, made.body]).toEqual([201, expect.anything()])
  return made.body
}

async function deliveries(): Promise<AlertDelivery[]> {
  const path = `/v1/alert-deliveries?projectId=${place.projectId}`
  return (await api.call<{ results: AlertDelivery[] }>('GET', path)).body.results
}
const statuses = async () => (await deliveries()).map(({ kind, status }) => `${kind} ${status}`)

test('a webhook gets one signed message when a pipeline begins to fail, and one when it has recovered', async () => {
  await using receiver = await alertReceiver()
  const channel = await aChannel({ webhookUrl: `${receiver.url}/in?key=hidden` })
  const rule = await aRule([channel.id])
  const [failed] = await endedExecutions(api.db, place, ['FAILED', 'FAILED', 'SUCCESS'])
  await expect.poll(() => receiver.received.length, WAIT).toBe(2)

  const [opened, recovered] = receiver.received.map(({ body }) => JSON.parse(body))
  expect(opened).toMatchObject({ type: 'alert.opened', data: { ruleName: rule.name, event: 'FAILED' } })
  expect(opened.data.facts).toMatchObject({ executionId: failed, pipelineName: 'P', detail: 'ended FAILED' })
  expect(opened.data.link).toBe(`${api.origin}/executions/${failed}`)
  expect(recovered).toMatchObject({ type: 'alert.recovered', data: { occurrences: 2 } })
  for (const { path, headers, body } of receiver.received) {
    const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
    const key = signingKey(channel.signingSecret!)!
    const signature = createHmac('sha256', key).update(signed).digest('base64')
    expect([path, headers['webhook-signature']]).toEqual(['/in?key=hidden', `v1,${signature}`])
  }
  await expect.poll(statuses, WAIT).toEqual(['RECOVERED DELIVERED', 'OPENED DELIVERED'])
  const listed = await api.call<{ results: AlertIncident[] }>(
    'GET',
    `/v1/alert-incidents?projectId=${place.projectId}`,
  )
  expect(listed.body.results).toMatchObject([
    { status: 'CLOSED', occurrences: 2, pipelineExecutionId: failed, alertRuleName: rule.name },
  ])
  const { id } = listed.body.results[0]!
  expect((await api.call('GET', `/v1/alert-incidents/${id}`)).body).toEqual(listed.body.results[0])
  expect((await deliveries()).map((one) => one.id)).toEqual(
    receiver.received.map(({ headers }) => headers['webhook-id']).reverse(),
  )
})

test('a run that is far shorter than those before it is reported, and so is the next one of the usual length', async () => {
  await using receiver = await alertReceiver()
  await aRule([(await aChannel({ webhookUrl: receiver.url })).id], { events: ['RAN_SHORT'] })
  for (const [n, seconds] of [...Array.from({ length: 10 }, (_, run) => 100 + run), 30, 100].entries()) {
    const [id] = await queuedExecutions(api.db, place, 1)
    await sql`
      update execution set status = 'RUNNING', session_id = ${newId()}, queued_at = now() - interval '1 hour',
             started_at = now() - ${seconds}::int * interval '1 second' where id = ${id}`.execute(api.db)
    await sql`update execution set status = 'SUCCESS', finished_at = now() where id = ${id}`.execute(api.db)
    if (n === 9) expect(receiver.received).toEqual([])
  }
  await expect.poll(() => receiver.received.length, WAIT).toBe(2)
  const [opened, recovered] = receiver.received.map(({ body }) => JSON.parse(body))
  expect(opened.data).toMatchObject({
    event: 'RAN_SHORT',
    title: expect.stringMatching(/^Ran shorter than usual: P in /),
    facts: { detail: 'It took 30 s; the last 10 successful runs took 100 s at least.' },
  })
  expect(recovered).toMatchObject({ type: 'alert.recovered' })
})

test('an execution that is inserted as failed, as that of a schedule which cannot start, is told too', async () => {
  await using receiver = await alertReceiver()
  await aRule([(await aChannel({ webhookUrl: receiver.url })).id])
  const [queued] = await queuedExecutions(api.db, place, 1)
  const id = newId()
  await sql`
    insert into execution
    select (jsonb_populate_record(x, jsonb_build_object(
             'id', ${id}::text, 'root_id', ${id}::text, 'status', 'FAILED', 'finished_at', now()))).*
      from execution x where x.id = ${queued}`.execute(api.db)
  await expect.poll(() => receiver.received.length, WAIT).toBe(1)
  expect(JSON.parse(receiver.received[0]!.body).data.facts.executionId).toBe(id)
})

test('a delivery is replayed with the same id', async () => {
  await using receiver = await alertReceiver()
  await aRule([(await aChannel({ webhookUrl: receiver.url })).id])
  await endedExecutions(api.db, place, ['FAILED'])
  await expect.poll(statuses, WAIT).toEqual(['OPENED DELIVERED'])
  const [delivery] = await deliveries()
  const replayed = await api.call('POST', `/v1/alert-deliveries/${delivery!.id}/replays`)
  expect([replayed.status, replayed.body['status']]).toEqual([202, 'PENDING'])
  await expect.poll(() => receiver.received.length, WAIT).toBe(2)
  const [first, again] = receiver.received
  expect(again!.headers['webhook-id']).toBe(first!.headers['webhook-id'])
  expect(again!.body).toBe(first!.body)
})

test('a receiver that hangs or fails delays no other, and gets what it missed in order once it is back', async () => {
  let isDown = true
  await using hanging = await alertReceiver(() => new Promise<number>(() => undefined))
  await using failing = await alertReceiver(() => (isDown ? 503 : 200))
  await using healthy = await alertReceiver()
  const channels = await Promise.all(
    [hanging, failing, healthy].map(({ url }) => aChannel({ webhookUrl: url })),
  )
  await aRule(channels.map(({ id }) => id))
  await endedExecutions(api.db, place, ['FAILED', 'SUCCESS'])
  await expect.poll(() => healthy.received.length, WAIT).toBe(2)
  await expect.poll(() => failing.received.length, WAIT).toBeGreaterThan(1)
  const ids = new Set(failing.received.map(({ headers }) => headers['webhook-id']))
  expect(ids.size, 'only the first is tried').toBe(1)
  const seen = await api.call('GET', `/v1/alert-channels/${channels[1]!.id}`)
  expect(seen.body['lastError']).toBe(`${failing.url} answered 503: told you so`)
  isDown = false
  const kinds = () => failing.received.map(({ body }) => JSON.parse(body).type as string)
  await expect.poll(() => kinds().at(-1), WAIT).toBe('alert.recovered')
  expect(new Set(kinds().slice(0, -1))).toEqual(new Set(['alert.opened']))
})

test('what a receiver refuses is given up after three attempts, and does not stand in the way', async () => {
  await using receiver = await alertReceiver(({ body }) => (body.includes('alert.opened') ? 400 : 204))
  await aRule([(await aChannel({ webhookUrl: receiver.url })).id])
  await endedExecutions(api.db, place, ['FAILED', 'SUCCESS'])
  await expect.poll(statuses, WAIT).toEqual(['RECOVERED DELIVERED', 'OPENED FAILED'])
  expect((await deliveries())[1]).toMatchObject({
    attempts: 3,
    lastError: expect.stringContaining('answered 400'),
  })
})

test('chat, paging and mail get what they take', async () => {
  await using receiver = await alertReceiver()
  const mails: string[] = []
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, _, done) => {
      stream.toArray().then((chunks) => {
        mails.push(Buffer.concat(chunks).toString())
        done()
      }, done)
    },
  })
  smtp.listen(0, '127.0.0.1')
  await once(smtp.server, 'listening')
  const { port } = smtp.server.address() as AddressInfo
  const mailServer = {
    host: '127.0.0.1',
    port,
    encryption: 'NONE' as const,
    sender: 'Headrace <h@example.test>',
  }
  const channels = await Promise.all([
    aChannel({ type: 'SLACK', webhookUrl: `${receiver.url}/slack` }),
    aChannel({ type: 'TEAMS', webhookUrl: `${receiver.url}/teams` }),
    aChannel({ type: 'PAGERDUTY', webhookUrl: `${receiver.url}/pager`, routingKey: 'routing-key-1' }),
    aChannel({ type: 'EMAIL', recipients: ['ada@example.test'], mailServer }),
  ])
  await aRule(channels.map(({ id }) => id))
  await endedExecutions(api.db, place, ['FAILED', 'SUCCESS'])
  await expect.poll(() => [receiver.received.length, mails.length], WAIT).toEqual([6, 2])
  await new Promise<void>((done) => smtp.close(done))

  const at = (path: string) =>
    receiver.received.filter((one) => one.path === path).map(({ body }) => JSON.parse(body))
  expect(at('/slack').map(({ text }) => text)).toEqual([
    expect.stringMatching(/^Failed: P in Development/),
    expect.stringMatching(/^Recovered: P in Development/),
  ])
  expect(at('/teams')[0].attachments[0].content).toMatchObject({ type: 'AdaptiveCard', version: '1.4' })
  const [trigger, resolve] = at('/pager')
  expect(trigger).toMatchObject({
    routing_key: 'routing-key-1',
    event_action: 'trigger',
    payload: { severity: 'error', source: 'headrace' },
  })
  expect(resolve).toEqual({
    routing_key: 'routing-key-1',
    event_action: 'resolve',
    dedup_key: trigger.dedup_key,
  })
  const sent = await deliveries()
  const [opened] = sent.filter((one) => one.kind === 'OPENED' && one.alertChannelId === channels[3]!.id)
  expect(mails[0]).toMatch(/^Subject: Failed: P in Development/m)
  expect(mails[0]).toContain(`<${opened!.id}@headrace>`)
})

test('a cancelled execution, a disabled rule and a disabled channel tell nobody', async () => {
  await using receiver = await alertReceiver()
  await using control = await alertReceiver()
  const disabled = await aChannel({ webhookUrl: receiver.url, enabled: false })
  const enabled = await aChannel({ webhookUrl: receiver.url })
  await aRule([disabled.id])
  await aRule([enabled.id], { enabled: false })
  await aRule([enabled.id], { pipelineName: 'Other' })
  const told = await aChannel({ webhookUrl: control.url })
  await aRule([told.id])
  await endedExecutions(api.db, place, ['CANCELLED', 'FAILED'])
  await expect.poll(() => control.received.length, WAIT).toBe(1)
  expect(receiver.received).toEqual([])
  expect((await deliveries()).map(({ alertChannelId }) => alertChannelId)).toEqual([told.id])
})

test('a failure in a new environment is reported although a deleted environment of the same name had failed', async () => {
  await using receiver = await alertReceiver()
  await aRule([(await aChannel({ webhookUrl: receiver.url })).id])
  await endedExecutions(api.db, place, ['FAILED'])
  await expect.poll(() => receiver.received.length, WAIT).toBe(1)
  await closeOutlived(api.db)
  await endedExecutions(api.db, place, ['FAILED'])
  const incidents = async () =>
    (
      await api.call<{ results: AlertIncident[] }>('GET', `/v1/alert-incidents?projectId=${place.projectId}`)
    ).body.results.map(({ status, occurrences }) => `${status} ${occurrences}`)
  await expect.poll(incidents, WAIT).toEqual(['OPEN 2'])
  const environments = `/v1/projects/${place.projectId}/environments`
  expect((await api.call('DELETE', `${environments}/Development`)).status).toBe(204)
  const body = { name: 'Development', defaultAgentId: place.agentId }
  expect((await api.call('POST', environments, { body })).status).toBe(201)
  await closeOutlived(api.db)
  await endedExecutions(api.db, place, ['FAILED'])
  await expect.poll(incidents, WAIT).toEqual(['OPEN 1', 'CLOSED 2'])
  await expect.poll(() => receiver.received.length, WAIT).toBe(2)
})

test('a channel with digests gets one message for several incidents, and a repeat of it is the same', async () => {
  const ids: unknown[] = []
  await using receiver = await alertReceiver(({ headers }) => {
    ids.push(headers['webhook-id'])
    return ids.length === 1 ? 503 : 204
  })
  const channel = await aChannel({ webhookUrl: receiver.url, digestMinutes: 60 })
  await aRule([channel.id])
  const fail = (pipeline: string) => endedExecutions(api.db, place, ['FAILED'], pipeline)
  for (const pipeline of ['a', 'b', 'c']) await fail(pipeline)
  await expect.poll(statuses, WAIT).toEqual(Array(3).fill('OPENED PENDING'))
  const due = async () => {
    const { rows } = await sql<{ ahead: number }>`
      select extract(epoch from try_at - now())::float8 as ahead from alert_channel where id = ${channel.id}`.execute(
      api.db,
    )
    return rows[0]!.ahead
  }
  await expect.poll(due, WAIT).toBeGreaterThan(3_000)
  expect(receiver.received).toEqual([])

  await sql`update alert_delivery set created_at = created_at - interval '1 hour' where channel_id = ${channel.id}`.execute(
    api.db,
  )
  await sql`update alert_channel set try_at = now() where id = ${channel.id}`.execute(api.db)
  await expect.poll(() => ids.length, WAIT).toBe(1)
  await fail('d')
  await expect.poll(() => ids.length, WAIT).toBe(2)
  expect(ids[1]).toBe(ids[0])
  const [first, repeat] = receiver.received.map(({ body }) => JSON.parse(body))
  expect(repeat).toEqual(first)
  expect(first).toMatchObject({ type: 'alert.digest', data: { title: '3 alerts: 3 opened, 0 over' } })
  expect(
    first.data.alerts.map((one: { type: string; data: { facts: object } }) => [one.type, one.data.facts]),
  ).toEqual(
    ['a', 'b', 'c'].map((pipelineName) => ['alert.opened', expect.objectContaining({ pipelineName })]),
  )
  await expect.poll(statuses, WAIT).toEqual(['OPENED PENDING', ...Array(3).fill('OPENED DELIVERED')])
  const [, c] = await deliveries()
  expect(c!.digestId).toBe(ids[0])

  await api.call('POST', `/v1/alert-deliveries/${c!.id}/replays`)
  await expect.poll(() => ids.length, WAIT).toBe(3)
  expect(ids[2], 'a replay goes by itself, and at once').toBe(c!.id)
  expect(JSON.parse(receiver.received[2]!.body)).toMatchObject({ data: { facts: { pipelineName: 'c' } } })
})

test('in quiet hours messages wait and test messages do not; without them what waits is sent', async () => {
  await using receiver = await alertReceiver()
  const time = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString().slice(11, 16)
  const quietHours = { from: time(-2), to: time(2), timeZone: 'UTC' }
  const channel = await aChannel({ webhookUrl: receiver.url, quietHours })
  await aRule([channel.id])
  await endedExecutions(api.db, place, ['FAILED'])
  const held = async () => {
    const { rows } = await sql<{ isHeld: boolean }>`
      select try_at > now() + interval '1 hour' as "isHeld" from alert_channel where id = ${channel.id}`.execute(
      api.db,
    )
    return rows[0]!.isHeld
  }
  await expect.poll(held, WAIT).toBe(true)
  expect(await statuses()).toEqual(['OPENED PENDING'])
  await api.call('POST', `/v1/alert-channels/${channel.id}/tests`)
  expect(receiver.received.map(({ body }) => JSON.parse(body).type)).toEqual(['alert.test'])
  const changed = await api.call('PATCH', `/v1/alert-channels/${channel.id}`, { body: { quietHours: null } })
  expect(changed.body).not.toHaveProperty('quietHours')
  await expect.poll(statuses, WAIT).toEqual(['OPENED DELIVERED'])
})

test('a test message says what the receiver answered, and why nothing reached it', async () => {
  await using receiver = await alertReceiver(({ path }) => (path === '/no' ? 404 : 200))
  const { id } = await aChannel({ webhookUrl: `${receiver.url}/yes` })
  const tested = await api.call('POST', `/v1/alert-channels/${id}/tests`)
  expect([tested.status, tested.body]).toEqual([
    200,
    { delivered: true, message: `${receiver.url} answered 200: told you so` },
  ])
  await api.call('PATCH', `/v1/alert-channels/${id}`, { body: { webhookUrl: `${receiver.url}/no` } })
  const refused = await api.call('POST', `/v1/alert-channels/${id}/tests`)
  expect(refused.body).toMatchObject({ delivered: false, message: expect.stringContaining('answered 404') })
  const metadata = await aChannel({ webhookUrl: 'http://169.254.169.254/latest' })
  const forbidden = await api.call('POST', `/v1/alert-channels/${metadata.id}/tests`)
  expect(forbidden.body).toMatchObject({
    delivered: false,
    message: expect.stringContaining('must not reach'),
  })
})
