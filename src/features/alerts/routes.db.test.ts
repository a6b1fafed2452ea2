import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { endedExecutions } from '../../../test/support/alerts.ts'
import { useApi } from '../../../test/support/api.ts'
import { aProject, aPublishedProject } from '../../../test/support/factories.ts'
import type { AlertChannel, CreatedAlertChannel } from './channels/schema.ts'
import type { AlertRule } from './rules/schema.ts'

const api = useApi()
const channelsPath = '/v1/alert-channels'
const rulesPath = '/v1/alert-rules'
let place: Awaited<ReturnType<typeof aPublishedProject>>
let owner: string
let admin: { token: string }
beforeAll(async () => {
  place = await aPublishedProject(api)
  const other = await aProject(api)
  owner = other.projectId
  admin = await api.credential({ projectRoles: [{ projectId: owner, role: 'ADMIN' }] })
})

const name = () => `n ${randomUUID()}`
async function aChannel(own: object = {}) {
  const body = {
    projectId: owner,
    name: name(),
    type: 'SLACK',
    webhookUrl: 'https://a.example/hush?k=1',
    ...own,
  }
  const { status, body: made } = await api.call<CreatedAlertChannel>('POST', channelsPath, { body })
  expect([status, made]).toEqual([201, expect.anything()])
  return { ...made, path: `${channelsPath}/${made.id}` }
}
async function aRule(channelIds: string[], own: object = {}) {
  const body = { projectId: owner, name: name(), events: ['FAILED'], channelIds, ...own }
  const { status, body: made } = await api.call<AlertRule>('POST', rulesPath, { body })
  expect([status, made]).toEqual([201, expect.anything()])
  return { ...made, path: `${rulesPath}/${made.id}` }
}

test('secrets of a channel are shown nowhere: not by reading, listing, changing, nor in the audit log', async () => {
  const signingSecret = `whsec_${Buffer.alloc(32, 9).toString('base64')}`
  const webhookUrl = 'https://a.example/hush-path?key=hush-key'
  const { path, id } = await aChannel({ type: 'WEBHOOK', webhookUrl, signingSecret })
  const pager = await aChannel({ type: 'PAGERDUTY', webhookUrl: undefined, routingKey: 'hush-routing' })
  const mail = await aChannel({
    type: 'EMAIL',
    webhookUrl: undefined,
    recipients: ['ada@example.com'],
    mailServer: { host: 'smtp.example.com', sender: 'h@example.com', username: 'me', password: 'hush-pass' },
  })
  const changed = await api.call('PATCH', path, { body: { webhookUrl: `${webhookUrl}2` } })
  expect(changed.body).toMatchObject({ id, target: 'https://a.example' })
  expect(mail).toMatchObject({ target: 'smtp.example.com:587', mailServer: { username: 'me' } })
  const seen = await Promise.all(
    [path, pager.path, mail.path, `${channelsPath}?size=100`, '/v1/events?size=100'].map((one) =>
      api.call('GET', one),
    ),
  )
  const text = JSON.stringify([changed.body, seen.map(({ body }) => body)])
  expect(text).toContain('createAlertChannel')
  for (const secret of ['hush-', signingSecret.slice(6)]) expect(text).not.toContain(secret)
  const { rows } = await api.db
    .selectFrom('alert_channel')
    .selectAll()
    .execute()
    .then((all) => ({
      rows: JSON.stringify(all.map((row) => ({ ...row, b: row.secrets_encrypted.toString() }))),
    }))
  expect(rows).not.toContain('hush-')
})

test('an administrator of a project manages its alerts and sees no others', async () => {
  const { token } = admin
  const foreign = await aProject(api)
  const hidden = await aChannel({ projectId: foreign.projectId })
  const ofInstallation = await aChannel({ projectId: undefined })
  const own = await aChannel()
  const rule = await aRule([own.id])
  const listed = await api.call<{ results: AlertChannel[] }>('GET', `${channelsPath}?size=100`, { token })
  expect(listed.body.results.every(({ projectId }) => projectId === owner)).toBe(true)
  expect(listed.body.results.map(({ id }) => id)).toContain(own.id)
  for (const path of [own.path, rule.path]) expect((await api.call('GET', path, { token })).status).toBe(200)
  for (const { path } of [hidden, ofInstallation])
    for (const method of ['GET', 'DELETE']) expect((await api.call(method, path, { token })).status).toBe(404)
  const inForeign = `${channelsPath}?projectId=${foreign.projectId}`
  expect((await api.call('GET', inForeign, { token })).status).toBe(404)
  const body = { name: name(), type: 'SLACK', webhookUrl: 'https://a.example' }
  expect((await api.call('POST', channelsPath, { token, body })).status).toBe(403)
  expect((await api.call('POST', `${own.path}/tests`, { token })).status).toBe(200)
})

test('a contributor neither sees nor changes alerts: they tell of every environment', async () => {
  const { token } = await api.credential({ projectRoles: [{ projectId: owner, role: 'CONTRIBUTOR' }] })
  const channel = await aChannel()
  const rule = await aRule([channel.id])
  for (const path of [channel.path, rule.path, `${channelsPath}?projectId=${owner}`])
    expect((await api.call('GET', path, { token })).status).toBe(403)
  expect((await api.call('POST', `${channel.path}/tests`, { token })).status).toBe(403)
  expect((await api.call<{ total: number }>('GET', rulesPath, { token })).body.total).toBe(0)
})

test('a rule takes channels of its owner only, and a channel that a rule uses is not deleted', async () => {
  const channel = await aChannel()
  const foreign = await aChannel({ projectId: undefined })
  const body = { projectId: owner, name: name(), events: ['FAILED'], channelIds: [foreign.id] }
  const refused = await api.call<{ violations: string[] }>('POST', rulesPath, { body })
  expect([refused.status, refused.body.violations]).toEqual([400, [expect.stringContaining(foreign.id)]])
  const rule = await aRule([channel.id])
  expect((await api.call('DELETE', channel.path)).status).toBe(409)
  expect((await api.call('DELETE', rule.path)).status).toBe(204)
  expect((await api.call('DELETE', channel.path)).status).toBe(204)
})

test('what belongs to the installation is listed without the many things of projects, for SUPER_ADMIN only', async () => {
  await aChannel({ projectId: place.projectId, name: 'A of a project' })
  const own = await aChannel({ projectId: undefined, name: 'Z of the installation' })
  const list = `${channelsPath}?ofInstallation=true&size=100`
  const { results, total } = (
    await api.call<{ results: { id: string; projectId?: string }[]; total: number }>('GET', list)
  ).body
  expect(results.map(({ id }) => id)).toContain(own.id)
  expect(results.filter(({ projectId }) => projectId !== undefined)).toEqual([])
  expect(total).toBe(results.length)
  const { token } = await api.credential({ accountRole: 'USER' })
  for (const path of [channelsPath, rulesPath]) {
    expect((await api.call('GET', `${path}?ofInstallation=true`, { token })).status).toBe(403)
    expect((await api.call('GET', path, { token })).status).toBe(200)
  }
})

test('names are unique for each owner in any case', async () => {
  const channel = await aChannel()
  const rule = await aRule([channel.id])
  const again = { projectId: owner, type: 'SLACK', webhookUrl: 'https://a.example' }
  const taken = { ...again, name: channel.name.toUpperCase() }
  expect((await api.call('POST', channelsPath, { body: taken })).status).toBe(409)
  await aChannel({ projectId: place.projectId, name: channel.name })
  await aChannel({ projectId: undefined, name: channel.name })
  expect(
    (await api.call('POST', channelsPath, { body: { ...taken, projectId: undefined } })).status,
    'the installation is an owner like others',
  ).toBe(409)
  const body = { ...rule, name: rule.name.toUpperCase(), events: ['FAILED'] }
  const { projectId, channelIds } = rule
  expect(
    (
      await api.call('POST', rulesPath, {
        body: { projectId, channelIds, name: body.name, events: body.events },
      })
    ).status,
  ).toBe(409)
})

test('a rule is replaced in the state that was read, and forgets what it no longer watches', async () => {
  const channel = await aChannel({ projectId: place.projectId, webhookUrl: 'http://127.0.0.1:9/' })
  const rule = await aRule([channel.id], { projectId: place.projectId })
  const { headers } = await api.call('GET', rule.path)
  const etag = headers.get('etag')!
  await endedExecutions(api.db, place, ['FAILED'])
  const open = `/v1/alert-incidents?projectId=${place.projectId}&status=OPEN`
  const openCount = async () => (await api.call<{ results: object[] }>('GET', open)).body.results.length
  await expect.poll(openCount, { timeout: 30_000 }).toBe(1)
  const replace = (own: object) =>
    api.call('PUT', rule.path, {
      headers: { 'if-match': etag },
      body: { name: rule.name, events: ['FAILED'], channelIds: [channel.id], ...own },
    })
  const renamed = await replace({ name: `${rule.name}!` })
  expect([renamed.status, await openCount()]).toEqual([200, 1])
  expect((await replace({})).status).toBe(412)
  const body = { name: rule.name, events: ['FAILED'], channelIds: [channel.id], pipelineName: 'Other' }
  const narrowed = await api.call('PUT', rule.path, { body })
  expect([narrowed.status, narrowed.body['pipelineName'], await openCount()]).toEqual([200, 'Other', 0])
  const moved = await api.call('PUT', rule.path, { body: { ...body, projectId: owner } })
  expect(moved.status).toBe(400)
})

test('all violations of a channel are reported', async () => {
  const body = { name: ' ', type: 'FAX', colour: 'red' }
  const answer = await api.call<{ violations: string[] }>('POST', channelsPath, { body })
  expect([answer.status, answer.body.violations.length]).toEqual([400, 3])
  const mixed = { name: name(), type: 'SLACK', routingKey: 'x', webhookUrl: 'ftp://x' }
  const faults = await api.call<{ violations: string[] }>('POST', channelsPath, { body: mixed })
  expect([faults.status, faults.body.violations.length]).toEqual([400, 2])
})

test('deliveries and incidents page by cursor, each once', async () => {
  const channel = await aChannel({ projectId: place.projectId, webhookUrl: 'http://127.0.0.1:9/' })
  const rules = [1, 2, 3].map(() =>
    aRule([channel.id], { projectId: place.projectId, notifyRecovered: false }),
  )
  await Promise.all(rules)
  await endedExecutions(api.db, place, ['FAILED'])
  for (const list of [
    `/v1/alert-deliveries?alertChannelId=${channel.id}&projectId=${place.projectId}`,
    `/v1/alert-incidents?projectId=${place.projectId}&status=OPEN`,
  ]) {
    const all = async () => (await api.call<{ results: { id: string }[] }>('GET', list)).body.results
    await expect.poll(async () => (await all()).length, { timeout: 30_000 }).toBeGreaterThanOrEqual(3)
    const seen: string[] = []
    let token = ''
    do {
      const page = await api.call<{ results: { id: string }[]; more?: string }>(
        'GET',
        `${list}&limit=2${token}`,
      )
      seen.push(...page.body.results.map(({ id }) => id))
      token = page.body.more === undefined ? '' : `&paginationToken=${page.body.more}`
    } while (token !== '')
    expect(seen).toEqual((await all()).map(({ id }) => id))
  }
  expect((await api.call('GET', '/v1/alert-deliveries?paginationToken=x')).status).toBe(400)
})
