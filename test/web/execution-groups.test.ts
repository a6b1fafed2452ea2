import { expect, test } from 'vitest'
import { takeShots } from '../support/designer.ts'
import { bash, orchestration, start } from '../support/pipelines.ts'
import { aPublishedProject } from '../support/platform.ts'
import { expectAccessible, useWeb } from '../support/web.ts'

const web = useWeb()

test('the graphs of a published pipeline and of its executions show the groups that it was drawn with', async () => {
  const file = JSON.parse(orchestration({ Start: start('Load'), Load: bash('true') })) as object
  const groups = { Loading: { components: ['Load', 'Missing'] }, Gone: { components: ['Missing'] } }
  const project = await aPublishedProject(web.client, {
    'Grouped.orch.yaml': JSON.stringify({ ...file, design: { groups } }),
  })
  const id = await project.run('Grouped')
  await project.finished(id)
  const page = await web.visit(
    `/projects/${project.projectId}/pipelines?environment=Development&pipeline=Grouped`,
  )
  const graph = page.getByRole('application', { name: 'Graph of Grouped' })
  await graph.getByRole('group', { name: 'Group: Loading' }).waitFor()
  await page.goto(`/executions/${id}`)
  await page.getByRole('table').first().waitFor()
  await graph.getByRole('group', { name: 'Group: Loading' }).waitFor()
  expect(await graph.getByRole('group').count()).toBe(1)
  await takeShots(page, 'execution-groups')
  await expectAccessible(page)
})
