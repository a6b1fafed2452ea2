import { beforeAll, expect, test } from 'vitest'
import { aChain, aDesignedProject } from '../support/designer.ts'
import { bash, orchestration, start } from '../support/pipelines.ts'
import { aPublishedProject } from '../support/platform.ts'
import { expectAccessible, useWeb } from '../support/web.ts'

const web = useWeb()
let project: Awaited<ReturnType<typeof aPublishedProject>>

beforeAll(async () => {
  project = await aPublishedProject(web.client, {
    'Script.orch.yaml': orchestration(
      { Start: start('Say'), Say: bash('echo "INFO to ${city}"\necho "ERROR no train"') },
      { city: { type: 'TEXT', defaultValue: 'Kassel' } },
    ),
    'Broken.orch.yaml': orchestration({
      Start: start('Ask'),
      Ask: { type: 'sql-executor', parameters: { sqlScript: 'select 1\nfrom nowhere_at_all' } },
    }),
    'Gated.orch.yaml': orchestration({
      Start: start('Make'),
      Make: {
        type: 'sql-executor',
        parameters: { sqlScript: 'create or replace table gated as select 1 as id' },
        links: { success: ['Check'] },
      },
      Check: {
        type: 'check-table',
        parameters: {
          targetTable: 'gated',
          gates: [
            { type: 'Unique', columns: ['id'] },
            { type: 'Row Count', minimum: '9', onFailure: 'Warn' },
            { name: 'Enough', type: 'Row Count', minimum: '5' },
          ],
        },
      },
    }),
  })
})

test('an execution of a schedule leads to the schedule', async () => {
  const { scheduleId } = await web.client.call<{ scheduleId: string }>(
    'POST',
    `/v1/projects/${project.projectId}/schedules`,
    {
      json: {
        pipeline: { pipelineName: 'Script', environmentName: 'Development' },
        schedule: { name: 'Every morning', cronExpression: '0 0 6 * * ?' },
      },
    },
  )
  const page = await web.visit(`/projects/${project.projectId}/schedules/${scheduleId}`)
  await page.getByRole('button', { name: 'Run now' }).click()
  await page.getByRole('button', { name: 'View execution' }).click()
  await page.waitForURL(/\/executions\/[0-9a-f-]{36}/)
  await page.locator('dl').first().getByRole('link', { name: 'Every morning' }).click()
  await page.waitForURL(`**/schedules/${scheduleId}`)
})

test('a step shows its script, and its log is filtered by level', async () => {
  const id = await project.run('Script')
  await project.finished(id)
  const page = await web.visit(`/executions/${id}`)
  await page.getByRole('button', { name: 'Say', exact: true }).click()
  const step = page.getByRole('region', { name: 'Step Say' })
  await step.getByText('echo "INFO to ${city}"').waitFor()
  await step.getByRole('button', { name: 'Show in log' }).click()
  const log = page.getByRole('region', { name: 'Log' })
  await log.getByText('INFO to Kassel').waitFor()
  await page.getByLabel('Level').selectOption('Errors')
  await log.getByText('ERROR no train').waitFor()
  expect(await log.getByText('INFO to Kassel').count()).toBe(0)
})

test('an error of the database keeps its lines, at the execution and at the step', async () => {
  const id = await project.run('Broken')
  await project.finished(id)
  const message = (await project.steps(id)).find(({ name }) => name === 'Ask')!.message!
  expect(message.split('\n').length).toBeGreaterThan(2)
  const page = await web.visit(`/executions/${id}`)
  const failure = page.getByRole('alert')
  await failure.getByText('nowhere_at_all').first().waitFor()
  expect((await failure.innerText()).split('\n').filter((line) => line !== '').length).toBeGreaterThan(2)
  await page.getByRole('button', { name: 'Ask', exact: true }).click()
  const shown = page.getByRole('region', { name: 'Step Ask' }).locator('pre').first()
  expect((await shown.innerText()).trimEnd()).toBe(message.trimEnd())
})

test('a step shows what its gates found, those that failed first', async () => {
  const id = await project.run('Gated')
  await project.finished(id)
  const page = await web.visit(`/executions/${id}`)
  await page.getByRole('button', { name: 'Check', exact: true }).click()
  const gates = page
    .getByRole('region', { name: 'Step Check' })
    .getByRole('list', { name: 'Gates' })
    .getByRole('listitem')
  await gates.first().waitFor()
  const texts = (await gates.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' '))
  expect(texts).toEqual([
    'WARNING Row Count Expected at least 9 rows, found 1 row',
    'FAILED Enough Expected at least 5 rows, found 1 row',
    'PASSED Unique of id Expected "id" at most once each, found no failing rows',
  ])
  await expectAccessible(page)
})

test('a step of a run that was never published leads to its component in the commit that ran', async () => {
  const projectId = await aDesignedProject(web)
  await web.client.call('PUT', `/v1/projects/${projectId}/repositories/files`, {
    json: { branch: 'main', path: 'Tried.orch.yaml', content: aChain('Pass') },
  })
  const { pipelineExecutionId: id } = await web.client.call<{ pipelineExecutionId: string }>(
    'POST',
    `/v1/projects/${projectId}/pipeline-executions`,
    { json: { pipelineName: 'Tried', environmentName: 'Development', ref: 'main' } },
  )
  await project.finished(id)
  const page = await web.visit(`/executions/${id}`)
  await page.getByRole('button', { name: 'Pass', exact: true }).click()
  await page.getByRole('link', { name: 'Show component' }).click()
  await page.getByRole('region', { name: 'Component Pass' }).waitFor()
})

test('while steps and graph load, and when they cannot be read, nothing is said about them that is not known', async () => {
  const id = await project.run('Script')
  await project.finished(id)
  const page = await web.visit('/')
  const { promise: isAsked, resolve: ask } = Promise.withResolvers<void>()
  const refusal = { status: 500, json: { ...internalError, instance: '/' } }
  await page.route('**/pipeline-executions/*/steps?*', async (route) => {
    await isAsked
    await route.fulfill(refusal)
  })
  await page.route('**/pipelines/details?*', (route) => route.fulfill(refusal))
  await page.goto(`/executions/${id}`)
  const [none, gone] = [page.getByText('No steps yet'), page.getByText('is no longer available')]
  await page.getByLabel('Loading the steps').waitFor()
  await page.getByRole('alert').first().waitFor()
  expect([await none.count(), await gone.count()]).toEqual([0, 0])
  ask()
  await expect.poll(() => page.getByRole('alert').count()).toBe(2)
  expect([await none.count(), await gone.count()]).toEqual([0, 0])
  await expectAccessible(page)
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try again' }).first().click()
  await page.getByRole('table').getByText('Say', { exact: true }).waitFor()
  await page.getByRole('application', { name: 'Graph of Script' }).waitFor()
  expect(await page.getByRole('alert').count()).toBe(0)
})

const internalError = {
  type: '/problems/internal-server-error',
  title: 'Internal Server Error',
  status: 500,
  detail: 'Something failed.',
  violations: [],
}
