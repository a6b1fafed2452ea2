import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { orchestration, start } from '../support/pipelines.ts'
import { expectAccessible, expectNoSidewaysScroll, useWeb } from '../support/web.ts'

/** The page Tests over the platform's own runner. */
const web = useWeb()

const sums = (total: number) =>
  JSON.stringify({
    type: 'test',
    test: {
      run: { orchestration: 'Totals' },
      tables: { orders: { columns: { amount: 'NUMBER(10,2)' }, rows: [[1.5], [2.25]] } },
      expect: { tables: { totals: { rows: [[total]] } } },
    },
  })
const files = {
  'Totals.orch.yaml': orchestration({
    Start: start('Sum'),
    Sum: {
      type: 'sql-executor',
      parameters: { sqlScript: 'create table totals as select sum(amount) as total from orders' },
    },
  }),
  'checks/Right.test.yaml': sums(3.75),
  'checks/Wrong.test.yaml': sums(4),
}
const slow = orchestration({
  Start: start('Sleep'),
  Sleep: { type: 'bash-script', parameters: { script: 'sleep 600', timeout: '900' } },
})

async function aRepository(more: Readonly<Record<string, string>> = {}): Promise<string> {
  const json = { name: `Tested ${Math.random()}` }
  const { projectId } = await web.client.call<{ projectId: string }>('POST', '/v1/projects', { json })
  const agents = await web.client.all<{ agentId: string; name: string }>('/v1/agents')
  const defaultAgentId = agents.find(({ name }) => name === 'local')!.agentId
  const environment = { name: 'Development', defaultAgentId }
  await web.client.call('POST', `/v1/projects/${projectId}/environments`, { json: environment })
  const changes = Object.entries({ ...files, ...more }).map(([path, content]) => ({ path, content }))
  const commit = { branch: 'main', message: 'Add pipelines', changes }
  await web.client.call('POST', `/v1/projects/${projectId}/repositories/commits`, { json: commit })
  return projectId
}

type Page = Awaited<ReturnType<typeof web.visit>>

/** Opens the dialog and fills in the branch and the environment. */
async function chooseBranch(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Run tests' }).click()
  await page.getByText('A branch', { exact: true }).click()
  await page.getByRole('combobox', { name: 'Environment' }).last().click()
  await page.getByRole('option', { name: 'Development' }).last().click()
  await page.getByRole('combobox', { name: 'Branch' }).click()
  await page.getByRole('option', { name: 'main' }).click()
}
const submit = (page: Page) =>
  page.getByRole('dialog').getByRole('button', { name: 'Run', exact: true }).click()

test('tests of a branch run, and show what was expected and what was there; their report is JUnit XML', async () => {
  const projectId = await aRepository()
  const page = await web.visit(`/projects/${projectId}/tests`)
  await page.getByText('No tests have run').waitFor()
  await page.getByRole('button', { name: 'Run tests' }).click()
  await submit(page)
  await page.getByText('Choose where the tests run').waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await chooseBranch(page)
  await submit(page)
  await page.waitForURL(/\/tests\/[0-9a-f-]{36}/)
  await page.getByText('1 passed, 1 failed of 2').waitFor()
  const table = page.getByRole('table', { name: 'Tests' })
  const wrong = table.getByRole('row', { name: /checks\/Wrong/ })
  await wrong.getByText('3.75').waitFor()
  await wrong.getByText('expected').waitFor()
  await table
    .getByRole('row', { name: /checks\/Right/ })
    .getByRole('button', { name: /2 of 2/ })
    .click()
  await expectAccessible(page)
  await page.getByText('Failed', { exact: true }).first().click()
  await table.getByText('checks/Right').waitFor({ state: 'detached' })

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'JUnit' }).click(),
  ])
  expect(await readFile(await download.path(), 'utf8')).toMatch(/<testsuites?[^>]*tests="2"[^>]*failures="1"/)

  await page.getByRole('link', { name: 'Tests', exact: true }).first().click()
  const history = page.getByRole('table', { name: 'Test executions' })
  await history
    .getByRole('row', { name: /1 passed, 1 failed of 2/ })
    .getByText('main')
    .waitFor()
})

test('named tests are cancelled while they run; the page fits on a phone', async () => {
  const projectId = await aRepository({
    'Slow.orch.yaml': slow,
    'Slow.test.yaml': JSON.stringify({
      type: 'test',
      test: { run: { orchestration: 'Slow' }, timeoutSeconds: 800 },
    }),
  })
  const page = await web.visit(`/projects/${projectId}/tests`, { width: 390 })
  await chooseBranch(page)
  await page.getByRole('combobox', { name: 'Which tests' }).click()
  await page.getByRole('option', { name: 'Selected tests' }).click()
  await submit(page)
  await page.getByText('Name at least one').waitFor()
  await page.getByRole('textbox', { name: 'Tests' }).fill('Absent')
  await submit(page)
  await page
    .getByRole('alert')
    .getByText(/Absent/)
    .waitFor()
  await page.getByRole('textbox', { name: 'Tests' }).fill('Slow.test.yaml\n')
  await submit(page)
  await page.waitForURL(/\/tests\/[0-9a-f-]{36}/)
  await page.getByText('0 passed, 1 to go of 1').waitFor()
  await page.getByRole('row', { name: /Slow/ }).getByText('RUNNING').waitFor()
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await page.getByRole('button', { name: 'Cancel tests' }).click()
  await page.getByText('0 passed, 1 cancelled of 1').waitFor()
  await expectAccessible(page)
})
