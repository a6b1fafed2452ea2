import { beforeAll, expect, test } from 'vitest'
import { expectAccessible, useWeb } from '../support/web.ts'

const web = useWeb()
let projectId: string

beforeAll(async () => {
  const json = { name: `Connections ${Math.random()}` }
  projectId = (await web.client.call<{ projectId: string }>('POST', '/v1/projects', { json })).projectId
  const agents = await web.client.all<{ agentId: string; name: string }>('/v1/agents')
  const agent = agents.find(({ name }) => name === 'local') // other files have runners of theirs
  await web.client.call('POST', `/v1/projects/${projectId}/environments`, {
    json: { name: 'Development', defaultAgentId: agent!.agentId },
  })
  await web.client.call('POST', `/v1/projects/${projectId}/secrets`, {
    json: { name: 'orders_password', value: 'hush-hush' },
  })
})

test('a connection is tried before it is saved, changed, and deleted once it says what uses it', async () => {
  const page = await web.visit(`/projects/${projectId}/connections`)
  await page.getByText('No connections yet').waitFor()
  await page.getByRole('button', { name: 'New connection' }).click()
  const dialog = page.getByRole('dialog', { name: 'New connection' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('orders')
  await dialog.getByRole('textbox', { name: 'Host' }).fill('/tmp')
  await dialog.getByRole('textbox', { name: 'Database' }).fill('orders')
  await dialog.getByRole('textbox', { name: 'User' }).fill('etl')
  await dialog.getByLabel('Password (secret)').fill('orders_password')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('/host must be a host name or an IP address').first().waitFor()
  await dialog.getByRole('textbox', { name: 'Host' }).fill('169.254.169.254')
  await dialog.getByRole('button', { name: 'Test', exact: true }).click()
  await dialog.getByText('The connection failed').waitFor()
  await dialog.getByText('must not reach').waitFor()
  await expectAccessible(page)
  await dialog.getByRole('textbox', { name: 'Database' }).fill('others')
  await dialog.getByText('The connection failed').waitFor({ state: 'hidden' })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('cell', { name: 'POSTGRES' }).waitFor()
  const stored = `/v1/projects/${projectId}/connections/orders`
  expect(await web.client.get(stored)).toMatchObject({
    platformConnectionType: 'DWH',
    connectionDetails: {
      connectionProperties: {
        host: { value: '169.254.169.254' },
        password: { secretName: 'orders_password' },
      },
    },
  })

  await page.getByRole('button', { name: 'Settings of orders' }).click()
  const settings = page.getByRole('dialog', { name: 'Settings of orders' })
  await settings.getByRole('textbox', { name: 'Port' }).fill('6432')
  await settings.getByRole('button', { name: 'Save' }).click()
  await settings.waitFor({ state: 'hidden' })
  expect(await web.client.get(stored)).toMatchObject({
    connectionDetails: { connectionProperties: { port: { value: 6432 }, user: { value: 'etl' } } },
  })
  expect(await page.content()).not.toContain('hush-hush')

  const environment = `/v1/projects/${projectId}/environments/Development`
  await web.client.call('PATCH', environment, { json: { defaultConnections: { DWH: 'orders' } } })
  await page.getByRole('button', { name: 'Delete orders' }).click()
  await page.getByText('SQL of Development runs on it').waitFor()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await web.client.call('PATCH', environment, { json: { defaultConnections: {} } })
  await page.getByRole('button', { name: 'Delete orders' }).click()
  await page.getByText('Pipelines that name orders will fail').waitFor()
  await page.getByRole('button', { name: 'Delete connection' }).click()
  await page.getByText('No connections yet').waitFor()
})

test('a secret is made from the dialog of a connection, which keeps what was typed', async () => {
  const page = await web.visit(`/projects/${projectId}/connections`)
  await page.getByRole('button', { name: 'New connection' }).click()
  const dialog = page.getByRole('dialog', { name: 'New connection' })
  await dialog.getByRole('textbox', { name: 'Database' }).fill('orders')
  await dialog.getByRole('button', { name: 'New secret…' }).click()
  const secret = page.getByRole('dialog', { name: 'New secret' })
  await secret.getByRole('textbox', { name: 'Name' }).fill('from_here')
  await secret.getByRole('textbox', { name: 'Value' }).fill('hush-hush')
  await expectAccessible(page)
  await secret.getByRole('button', { name: 'Create' }).click()
  await secret.waitFor({ state: 'hidden' })
  expect(await dialog.getByRole('textbox', { name: 'Database' }).inputValue()).toBe('orders')
  await dialog.getByLabel('Password (secret)').fill('from')
  await page.getByRole('option', { name: 'from_here' }).waitFor()
})
