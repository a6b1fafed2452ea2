import { expect, test } from 'vitest'
import { takeShots } from '../support/designer.ts'
import { bash, orchestration, start } from '../support/pipelines.ts'
import { aPublishedProject, waitFor } from '../support/platform.ts'
import { expectAccessible, expectNoSidewaysScroll, useWeb } from '../support/web.ts'

const web = useWeb()

interface Report {
  readonly overall: { readonly succeeded: number; readonly failed: number }
}

test('how executions went is charts and tables, which narrow to a pipeline and lead to what failed', async () => {
  const { projectId } = await aPublishedProject(web.client, {
    'Loads.orch.yaml': orchestration({ Start: start('Load'), Load: bash('sleep 0.2') }),
    'Breaks.orch.yaml': orchestration({ Start: start('Break'), Break: bash('exit 1') }),
  })
  const page = await web.visit(`/projects/${projectId}/alerts`)
  await page.getByRole('link', { name: 'Statistics', exact: true }).click()
  await page.getByText('No executions ended in this period').waitFor()
  await expectAccessible(page)

  for (const pipelineName of ['Loads', 'Loads', 'Breaks'])
    await web.client.call('POST', `/v1/projects/${projectId}/pipeline-executions`, {
      json: { pipelineName, environmentName: 'Development' },
    })
  const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)
  const path = `/v1/execution-statistics?endedFrom=${day(-1)}&endedBefore=${day(2)}&projectId=${projectId}`
  await waitFor('the executions to be counted', async () => {
    const { overall } = await web.client.call<Report>('GET', path)
    return overall.succeeded === 2 && overall.failed === 1
  })

  await page.reload()
  const pipelines = page.getByRole('table', { name: 'Pipelines' })
  await pipelines.getByRole('row', { name: /^Loads 2 0 100 %/ }).waitFor()
  await page.getByRole('img', { name: /^Executions by day from .*, 3 on the busiest day$/ }).waitFor()
  const byDay = page.getByRole('list', { name: /^Executions by day/ }).getByRole('listitem')
  expect(await byDay.allTextContents()).toEqual([
    expect.stringMatching(/: 2 succeeded, 1 failed, 0 cancelled$/),
  ])
  const components = page.getByRole('table', { name: 'Slowest components' })
  await components.getByRole('row', { name: /^Load bash-script Loads/ }).waitFor()
  await components.getByRole('row', { name: /^Break bash-script Breaks/ }).waitFor()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await takeShots(page, 'statistics')

  await pipelines.getByRole('button', { name: 'Breaks' }).click()
  await components.getByRole('row', { name: /^Load / }).waitFor({ state: 'hidden' })
  expect(new URL(page.url()).searchParams.get('pipeline')).toBe('Breaks')
  await pipelines.getByRole('link', { name: '1' }).click()
  await page.getByRole('table', { name: 'Executions' }).getByRole('link', { name: 'Breaks' }).waitFor()
  expect(await page.getByRole('link', { name: 'Loads' }).count()).toBe(0)

  await page.goBack()
  await page.getByRole('button', { name: 'All pipelines, not only Breaks' }).click()
  await pipelines.getByRole('button', { name: 'Loads' }).waitFor()
  await page.getByLabel('Environment').selectOption('Development')
  await page.getByLabel('Period').selectOption('Last 7 days')
  await pipelines.getByRole('button', { name: 'Loads' }).waitFor()

  const all = await web.visit('/statistics', { width: 390, scheme: 'dark' })
  await all.getByRole('table', { name: 'Pipelines' }).getByRole('columnheader', { name: 'Project' }).waitFor()
  await expectAccessible(all)
  await expectNoSidewaysScroll(all)
})
