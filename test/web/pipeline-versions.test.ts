import { expect, test } from 'vitest'
import { bash, orchestration, start } from '../support/pipelines.ts'
import { aPublishedProject } from '../support/platform.ts'
import { answeringLate, useWeb } from '../support/web.ts'

const web = useWeb()

test('each version but the first can be compared with the one before it, on every page', async () => {
  const say = (text: string) => ({
    'Say.orch.yaml': orchestration({ Start: start('Do'), Do: bash(text) }),
    'Tell.orch.yaml': orchestration({ Start: start() }),
  })
  const { projectId } = await aPublishedProject(web.client, say('echo 1'))
  for (let version = 2; version <= 27; version += 1) {
    const form = new FormData()
    for (const [path, text] of Object.entries(say(`echo ${version}`)))
      form.append(path, new Blob([text]), path)
    const headers = { versionName: String(version), environmentName: 'Development' }
    await web.client.call('POST', `/v1/projects/${projectId}/artifacts`, { form, headers })
  }
  const page = await web.visit(
    `/projects/${projectId}/pipelines?environment=Development&pipeline=Say&tab=versions`,
  )
  const history = page.getByRole('table', { name: 'Versions that changed it' })
  const comparisons = history.getByRole('button', { name: /^Show changes of/ })
  await expect.poll(() => history.getByRole('row').count()).toBe(1 + 25)
  await history.getByRole('button', { name: 'Show changes of 3' }).click()
  const changes = page.getByRole('region', { name: 'Changes between two versions' })
  await changes.getByText('echo 2').waitFor()
  expect(await comparisons.count()).toBe(25)
  await page.getByRole('button', { name: 'Page 2' }).click()
  await expect.poll(() => history.getByRole('row').count()).toBe(1 + 2)
  expect(await comparisons.count()).toBe(1)
  await page.getByRole('navigation', { name: 'Pipelines' }).getByRole('link', { name: /Tell/ }).click()
  await page.getByRole('heading', { name: 'Tell', level: 2 }).waitFor()
  await history.getByRole('row', { name: /added/ }).waitFor()
  expect(await changes.count()).toBe(0)
})

test('the versions of an environment are shown also when the environments are known last', async () => {
  const { projectId } = await aPublishedProject(web.client, {
    'Late.orch.yaml': orchestration({ Start: start() }),
  })
  const branch = {
    branch: 'main',
    message: 'Late',
    changes: [{ path: 'Late.orch.yaml', content: orchestration({ Start: start() }) }],
  }
  await web.client.call('POST', `/v1/projects/${projectId}/repositories`, { json: { provider: 'hosted' } })
  await web.client.call('POST', `/v1/projects/${projectId}/repositories/commits`, { json: branch })
  const page = await web.visit('/profile')
  const { answer } = await answeringLate(page, `**/v1/projects/${projectId}/environments?*`)
  await page.goto(`/projects/${projectId}/pipelines?branch=main&pipeline=Late.orch.yaml&tab=versions`)
  await page.getByLabel('Loading the environments').waitFor()
  await answer()
  await page
    .getByRole('table', { name: 'Versions that changed it' })
    .getByRole('row', { name: /added/ })
    .waitFor()
})
