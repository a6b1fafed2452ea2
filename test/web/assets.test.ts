import { beforeAll, expect, test } from 'vitest'
import { orchestration, start } from '../support/pipelines.ts'
import { aPublishedProject, waitFor } from '../support/platform.ts'
import { expectAccessible, expectNoSidewaysScroll, useWeb } from '../support/web.ts'

const web = useWeb()
let project: Awaited<ReturnType<typeof aPublishedProject>>

const step = (sqlScript: string, ...success: string[]) => ({
  type: 'sql-executor',
  parameters: { sqlScript },
  links: { success },
})
const files = {
  'Load.orch.yaml': orchestration({
    Start: start('Raw'),
    Raw: step('create or replace table raw_orders as select 1 as id, 2.5 as amount', 'Totals'),
    Totals: step('create or replace table totals as select sum(amount) as total from raw_orders'),
  }),
  'Report.orch.yaml': orchestration({
    Start: start('View'),
    View: step('create or replace view report as select total * 2 as doubled from totals'),
  }),
}

beforeAll(async () => {
  project = await aPublishedProject(web.client, files)
  for (const name of ['Load', 'Load', 'Report']) await project.finished(await project.run(name))
  const path = `/v1/assets?projectId=${project.projectId}`
  await waitFor('the assets to be recorded', async () => {
    const { results } = await web.client.call<{ results: { name: string }[] }>('GET', path)
    return results.some(({ name }) => name === 'main.report')
  })
}, 120_000)

const listed = () => `/lineage?project=${project.projectId}`

test('assets are found in the list, and each leads to its lineage, drawn and as a table', async () => {
  const page = await web.visit(listed())
  await page.getByRole('row', { name: /main\.report/ }).waitFor()
  await expectAccessible(page)
  await page.getByLabel('Name or namespace').fill('TOTAL')
  await expect.poll(() => page.getByRole('row').count()).toBe(2)
  await page.getByLabel('Freshness').selectOption({ label: 'Not written for a day' })
  await page.getByText('No assets match').waitFor()
  await page.getByLabel('Freshness').selectOption({ label: 'Any' })
  await page.getByRole('link', { name: 'main.totals' }).click()
  await page.getByRole('heading', { name: 'main.totals', level: 1 }).waitFor()
  await page.getByText(/^Last written .* by Load$/).waitFor()
  const drawn = (name: string) => page.getByRole('button', { name: `${name} main in duckdb` })
  await drawn('raw_orders').waitFor()
  await expectAccessible(page)

  // The keys do what the mouse does.
  await drawn('totals').focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  const chosen = page.getByRole('region', { name: 'Asset main.report' })
  await chosen.getByRole('link', { name: 'Report', exact: true }).waitFor()
  await expectAccessible(page)

  await page.getByText('Table', { exact: true }).click()
  const rows = page.getByRole('table', { name: 'Lineage as a table' }).getByRole('row')
  await expect.poll(() => rows.count()).toBe(3)
  await expectAccessible(page)
  await page.getByLabel('Steps in each direction').selectOption('1')
  await page.reload()
  await expect.poll(() => rows.count()).toBe(3)
  await rows.nth(1).getByRole('link', { name: 'main.raw_orders' }).click()
  await page.getByRole('heading', { name: 'main.raw_orders', level: 1 }).waitFor()
})

test('more of a graph is shown when it is asked for', async () => {
  const page = await web.visit(listed())
  await page.getByRole('link', { name: 'main.raw_orders' }).click()
  await page.getByLabel('Steps in each direction').selectOption('1')
  await page.getByText('The 2 nearest assets are shown; there are more.').waitFor()
  await page.getByRole('button', { name: 'Show more' }).click()
  await page.getByRole('button', { name: /report main in/ }).waitFor()
  expect(new URL(page.url()).searchParams.get('depth')).toBe('2')
})

test('a search can be replaced and corrected while its results change', async () => {
  const page = await web.visit('/lineage?find=nothing-like-this')
  const search = page.getByLabel('Name or namespace')
  await page.getByText('No assets match').waitFor()
  await search.fill('')
  for (const key of ['T', 'L', 'ArrowLeft', 'O', 'T', 'A']) await page.keyboard.press(key)
  expect(await search.inputValue()).toBe('TOTAL')
  await page
    .getByRole('row', { name: /main\.totals/ })
    .first()
    .waitFor()
})

test('a column is traced both ways', async () => {
  const page = await web.visit(listed())
  await page.getByRole('link', { name: 'main.totals' }).click()
  await page.getByRole('tab', { name: 'Columns (1)' }).click()
  await page.getByText('No column chosen').waitFor()
  await page.getByRole('combobox', { name: 'Column' }).fill('total')
  await page.keyboard.press('Enter')
  await page.getByRole('table', { name: 'Where it comes from' }).getByText('amount').waitFor()
  await page.getByRole('table', { name: 'What breaks when you drop it' }).getByText('doubled').waitFor()
  await expectAccessible(page)
})

test('writes have their row counts, and lead to their executions, whose steps lead back', async () => {
  const page = await web.visit(listed(), { width: 390 })
  await page.getByRole('link', { name: 'main.raw_orders' }).click()
  await expectNoSidewaysScroll(page)
  await page.getByRole('tab', { name: 'Pipelines' }).click()
  await page.getByRole('row', { name: /Load reads and writes/ }).waitFor()
  await page.getByRole('tab', { name: 'Writes' }).click()
  const writes = page.getByRole('table', { name: 'Writes' })
  await expect.poll(() => writes.getByRole('row').count()).toBe(3)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await writes.getByRole('link', { name: 'Load' }).first().click()
  await page.getByRole('heading', { name: 'Load', level: 1 }).waitFor()
  await page
    .getByRole('button', { name: /Totals/ })
    .first()
    .click()
  const written = page.getByRole('list', { name: 'Writes' })
  await written.getByRole('link', { name: 'main.totals' }).waitFor()
  await page.getByRole('list', { name: 'Reads' }).getByRole('link', { name: 'main.raw_orders' }).waitFor()
  await expectAccessible(page)
})

test('the assets of a step appear when they are recorded, and a failure to read them is said', async () => {
  const id = await project.run('Load')
  await project.finished(id)
  const page = await web.visit('/')
  let asked = 0
  await page.route('**/pipeline-executions/*/lineage', (route) => {
    asked += 1
    if (asked > 2) return route.continue()
    return asked === 1
      ? route.fulfill({ json: { steps: [] } })
      : route.fulfill({ status: 418, json: refusal })
  })
  await page.goto(`/executions/${id}`)
  await page
    .getByRole('button', { name: /Totals/ })
    .first()
    .click()
  await page.getByRole('alert').getByText('Not now.').waitFor()
  await page.getByRole('list', { name: 'Writes' }).getByRole('link', { name: 'main.totals' }).waitFor()
  await expect.poll(() => page.getByRole('alert').count()).toBe(0)
})

const refusal = { title: 'Refused', status: 418, detail: 'Not now.', violations: [] }

test('the page of a pipeline lists what it reads and writes', async () => {
  const page = await web.visit(
    `/projects/${project.projectId}/pipelines?environment=Development&pipeline=Report&tab=assets`,
  )
  await page.getByRole('row', { name: /main\.totals/ }).waitFor()
  await page.getByRole('row', { name: /main\.report/ }).waitFor()
  await expectAccessible(page)
})

test('what was published and never ran is in the graph, in the list of pipelines and in the version', async () => {
  const later = { Start: start('Later'), Later: step('create table later as select doubled from report') }
  const form = new FormData()
  for (const [path, text] of Object.entries({ ...files, 'Later.orch.yaml': orchestration(later) }))
    form.append(path, new Blob([text]), path)
  const headers = { versionName: '2', environmentName: 'Development' }
  await web.client.call('POST', `/v1/projects/${project.projectId}/artifacts`, { form, headers })
  const list = `/v1/assets?projectId=${project.projectId}&search=main.later`
  await waitFor('the version to be recorded', async () => {
    const { results } = await web.client.call<{ results: unknown[] }>('GET', list)
    return results.length > 0
  })
  const page = await web.visit(listed())
  await page.getByRole('link', { name: 'main.report' }).click()
  await page.getByRole('heading', { name: 'main.report', level: 1 }).waitFor()
  await page.getByText('Table', { exact: true }).click()
  await page.getByRole('row', { name: /main\.later Later .* the published version not run yet/ }).waitFor()
  await page.getByRole('row', { name: /Report .* runs, the published version/ }).waitFor()
  await expectAccessible(page)
  await page.getByRole('tab', { name: 'Pipelines' }).click()
  await page.getByRole('row', { name: /Later reads .* not run yet/ }).waitFor()

  const address = `/projects/${project.projectId}/environments?environment=Development&version=2`
  const versions = await web.visit(address)
  const written = versions.getByRole('table', { name: 'Reads and writes' })
  await written.getByRole('row', { name: 'Later Later main.report main.later' }).waitFor()
  await expectAccessible(versions)
})

test('an asset that is not there, or that one does not see, says so', async () => {
  const page = await web.visit('/lineage/0195b1c2-0000-4000-8000-000000000001')
  await page.getByText(/Asset .* does not exist/).waitFor()
  await page.getByRole('link', { name: 'All assets' }).click()
  await page.getByRole('heading', { name: 'Assets', level: 1 }).waitFor()
})
