import { beforeAll, expect, test } from 'vitest'
import { takeShots } from '../support/designer.ts'
import { bash, orchestration, start } from '../support/pipelines.ts'
import { aPublishedProject } from '../support/platform.ts'
import { expectAccessible, expectNoSidewaysScroll, useWeb } from '../support/web.ts'

const web = useWeb()
let project: Awaited<ReturnType<typeof aPublishedProject>>
beforeAll(async () => {
  const files = { 'Daily.orch.yaml': orchestration({ Start: start('Hello'), Hello: bash('echo hello') }) }
  project = await aPublishedProject(web.client, files)
})
const address = (query = '') => `/projects/${project.projectId}/environments${query}`

test('an environment is made with a connection, changed, and deleted only by its name', async () => {
  const page = await web.visit(address())
  await page.getByRole('link', { name: 'Development' }).waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'New environment' }).click()
  const dialog = page.getByRole('dialog', { name: 'New environment' })
  await dialog.getByLabel(/^Name/).fill('no/slashes')
  await dialog.getByRole('combobox', { name: 'Runner', exact: true }).click()
  await page.getByRole('option', { name: 'local' }).click()
  await dialog.getByRole('button', { name: 'Create' }).click()
  await dialog.getByText('A name cannot contain slashes').waitFor()
  expect(await dialog.getByLabel(/^Name/).getAttribute('aria-invalid')).toBe('true')
  await dialog.getByLabel(/^Name/).fill('Development')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await dialog.getByRole('alert').getByText('Development').waitFor()
  await dialog.getByLabel(/^Name/).fill('Production')
  await dialog.getByRole('combobox', { name: 'Database' }).click()
  await page.getByRole('option', { name: 'PostgreSQL' }).click()
  await dialog.getByLabel(/^Host/).fill('db.example.com')
  await dialog.getByLabel(/^Database name/).fill('sales')
  await dialog.getByLabel(/^User/).fill('loader')
  await dialog.getByLabel('Password secret').fill('sales-password')
  await dialog.getByLabel('Concurrent executions').fill('3')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('heading', { name: 'Production', level: 1 }).waitFor()
  const path = `/v1/projects/${project.projectId}/environments/Production`
  expect(await web.client.get(path)).toMatchObject({
    maxConcurrentExecutions: 3,
    connection: {
      type: 'POSTGRES',
      host: 'db.example.com',
      database: 'sales',
      user: 'loader',
      passwordSecret: 'sales-password',
    },
  })
  await page.getByRole('tab', { name: 'Settings' }).click()
  await page.getByLabel('Concurrent executions').fill('')
  await page.getByLabel('Description').fill('For real')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved the environment').waitFor()
  expect(await web.client.get(path)).toMatchObject({ description: 'For real' })
  expect(await web.client.get(path)).not.toHaveProperty('maxConcurrentExecutions')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Delete' }).click()
  const question = page.getByRole('dialog', { name: 'Delete Production?' })
  await question.getByLabel('Type Production to confirm').fill('production')
  await question.getByRole('button', { name: 'Delete environment' }).click()
  await question.getByText('The name does not match').waitFor()
  await expectAccessible(page)
  await question.getByLabel('Type Production to confirm').fill('Production')
  await question.getByRole('button', { name: 'Delete environment' }).click()
  await page.getByRole('heading', { name: 'Environments', level: 1 }).waitFor()
  await page.getByRole('link', { name: 'Production' }).waitFor({ state: 'hidden' })
})

test('the connection of a new environment is tested before it is saved', async () => {
  const page = await web.visit(address(), { width: 390 })
  await page.getByRole('button', { name: 'New environment' }).click()
  const dialog = page.getByRole('dialog', { name: 'New environment' })
  await dialog.getByLabel(/^Name/).fill('Staging')
  await dialog.getByRole('combobox', { name: 'Runner', exact: true }).click()
  await page.getByRole('option', { name: 'local' }).click()
  await dialog.getByRole('combobox', { name: 'Database' }).click()
  await page.getByRole('option', { name: 'PostgreSQL' }).click()
  await dialog.getByRole('button', { name: 'Test' }).click()
  await dialog.getByText('Required for a PostgreSQL connection').first().waitFor()
  await dialog.getByLabel(/^Host/).fill('169.254.169.254')
  await dialog.getByLabel(/^Database name/).fill('sales')
  await dialog.getByLabel(/^User/).fill('loader')
  await dialog.getByRole('button', { name: 'Test' }).click()
  const tested = dialog.getByRole('status').filter({ hasText: 'The connection failed' })
  await tested.getByText('must not reach').waitFor()
  await expectAccessible(page)
  await dialog.getByLabel(/^Host/).fill('db.example.com')
  await tested.waitFor({ state: 'detached' })
  const path = `/v1/projects/${project.projectId}/environments/Staging`
  await expect(web.client.get(path)).rejects.toThrow()
})

test('a new environment runs SQL on a connection of the project, whatever was typed for its own', async () => {
  const connectionProperties = { host: { value: 'db' }, database: { value: 'd' }, user: { value: 'u' } }
  await web.client.call('POST', `/v1/projects/${project.projectId}/data-platform-connections`, {
    json: {
      name: 'warehouse',
      authProvider: 'MYSQL',
      authType: 'USER_PASSWORD',
      connectionDetails: { connectionProperties },
    },
  })
  const page = await web.visit(address())
  await page.getByRole('button', { name: 'New environment' }).click()
  const dialog = page.getByRole('dialog', { name: 'New environment' })
  await dialog.getByLabel(/^Name/).fill('Shop')
  await dialog.getByRole('combobox', { name: 'Runner', exact: true }).click()
  await page.getByRole('option', { name: 'local' }).click()
  await dialog.getByRole('combobox', { name: 'Database' }).click()
  await page.getByRole('option', { name: 'PostgreSQL' }).click()
  await dialog.getByRole('combobox', { name: 'SQL runs on' }).click()
  await page.getByRole('option', { name: 'warehouse' }).click()
  await dialog.getByRole('combobox', { name: 'Database' }).waitFor({ state: 'detached' })
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('heading', { name: 'Shop', level: 1 }).waitFor()
  const path = `/v1/projects/${project.projectId}/environments/Shop`
  expect(await web.client.get(path)).toMatchObject({
    defaultConnections: { DWH: 'warehouse' },
    connection: { type: 'DUCKDB' },
  })
  await page.getByRole('tab', { name: 'Settings' }).click()
  await page.getByRole('combobox', { name: 'SQL runs on' }).click()
  await page.getByRole('option', { name: 'Settings below' }).click()
  await page.getByRole('combobox', { name: 'Database' }).waitFor()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved the environment').waitFor()
  expect(await web.client.get(path)).toMatchObject({ defaultConnections: {} })
  await web.client.call('DELETE', path)
})

test('names of databases are mapped line by line, and what cannot be is said at the field', async () => {
  const page = await web.visit(address('?environment=Development&tab=settings'))
  await page.getByLabel('Mapped database names').fill('ANALYTICS\nCOPY')
  await page.getByRole('switch', { name: 'Functions of other dialects' }).press('Space')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('can map only one of ANALYTICS, COPY').waitFor()
  await page.getByLabel('Mapped database names').fill('ANALYTICS\nRAW = raw.landing')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved the environment').waitFor()
  expect(await web.client.get(`/v1/projects/${project.projectId}/environments/Development`)).toMatchObject({
    databases: { ANALYTICS: {}, RAW: { database: 'raw', schema: 'landing' } },
    dialectFunctions: false,
  })
  await page.getByRole('button', { name: 'Test' }).click()
  await page.getByText("Opened the environment's DuckDB file").waitFor()
})

test('a version is looked into and promoted, and a second time is refused', async () => {
  const agents = await web.client.all<{ agentId: string; name: string }>('/v1/agents')
  const { agentId } = agents.find(({ name }) => name === 'local')!
  await web.client.call('POST', `/v1/projects/${project.projectId}/environments`, {
    json: { name: 'Test', defaultAgentId: agentId },
  })
  const page = await web.visit(address('?environment=Development'))
  await page.getByRole('button', { name: '1', exact: true }).click()
  const details = page.getByRole('dialog', { name: 'Version 1' })
  await details.getByText('Daily.orch.yaml').waitFor()
  await expectAccessible(page)
  await details.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Promote 1' }).click()
  const promote = page.getByRole('dialog', { name: 'Promote 1' })
  const choose = async () => {
    await promote.getByRole('combobox', { name: 'To' }).click()
    await page.getByRole('option', { name: 'Test' }).click()
    await promote.getByRole('button', { name: 'Promote' }).click()
  }
  await choose()
  await page.getByText('Published 1 to Test').waitFor()
  await page.getByRole('button', { name: 'Promote 1' }).click()
  await choose()
  await promote.getByRole('alert').waitFor()
  await page.goto(address())
  const row = page.getByRole('row', { name: /Test/ })
  await row.getByText('1', { exact: true }).waitFor()
})

test('a role is given to somebody who was found, changed in place, and taken away', async () => {
  const name = `Member ${Math.random()}`
  const credential = await web.client.call<{ clientId: string }>('POST', '/v1/api-credentials', {
    json: { name, accountRole: 'USER' },
  })
  const members = () =>
    web.client.all<{ name: string; role: string }>(`/v1/projects/${project.projectId}/members`)
  const page = await web.visit(`/projects/${project.projectId}/members`)
  const find = page.getByRole('combobox', { name: 'User, group or credential' })
  await find.fill('no such name')
  await page.getByText('No matches').waitFor()
  await find.fill(name.slice(0, 12).toLowerCase())
  await page.getByRole('option', { name }).click()
  await page.getByRole('combobox', { name: 'Role', exact: true }).selectOption('Contributor')
  await page.getByRole('button', { name: 'Add' }).click()
  const role = page.getByLabel(`Role of ${name}`)
  await role.waitFor()
  expect(await members()).toContainEqual(expect.objectContaining({ name, role: 'CONTRIBUTOR' }))
  await expectAccessible(page)
  await role.selectOption('Read only')
  await page.getByText(`${name}: read only`).waitFor()
  expect(await members()).toContainEqual(expect.objectContaining({ name, role: 'READ_ONLY' }))

  await page.goto(address('?environment=Development&tab=access&view=grants'))
  await page.getByText('No direct grants').waitFor()
  await find.fill(name)
  await page.getByRole('option', { name }).click()
  await page.getByRole('combobox', { name: 'Access', exact: true }).selectOption('Run')
  await page.getByRole('button', { name: 'Add' }).click()
  await page.getByLabel(`Access of ${name}`).waitFor()
  await page.getByRole('button', { name: `Remove ${name}` }).click()
  await page.getByRole('button', { name: 'Remove access' }).click()
  await page.getByText('No direct grants').waitFor()

  await page.goto(`/projects/${project.projectId}/members`)
  await page.getByRole('button', { name: `Remove ${name}` }).click()
  await page.getByRole('button', { name: 'Remove role' }).click()
  await role.waitFor({ state: 'hidden' })
  expect(await members()).not.toContainEqual(expect.objectContaining({ name }))
  await web.client.call('DELETE', `/v1/api-credentials/${credential.clientId}`)
})

test('on a narrow screen nothing has to be scrolled sideways, and an unknown environment is said', async () => {
  const page = await web.visit(address(), { width: 360 })
  await page.getByRole('link', { name: 'Development' }).waitFor()
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'New environment' }).click()
  await page.getByRole('dialog').getByRole('combobox', { name: 'Runner', exact: true }).waitFor()
  await expectNoSidewaysScroll(page)
  for (const tab of ['versions', 'settings', 'access']) {
    await page.goto(address(`?environment=Development&tab=${tab}`))
    await page.getByRole('tabpanel').waitFor()
    await expectNoSidewaysScroll(page)
  }
  await page.goto(address('?environment=None'))
  await page.getByRole('alert').getByText('Not Found').waitFor()
})

test('a project is renamed, and deleted only by its name', async () => {
  const name = `Short-lived ${Math.random()}`
  const { projectId } = await web.client.call<{ projectId: string }>('POST', '/v1/projects', {
    json: { name },
  })
  const page = await web.visit(`/projects/${projectId}/settings`)
  await page.getByRole('textbox', { name: 'Name' }).fill(' ')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Enter a name').waitFor()
  await page.getByRole('textbox', { name: 'Name' }).fill(`${name} renamed`)
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved the project').waitFor()
  expect(await web.client.get(`/v1/projects/${projectId}`)).toMatchObject({ name: `${name} renamed` })
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Delete project' }).click()
  const question = page.getByRole('dialog')
  await question.getByLabel(/to confirm$/).fill(name)
  await question.getByRole('button', { name: 'Delete permanently' }).click()
  await question.getByText('The name does not match').waitFor()
  await question.getByLabel(/to confirm$/).fill(`${name} renamed`)
  await question.getByRole('button', { name: 'Delete permanently' }).click()
  await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor()
  await expect(web.client.get(`/v1/projects/${projectId}`)).rejects.toThrow()
})

test('a new user is told what to ask for; a reader sees everything of a project and no control that it may not use', async () => {
  const person = { userName: `reader${Math.random()}@example.com`, password: 'a long enough password' }
  const { id } = await web.client.call<{ id: string }>('POST', '/v1/directory-integration/scim/v2/Users', {
    json: { meta: {}, schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'], active: true, ...person },
  })
  const page = await web.visit('/', { as: person })
  await page.getByText('You have no role in a project yet').waitFor()
  const menu = page.getByRole('navigation', { name: 'Pages' })
  expect(await menu.getByRole('link').allTextContents()).toEqual(['Home'])
  expect(await page.getByText(/Forbidden|Permission needed/).count()).toBe(0)
  await expectAccessible(page)

  const member = `/v1/projects/${project.projectId}/members/${id}`
  await web.client.call('PUT', member, { json: { role: 'READ_ONLY' } })
  await page.goto(address('?environment=Development&tab=settings'))
  expect(await page.getByLabel('Description').isDisabled()).toBe(true)
  await menu.getByRole('link', { name: 'Runners' }).waitFor()
  expect(await menu.getByRole('link', { name: 'Alerts' }).count()).toBe(0)
  const control = page.getByRole('button', { name: /^(Save|Delete|Run|New|Publish|Promote|Import|Add)\b/ })
  expect(await control.count()).toBe(0)
  for (const place of ['schedules', 'variables', 'variables?tab=secrets', 'settings', 'repository']) {
    await page.goto(`/projects/${project.projectId}/${place}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page
      .getByRole('main')
      .getByText(/No (schedules|repository|secrets)|No variables|cannot be changed/)
      .waitFor()
    expect(await control.count()).toBe(0)
  }
  await page.goto(`/projects/${project.projectId}/members`)
  const row = page.getByRole('row', { name: person.userName })
  await row.getByText('Read only').waitFor()
  expect(await row.getByRole('combobox').count()).toBe(0)
})

test('a pipeline shows who runs it, whom it runs, which versions changed it and how', async () => {
  const run = (orchestrationJob: string) => ({ type: 'run-orchestration', parameters: { orchestrationJob } })
  const main = orchestration({
    Start: start('Each', 'Lost', 'Any'),
    Each: { type: 'fixed-iterator', more: { iterationTarget: 'Load' } },
    Load: run('Load/One'),
    Lost: run('Nowhere'),
    Any: run('Load/${which}'),
  })
  const one = (script: string) => orchestration({ Start: start('Do'), Do: bash(script) })
  const { projectId } = await aPublishedProject(web.client, {
    'Main.orch.yaml': main,
    'Load/One.orch.yaml': one('echo first'),
  })
  const publishAgain = async (versionName: string, script: string) => {
    const form = new FormData()
    form.append('Load/One.orch.yaml', new Blob([one(script)]), 'Load/One.orch.yaml')
    const headers = { versionName, environmentName: 'Development' }
    await web.client.call('POST', `/v1/projects/${projectId}/artifacts`, { form, headers })
  }
  const search = (pipeline: string, tab: string) =>
    `/projects/${projectId}/pipelines?environment=Development&version=1&pipeline=${pipeline}&tab=${tab}`
  const page = await web.visit(search('Main', 'calls'))
  const runs = page.getByRole('region', { name: 'Runs', exact: true })
  await runs.getByText('Nowhere').waitFor()
  await runs.getByText('does not exist').waitFor()
  await runs.getByText('decided while running').waitFor()
  await expectAccessible(page)
  await takeShots(page, 'calls')
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page)
  await runs.getByRole('link', { name: 'Load/One', exact: true }).click()
  await page.getByRole('heading', { name: 'Load/One', level: 2 }).waitFor()
  await page.getByRole('tab', { name: 'Calls' }).click()
  const by = page.getByRole('region', { name: 'Run by' })
  await by.getByText('component Load, repeated by Each').waitFor()
  await by.getByText('component Any, named Load/${which}').waitFor()

  await publishAgain('2', 'echo first')
  await publishAgain('3', 'echo third')
  await page.goto(search('Load/One', 'versions'))
  const history = page.getByRole('table', { name: 'Versions that changed it' })
  await history.getByRole('row', { name: /^3 changed/ }).waitFor()
  expect(await history.getByRole('row').count()).toBe(3)
  await history.getByRole('button', { name: 'Show changes of 3' }).click()
  const changes = page.getByRole('region', { name: 'Changes between two versions' })
  await changes.getByText('Changed: Do').waitFor()
  await changes.getByText('third').waitFor()
  await expectAccessible(page)
  await changes.getByText('Graph', { exact: true }).click()
  await changes.getByRole('button', { name: /^Do CHANGED/ }).waitFor()
  await takeShots(page, 'versions')
  await expectNoSidewaysScroll(page)
})

test('an environment is moved to a lake: it waits, is cancelled, and says why it fails', async () => {
  const slow = orchestration({ Start: start('Wait'), Wait: bash('sleep 8') })
  const { projectId } = await aPublishedProject(web.client, { 'Slow.orch.yaml': slow })
  const page = await web.visit(`/projects/${projectId}/environments?environment=Development&tab=settings`, {
    width: 390,
  })
  const card = page.getByRole('region', { name: 'Move to a lake' })
  await card.getByRole('button', { name: 'Move to a lake' }).click()
  const dialog = page.getByRole('dialog', { name: 'Move Development to a lake' })
  await dialog.getByText('No connection of this project leads to a lake').waitFor()
  await expectAccessible(page)
  const connectionProperties = { host: { value: 'db' }, database: { value: 'd' }, user: { value: 'u' } }
  const lake = { authProvider: 'LAKE', authType: 'FOLDER', connectionDetails: { connectionProperties } }
  for (const name of ['lake', 'second lake'])
    await web.client.call('POST', `/v1/projects/${projectId}/data-platform-connections`, {
      json: { name, ...lake },
    })
  await web.client.call('POST', `/v1/projects/${projectId}/pipeline-executions`, {
    json: { pipelineName: 'Slow', environmentName: 'Development' },
  })
  await page.reload()
  await card.getByRole('button', { name: 'Move to a lake' }).click()
  await dialog.getByRole('combobox', { name: 'Lake' }).click()
  await page.getByRole('option', { name: 'second lake' }).click()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Move' }).click()
  const moving = page.getByRole('alert').filter({ hasText: 'Moving to second lake' })
  await moving.getByText('Waiting for one execution that runs in the environment').waitFor()
  await card.waitFor({ state: 'detached' })
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await moving.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Cancel the move' }).click()
  await moving.waitFor({ state: 'detached' })
  await card.getByRole('button', { name: 'Move to a lake' }).click()
  await dialog.getByRole('combobox', { name: 'Lake' }).click()
  await page.getByRole('option', { name: 'lake', exact: true }).click()
  await dialog.getByRole('button', { name: 'Move' }).click()
  const failed = page.getByRole('alert').filter({ hasText: 'Not moved to lake' })
  await failed.getByText('SQL runs on the file as before').waitFor()
  await expectAccessible(page)
  await card.waitFor()
})
