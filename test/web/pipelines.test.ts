import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { beforeAll, expect, inject, test } from 'vitest'
import { aWorkingCopy, commit, git, useFolder, withToken } from '../support/git.ts'
import { figures, load, withGrid } from '../support/orders-pipelines.ts'
import { orchestration, start } from '../support/pipelines.ts'
import { aPublishedProject } from '../support/platform.ts'
import { expectAccessible, expectNoSidewaysScroll, useWeb } from '../support/web.ts'

const web = useWeb()
const folder = useFolder()

let project: Awaited<ReturnType<typeof aPublishedProject>>
beforeAll(async () => {
  project = await aPublishedProject(web.client, {
    'Orders/Load.orch.yaml': withGrid(load),
    'Orders/Figures.tran.yaml': figures,
    'Broken.orch.yaml': 'pipeline:\n  components: [',
  })
})

const address = (search: string) =>
  `/projects/${project.projectId}/pipelines?environment=Development${search}`
const openLoad = (search = '', options = {}) =>
  web.visit(address(`&pipeline=Orders/Load.orch.yaml${search}`), options)
const graphOf = (page: Page, name: string) => page.getByRole('application', { name: `Graph of ${name}` })

test('the palette finds a pipeline from a page outside its project', async () => {
  const page = await web.visit('/profile')
  await page.getByRole('heading', { name: 'Profile', level: 1 }).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByLabel('Search pages, projects and pipelines').fill('orders/figures')
  await page
    .getByRole('button', { name: /^Orders\/Figures/ })
    .first()
    .waitFor()
  await page.keyboard.press('Enter')
  await graphOf(page, 'Orders/Figures').waitFor()
})

test('a pipeline is found in the tree, drawn with its links named, and read component by component by keyboard', async () => {
  const page = await web.visit(`/projects/${project.projectId}/pipelines`)
  await page.getByText('No pipeline selected').waitFor()
  await page.keyboard.press('Control+k')
  await page.getByLabel('Search pages, projects and pipelines').fill('orders/load')
  await page.getByRole('button', { name: /^Orders\/Load/ }).waitFor()
  await page.keyboard.press('Enter')
  await graphOf(page, 'Orders/Load')
    .getByRole('button', { name: /^Start Start/ })
    .waitFor()
  await page.goBack()
  await page.getByText('No pipeline selected').waitFor()
  await page.keyboard.press('/')
  await page.keyboard.type('load ord')
  expect(await page.getByRole('textbox', { name: 'Search pipelines' }).inputValue()).toBe('load ord')
  const found = page.getByRole('navigation', { name: 'Pipelines' }).getByRole('link')
  await expect.poll(() => found.count()).toBe(1)
  await page.getByRole('link', { name: /Load/ }).click()
  const graph = graphOf(page, 'Orders/Load')
  await graph.getByRole('button', { name: /^Start Start/ }).waitFor()
  await graph.getByText('Every morning').waitFor()
  await graph.getByRole('group', { name: 'Group: Looking at Orders' }).waitFor()
  expect(await graph.getByRole('group').count()).toBe(1)
  for (const label of ['success', 'failure', 'true', 'false', 'unconditional'])
    await graph.getByText(label, { exact: true }).first().waitFor()

  await graph.getByRole('button', { name: /^Start Start/ }).focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  const panel = page.getByRole('region', { name: 'Component Count Orders' })
  await panel.getByText('from range(3) as orders').waitFor()
  await panel.getByRole('cell', { name: 'order_count' }).waitFor()
  expect(new URL(page.url()).searchParams.get('component')).toBe('Count Orders')
  await expectAccessible(page)

  await page.reload()
  await panel.getByRole('button', { name: 'Any Orders?' }).click()
  await page.getByRole('region', { name: 'Component Any Orders?' }).getByText('Greater than').waitFor()
})

test('the component that runs a transformation leads to it, and its graph follows the rows', async () => {
  const page = await openLoad('&component=Figures')
  await page.getByRole('link', { name: 'Orders/Figures' }).click()
  const graph = graphOf(page, 'Orders/Figures')
  await graph.getByRole('button', { name: /^Large Ones Filter/ }).click()
  const panel = page.getByRole('region', { name: 'Component Large Ones' })
  await panel.getByRole('button', { name: 'Orders', exact: true }).waitFor()
  await panel.getByRole('button', { name: 'Figures', exact: true }).click()
  await page
    .getByRole('region', { name: 'Component Figures' })
    .getByText('figures', { exact: true })
    .waitFor()
})

test('violations are shown in the tree, at their component and in a list that links there; a file that cannot be read shows its line', async () => {
  const page = await openLoad()
  await page.getByRole('link', { name: /Orchestration Load 2 errors/ }).waitFor()
  await graphOf(page, 'Orders/Load')
    .getByRole('button', { name: /^Tell Chat Webhook Post.*1 error/ })
    .waitFor()
  await page
    .getByRole('button', { name: /^Error Tell Chat: Payload is not valid JSON/ })
    .first()
    .click()
  await page.getByRole('region', { name: 'Component Tell Chat' }).waitFor()

  await page.getByRole('link', { name: /Broken/ }).click()
  await page.getByRole('button', { name: /^Error Line \d/ }).click()
  await page.getByRole('region', { name: 'Source text' }).getByText('components: [').waitFor()
  expect(new URL(page.url()).searchParams.get('tab')).toBe('text')
})

test('components as a list, variables and the source text say the same without a drawing', async () => {
  const page = await openLoad('&tab=components')
  const row = page.getByRole('row', { name: /^Count Orders/ })
  await row.getByText('success: Any Orders?; failure: Tell Chat').waitFor()
  await row.getByRole('button', { name: 'Count Orders' }).click()
  await page.getByRole('region', { name: 'Component Count Orders' }).waitFor()
  await expectAccessible(page)
  await page.getByRole('tab', { name: /^Variables/ }).click()
  await page.getByRole('cell', { name: 'Kassel' }).waitFor()
  await page.getByRole('row', { name: /own TEXT SHARED PRIVATE/ }).waitFor()
  await expectAccessible(page)
  await page.getByRole('tab', { name: 'Source text' }).click()
  await page.getByText('"orchestration"').first().waitFor()
  await expectAccessible(page)
})

/** A project whose hosted repository has two commits on main and another branch. */
async function aProjectInGit(own: object = {}, files: Readonly<Record<string, string>> = {}) {
  const json = { name: `Project ${Math.random()}`, ...own }
  const { projectId } = await web.client.call<{ projectId: string }>('POST', '/v1/projects', { json })
  const repositories = `/v1/projects/${projectId}/repositories`
  const { cloneUrl } = await web.client.call<{ cloneUrl: string }>('POST', repositories, {
    json: { provider: 'hosted' },
  })
  const simple = (last: string) => orchestration({ Start: start(last), [last]: { type: 'end-success' } })
  const copy = await aWorkingCopy(join(folder.path, projectId), {
    'Main.orch.yaml': simple('First End'),
    ...files,
  })
  await commit(copy, { 'Main.orch.yaml': simple('Second End') }, 'Call the end otherwise')
  await git(copy, ['switch', '--quiet', '--create', 'work'])
  await commit(copy, { 'New.orch.yaml': simple('End') }, 'Add a pipeline')
  const { clientId, clientSecret } = inject('web')
  await git(copy, ['push', '--quiet', cloneUrl, 'main', 'work'], withToken(clientSecret, clientId))
  return projectId
}

test('files of Git are shown of the branch and commit that one chooses, and the address keeps the choice', async () => {
  const page = await web.visit(`/projects/${await aProjectInGit()}/pipelines`)
  await page.getByRole('link', { name: /Main/ }).click()
  const graph = graphOf(page, 'Main')
  await graph.getByRole('button', { name: /^Second End/ }).waitFor()
  await page.getByRole('combobox', { name: 'Commit' }).click()
  await page.getByRole('option', { name: /First commit/ }).click()
  await graph.getByRole('button', { name: /^First End/ }).waitFor()
  await page.reload()
  await graph.getByRole('button', { name: /^First End/ }).waitFor()
  await page.getByRole('combobox', { name: 'Branch' }).click()
  await page.getByRole('option', { name: 'work' }).click()
  await page.getByRole('link', { name: /New/ }).click()
  await graphOf(page, 'New')
    .getByRole('button', { name: /^Start/ })
    .waitFor()
  expect(new URL(page.url()).searchParams.get('branch')).toBe('work')
  await expectAccessible(page)
})

test('a pipeline runs with the values that were written, and the dialog leads to the execution', async () => {
  const page = await openLoad()
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Run Orders/Load' })
  await dialog.getByLabel('greeting').fill('Good morning')
  expect(await dialog.getByLabel('own').count()).toBe(0)
  await dialog.getByLabel('order_count').fill('many')
  await dialog.getByRole('textbox', { name: 'city, row 1' }).fill('Fulda')
  await dialog.getByRole('button', { name: 'Add row' }).click()
  await dialog.getByRole('textbox', { name: 'city, row 2' }).fill('Marburg')
  await dialog.getByRole('textbox', { name: 'size, row 2' }).fill('5')
  await dialog.getByLabel('Execution tag').fill('by hand')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Run', exact: true }).click()
  await dialog.getByText('This must be a number').waitFor()
  expect(await dialog.getByLabel('greeting').inputValue()).toBe('Good morning')

  await dialog.getByLabel('order_count').fill('0')
  await dialog.getByRole('button', { name: 'Run', exact: true }).click()
  await dialog.getByRole('link', { name: 'Open execution' }).click()
  await page.waitForURL(/\/executions\/[0-9a-f-]{36}$/)
  const id = new URL(page.url()).pathname.split('/').at(-1)!
  expect(await project.finished(id)).toMatchObject({ status: 'SUCCESS', trigger: 'DESIGNER' })
  const report = (await project.steps(id)).find(({ name }) => name === 'Report')
  expect(report?.message?.split('\n')).toEqual([
    'Said: greeting = Good morning',
    'Said: order_count = 3',
    'Said: shops = [["Fulda","3"],["Marburg","5"]]',
  ])
})

test('a pipeline that the environment does not have is not run, and the dialog says why', async () => {
  const projectId = await aProjectInGit()
  const agents = await web.client.all<{ agentId: string; name: string }>('/v1/agents')
  const json = { name: 'Bare', defaultAgentId: agents.find(({ name }) => name === 'local')!.agentId }
  await web.client.call('POST', `/v1/projects/${projectId}/environments`, { json })
  const page = await web.visit(`/projects/${projectId}/pipelines?pipeline=Main.orch.yaml`)
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Run Main' })
  await dialog.getByRole('button', { name: 'Run', exact: true }).click()
  await dialog.getByText('Choose an environment', { exact: true }).waitFor()
  await dialog.getByLabel('Environment').click()
  await page.getByRole('option', { name: 'Bare' }).click()
  await dialog.getByText('Nothing is published in Bare; publish a version first').first().waitFor()
})

test('Webhook Post: a payload that is not JSON is said so; payload variables are chosen from the payload; a template fills it; the file to commit is shown', async () => {
  const template = `Chat ${randomUUID()}`
  const json = { name: template, payload: '{"text": "from a template"}' }
  await web.client.call('POST', '/v1/webhook-templates', { json })
  const page = await openLoad('&component=Tell Chat')
  const panel = page.getByRole('region', { name: 'Component Tell Chat' })
  const payload = panel.getByRole('textbox', { name: /^Payload/ })
  await panel.getByText('Payload is not valid JSON', { exact: true }).last().waitFor()
  await payload.fill('{"text": "{{what}} of {{where}}", "count": ${order_count}}')
  await panel.getByRole('button', { name: 'Add row' }).click()
  await panel.getByRole('combobox', { name: 'Name, row 1' }).click()
  expect(await page.getByRole('option').allTextContents()).toEqual(['what', 'where'])
  await page.getByRole('option', { name: 'where' }).click()
  await panel.getByRole('textbox', { name: 'Value, row 1' }).fill('Kassel')
  await panel.getByRole('textbox', { name: 'Timeout (seconds)' }).fill('4000')
  await panel.getByText('This must be a whole number from 1 to 3600').waitFor()
  await panel.getByRole('textbox', { name: 'Timeout (seconds)' }).fill('45')
  const yaml = panel.getByRole('region', { name: 'The component as YAML' })
  await yaml.getByText('where').waitFor()
  expect(await yaml.textContent()).toContain('timeout: "45"')
  await panel.getByText(/^Not saved: .* commit and push it\.$/).waitFor()
  await expectAccessible(page)

  await panel.getByText('Payload template', { exact: true }).click()
  await panel.getByRole('combobox', { name: 'Incoming Webhook URL' }).waitFor()
  expect(await panel.getByRole('combobox', { name: 'Payload Template' }).inputValue()).toBe('[Custom]')
  expect(await panel.getByRole('textbox', { name: 'Timeout (seconds)' }).count()).toBe(0)
  await panel.getByRole('combobox', { name: 'Payload Template' }).click()
  await page.getByRole('option', { name: template }).click()
  await expect.poll(() => payload.innerText()).toBe('{"text": "from a template"}')
  await yaml.getByText(template).waitFor()
  await panel.getByRole('button', { name: 'Discard changes' }).click()
  await expect.poll(() => payload.innerText()).toBe("{'text': 'failed'}")
})

test('editors complete variables inside an expression; the keyboard gets out of them', async () => {
  const page = await openLoad('&component=Tell Chat')
  const panel = page.getByRole('region', { name: 'Component Tell Chat' })
  const payload = panel.getByRole('textbox', { name: /^Payload/ })
  await payload.fill('')
  await payload.pressSequentially('{"count": ${or')
  await page.getByRole('option', { name: 'order_count' }).click()
  await expect.poll(() => payload.innerText()).toBe('{"count": ${order_count}}')
  const isInside = () => page.evaluate<boolean>('document.activeElement.classList.contains("cm-content")')
  await payload.press('Tab')
  expect(await isInside()).toBe(true)
  await payload.press('Escape')
  await payload.press('Tab')
  expect(await isInside()).toBe(false)
  const url = panel.getByRole('combobox', { name: 'URL' })
  await url.fill('https://chat.test/${sysvar.proj')
  await page.getByRole('option', { name: 'sysvar.project.id' }).waitFor()
  await expectAccessible(page)
  await url.press('Enter')
  expect(await url.inputValue()).toBe('https://chat.test/${sysvar.project.id}')
})

test('on BigQuery a webhook has the properties of set B alone, on Snowflake those of set A', async () => {
  const seen = async (warehouse: string) => {
    const projectId = await aProjectInGit({ warehouse }, { 'Orders/Load.orch.yaml': withGrid(load) })
    const search = 'branch=main&pipeline=Orders/Load.orch.yaml&component=Tell Chat'
    const page = await web.visit(`/projects/${projectId}/pipelines?${search}`)
    await page.getByRole('textbox', { name: /^Payload/ }).waitFor()
    return page
  }
  const big = await seen('BIGQUERY')
  expect(await big.getByRole('radiogroup', { name: 'Property set' }).count()).toBe(0)
  await big.getByRole('group', { name: 'Payload variables' }).waitFor()
  expect(await big.getByRole('combobox', { name: 'Payload Template' }).count()).toBe(0)
  const snow = await seen('SNOWFLAKE')
  await snow.getByRole('combobox', { name: 'Payload Template' }).waitFor()
  expect(await snow.getByRole('group', { name: 'Payload variables' }).count()).toBe(0)
})

test('at 360 pixels the tree folds away, and nothing scrolls sideways; an empty project says what to do', async () => {
  const page = await openLoad('&component=Count Orders', { width: 360 })
  await page.getByRole('region', { name: 'Component Count Orders' }).waitFor()
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'Pipelines (3)' }).click()
  await page
    .getByRole('navigation', { name: 'Pipelines' })
    .getByRole('link', { name: /Figures/ })
    .click()
  await graphOf(page, 'Orders/Figures').waitFor()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)

  const json = { name: `Project ${Math.random()}` }
  const { projectId } = await web.client.call<{ projectId: string }>('POST', '/v1/projects', { json })
  const empty = await web.visit(`/projects/${projectId}/pipelines`)
  await empty.getByText('No pipelines yet').waitFor()
  await empty.getByRole('link', { name: 'repository', exact: true }).waitFor()
  await expectAccessible(empty)
})

test('the pipelines of a project are not shown under the next one while its own are read', async () => {
  const other = await aPublishedProject(web.client, { 'Other.orch.yaml': orchestration({ Start: start() }) })
  const page = await web.visit(`/projects/${project.projectId}/pipelines`)
  const tree = page.getByRole('navigation', { name: 'Pipelines' })
  await tree.getByRole('link', { name: /Broken/ }).waitFor()
  await page.getByRole('textbox', { name: 'Search pipelines' }).fill('Broken')
  const { promise: gate, resolve: open } = Promise.withResolvers<void>()
  await page.route(`**/v1/projects/${other.projectId}/**`, (route) => gate.then(() => route.continue()))
  await page.getByRole('combobox', { name: 'Project' }).fill(other.name)
  await page.getByRole('option', { name: other.name }).click()
  await page.waitForURL(`**/projects/${other.projectId}/pipelines*`)
  await tree.getByRole('link', { name: /Broken/ }).waitFor({ state: 'hidden' })
  open()
  await tree.getByRole('link', { name: /Other/ }).waitFor()
})
