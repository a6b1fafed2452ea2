import { afterAll, expect, test } from 'vitest'
import { bash, orchestration, start } from '../support/pipelines.ts'
import { aDataFolder, aPublishedProject, headrace, type Running, removeFolder } from '../support/platform.ts'
import { expectAccessible, expectNoSidewaysScroll, useWeb } from '../support/web.ts'

const web = useWeb()
const name = `Web ${Math.random()}`.slice(0, 30)
const folder = await aDataFolder()
let runner: Running | undefined
afterAll(async () => {
  runner?.child.kill('SIGKILL')
  await runner?.ended
  await removeFolder(folder)
})

/** The environment variables that a shell would pass to the program. */
const settingsIn = (command: string) =>
  Object.fromEntries(
    [...command.matchAll(/(HEADRACE_\w+)='([^']*)'/g)].map((found) => [found[1]!, found[2]!]),
  )

test('a runner is created, its command is shown until the page is left and starts it, and it obeys commands', async () => {
  const page = await web.visit('/runners')
  await page.getByRole('button', { name: 'New runner' }).click()
  const dialog = page.getByRole('dialog', { name: 'New runner' })
  await dialog.getByLabel('Name').fill('a name that is longer than thirty characters')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await dialog.getByRole('alert').waitFor()
  expect(await dialog.getByLabel('Name').getAttribute('aria-invalid')).toBe('true')
  await expectAccessible(page)
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('heading', { name, level: 1 }).waitFor()
  const command = (await page.getByRole('region', { name: 'Set-up' }).locator('code').textContent())!
  await expectAccessible(page)

  runner = headrace(['runner'], { ...settingsIn(command), HEADRACE_DATA_DIR: folder })
  const state = page.getByRole('region', { name: 'State' })
  await state.getByText('running', { exact: true }).waitFor()
  await page.reload()
  await page.getByRole('button', { name: 'Show the set-up command' }).waitFor()
  expect(await page.getByText(settingsIn(command)['HEADRACE_RUNNER_CLIENT_SECRET']!).count()).toBe(0)

  await page.getByRole('button', { name: 'Pause' }).click()
  await page.getByRole('button', { name: 'Pause the runner' }).click()
  await state.getByText('Paused until').waitFor()
  await page.getByRole('button', { name: 'Resume' }).click()
  await state.getByText('running', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Stop' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Stop' }).click()
  expect(await runner.ended).toBe(0)
})

test('the executions of a runner are shown while they run', async () => {
  const project = await aPublishedProject(web.client, {
    'Waits.orch.yaml': orchestration({ Start: start('Wait'), Wait: bash('sleep 30') }),
  })
  const page = await web.visit('/runners')
  await expectAccessible(page)
  const ofThoseThatStop = page.waitForRequest(/pipeline-executions\?.*status=CANCELLING/)
  await page.getByRole('table', { name: 'Runners' }).getByRole('link', { name: 'local' }).click()
  await ofThoseThatStop
  const id = await project.run('Waits')
  const link = page.getByRole('region', { name: 'Running executions' }).locator(`a[href="/executions/${id}"]`)
  await link.waitFor()
  await expectAccessible(page)
  const cancelled = { json: { status: 'CANCELLED', forceUpdate: true } }
  await web.client.call('PATCH', `/v1/pipeline-executions/${id}`, cancelled)
  await link.waitFor({ state: 'hidden' })
})

test('an allow list of projects and environments is saved and returned by the API', async () => {
  const project = await aPublishedProject(web.client, { 'P.orch.yaml': orchestration({ Start: start() }) })
  const made = await web.client.call<{ agentId: string }>('POST', '/v1/agents', {
    json: {
      name: `List ${Math.random()}`.slice(0, 30),
      agentType: 'pipeline',
      cloudProvider: 'self_hosted',
      deployment: 'process',
    },
  })
  const page = await web.visit(`/runners/${made.agentId}`, { width: 360 })
  const card = page.getByRole('region', { name: 'Allow list' })
  await card.getByRole('combobox', { name: 'Add a project' }).fill(project.name)
  await page.getByRole('option', { name: project.name }).click()
  await card.getByRole('combobox', { name: project.name }).click()
  await page.getByRole('option', { name: 'Development' }).click()
  await page.keyboard.press('Escape')
  await card.getByRole('button', { name: 'Save allow list' }).click()
  await page.getByText('Saved the allow list').waitFor()
  expect(await web.client.get(`/v1/agents/${made.agentId}/allowlist`)).toEqual({
    projects: { [project.projectId]: { environments: ['Development'] } },
  })
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Delete the runner' }).click()
  await page.getByRole('heading', { name: 'Runners', level: 1 }).waitFor()
})

test('the command of a runner says that it is secret, and how long the secret before serves', async () => {
  const { agentId } = await web.client.call<{ agentId: string }>('POST', '/v1/agents', {
    json: {
      name: `Secret ${Math.random()}`.slice(0, 30),
      agentType: 'pipeline',
      cloudProvider: 'self_hosted',
      deployment: 'process',
    },
  })
  const page = await web.visit(`/runners/${agentId}`)
  const card = page.getByRole('region', { name: 'Set-up' })
  await card.getByRole('button', { name: 'Show the set-up command' }).click()
  const command = card.locator('code')
  const before = await command.textContent()
  expect(await card.getByText('It is not shown again').count()).toBe(0)
  await card.getByRole('button', { name: 'Replace the secret' }).click()
  const question = page.getByRole('dialog', { name: /^Replace the secret of/ })
  await question.getByText('within 24 hours').waitFor()
  await question.getByRole('button', { name: 'Replace the secret' }).click()
  await expect.poll(() => command.textContent()).not.toBe(before)
})

test('tracks are listed, a malformed version is refused, and an unknown runner is reported', async () => {
  const page = await web.visit('/runners?tab=tracks')
  await page.getByRole('button', { name: 'Announce a release' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Version').fill('not a version')
  await dialog.getByRole('button', { name: 'Announce' }).click()
  await dialog.getByRole('alert').waitFor()
  await expectAccessible(page)
  await page.goto('/runners/00000000-0000-7000-8000-000000000000')
  await page.getByRole('alert').getByText('Not Found').waitFor()
})
