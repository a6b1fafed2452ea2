import { expect, test } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll, useWeb } from '../support/web.ts'

const web = useWeb()

const pipeline = (more: string) => `pipeline:
${more}  components:
    Start: { type: start, transitions: { unconditional: [Done] } }
    Done: { type: end-success, skipped: true }
`
const secret = '  variables: { api_token: { defaultValue: abc } }\n'

async function aRepository(): Promise<string> {
  const json = { name: `Reviewed ${Math.random()}` }
  const { projectId } = await web.client.call<{ projectId: string }>('POST', '/v1/projects', { json })
  const files = { 'in/Bad.orch.yaml': pipeline(secret), '.headrace/quality.yaml': '- { id: nothing }\n' }
  const changes = Object.entries(files).map(([path, content]) => ({ path, content }))
  const commit = { branch: 'main', message: 'Add pipelines', changes }
  await web.client.call('POST', `/v1/projects/${projectId}/repositories/commits`, { json: commit })
  return projectId
}

test('a review lists its findings, which lead to their places, and settings make it a condition', async () => {
  const projectId = await aRepository()
  const page = await web.visit(`/projects/${projectId}/settings`)
  await page.getByRole('link', { name: 'Quality', exact: true }).click()
  await page.getByText('Failed', { exact: true }).waitFor()
  const table = page.getByRole('table', { name: 'Findings' })
  await table.getByText('hard-coded-secret').waitFor()
  await expectAccessible(page)
  await table.getByRole('link', { name: '.headrace/quality.yaml:1' }).waitFor()
  await page.getByText('Errors', { exact: true }).click()
  await table.getByText('skipped-component').waitFor({ state: 'detached' })
  expect(await table.getByRole('row').count()).toBe(2)
  await page.getByText('Warnings', { exact: true }).click()
  await table
    .getByRole('row', { name: /skipped-component/ })
    .getByRole('link', { name: 'in/Bad.orch.yaml:5' })
    .click()
  await page.waitForURL(/\/pipelines\?.*component=Done/)
  await page.getByText('Done').first().waitFor()

  await page.goto(`/projects/${projectId}/settings`)
  await page.getByRole('combobox', { name: 'Review before merging' }).click()
  await page.getByRole('option', { name: 'Refuse on errors' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved the project').waitFor()
  const found = await web.client.call('GET', `/v1/projects/${projectId}`)
  expect(found).toMatchObject({ reviewBeforeMerging: 'ERRORS' })
})

test('a review fits on a phone, and says what to do where there is no repository', async () => {
  const projectId = await aRepository()
  const page = await web.visit(`/projects/${projectId}/quality`, { width: 390 })
  await page.getByText('hard-coded-secret').waitFor()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  const json = { name: `Empty ${Math.random()}` }
  const other = await web.client.call<{ projectId: string }>('POST', '/v1/projects', { json })
  await page.goto(`/projects/${other.projectId}/quality`)
  await page.getByText('Nothing to review yet').waitFor()
  await expectAccessible(page)
  await page.getByRole('main').getByRole('link', { name: 'repository' }).click()
  await page.getByRole('button', { name: 'Create hosted repository' }).waitFor()
})
