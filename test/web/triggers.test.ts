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
  await page.getByText('No execution of the pipeline has ended so yet').waitFor()
  await page.getByRole('button', { name: 'Add path' }).click()
  await page.getByLabel('Variable to set').fill('order')
  await page.getByLabel('JSON path').fill('$.pipelineExecutionId')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Create trigger' }).click()
  await page.getByRole('heading', { name, level: 1 }).waitFor()
  await page.getByText('After Load: SUCCESS').first().waitFor()
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
  await page.getByText(/Load → Load would start one another without end/).waitFor()
})

test('the secret of a signed trigger is shown once', async () => {
  const page = await web.visit(address('/new'))
  await page.getByLabel('Name').fill(`Signed ${Math.random()}`)
  await page.getByRole('combobox', { name: 'Environment', exact: true }).click()
  await page.getByRole('option', { name: 'Development' }).click()
  await page.getByRole('combobox', { name: 'Pipeline', exact: true }).fill('Report')
  await page.getByRole('combobox', { name: 'Start' }).click()
  await page.getByRole('option', { name: 'For each event that is sent' }).click()
  await page.getByRole('switch', { name: 'Signed events only' }).check()
  await page.getByRole('button', { name: 'Create trigger' }).click()
  await page
    .getByRole('dialog', { name: 'Signing secret' })
    .getByText(/^whsec_/)
    .waitFor()
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
