import { randomUUID } from 'node:crypto'
import type { Page, Route } from 'playwright-core'
import { expect, test } from 'vitest'
import { aChain, aDesignedProject, draftOf, openDraft, takeShots } from '../support/designer.ts'
import { expectAccessible, expectNoSidewaysScroll, useWeb } from '../support/web.ts'

const web = useWeb()

const component = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Components' }).getByRole('button', { name, exact: true })
const sample = (page: Page) => page.getByRole('region', { name: 'Sample', exact: true })

const transformation = `type: transformation
version: "1.0"
pipeline:
  components:
    Numbers:
      type: sql
      parameters:
        componentName: Numbers
        query: "select n, 'row ' || n as caption, null as nothing from range(300) as t (n)"
    Broken:
      type: sql
      sources: [Numbers]
      parameters:
        componentName: Broken
        query: "select nowhere from $T{Numbers}"
    After:
      type: sql
      sources: [Broken]
      parameters:
        componentName: After
        query: "select * from $T{Broken}"
    Slow:
      type: sql
      parameters:
        componentName: Slow
        query: "select count(*) as n from range(1000000000000) as t (n) where n % 7 = 3"
`

/** At the runner of the environment that a project has. */
async function addEnvironment(projectId: string, json: { name: string; allowUnpublishedRuns?: boolean }) {
  const environments = `/v1/projects/${projectId}/environments`
  const [first] = await web.client.all<{ defaultAgentId: string }>(environments)
  await web.client.call('POST', environments, {
    json: { ...json, defaultAgentId: first!.defaultAgentId },
  })
}

test('rows, columns and SQL of a component are shown where the user says, by keyboard alone', async () => {
  const projectId = await aDesignedProject(web)
  await addEnvironment(projectId, { name: 'Staging' })
  const page = await openDraft(web, projectId, 'Rows.tran.yaml', transformation)
  await component(page, 'Numbers').press('Enter')
  await page.getByRole('heading', { name: 'Numbers', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Help', exact: true }).press('Enter')
  await page
    .getByRole('region', { name: 'Help' })
    .getByText(/A SELECT of your own/)
    .waitFor()
  await page.getByRole('button', { name: 'Sample rows' }).focus()
  await page.keyboard.press('s')
  const environment = sample(page).getByRole('combobox', { name: 'Sample in' })
  await expect.poll(() => page.locator(':focus').getAttribute('aria-label')).toBe('Sample in')
  expect(await environment.inputValue()).toBe('')
  const highlighted = page.locator('[role=option][data-combobox-selected]')
  await expect
    .poll(async () => {
      await page.keyboard.press('ArrowDown')
      return highlighted.allTextContents()
    })
    .toEqual(['Development'])
  await page.keyboard.press('Enter')
  await sample(page)
    .getByText(/^First 100 rows · 3 columns · \d+ ms · Development$/)
    .waitFor()
  await sample(page).getByRole('cell', { name: 'row 99', exact: true }).waitFor()
  await page.setViewportSize({ width: 1280, height: 720 })
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await takeShots(page, 'sample')
  await sample(page).getByRole('tab', { name: 'Columns' }).click()
  await sample(page).getByRole('row', { name: 'n BIGINT' }).waitFor()
  await sample(page).getByRole('tab', { name: 'SQL' }).click()
  await sample(page).getByRole('textbox', { name: 'Compiled SQL' }).getByText('range').waitFor()
  await takeShots(page, 'sample-sql')
  await expectAccessible(page)

  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page)

  await page.setViewportSize({ width: 1280, height: 720 })
  await page.getByRole('button', { name: 'Pipeline', exact: true }).click()
  await component(page, 'Broken').click()
  const query = page.getByRole('textbox', { name: /^SQL Query/ })
  await query.press('Control+End')
  await query.pressSequentially(' where capt')
  await page.getByRole('option', { name: /^caption/ }).waitFor()
})

test('what the database refuses is shown at its component; a sample is cancelled; production is never offered', async () => {
  const projectId = await aDesignedProject(web)
  await addEnvironment(projectId, { name: 'Production', allowUnpublishedRuns: false })
  const page = await openDraft(web, projectId, 'Refused.tran.yaml', transformation)
  await page.getByRole('button', { name: 'Sample', exact: true }).click()
  await sample(page).getByText('Choose a component to see').waitFor()
  await component(page, 'After').click()
  // The only one where a draft may run is chosen; nothing was read of it yet.
  const environment = sample(page).getByRole('combobox', { name: 'Sample in' })
  await expect.poll(() => environment.inputValue()).toBe('Development')
  await environment.click()
  expect(await page.getByRole('option').allTextContents()).toEqual(['Development'])
  await page.keyboard.press('Escape')
  await sample(page).getByRole('button', { name: 'Sample', exact: true }).click()
  await sample(page).getByText('Broken, upstream of this one, cannot be read').waitFor()
  await sample(page)
    .getByText(/nowhere/)
    .first()
    .waitFor()
  await expectAccessible(page)
  await takeShots(page, 'sample-refused')
  await sample(page).getByRole('button', { name: 'Show Broken' }).click()
  await page.getByRole('heading', { name: 'Sample of Broken' }).waitFor()
  await sample(page).getByText('Press Sample to read from Development').waitFor()
  await page.keyboard.press('Escape')
  await component(page, 'Slow').click()
  await sample(page).getByRole('button', { name: 'Sample', exact: true }).click()
  await sample(page).getByText('Sampling Slow…').waitFor()
  await sample(page).getByRole('button', { name: 'Cancel' }).click()
  await sample(page).getByText('Press Sample to read from Development').waitFor()
  await sample(page).getByRole('button', { name: 'Close the sample' }).click()
  await sample(page).waitFor({ state: 'detached' })
  await component(page, 'Slow').waitFor({ state: 'detached' })
  await page.getByRole('heading', { name: 'Slow', exact: true }).waitFor()
})

const withGrid = `type: orchestration
version: "1.0"
pipeline:
  components:
    Say:
      type: print-variables
      parameters:
        componentName: Say
        variablesToPrint: ["region"]
        prefixText: "In \${region}: "   # as it was
        includeVariableName: "Maybe"
  variables:
    region:
      metadata: {type: TEXT, scope: SHARED, visibility: PUBLIC, description: ""}
      defaultValue:   "eu"
    shops:
      metadata:
        type: GRID
        description: ""
        scope: COPIED
        visibility: PRIVATE
        columns: {name: {columnType: TEXT}}
      defaultValue: [["Bern"]]
`
const variables = (page: Page) => page.getByRole('region', { name: 'Variables' })
const dialog = (page: Page) => page.getByRole('dialog')

test('variables are added, renamed with what names them, and deleted after a question; undo returns', async () => {
  const projectId = await aDesignedProject(web)
  const page = await openDraft(web, projectId, 'Variables.orch.yaml', withGrid)
  await variables(page)
    .getByRole('button', { name: /^region/ })
    .click()
  await dialog(page).getByText('Used by Say (variablesToPrint), Say (prefixText).').waitFor()
  await dialog(page).getByRole('textbox', { name: 'Name' }).fill('area')
  await dialog(page).getByText('The new name is written to Say (variablesToPrint)').waitFor()
  await dialog(page).getByRole('button', { name: 'Save' }).click()

  await variables(page)
    .getByRole('button', { name: /^shops/ })
    .click()
  await dialog(page).getByRole('button', { name: 'Add column' }).click()
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await dialog(page).getByText('Enter a name for each column').waitFor()
  await dialog(page).getByRole('textbox', { name: 'Name of column 2' }).fill('size')
  await dialog(page).getByRole('textbox', { name: 'size, row 1' }).fill('3')
  await expectAccessible(page)
  await takeShots(page, 'variable')
  await dialog(page).getByRole('button', { name: 'Save' }).click()

  await page.getByRole('button', { name: 'Add variable' }).click()
  await dialog(page).getByRole('textbox', { name: 'Name' }).fill('count')
  await dialog(page).getByRole('combobox', { name: 'Type' }).click()
  await page.getByRole('option', { name: 'Number' }).click()
  await dialog(page).getByRole('button', { name: 'Add', exact: true }).click()
  const lines = withGrid.split('\n')
  await expect
    .poll(async () => (await draftOf(page)).split('\n').filter((line) => !lines.includes(line)))
    .toEqual([
      '        variablesToPrint: ["area"]',
      '        prefixText: "In ${area}: " # as it was',
      '    area:',
      '        columns: {name: {columnType: TEXT}, size: {columnType: "TEXT"}}',
      '      defaultValue: [["Bern", "3"]]',
      '    count:',
      '      metadata: {type: "NUMBER", description: "", scope: "COPIED", visibility: "PUBLIC"}',
      '      defaultValue: "0"',
    ])

  await variables(page).getByRole('button', { name: /^area/ }).click()
  await dialog(page).getByRole('button', { name: 'Delete variable' }).click()
  await page
    .getByRole('dialog', { name: 'Delete area?' })
    .getByRole('button', { name: 'Delete variable' })
    .click()
  await variables(page).getByRole('button', { name: /^area/ }).waitFor({ state: 'detached' })
  await page.getByText(/uses the variable "area", which neither this pipeline/).waitFor()
  await page.getByRole('button', { name: 'Undo (Ctrl+Z)' }).click()
  await variables(page).getByRole('button', { name: /^area/ }).waitFor()
})

test('a reader opens a variable and cannot change it', async () => {
  const projectId = await aDesignedProject(web)
  await web.client.call('POST', `/v1/projects/${projectId}/repositories/commits`, {
    json: {
      branch: 'main',
      message: 'Begin',
      changes: [{ path: 'Variables.orch.yaml', content: withGrid }],
    },
  })
  const reader = { userName: `reader${randomUUID()}@example.com`, password: 'a long enough password' }
  const { id } = await web.client.call<{ id: string }>('POST', '/v1/directory-integration/scim/v2/Users', {
    json: { meta: {}, schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'], active: true, ...reader },
  })
  await web.client.call('PUT', `/v1/projects/${projectId}/members/${id}`, { json: { role: 'READ_ONLY' } })
  const page = await web.visit(`/projects/${projectId}/designer?file=Variables.orch.yaml`, { as: reader })
  await variables(page)
    .getByRole('button', { name: /^region/ })
    .click()
  expect(await dialog(page).getByLabel('Default').isDisabled()).toBe(true)
  expect(await dialog(page).getByRole('button').allTextContents()).toEqual(['', 'Close'])
  await expectAccessible(page)
})

test('faults are shown while one types, at the component, at its property and at the line', async () => {
  const projectId = await aDesignedProject(web)
  const page = await openDraft(web, projectId, 'Faults.orch.yaml', withGrid)
  await component(page, 'Say').click()
  const field = page.getByRole('combobox', { name: 'Include Variable Name' })
  const described = async () => {
    const ids = ((await field.getAttribute('aria-describedby')) ?? '').split(' ').filter(Boolean)
    const texts = await Promise.all(ids.map((id) => page.locator(`[id="${id}"]`).allTextContents()))
    return texts.flat().join(' ')
  }
  await expect.poll(described).toContain('is "Maybe"; it must be one of: Yes, No')
  await page.getByRole('button', { name: /^Say .*1 error/ }).waitFor()
  await takeShots(page, 'faults')
  await expectAccessible(page)
  await field.fill('Yes')
  await expect.poll(described).not.toContain('must be one of')
  await page.getByRole('button', { name: /^Say .*error/ }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo (Ctrl+Z)' }).click()
  await page.getByRole('button', { name: 'YAML', exact: true }).click()
  await page.getByRole('button', { name: /^Error Line 11/ }).click()
  await expect
    .poll(() => page.locator(':focus .cm-lintRange-error').allTextContents())
    .toContain('includeVariableName: "Maybe"')
  await expectAccessible(page)
  await takeShots(page, 'yaml')
})

test('no component is of an unknown type before those that exist are known', async () => {
  const projectId = await aDesignedProject(web)
  const page = await openDraft(web, projectId, 'Early.orch.yaml', withGrid)
  const asked = Promise.withResolvers<Route>()
  await page.route('**/v1/component-types*', (route) => asked.resolve(route))
  await page.reload()
  const route = await asked.promise
  await component(page, 'Say').waitFor()
  await page.getByRole('heading', { name: 'Problems (0)' }).waitFor()
  await route.continue()
  await page.getByRole('button', { name: /^Say .*1 error/ }).waitFor()
})

const makeTables = `type: orchestration
version: "1.0"
pipeline:
  components:
    Start: {type: start, transitions: {success: [Make]}, parameters: {componentName: Start}}
    Make:
      type: sql-script
      parameters:
        componentName: Make
        sqlScript: "create table sales_orders (order_id integer, amount integer); create table shops (name varchar)"
`
const writesSql = `type: transformation
version: "1.0"
pipeline:
  components:
    Query: {type: sql, parameters: {componentName: Query, query: "select  from sales_orders o"}}
    Sink: {type: rewrite-table, sources: [Query], parameters: {componentName: Sink, targetTable: ""}}
`

test('tables, aliases and columns of the database that the user chose are completed in SQL and in names of tables', async () => {
  const projectId = await aDesignedProject(web)
  const project = `/v1/projects/${projectId}`
  await web.client.call('PUT', `${project}/repositories/files`, {
    json: { branch: 'main', path: 'make.orch.yaml', content: makeTables },
  })
  const started = await web.client.call<{ pipelineExecutionId: string }>(
    'POST',
    `${project}/pipeline-executions`,
    { json: { pipelineName: 'make', environmentName: 'Development', ref: 'main' } },
  )
  const status = async () =>
    (
      await web.client.call<{ status: string }>(
        'GET',
        `/v1/pipeline-executions/${started.pipelineExecutionId}`,
      )
    ).status
  await expect.poll(status, { timeout: 60_000 }).toBe('SUCCESS')

  const page = await openDraft(web, projectId, 'Sql.tran.yaml', writesSql)
  await component(page, 'Query').click()
  const query = page.getByRole('textbox', { name: /^SQL Query/ })
  const option = (name: RegExp) => page.getByRole('option', { name })
  const from = page.getByRole('combobox', { name: 'Complete tables from' })
  expect(await from.inputValue()).toBe('')
  await from.click()
  await page.getByRole('option', { name: 'Development' }).click()
  await query.press('Control+Home')
  for (let at = 0; at < 'select '.length; at += 1) await query.press('ArrowRight')
  await query.pressSequentially('o.am')
  await option(/^amount/).waitFor()
  await page.setViewportSize({ width: 1280, height: 720 })
  await takeShots(page, 'sql-names')
  await query.press('Escape')
  await query.press('Control+End')
  await query.pressSequentially(' join sho')
  await option(/^shops/).waitFor()
  await query.press('Escape')
  await query.pressSequentially(' where order_')
  await option(/^order_id/).waitFor()
  await query.press('Escape')

  await page.getByRole('button', { name: 'Pipeline', exact: true }).click()
  await component(page, 'Sink').click()
  const target = page.getByRole('combobox', { name: 'Target Table' })
  await target.fill('ord')
  await option(/^sales_orders/).click()
  expect(await target.inputValue()).toBe('sales_orders')
  await takeShots(page, 'table-names')
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page)
})

test('a new link begins with no target when another component is chosen', async () => {
  const projectId = await aDesignedProject(web)
  const page = await openDraft(web, projectId, 'Links.orch.yaml', aChain('One'))
  const card = (name: string) =>
    page
      .getByRole('application', { name: /^Canvas of / })
      .getByRole('button', { name: new RegExp(`^${name} `) })
  await card('Start').click()
  const target = page.getByRole('combobox', { name: 'Link to', exact: true })
  await target.click()
  await page.getByRole('option', { name: 'One' }).click()
  expect(await target.inputValue()).toBe('One')
  await card('One').click()
  await page.getByRole('heading', { name: 'One', exact: true }).waitFor()
  expect(await target.inputValue()).toBe('')
  expect(await page.getByRole('button', { name: 'Link', exact: true }).isDisabled()).toBe(true)
})
