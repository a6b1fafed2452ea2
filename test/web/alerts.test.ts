import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { alertReceiver } from '../support/alerts.ts'
import { takeShots } from '../support/designer.ts'
import { expectAccessible, expectNoSidewaysScroll, useWeb } from '../support/web.ts'

type AlertReceiver = Pick<Awaited<ReturnType<typeof alertReceiver>>, 'url' | 'received'>

const web = useWeb()
const unique = (what: string) => `${what} ${Math.random().toString(36).slice(2, 8)}`

/** Lets the channel collect messages and keep quiet hours. */
async function changeHolds(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Settings of On call' }).click()
  const hold = page.getByRole('dialog', { name: 'Settings of On call' })
  await hold.getByLabel('Collect for minutes').fill('15')
  await hold.getByLabel('Quiet from').fill('22:00')
  await hold.getByLabel('Quiet until').fill('07:00')
  await takeShots(page, 'alert-hold')
  await hold.getByLabel('Time zone').fill('Mars/Base')
  await hold.getByRole('button', { name: 'Save' }).click()
  await hold.getByText('is not an IANA time zone').first().waitFor()
  await expectAccessible(page)
  await hold.getByLabel('Time zone').fill('Europe/Berlin')
  await hold.getByRole('button', { name: 'Save' }).click()
  await hold.waitFor({ state: 'hidden' })
  await page.getByText('Collected for 15 min. Quiet from 22:00 to 07:00, Europe/Berlin').waitFor()
  await expectNoSidewaysScroll(page)
}

/** Gives the channel another name and address; what it had is not shown. */
async function changeAddress(page: Page, { url, received }: AlertReceiver): Promise<void> {
  await page.getByRole('button', { name: 'Settings of On call' }).click()
  const change = page.getByRole('dialog', { name: 'Settings of On call' })
  expect(await change.getByLabel('Webhook URL').inputValue()).toBe('')
  await change.getByLabel('Name').fill('On duty')
  await change.getByLabel('Webhook URL').fill(`${url}/other`)
  await expectAccessible(page)
  await change.getByRole('button', { name: 'Save' }).click()
  await change.waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Test On duty' }).click()
  await page.getByText('Delivered to On duty').waitFor()
  expect(received.map(({ path }) => path)).toEqual(['/hidden', '/other'])
}

/** A rule that tells the channel, and then watches one pipeline. */
async function createAndChangeRule(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Rules' }).click()
  await page.getByRole('button', { name: 'New rule' }).click()
  const form = page.getByRole('dialog', { name: 'New rule' })
  await form.getByLabel('Name').fill('Failures')
  await form.getByLabel('Executions that run longer than usual').check()
  await form.getByLabel('After minutes').fill('30')
  await takeShots(page, 'alert-rule')
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Create' }).click()
  await form.waitFor({ state: 'hidden' })
  await page.getByRole('cell', { name: 'Failed executions, Executions that run longer than usual' }).waitFor()
  await page.getByRole('button', { name: 'Settings of Failures' }).click()
  const settings = page.getByRole('dialog', { name: 'Settings of Failures' })
  expect(await settings.getByLabel('After minutes').inputValue()).toBe('30')
  await settings.getByLabel('Pipeline').fill('load')
  await settings.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('cell', { name: 'load', exact: true }).waitFor()
  await expectAccessible(page)
}

test('a channel is created and tested, a rule tells it, and a channel that a rule uses stays', async () => {
  await using receiver = await alertReceiver()
  const project = await web.client.call<{ projectId: string }>('POST', '/v1/projects', {
    json: { name: unique('Alerted') },
  })
  const page = await web.visit(`/projects/${project.projectId}/alerts`, { width: 390 })
  await page.getByText('No incidents').waitFor()
  await expectAccessible(page)
  await page.getByRole('tab', { name: 'Rules' }).click()
  await page.getByText('Create a channel first').waitFor()

  await page.getByRole('tab', { name: 'Channels' }).click()
  await page.getByText('No channels yet').waitFor()
  await page.getByRole('button', { name: 'New channel' }).click()
  const dialog = page.getByRole('dialog', { name: 'New channel' })
  await dialog.getByLabel('Name').fill('On call')
  await dialog.getByLabel('Type').selectOption('Webhook')
  await dialog.getByLabel('Webhook URL').fill('nonsense')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await dialog.getByText('must be an http or https URL').first().waitFor()
  await expectAccessible(page)
  await dialog.getByLabel('Webhook URL').fill(`${receiver.url}/hidden`)
  await dialog.getByRole('button', { name: 'Create' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await page.getByRole('status').getByText('whsec_').waitFor()
  await page.getByRole('cell', { name: receiver.url, exact: true }).waitFor()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await changeHolds(page)
  await page.getByRole('button', { name: 'Test On call' }).click()
  await page.getByText('Delivered to On call').waitFor()
  expect(receiver.received.map(({ path }) => path)).toEqual(['/hidden'])

  await changeAddress(page, receiver)

  await createAndChangeRule(page)

  await page.getByRole('tab', { name: 'Channels' }).click()
  await page.getByRole('button', { name: 'Delete On duty' }).click()
  await page.getByRole('button', { name: 'Delete the channel' }).click()
  await page.getByText('Alert rules use this channel').waitFor()
  await page.getByRole('tab', { name: 'Deliveries' }).click()
  await page.getByText('No messages yet').waitFor()
  await expectAccessible(page)
})

const mail = { host: 'mail.example.com', sender: 'headrace@example.com', username: 'ada' }
const kinds = [
  {
    own: { type: 'EMAIL', recipients: ['a@example.com'], mailServer: { ...mail, password: 'secret' } },
    change: { Recipients: 'a@example.com, b@example.com', Sender: 'alerts@example.com', Port: '2525' },
    expected: {
      recipients: ['a@example.com', 'b@example.com'],
      mailServer: { ...mail, sender: 'alerts@example.com', port: 2525, encryption: 'STARTTLS' },
    },
  },
  {
    own: { type: 'PAGERDUTY', routingKey: 'r'.repeat(32) },
    change: { 'Integration key': 'k'.repeat(32), Endpoint: 'https://events.eu.pagerduty.com/v2/enqueue' },
    expected: { target: 'https://events.eu.pagerduty.com' },
  },
  {
    own: { type: 'TEAMS', webhookUrl: 'https://old.example.com/x' },
    change: { 'Webhook URL': 'https://new.example.com/x' },
    expected: { target: 'https://new.example.com' },
  },
] as const

test.each(kinds)(
  'every property of a channel of type $own.type can be changed',
  async ({ own, change, expected }) => {
    const { projectId } = await web.client.call<{ projectId: string }>('POST', '/v1/projects', {
      json: { name: unique('Changed') },
    })
    const { id } = await web.client.call<{ id: string }>('POST', '/v1/alert-channels', {
      json: { projectId, name: 'Team', ...own },
    })
    const page = await web.visit(`/projects/${projectId}/alerts?tab=channels`)
    await page.getByRole('tab', { name: 'Channels' }).click()
    await page.getByRole('button', { name: 'Settings of Team' }).click()
    const dialog = page.getByRole('dialog', { name: 'Settings of Team' })
    for (const [label, value] of Object.entries(change)) await dialog.getByLabel(label).fill(value)
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'hidden' })
    expect(await web.client.get(`/v1/alert-channels/${id}`)).toMatchObject(expected)
  },
)

test('a rule tells any of more than a hundred channels, and the list names it', async () => {
  const { projectId } = await web.client.call<{ projectId: string }>('POST', '/v1/projects', {
    json: { name: unique('Many channels') },
  })
  for (let at = 100; at < 201; at++)
    await web.client.call('POST', '/v1/alert-channels', {
      json: { projectId, name: `Channel ${at}`, type: 'TEAMS', webhookUrl: 'https://teams.example.com/x' },
    })
  const page = await web.visit(`/projects/${projectId}/alerts`)
  await page.getByRole('tab', { name: 'Rules' }).click()
  await page.getByRole('button', { name: 'New rule' }).click()
  const form = page.getByRole('dialog', { name: 'New rule' })
  await form.getByLabel('Name').fill('Failures')
  await form.getByRole('checkbox', { name: 'Channel 100' }).uncheck()
  await form.getByRole('checkbox', { name: 'Channel 200' }).check()
  await form.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('cell', { name: 'Channel 200', exact: true }).waitFor()
})

test('the administration has the rules of the installation', async () => {
  const page = await web.visit('/administration/about')
  await page.getByRole('link', { name: 'Alerts', exact: true }).click()
  await page.getByRole('tab', { name: 'Channels' }).click()
  await page.getByRole('button', { name: 'New channel' }).waitFor()
  await expectAccessible(page)
})

test('a rule that somebody else has changed is switched as it is now, and its dialog does not overwrite it', async () => {
  const { projectId } = await web.client.call<{ projectId: string }>('POST', '/v1/projects', {
    json: { name: unique('Shared rules') },
  })
  const create = (path: string, json: object) =>
    web.client.call<{ id: string }>('POST', path, { json: { projectId, ...json } })
  const url = { webhookUrl: 'https://hooks.example.com/x' }
  const channel = await create('/v1/alert-channels', { name: 'Team', type: 'SLACK', ...url })
  const own = { projectId, name: 'Loads', events: ['FAILED'], channelIds: [channel.id] }
  const { id } = await create('/v1/alert-rules', own)
  const page = await web.visit(`/projects/${projectId}/alerts`)
  await page.getByRole('tab', { name: 'Rules' }).click()
  const enabled = page.getByRole('switch', { name: 'Enable Loads' })
  await enabled.waitFor()
  await web.client.call('PUT', `/v1/alert-rules/${id}`, { json: { ...own, pipelineName: 'load' } })
  await enabled.click()
  await page.getByText('Disabled Loads').waitFor()
  expect(await web.client.get(`/v1/alert-rules/${id}`)).toMatchObject({
    enabled: false,
    pipelineName: 'load',
  })

  await page.getByRole('button', { name: 'Settings of Loads' }).click()
  const dialog = page.getByRole('dialog', { name: 'Settings of Loads' })
  await dialog.getByLabel('Environment').fill('Production')
  await web.client.call('PUT', `/v1/alert-rules/${id}`, { json: { ...own, pipelineName: 'clean' } })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByRole('alert').getByText('It has changed since it was read').waitFor()
  const rule = await web.client.get<object>(`/v1/alert-rules/${id}`)
  expect(rule).toMatchObject({ pipelineName: 'clean' })
  expect(rule).not.toHaveProperty('environmentName')
})
