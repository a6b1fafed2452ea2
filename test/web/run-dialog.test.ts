import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { aDesignedProject } from '../support/designer.ts'
import { orchestration, start } from '../support/pipelines.ts'
import { waitFor } from '../support/platform.ts'
import { allRead, answeringLate, expectAccessible, useWeb } from '../support/web.ts'

const web = useWeb()

/** Prints a word that the version decides and a variable that the caller may set. */
const greets = (word: string) =>
  orchestration(
    {
      Start: start('Say'),
      Say: {
        type: 'print-variables',
        parameters: { variablesToPrint: [['name']], prefixText: `${word}: `, includeVariableName: 'No' },
      },
    },
    { name: { type: 'TEXT', defaultValue: 'everybody' } },
  )

let projectId: string
/** The first of two commits: only it is published, as `one`; the second is `two`. */
let firstCommit: string

beforeAll(async () => {
  projectId = await aDesignedProject(web)
  const project = `/v1/projects/${projectId}`
  const agents = await web.client.all<{ agentId: string; name: string }>('/v1/agents')
  const { agentId } = agents.find(({ name }) => name === 'local')!
  const production = { name: 'Production', defaultAgentId: agentId }
  await web.client.call('POST', `${project}/environments`, { json: production })
  await web.client.call('POST', `${project}/repositories`, { json: { provider: 'hosted' } })
  const commit = async (word: string, baseCommit?: string) => {
    const changes = [{ path: 'Greet.orch.yaml', content: greets(word) }]
    const json = { branch: 'main', message: `Say ${word}`, baseCommit, changes }
    const path = `${project}/repositories/commits`
    return (await web.client.call<{ commitHash: string }>('POST', path, { json })).commitHash
  }
  const publish = (environmentName: string, versionName: string, ref: string) =>
    web.client.call('POST', `${project}/artifacts/from-git`, { json: { environmentName, versionName, ref } })
  firstCommit = await commit('Hello')
  await publish('Development', 'one', firstCommit)
  await publish('Production', 'one', firstCommit)
  const second = await commit('Goodbye', firstCommit)
  await publish('Development', 'two', second)
  await publish('Production', 'two', second)
  await commit('Nothing published', second)
})

interface Finished {
  readonly versionName: string
  readonly environmentName: string
  readonly status: string
  readonly finishedAt?: string
}

/** The execution that the page shows, once it ended, with what its component said. */
async function shownExecution(page: Page) {
  await page.waitForURL(/\/executions\/[0-9a-f-]{36}$/)
  const id = new URL(page.url()).pathname.split('/').at(-1)!
  const execution = await waitFor('the execution to end', async () => {
    const found = await web.client.get<Finished>(`/v1/pipeline-executions/${id}`)
    return found.finishedAt === undefined ? undefined : found
  })
  const steps = await web.client.all<{ name: string; message?: string }>(
    `/v1/projects/${projectId}/pipeline-executions/${id}/steps`,
  )
  return { id, ...execution, said: steps.find(({ name }) => name === 'Say')?.message }
}

const pipelines = (search: string) => `/projects/${projectId}/pipelines?pipeline=Greet.orch.yaml&${search}`

async function openRun(page: Page) {
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  return page.getByRole('dialog', { name: 'Run Greet' })
}

test('the commit on the screen is what runs, not what was published last', async () => {
  const page = await web.visit(pipelines(`branch=main&commit=${firstCommit}`))
  const dialog = await openRun(page)
  expect(await dialog.getByLabel('Environment').inputValue()).toBe('')
  await dialog.getByLabel('Environment').click()
  await page.getByRole('option', { name: 'Development' }).click()
  await expect.poll(() => dialog.getByRole('combobox', { name: 'Version' }).inputValue()).toBe('one')
  await dialog.getByText('The latest is two').waitFor()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Run', exact: true }).click()
  await dialog.getByRole('link', { name: 'Open execution' }).click()
  expect(await shownExecution(page)).toMatchObject({
    versionName: 'one',
    environmentName: 'Development',
    said: 'Hello: everybody',
  })
})

test('a commit that is not published runs nothing until a version is chosen', async () => {
  const page = await web.visit(pipelines('branch=main'))
  const dialog = await openRun(page)
  await dialog.getByLabel('Environment').click()
  await page.getByRole('option', { name: 'Development' }).click()
  await dialog.getByText(/^Commit [0-9a-f]{8} is not published to Development/).waitFor()
  await dialog.getByRole('button', { name: 'Run', exact: true }).click()
  await dialog.getByText('Choose a version').waitFor()
})

test('production is never chosen for the user, also where its version is on the screen', async () => {
  const page = await web.visit(pipelines('environment=Production&version=one'))
  const dialog = await openRun(page)
  await dialog.getByRole('combobox', { name: 'Runner' }).waitFor()
  await dialog.getByRole('button', { name: 'Run', exact: true }).click()
  await dialog.getByText('Choose an environment', { exact: true }).waitFor()
  expect(await dialog.getByLabel('Environment').inputValue()).toBe('')
  await page.goto(pipelines('environment=Development&version=one'))
  const other = await openRun(page)
  await expect.poll(() => other.getByLabel('Environment').inputValue()).toBe('Development')
  expect(await other.getByRole('combobox', { name: 'Version' }).inputValue()).toBe('one')
})

test('a rerun in production asks first, and takes another version and other values', async () => {
  const { pipelineExecutionId } = await web.client.call<{ pipelineExecutionId: string }>(
    'POST',
    `/v1/projects/${projectId}/pipeline-executions`,
    { json: { pipelineName: 'Greet', environmentName: 'Production', versionName: 'one' } },
  )
  const page = await web.visit(`/executions/${pipelineExecutionId}`)
  await page.getByRole('button', { name: 'Rerun', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Rerun Greet' })
  const begin = dialog.getByRole('button', { name: 'Rerun in Production' })
  await begin.waitFor()
  await dialog.getByText('The latest is two').waitFor()
  await expectAccessible(page)
  await dialog.getByRole('combobox', { name: 'Version' }).click()
  await page.getByRole('option', { name: 'two' }).click()
  await dialog.getByLabel('name', { exact: true }).fill('Ada')
  await begin.click()
  await page.waitForURL((url) => !url.pathname.endsWith(pipelineExecutionId))
  expect(await shownExecution(page)).toMatchObject({
    versionName: 'two',
    environmentName: 'Production',
    status: 'SUCCESS',
    said: 'Goodbye: Ada',
  })
})

const broken = { status: 500, json: { status: 500, title: 'Broken', detail: 'It broke', violations: [] } }

/** What is old is read again, and the details are broken by then. */
const expectBroken = (page: Page, dialog: Locator) =>
  expect
    .poll(async () => {
      await page.evaluate("window.dispatchEvent(new Event('visibilitychange'))")
      return dialog.getByText('It broke').count()
    })
    .toBe(1)

test('what was entered is sent although the details could not be read again, and never dropped', async () => {
  const page = await web.visit(pipelines('environment=Development&version=one'))
  const dialog = await openRun(page)
  await dialog.getByLabel('name', { exact: true }).fill('Ada')
  await page.route('**/pipelines/details*', (route) => route.fulfill(broken))
  const begin = dialog.getByRole('button', { name: 'Run', exact: true })
  await dialog.getByRole('combobox', { name: 'Version' }).click()
  await page.getByRole('option', { name: 'two' }).click()
  await dialog.getByText('It broke').waitFor()
  await begin.click()
  expect(await dialog.getByRole('link', { name: 'Open execution' }).count()).toBe(0)
  await dialog.getByRole('combobox', { name: 'Version' }).click()
  await page.getByRole('option', { name: 'one' }).click()
  await expectBroken(page, dialog)
  expect(await dialog.getByLabel('name', { exact: true }).inputValue()).toBe('Ada')
  await begin.click()
  await dialog.getByRole('link', { name: 'Open execution' }).click()
  const first = await shownExecution(page)
  expect(first).toMatchObject({ versionName: 'one', said: 'Hello: Ada' })

  await page.unroute('**/pipelines/details*')
  await page.getByRole('button', { name: 'Rerun', exact: true }).click()
  const again = page.getByRole('dialog', { name: 'Rerun Greet' })
  await again.getByLabel('name', { exact: true }).fill('Grace')
  await page.route('**/pipelines/details*', (route) => route.fulfill(broken))
  await expectBroken(page, again)
  await again.getByRole('button', { name: 'Rerun in Development' }).click()
  await page.waitForURL((url) => !url.pathname.endsWith(first.id))
  expect(await shownExecution(page)).toMatchObject({ said: 'Hello: Grace' })
})

test('nothing runs while the variables of another version are read', async () => {
  const page = await web.visit(pipelines('environment=Development&version=one'))
  const dialog = await openRun(page)
  const begin = dialog.getByRole('button', { name: 'Run', exact: true })
  await dialog.getByLabel('name', { exact: true }).fill('Ada')
  const { promise: gate, resolve: open } = Promise.withResolvers<void>()
  await page.route('**/pipelines/details*', (route) => gate.then(() => route.continue()))
  await dialog.getByRole('combobox', { name: 'Version' }).click()
  await page.getByRole('option', { name: 'two' }).click()
  await expect.poll(() => begin.isDisabled()).toBe(true)
  open()
  await expect.poll(() => begin.isDisabled()).toBe(false)
  expect(await dialog.getByLabel('name', { exact: true }).inputValue()).toBe('Ada')
})

test('nothing runs, and nothing is said about variables, before they are read for the first time', async () => {
  const page = await web.visit(pipelines(`branch=main&commit=${firstCommit}`))
  const dialog = await openRun(page)
  const begin = dialog.getByRole('button', { name: 'Run', exact: true })
  const field = dialog.getByLabel('name', { exact: true })
  const run = await answeringLate(page, '**/pipelines/details?*environmentName=*')
  await dialog.getByLabel('Environment').click()
  await page.getByRole('option', { name: 'Development' }).click()
  await expect.poll(() => dialog.getByRole('combobox', { name: 'Version' }).inputValue()).toBe('one')
  expect(await begin.isDisabled()).toBe(true)
  expect(await dialog.getByText('no variables to set').count()).toBe(0)
  await run.answer()
  await field.fill('Ada')
  await begin.click()
  await dialog.getByRole('link', { name: 'Open execution' }).click()
  const first = await shownExecution(page)
  expect(first).toMatchObject({ said: 'Hello: Ada' })

  await allRead(page)
  const rerun = await answeringLate(page, '**/pipelines/details?*')
  await page.getByRole('button', { name: 'Rerun', exact: true }).click()
  const again = page.getByRole('dialog', { name: 'Rerun Greet' })
  const repeat = again.getByRole('button', { name: 'Rerun in Development' })
  await again.getByText('The latest is two').waitFor()
  await again.getByRole('combobox', { name: 'Version' }).click()
  await page.getByRole('option', { name: 'two' }).click()
  await expect.poll(() => repeat.isDisabled()).toBe(true)
  expect(await again.getByText('no variables to set').count()).toBe(0)
  await rerun.answer()
  await repeat.click()
  await page.waitForURL((url) => !url.pathname.endsWith(first.id))
  expect(await shownExecution(page)).toMatchObject({ versionName: 'two', said: 'Goodbye: Ada' })
})

test('each of more than a hundred environments, versions and runners can be chosen', async () => {
  const { client } = web
  /** Done for 0 to 104, one after another. */
  const many = async (make: (at: number) => Promise<unknown>) => {
    for (let at = 0; at < 105; at++) await make(at)
  }
  const last = `Zzz ${Math.random()}`.slice(0, 30)
  const own = await aDesignedProject(web, last)
  const project = `/v1/projects/${own}`
  const agents = await client.all<{ agentId: string; name: string }>('/v1/agents')
  const { agentId } = agents.find(({ name }) => name === 'local')!
  await client.call('POST', `${project}/repositories`, { json: { provider: 'hosted' } })
  const changes = [{ path: 'Greet.orch.yaml', content: greets('Hello') }]
  const commit = { branch: 'main', message: 'Say Hello', changes }
  await client.call('POST', `${project}/repositories/commits`, { json: commit })
  const runners: string[] = []
  const aRunner = async (at: number) => {
    const name = at === 104 ? last : `Many ${Math.random()}`.slice(0, 30)
    const json = { name, agentType: 'pipeline', cloudProvider: 'self_hosted', deployment: 'process' }
    runners.push((await client.call<{ agentId: string }>('POST', '/v1/agents', { json })).agentId)
  }
  try {
    await Promise.all([
      many((at) =>
        client.call('POST', `${project}/environments`, {
          json: { name: `Many ${at}`, defaultAgentId: agentId },
        }),
      ),
      many((at) =>
        client.call('POST', `${project}/artifacts/from-git`, {
          json: { environmentName: last, versionName: `v${at}`, ref: 'main' },
        }),
      ),
      many(aRunner),
    ])
    const page = await web.visit(`/projects/${own}/pipelines?pipeline=Greet.orch.yaml&branch=main`)
    const dialog = await openRun(page)
    await dialog.getByLabel('Environment').fill(last)
    await page.getByRole('option', { name: last }).click()
    const version = dialog.getByRole('combobox', { name: 'Version' })
    // The newest is listed first, and is the one on the screen. What is typed before it is shown would be
    // added to it.
    await expect.poll(() => version.inputValue()).toBe('v104')
    await version.fill('v0')
    await page.getByRole('option', { name: 'v0', exact: true }).click()
    await dialog.getByRole('combobox', { name: 'Runner' }).fill(last)
    await page.getByRole('option', { name: last }).click()
    await dialog.getByRole('combobox', { name: 'Runner' }).click()
    await dialog.getByRole('combobox', { name: 'Runner' }).fill('Many')
    expect(await page.getByRole('option', { name: 'Many' }).count()).toBe(100)
  } finally {
    for (const id of runners) await client.call('DELETE', `/v1/agents/${id}`)
  }
}, 180_000)
