import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Answer, credential, json, paged, startApi } from '../../testing/loopback-api.ts'
import { loginTo, openTerminal } from '../../testing/terminal.ts'

const id = (n: number) => `0195b1c2-0000-7000-8000-00000000000${n}`
const shop = { id: id(1), name: 'Shop' }
const channel = {
  id: id(2),
  projectId: shop.id,
  name: 'On call',
  type: 'SLACK',
  enabled: true,
  target: 'https://hooks.slack.com',
  updatedAt: '2026-03-01T11:00:00.000Z',
  updatedBy: 'ada',
}
const ofInstallation = { ...channel, id: id(3), projectId: undefined }
const rule = {
  id: id(4),
  projectId: shop.id,
  name: 'Production',
  events: ['FAILED'],
  channelIds: [channel.id],
  environmentName: 'Production',
  notifyRecovered: true,
  enabled: true,
  updatedAt: '2026-03-01T11:00:00.000Z',
  updatedBy: 'ada',
}
const echo: Answer = ({ body }, response) =>
  json(response, 200, { ...channel, ...JSON.parse(body.toString()) })
const lists = {
  'GET /v1/projects': paged([shop]),
  'GET /v1/alert-channels': paged([ofInstallation, channel]),
  'GET /v1/alert-rules': paged([rule]),
}

test('incidents and deliveries are listed, narrowed to a project, and a delivery is replayed', async () => {
  const incident = {
    id: id(5),
    alertRuleId: rule.id,
    alertRuleName: 'Production',
    event: 'FAILED',
    status: 'OPEN',
    title: 'Failed: load in Production (Shop)',
    occurrences: 3,
    openedAt: '2026-03-01T11:00:00.000Z',
    lastAt: '2026-03-01T11:00:00.000Z',
  }
  const delivery = {
    id: id(6),
    alertIncidentId: incident.id,
    alertChannelId: channel.id,
    alertChannelName: 'On call',
    kind: 'OPENED',
    title: incident.title,
    status: 'FAILED',
    attempts: 3,
    lastError: 'answered 404',
    createdAt: '2026-03-01T11:00:00.000Z',
  }
  await using api = await startApi({
    ...lists,
    'GET /v1/alert-incidents': (_, response) => json(response, 200, { results: [incident] }),
    'GET /v1/alert-deliveries': (_, response) => json(response, 200, { results: [delivery], more: 'x' }),
    [`POST /v1/alert-deliveries/${delivery.id}/replays`]: (_, response) => json(response, 202, delivery),
  })
  using terminal = openTerminal({ env: loginTo(api, credential) })
  const incidents = await terminal.run('alerts', '--open', '--project', 'shop')
  expect(incidents.out).toContain('Failed: load in Production (Shop)')
  expect(api.requests.at(-1)!.path).toBe(`/v1/alert-incidents?projectId=${shop.id}&status=OPEN&limit=25`)
  const deliveries = await terminal.run('alerts', 'deliveries', '--channel', 'on call', '--project', 'Shop')
  expect(api.requests.at(-1)!.path).toContain(`alertChannelId=${channel.id}`)
  expect([deliveries.out, deliveries.err]).toEqual([
    expect.stringContaining('answered 404'),
    expect.stringContaining('More exist'),
  ])
  const replayed = await terminal.run('alerts', 'replay', delivery.id)
  expect(replayed.out).toBe('Queued again for On call: Failed: load in Production (Shop)\n')
})

test('a channel is created with its secrets from files, and one without a project belongs to the installation', async () => {
  await using api = await startApi({ ...lists, 'POST /v1/alert-channels': echo })
  using terminal = openTerminal({ env: loginTo(api, credential) })
  writeFileSync(join(terminal.folder, 'url'), 'https://hooks.slack.com/services/x\n')
  writeFileSync(join(terminal.folder, 'password'), 'hidden\n')
  const sent = () => JSON.parse(api.requests.at(-1)!.body.toString())
  const slack = ['alerts', 'channels', 'create', 'On call', '--type', 'slack', '--url-file', 'url']
  const created = await terminal.run(...slack, '--project', 'Shop')
  expect(created.out).toBe(`Created alert channel On call: ${channel.id}\n`)
  expect(sent()).toEqual({
    projectId: shop.id,
    name: 'On call',
    type: 'SLACK',
    webhookUrl: 'https://hooks.slack.com/services/x',
  })
  await terminal.run(
    ...['alerts', 'channels', 'create', 'Mail', '--type', 'EMAIL', '--to', 'a@b.c', '--to', 'd@e.f'],
    ...[
      '--sender',
      'x@y.z',
      '--smtp-host',
      'smtp.b.c',
      '--smtp-user',
      'me',
      '--smtp-password-file',
      'password',
    ],
  )
  expect(sent()).toEqual({
    name: 'Mail',
    type: 'EMAIL',
    recipients: ['a@b.c', 'd@e.f'],
    mailServer: { host: 'smtp.b.c', sender: 'x@y.z', username: 'me', password: 'hidden' },
  })
  const half = await terminal.run('alerts', 'channels', 'create', 'M', '--type', 'EMAIL', '--smtp-host', 'h')
  expect([half.code, half.err]).toEqual([1, expect.stringContaining('Pass --smtp-host and --sender')])
})

test('a test that reaches nobody fails and says why', async () => {
  let outcome = { delivered: true, message: 'answered 200' }
  await using api = await startApi({
    ...lists,
    [`POST /v1/alert-channels/${channel.id}/tests`]: (_, response) => json(response, 200, outcome),
  })
  using terminal = openTerminal({ env: loginTo(api, credential) })
  const run = () => terminal.run('alerts', 'channels', 'test', 'On call', '--project', 'Shop')
  expect((await run()).out).toBe('Delivered to On call: answered 200\n')
  outcome = { delivered: false, message: 'answered 404' }
  const failed = await run()
  expect([failed.code, failed.err]).toEqual([
    1,
    expect.stringContaining('Nothing reached On call: answered 404'),
  ])
})

test('a channel collects messages and keeps quiet hours, until both are switched off', async () => {
  await using api = await startApi({
    ...lists,
    'POST /v1/alert-channels': echo,
    [`PATCH /v1/alert-channels/${channel.id}`]: (_, response) =>
      json(response, 200, { ...channel, digestMinutes: 15 }),
  })
  using terminal = openTerminal({ env: loginTo(api, credential) })
  writeFileSync(join(terminal.folder, 'url'), 'https://hooks.slack.com/services/x\n')
  const sent = () => JSON.parse(api.requests.at(-1)!.body.toString())
  const night = ['--quiet', '22:00-07:00', '--time-zone', 'Europe/Berlin']
  await terminal.run('alerts', 'channels', 'create', 'S', '--type', 'SLACK', '--url-file', 'url', ...night)
  const quietHours = { from: '22:00', to: '07:00', timeZone: 'Europe/Berlin' }
  expect(sent()).toMatchObject({ quietHours })
  const hold = (...given: string[]) =>
    terminal.run('alerts', 'channels', 'hold', 'On call', '--project', 'Shop', ...given)
  expect((await hold('--digest', '15', ...night)).out).toBe('Alert channel On call: digest of 15 min.\n')
  expect(sent()).toEqual({ digestMinutes: 15, quietHours })
  await hold('--no-digest', '--no-quiet')
  expect(sent()).toEqual({ digestMinutes: null, quietHours: null })
  expect([(await hold()).err, (await hold('--quiet', 'at night')).err]).toEqual([
    expect.stringContaining('There is nothing to change'),
    expect.stringContaining('Write it as 22:00-07:00'),
  ])
})

test('a rule names its channels, is disabled as it stands otherwise, and is deleted once that is confirmed', async () => {
  const address = `/v1/alert-rules/${rule.id}`
  await using api = await startApi({
    ...lists,
    'POST /v1/alert-rules': (request, response) =>
      json(response, 201, { ...rule, ...JSON.parse(request.body.toString()) }),
    [`GET ${address}`]: (_, response) => {
      response.setHeader('etag', '"read"')
      json(response, 200, rule)
    },
    [`PUT ${address}`]: (request, response) =>
      json(response, 200, { ...rule, ...JSON.parse(request.body.toString()) }),
    [`DELETE ${address}`]: (_, response) => void response.writeHead(204).end(),
  })
  using terminal = openTerminal({ env: loginTo(api, credential) })
  const sent = () => JSON.parse(api.requests.at(-1)!.body.toString())
  const create = [
    'alerts',
    'rules',
    'create',
    'Production',
    '--channel',
    'On call',
    '--environment',
    'Production',
  ]
  const created = await terminal.run(...create, '--project', 'Shop', '--no-recovered')
  expect(created.out).toBe(`Created alert rule Production: ${rule.id}\n`)
  expect(sent()).toEqual({
    projectId: shop.id,
    name: 'Production',
    events: ['FAILED'],
    channelIds: [channel.id],
    environmentName: 'Production',
    notifyRecovered: false,
  })
  await terminal.run(...create, '--event', 'runner_lost', '--event', 'QUEUED_LONG', '--after', '5')
  expect(sent()).toMatchObject({ events: ['RUNNER_LOST', 'QUEUED_LONG'], afterMinutes: 5 })
  const disabled = await terminal.run('alerts', 'rules', 'disable', 'production', '--project', 'Shop')
  expect(disabled.out).toBe('Disabled alert rule Production.\n')
  const { id: _, updatedAt: _at, updatedBy: _by, ...whole } = rule
  expect(sent()).toEqual({ ...whole, enabled: false })
  expect(api.requests.at(-1)!.headers['if-match']).toBe('"read"')
  expect((await terminal.run('alerts', 'rules', 'delete', 'Production', '--project', 'Shop')).code).toBe(1)
  const deleted = await terminal.run('alerts', 'rules', 'delete', 'Production', '--project', 'Shop', '--yes')
  expect(deleted.out).toBe('Deleted alert rule Production.\n')
})
