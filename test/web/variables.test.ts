import { readFile } from 'node:fs/promises'
import { beforeAll, expect, test } from 'vitest'
import { answeringLate, expectAccessible, expectNoSidewaysScroll, useWeb } from '../support/web.ts'

const web = useWeb()
let projectId: string

/** Other files have runners of theirs. */
async function localRunner(): Promise<string> {
  const agents = await web.client.all<{ agentId: string; name: string }>('/v1/agents')
  return agents.find(({ name }) => name === 'local')!.agentId
}

/** A project of its own with three environments and no variables. */
async function aProject(): Promise<string> {
  const json = { name: `Variables ${Math.random()}` }
  const project = await web.client.call<{ projectId: string }>('POST', '/v1/projects', { json })
  const defaultAgentId = await localRunner()
  for (const name of ['Development', 'Production', 'Test'])
    await web.client.call('POST', `/v1/projects/${project.projectId}/environments`, {
      json: { name, defaultAgentId, defaultUserAccessLevel: 'readOnly' },
    })
  return project.projectId
}

const variables = (id = projectId) => `/v1/projects/${id}/variables`
const make = (name: string, own: object = {}, id = projectId) =>
  web.client.call('POST', variables(id), {
    json: { name, type: 'TEXT', behaviour: 'COPIED', value: 'here', ...own },
  })
const overridesOf = async (name: string) =>
  (await web.client.get<{ overrides: object[] }>(`${variables()}/${name}/environment-overrides`)).overrides

beforeAll(async () => {
  projectId = await aProject()
})

test('a first variable is created in the browser, and what the API rejects is shown at its fields', async () => {
  const empty = await aProject()
  const page = await web.visit(`/projects/${empty}/variables`)
  await page.getByText('No variables yet').waitFor()
  await page.getByRole('button', { name: 'New variable' }).click()
  const dialog = page.getByRole('dialog', { name: 'New variable' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('return')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await dialog.getByText('must not be the JavaScript reserved word return').first().waitFor()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('region')
  await dialog.getByRole('textbox', { name: 'Value' }).fill('eu')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('button', { name: 'region in the project: eu' }).waitFor()
  await page.getByRole('button', { name: 'region in Test: eu, inherited from the project' }).waitFor()
})

test('what is typed in the next form while the list is still read stays', async () => {
  const id = await aProject()
  const page = await web.visit(`/projects/${id}/variables`)
  await page.getByText('No variables yet').waitFor()
  const button = page.getByRole('button', { name: 'New variable' })
  const dialog = page.getByRole('dialog', { name: 'New variable' })
  const name = dialog.getByRole('textbox', { name: 'Name' })
  await button.click()
  await name.fill('first')
  const late = await answeringLate(page, '**/variables?*')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await button.click()
  await name.fill('second')
  await late.answer()
  await page.getByRole('table', { name: 'Variables', includeHidden: true }).waitFor()
  expect(await name.inputValue()).toBe('second')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('button', { name: 'second in the project: (empty)' }).waitFor()
})

test('an override is written in its cell and taken away again, by keyboard alone', async () => {
  await make('schema_name')
  const page = await web.visit(`/projects/${projectId}/variables?name=schema_name`)
  const inherited = page.getByRole('button', {
    name: 'schema_name in Test: here, inherited from the project',
  })
  await inherited.press('Enter')
  await page.getByRole('textbox', { name: 'schema_name in Test' }).fill('there')
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  const own = page.getByRole('button', { name: 'schema_name in Test: there', exact: true })
  await own.waitFor()
  await page.locator('button:focus').getByText('there').waitFor()
  expect(await overridesOf('schema_name')).toEqual([{ environmentName: 'Test', value: 'there' }])
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Inherit the project value' }).press('Enter')
  await inherited.waitFor()
  expect(await overridesOf('schema_name')).toEqual([])
})

test('overrides that fail say so in their cells, and the others are created', async () => {
  await make('threshold', { type: 'NUMBER', value: 5 })
  const page = await web.visit(`/projects/${projectId}/variables?name=threshold`)
  await page.getByRole('button', { name: 'threshold in Production: 5, inherited' }).click()
  await page.getByRole('textbox', { name: 'threshold in Production' }).fill('many')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').getByText('“many” was not accepted: In Production the value').waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Dismiss the error of threshold in Production' }).click()
  await page.getByRole('alert').waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Actions for threshold' }).click()
  await page.getByRole('menuitem', { name: 'Set in several environments' }).click()
  const dialog = page.getByRole('dialog', { name: 'threshold in several environments' })
  await dialog.getByRole('textbox', { name: 'Value' }).fill('7')
  await expectAccessible(page)
  await web.client.call('DELETE', `/v1/projects/${projectId}/environments/Test`)
  await dialog.getByRole('button', { name: 'Set', exact: true }).click()
  await page.getByRole('button', { name: 'threshold in Production: 7', exact: true }).waitFor()
  await page.getByRole('alert').getByText('The environment Test does not exist').waitFor()
  await web.client.call('POST', `/v1/projects/${projectId}/environments`, {
    json: {
      name: 'Test',
      defaultAgentId: await localRunner(),
    },
  })
})

test('a cell that may not be changed is closed; where that is not known, the refusal is said in it', async () => {
  await make('guarded')
  const person = { userName: `reader${Math.random()}@example.com`, password: 'a long enough password' }
  const users = '/v1/directory-integration/scim/v2/Users'
  const { id } = await web.client.call<{ id: string }>('POST', users, { json: { meta: {}, ...person } })
  const access = { projectId, environmentName: 'Development', access: 'READ_ONLY' }
  await web.client.call('PUT', `/v1/users/${id}/roles`, {
    json: {
      accountRole: 'USER',
      projectRoles: [{ projectId, role: 'READ_ONLY' }],
      environmentAccess: [access],
    },
  })
  const page = await web.visit(`/projects/${projectId}/variables?name=guarded`, { as: person })
  const cell = page.getByRole('button', { name: 'guarded in Development: here, inherited' })
  await cell.waitFor()
  expect(await cell.isDisabled()).toBe(true)
  await page.route('**/users/*/permissions*', (route) => route.fulfill({ status: 503, body: '' }))
  await page.reload()
  await cell.click()
  await page.getByRole('textbox', { name: 'guarded in Development' }).fill('mine')
  await page.keyboard.press('Enter')
  await page.getByText('You may not create or edit overrides in Development').waitFor()
  await page.getByRole('button', { name: 'guarded in the project: here' }).click()
  await page.getByRole('textbox', { name: 'guarded in the project' }).fill('mine')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').nth(1).waitFor()
  expect(await web.client.get(`${variables()}/guarded`)).toMatchObject({ value: 'here' })
})

test('reverting a new override removes the override only, and an edit does not overwrite one of others', async () => {
  await make('depth')
  await web.client.call('POST', `${variables()}/depth/environment-overrides`, {
    json: { overrides: [{ environmentName: 'Development', value: 'there' }] },
  })
  const page = await web.visit(`/projects/${projectId}/variables?name=depth&history=depth`)
  const history = page.getByRole('dialog', { name: 'History of depth' })
  await history
    .getByRole('row', { name: /Development/ })
    .getByRole('button', { name: 'Revert' })
    .click()
  await page.getByRole('button', { name: 'Remove override' }).click()
  await page.getByText('Reverted the change to depth').waitFor()
  expect(await overridesOf('depth')).toEqual([])
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Actions for depth' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const editor = page.getByRole('dialog', { name: 'Edit depth' })
  await editor.getByLabel('Description').fill('Mine')
  const ofOthers = { type: 'TEXT', behaviour: 'COPIED', value: 'deeper' }
  await web.client.call('PATCH', `${variables()}/depth`, { json: ofOthers })
  await editor.getByRole('button', { name: 'Save' }).click()
  await editor.getByRole('alert').getByText('It has changed since it was read').waitFor()
  expect(await web.client.get(`${variables()}/depth`)).toMatchObject({ value: 'deeper', description: '' })
})

test('a grid is written in a dialog, and what a spreadsheet copied fills it', async () => {
  await make('airports', { type: 'GRID', columns: ['code', 'city'], value: [['BER', 'Berlin']] })
  const page = await web.visit(`/projects/${projectId}/variables?name=airports`)
  await page.getByRole('button', { name: 'airports in Development: 1 row, inherited' }).click()
  const dialog = page.getByRole('dialog', { name: 'airports in Development' })
  await dialog.getByRole('textbox', { name: 'city, row 1' }).fill('Brandenburg')
  await dialog.getByRole('button', { name: 'Add row' }).click()
  await dialog.getByRole('textbox', { name: 'code, row 2' }).focus()
  await page.evaluate(`{
    const data = new DataTransfer()
    data.setData('text/plain', 'FRA\\tFrankfurt\\nMUC\\tMunich\\n')
    const event = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })
    document.activeElement.dispatchEvent(event)
  }`)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'airports in Development: 3 rows', exact: true }).waitFor()
  expect(await overridesOf('airports')).toEqual([
    {
      environmentName: 'Development',
      value: [
        ['BER', 'Brandenburg'],
        ['FRA', 'Frankfurt'],
        ['MUC', 'Munich'],
      ],
    },
  ])
})

test('a grid that loses a column keeps the cells of the others', async () => {
  const columns = ['code', 'city', 'country']
  await make('ports', { type: 'GRID', columns, value: [['HAM', 'Hamburg', 'DE']] })
  const page = await web.visit(`/projects/${projectId}/variables?name=ports`)
  await page.getByRole('button', { name: 'Actions for ports' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit ports' })
  await dialog.getByText('code', { exact: true }).first().locator('..').locator('button').click()
  expect(await dialog.getByRole('textbox', { name: 'city, row 1' }).inputValue()).toBe('Hamburg')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'hidden' })
  expect(await web.client.get(`${variables()}/ports`)).toMatchObject({
    columns: ['city', 'country'],
    value: [['Hamburg', 'DE']],
  })
})

test('a variable is edited, deleted after a confirmation, and put back from its history', async () => {
  await make('retries', { type: 'NUMBER', value: 3 })
  const page = await web.visit(`/projects/${projectId}/variables?name=retries`)
  await page.getByRole('button', { name: 'Actions for retries' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const editor = page.getByRole('dialog', { name: 'Edit retries' })
  await editor.getByRole('textbox', { name: 'Value' }).fill('4')
  await editor.getByLabel('Description').fill('How often a load is tried')
  await editor.getByRole('button', { name: 'Save' }).click()
  await page.getByText('How often a load is tried').waitFor()
  await page.getByRole('button', { name: 'Actions for retries' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete variable' }).click()
  await page.getByRole('button', { name: 'View the history of retries' }).click()
  const history = page.getByRole('dialog', { name: 'History of retries' })
  await history.getByRole('row', { name: /DELETED/ }).waitFor()
  await expectAccessible(page)
  await history
    .getByRole('row', { name: /DELETED/ })
    .getByRole('button', { name: 'Revert' })
    .click()
  const question = page.getByRole('dialog', { name: 'Revert this change?' })
  await question.getByRole('button', { name: 'Revert' }).click()
  await history
    .getByRole('row', { name: /CREATED/ })
    .nth(1)
    .waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'retries in the project: 4' }).waitFor()
})

test('an import shows its difference before anything changes, and an export can be imported', async () => {
  const id = await aProject()
  await make('kept', {}, id)
  await make('changed', { value: 'old' }, id)
  const file = {
    variables: [
      { name: 'kept', type: 'TEXT', behaviour: 'COPIED' },
      {
        name: 'changed',
        type: 'TEXT',
        behaviour: 'COPIED',
        value: 'new',
        overrides: [{ environmentName: 'Nowhere', value: 'x' }],
      },
      { name: 'added', type: 'NUMBER', behaviour: 'SHARED', value: 1 },
    ],
  }
  const page = await web.visit(`/projects/${id}/variables`)
  await page.getByRole('button', { name: 'Import' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import variables' })
  const upload = { name: 'variables.json', mimeType: 'application/json' }
  const choose = (text: string) =>
    dialog.locator('input[type=file]').setInputFiles({ ...upload, buffer: Buffer.from(text) })
  await choose('{"variables": 1}')
  await dialog.getByRole('button', { name: 'Compare' }).click()
  await dialog.getByRole('alert').getByText('body/variables').waitFor()
  await choose(JSON.stringify(file))
  await dialog.getByRole('button', { name: 'Compare' }).click()
  await dialog.getByText('2 changes, 1 unchanged.').waitFor()
  await dialog.getByText('changed: The environment Nowhere does not exist').waitFor()
  await dialog.getByRole('row', { name: /changed UPDATED old new/ }).waitFor()
  await expectAccessible(page)
  expect(await web.client.get(`${variables(id)}/changed`)).toMatchObject({ value: 'old' })
  await dialog.getByRole('button', { name: 'Apply 2 changes' }).click()
  await page.getByRole('button', { name: 'added in the project: 1' }).waitFor()
  await page.getByRole('button', { name: 'Export' }).click()
  const downloading = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'As YAML' }).click()
  const exported = await readFile(await (await downloading).path(), 'utf8')
  expect(exported).toContain('name: "changed"')
  await page.getByRole('button', { name: 'Import' }).click()
  await dialog.locator('input[type=file]').setInputFiles({
    name: 'variables.yaml',
    mimeType: 'application/yaml',
    buffer: Buffer.from(exported),
  })
  await dialog.getByRole('button', { name: 'Compare' }).click()
  await dialog.getByText('0 changes, 3 unchanged.').waitFor()
  await choose(JSON.stringify({ variables: file.variables.slice(0, 1) }))
  await dialog.getByText('Delete them: the project then matches the file exactly').click()
  await dialog.getByRole('button', { name: 'Compare' }).click()
  await dialog.getByRole('row', { name: /changed DELETED/ }).waitFor()
  await dialog.getByRole('button', { name: 'Apply 2 changes' }).click()
  await page.getByText('1–1 of 1').waitFor()
})

test('the difference of a file that is no longer chosen is not shown', async () => {
  const page = await web.visit(`/projects/${projectId}/variables`)
  await page.getByRole('button', { name: 'Import' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import variables' })
  const choose = (name: string) => {
    const variables = [{ name, type: 'TEXT', behaviour: 'COPIED', value: 'new' }]
    const buffer = Buffer.from(JSON.stringify({ variables }))
    return dialog.locator('input[type=file]').setInputFiles({ name: 'a.json', mimeType: 'text/json', buffer })
  }
  const late = await answeringLate(page, '**/variables/import?*')
  await choose('first')
  await dialog.getByRole('button', { name: 'Compare' }).click()
  await choose('second')
  await late.answer()
  await dialog.getByRole('button', { name: 'Compare' }).click()
  await dialog.getByRole('row', { name: /second CREATED/ }).waitFor()
})

test('an import is refused when the variables changed after they were compared', async () => {
  const id = await aProject()
  await make('racing', { value: 'old' }, id)
  const page = await web.visit(`/projects/${id}/variables`)
  await page.getByRole('button', { name: 'Import' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import variables' })
  const text = JSON.stringify({
    variables: [{ name: 'racing', type: 'TEXT', behaviour: 'COPIED', value: 'mine' }],
  })
  await dialog.locator('input[type=file]').setInputFiles({
    name: 'variables.json',
    mimeType: 'application/json',
    buffer: Buffer.from(text),
  })
  await dialog.getByRole('button', { name: 'Compare' }).click()
  await dialog.getByText('1 change, 0 unchanged.').waitFor()
  const json = { type: 'TEXT', behaviour: 'COPIED', value: 'theirs' }
  await web.client.call('PATCH', `${variables(id)}/racing`, { json })
  await dialog.getByRole('button', { name: 'Apply 1 change' }).click()
  await dialog.getByRole('alert').waitFor()
  expect(await web.client.get(`${variables(id)}/racing`)).toMatchObject({ value: 'theirs' })
  await dialog.getByRole('button', { name: 'Compare' }).click()
  await dialog.getByRole('row', { name: /racing.*theirs.*mine/ }).waitFor()
  await dialog.getByRole('button', { name: 'Apply 1 change' }).click()
  await dialog.waitFor({ state: 'hidden' })
  expect(await web.client.get(`${variables(id)}/racing`)).toMatchObject({ value: 'mine' })
})

test('many variables page on the server, and a part of a name finds one among them', async () => {
  const id = await aProject()
  const file = Array.from({ length: 2_000 }, (_, at) => ({
    name: `bulk_${String(at).padStart(5, '0')}`,
    type: 'TEXT',
    behaviour: 'COPIED',
    value: 'x',
  }))
  await web.client.call('POST', `${variables(id)}/import`, { json: { variables: file } })
  const page = await web.visit(`/projects/${id}/variables`)
  await page.getByText('1–25 of 2,000').waitFor()
  await page.getByRole('button', { name: 'Page 80' }).click()
  await page.getByText('1976–2000 of 2,000').waitFor()
  await page.keyboard.press('/')
  await page.keyboard.type('1234')
  await page.getByRole('button', { name: 'bulk_01234 in the project: x' }).waitFor()
  await page.getByText('1–1 of 1').waitFor()
  await page.getByRole('link', { name: 'Variables', exact: true }).first().click()
  await page.getByText('1–25 of 2,000').waitFor()
  expect(await page.getByLabel('Name contains').inputValue()).toBe('')
})

test('at 360 pixels the page fits, with only the table scrolling', async () => {
  await make('narrow', { description: 'A variable whose description is long enough to be wrapped' })
  for (const rest of ['', '?tab=secrets']) {
    const page = await web.visit(`/projects/${projectId}/variables${rest}`, { width: 360 })
    await page.getByRole('heading', { name: 'Variables', level: 1 }).waitFor()
    await page.getByRole('table').or(page.getByText('No secrets yet')).first().waitFor()
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
  }
})
