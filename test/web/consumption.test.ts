import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { takeShots } from '../support/designer.ts'
import { bash, orchestration, start } from '../support/pipelines.ts'
import { aPublishedProject, waitFor } from '../support/platform.ts'
import { expectAccessible, expectNoSidewaysScroll, useWeb } from '../support/web.ts'

const web = useWeb()

interface Report {
  readonly results: readonly { readonly consumption: readonly { readonly credits: number }[] }[]
}

test('what executions consumed is a chart and sums, which are exported as CSV', async () => {
  const { projectId } = await aPublishedProject(web.client, {
    'Waits.orch.yaml': orchestration({ Start: start('Wait'), Wait: bash('sleep 1') }),
  })
  const page = await web.visit(`/projects/${projectId}/alerts`)
  await page.getByRole('link', { name: 'Consumption', exact: true }).click()
  await page.getByText('Nothing consumed').waitFor()
  await expectAccessible(page)

  await web.client.call('POST', `/v1/projects/${projectId}/pipeline-executions`, {
    json: { pipelineName: 'Waits', environmentName: 'Development' },
  })
  const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)
  const range = `consumedFrom=${day(-1)}&consumedBefore=${day(2)}`
  const report = () => web.client.call<Report>('GET', `/v1/consumption?${range}&projectId=${projectId}`)
  await waitFor('the execution to be counted', async () =>
    (await report()).results.some(({ consumption }) => consumption.length > 0),
  )
  await page.goto(`/projects/${projectId}/consumption?from=${day(-1)}&to=${day(1)}`)
  await page.getByRole('cell', { name: 'Waits', exact: true }).waitFor()
  await page.getByRole('img', { name: /^0\.\d+ credits from/ }).waitFor()
  await page.getByLabel('Sum by').selectOption('Environment')
  await page.getByRole('cell', { name: 'Development', exact: true }).waitFor()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await takeShots(page, 'consumption')

  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const rows = (await readFile(await (await downloading).path(), 'utf8')).trim().split('\r\n')
  expect(rows[0]).toBe('day,type,projectId,project,environment,pipeline,runnerId,runner,credits')
  expect(rows[1]).toContain(`,${projectId},`)

  const all = await web.visit('/administration/consumption?from=abc&to=2026', { width: 390, scheme: 'dark' })
  await all.getByLabel('Sum by').selectOption('Project')
  await all.getByRole('table', { name: 'Consumption' }).waitFor()
  await expectAccessible(all)
  await expectNoSidewaysScroll(all)
})
