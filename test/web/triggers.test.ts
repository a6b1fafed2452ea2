import { beforeAll, expect, test } from 'vitest'
import { orchestration, start } from '../support/pipelines.ts'
import { aPublishedProject } from '../support/platform.ts'
import { expectAccessible, expectNoSidewaysScroll, useWeb } from '../support/web.ts'

const web = useWeb()
let project: Awaited<ReturnType<typeof aPublishedProject>>
const nothing = orchestration({ Start: start() }, { order: { type: 'TEXT', defaultValue: 'none' } })

beforeAll(async () => {
  project = await aPublishedProject(web.client, { 'Load.orch.yaml': nothing, 'Report.orch.yaml': nothing })
})

const address = (rest = '') => `/projects/${project.projectId}/triggers${rest}`

async function aTrigger(name: string, own: object = {}): Promise<string> {
  const json = {
    name,
    pipelineName: 'Report',
    environmentName: 'Development',
    condition: { type: 'PIPELINE_END', pipelineName: 'Load' },
    ...own,
  }
  const path = `/v1/projects/${project.projectId}/triggers`
  return (await web.client.call<{ triggerId: string }>('POST', path, { json })).triggerId
}

test('a project without triggers says what one is for and leads to the first', async () => {
  const empty = await aPublishedProject(web.client, { 'Main.orch.yaml': nothing })
  const page = await web.visit(`/projects/${empty.projectId}/triggers`)
  await page.getByText('No triggers yet').waitFor()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Create a trigger' }).click()
  await page.getByRole('heading', { name: 'New trigger', level: 1 }).waitFor()
})

test('a trigger after a pipeline is made, and what it started shows in its history', async () => {
  const page = await web.visit(address('/new'))
  const name = `After load ${Math.random()}`
  await page.getByLabel('Name').fill(name)
  await page.getByRole('combobox', { name: 'Environment', exact: true }).click()
  await page.getByRole('option', { name: 'Development' }).click()
  await page.getByRole('combobox', { name: 'Pipeline', exact: true }).fill('Report')
  await page.getByRole('combobox', { name: 'Pipeline to wait for' }).fill('Load')
  await page.getByRole('button', { name: 'Check now' }).click()
  const looked = page.getByText('No execution of the pipeline has ended with this result yet')
  await looked.waitFor()
  await page.getByRole('combobox', { name: 'Pipeline to wait for' }).fill('Load ')
  await looked.waitFor({ state: 'hidden' })
  await page.getByRole('combobox', { name: 'Pipeline to wait for' }).fill('Load')
  await page.getByRole('button', { name: 'Add path' }).click()
  await page.getByLabel('JSON path').fill('$.pipelineExecutionId')
  await page.getByRole('button', { name: 'Create trigger' }).click()
  await page.getByText('Enter a name').waitFor()
  await page.getByLabel('Variable to set').fill('order')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Create trigger' }).click()
  await page.getByRole('heading', { name, level: 1 }).waitFor()
  await page.getByText('After Load: SUCCESS').first().waitFor()
  await page.getByRole('row', { name: /Runner local/ }).waitFor()
  await expectAccessible(page)
  const path = `/v1/projects/${project.projectId}/pipeline-executions`
  await web.client.call('POST', path, { json: { pipelineName: 'Load', environmentName: 'Development' } })
  await page.getByRole('tab', { name: 'History' }).click()
  await page.getByText('FIRED').waitFor()
  await expectAccessible(page)
})

test('what the API rejects is shown at its fields, and no input is lost', async () => {
  const page = await web.visit(address('/new'))
  await page.getByLabel('Name').fill('Circle')
  await page.getByRole('combobox', { name: 'Environment', exact: true }).click()
  await page.getByRole('option', { name: 'Development' }).click()
  await page.getByRole('combobox', { name: 'Pipeline', exact: true }).fill('Load')
  await page.getByRole('combobox', { name: 'Pipeline to wait for' }).fill('Nowhere')
  await page.getByRole('button', { name: 'Create trigger' }).click()
  await page.getByText('no pipeline Nowhere is published in Development').waitFor()
  expect(await page.getByLabel('Name').inputValue()).toBe('Circle')
  await page.getByRole('combobox', { name: 'Pipeline to wait for' }).fill('Load')
  await page.getByRole('button', { name: 'Create trigger' }).click()
  await page.getByText(/Load → Load would start each other endlessly/).waitFor()
})

test('the secret of a signed trigger is shown once', async () => {
  const page = await web.visit(address('/new'))
  await page.getByLabel('Name').fill(`Signed ${Math.random()}`)
  await page.getByRole('combobox', { name: 'Environment', exact: true }).click()
  await page.getByRole('option', { name: 'Development' }).click()
  await page.getByRole('combobox', { name: 'Pipeline', exact: true }).fill('Report')
  await page.getByRole('combobox', { name: 'Start' }).click()
  await page.getByRole('option', { name: 'For each event sent' }).click()
  await page.getByRole('switch', { name: 'Signed events only' }).check()
  await page.getByRole('button', { name: 'Create trigger' }).click()
  const dialog = page.getByRole('dialog', { name: 'Signing secret' })
  await dialog.getByText(/^whsec_/).waitFor()
  await dialog.getByRole('button', { name: 'Copy Signing secret' }).waitFor()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.mouse.click(5, 500)
  await dialog.getByRole('button', { name: 'Close' }).click()
  await dialog.waitFor({ state: 'hidden' })
})

test('at phone width: switch, change and delete, which asks first', async () => {
  const name = `Phone ${Math.random()}`
  const triggerId = await aTrigger(name, { condition: { type: 'SQL', sql: 'select 1 = 1' }, enabled: false })
  const page = await web.visit(address(), { width: 390 })
  await page.getByRole('switch', { name: `${name} is enabled` }).waitFor()
  await expectNoSidewaysScroll(page)
  await page.goto(address(`/${triggerId}?tab=settings`))
  await page.getByLabel('Name').fill(`${name} 2`)
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByRole('heading', { name: `${name} 2`, level: 1 }).waitFor()
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Delete trigger' }).click()
  await page.getByText(`Deleted trigger ${name} 2`).waitFor()
})

test("a pipeline's page shows what starts it", async () => {
  const name = `Shown ${Math.random()}`
  await aTrigger(name)
  const page = await web.visit(
    `/projects/${project.projectId}/pipelines?environment=Development&pipeline=Report&tab=runs`,
  )
  await page.getByRole('heading', { name: 'Triggers' }).waitFor()
  await page.getByRole('link', { name }).waitFor()
})

test('each of many triggers of a pipeline is on its page', async () => {
  const made = await aPublishedProject(web.client, { 'Often.orch.yaml': orchestration({ Start: start() }) })
  for (let at = 100; at < 201; at++)
    await web.client.call('POST', `/v1/projects/${made.projectId}/triggers`, {
      json: {
        name: `Often ${at}`,
        pipelineName: 'Often',
        environmentName: 'Development',
        condition: { type: 'SQL', sql: 'select 1 = 1' },
        enabled: false,
      },
    })
  const page = await web.visit(
    `/projects/${made.projectId}/pipelines?environment=Development&pipeline=Often&tab=runs`,
  )
  await page.getByRole('button', { name: 'Page 5' }).click()
  await page.getByRole('link', { name: 'Often 200' }).waitFor()
})

test('a trigger after assets: they are searched by name, and the history names what was written', async () => {
  const table = `orders_${Math.random().toString(36).slice(2)}`
  const sqlScript = `create or replace table ${table} as select 1 as n`
  const own = await aPublishedProject(web.client, {
    'Write.orch.yaml': orchestration({
      Start: start('Write'),
      Write: { type: 'sql-executor', parameters: { sqlScript } },
    }),
    'Report.orch.yaml': nothing,
  })
  const write = () =>
    web.client.call('POST', `/v1/projects/${own.projectId}/pipeline-executions`, {
      json: { pipelineName: 'Write', environmentName: 'Development' },
    })
  await write()
  await expect
    .poll(async () => {
      const { total } = await web.client.call<{ total: number }>('GET', `/v1/assets?search=${table}`)
      return total
    })
    .toBe(1)
  const page = await web.visit(`/projects/${own.projectId}/triggers/new`)
  const name = `After assets ${Math.random()}`
  await page.getByLabel('Name').fill(name)
  await page.getByRole('combobox', { name: 'Environment', exact: true }).click()
  await page.getByRole('option', { name: 'Development' }).click()
  await page.getByRole('combobox', { name: 'Pipeline', exact: true }).fill('Report')
  await page.getByRole('combobox', { name: 'Start' }).click()
  await page.getByRole('option', { name: 'When assets are written' }).click()
  await page.getByRole('button', { name: 'Create trigger' }).click()
  await page.getByText('Choose at least one').waitFor()
  await page.getByRole('combobox', { name: 'Assets' }).fill(table)
  await page.getByRole('option', { name: new RegExp(table) }).click()
  await page.getByRole('combobox', { name: 'Assets' }).press('Escape')
  await page.getByLabel('Within (minutes)').fill('60')
  await page.getByRole('button', { name: 'Check now' }).click()
  await page.getByText('The newest writes of all assets would have started it').waitFor()
  const found = page.getByRole('table', { name: 'Found 1 of 1' })
  expect(await found.getByRole('row', { name: `$.asset.name main.${table}` }).count()).toBe(1)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Create trigger' }).click()
  await page.getByRole('heading', { name, level: 1 }).waitFor()
  await page.getByText(`After main.${table}`).first().waitFor()
  await write()
  await page.getByRole('tab', { name: 'History' }).click()
  await page.getByText(`of main.${table}`).waitFor()
  await page.getByText('FIRED').waitFor()
  await expectAccessible(page)
})

test('a trigger waits for a pipeline of another project that the user sees', async () => {
  const other = await aPublishedProject(web.client, { 'Far.orch.yaml': nothing })
  const { name: otherName } = await web.client.call<{ name: string }>(
    'GET',
    `/v1/projects/${other.projectId}`,
  )
  const triggerId = await aTrigger(`Far ${Math.random()}`)
  const page = await web.visit(address(`/${triggerId}?tab=settings`))
  await page.getByRole('combobox', { name: 'Its project' }).fill(otherName)
  await page.getByRole('option', { name: otherName }).click()
  await page.getByRole('combobox', { name: 'Pipeline to wait for' }).fill('Far')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('After Far: SUCCESS').first().waitFor()
  const saved = await web.client.call<{ condition: object }>(
    'GET',
    `/v1/projects/${project.projectId}/triggers/${triggerId}`,
  )
  expect(saved.condition).toMatchObject({ projectId: other.projectId, pipelineName: 'Far' })
})

test('a backfill shows what would run before it runs', async () => {
  const own = await aPublishedProject(web.client, { 'Load.orch.yaml': nothing, 'Report.orch.yaml': nothing })
  const path = `/v1/projects/${own.projectId}`
  const { pipelineExecutionId } = await web.client.call<{ pipelineExecutionId: string }>(
    'POST',
    `${path}/pipeline-executions`,
    { json: { pipelineName: 'Load', environmentName: 'Development' } },
  )
  await expect
    .poll(async () => {
      const run = await web.client.call<{ status: string }>(
        'GET',
        `/v1/pipeline-executions/${pipelineExecutionId}`,
      )
      return run.status
    })
    .toBe('SUCCESS')
  const { triggerId } = await web.client.call<{ triggerId: string }>('POST', `${path}/triggers`, {
    json: {
      name: 'Late',
      pipelineName: 'Report',
      environmentName: 'Development',
      condition: { type: 'PIPELINE_END', pipelineName: 'Load' },
    },
  })
  const page = await web.visit(`/projects/${own.projectId}/triggers/${triggerId}?tab=backfill`)
  await page.getByLabel('From').fill('2026-01-01T00:00')
  await page.getByLabel('To (not included)').fill('2099-01-01T00:00')
  await page.getByRole('button', { name: 'Preview' }).click()
  await page.getByText(/must not be in the future/).waitFor()
  // The field takes whole seconds: the end of the execution is in the range when its second is over.
  const preview = async () => {
    await page.getByLabel('To (not included)').fill(await page.evaluate(localNow))
    await page.getByRole('button', { name: 'Preview' }).click()
    const planned = page.getByRole('status').filter({ hasText: 'in this range' })
    return planned.textContent()
  }
  await expect.poll(preview, { timeout: 10_000 }).toContain(`execution ${pipelineExecutionId}`)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Run 1 event' }).click()
  await page.getByText('Backfill started: 1 event').waitFor()
  await page.getByRole('tab', { name: 'History' }).click()
  await page.getByText('(backfill)').waitFor()
})

/** Now as a field of date and time takes it, with seconds, in the zone of the browser. */
function localNow(): string {
  const at = new Date()
  const pad = (n: number) => String(n).padStart(2, '0')
  const time = [at.getHours(), at.getMinutes(), at.getSeconds()].map(pad).join(':')
  return `${at.getFullYear()}-${pad(at.getMonth() + 1)}-${pad(at.getDate())}T${time}`
}
