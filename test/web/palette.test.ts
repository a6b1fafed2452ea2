import type { Page, Request } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectAccessible, useWeb } from '../support/web.ts'

const web = useWeb()

async function look(page: Page, query: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.getByLabel('Search pages, projects and pipelines').fill(query)
}

test('the palette finds a pipeline in any of many projects, with one request', async () => {
  const key = `${Math.random()}`.slice(2)
  for (let i = 0; i < 20; i += 1)
    await web.client.call('POST', '/v1/projects', { json: { name: `Before ${key} ${i}` } })
  const last = { name: `Zz ${key}` }
  const { projectId } = await web.client.call<{ projectId: string }>('POST', '/v1/projects', { json: last })
  const json = { branch: 'main', path: `load-${key}.orch.yaml`, content: 'type: "orchestration"' }
  await web.client.call('PUT', `/v1/projects/${projectId}/repositories/files`, { json })
  const found = async () => (await web.client.get<{ total: number }>(`/v1/pipelines?name=load-${key}`)).total
  await expect.poll(found).toBe(1)

  const page = await web.visit('/')
  await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor()
  await page.waitForLoadState('networkidle')
  const asked: string[] = []
  page.on('request', (request: Request) => {
    const { pathname } = new URL(request.url())
    if (/\/(pipelines|branches|artifacts)$/.test(pathname)) asked.push(pathname)
  })
  await look(page, `LOAD-${key}`)
  const entry = page.getByRole('button', { name: `load-${key}` })
  await entry.getByText(`Pipeline of ${last.name}`).waitFor()
  expect(asked).toEqual(['/api/v1/pipelines'])
  await entry.click()
  await page.waitForURL(`**/projects/${projectId}/pipelines?**`)
  await page.getByRole('heading', { name: `load-${key}` }).waitFor()
})

test('the palette leads to the settings of any project and to every page of the administration', async () => {
  const name = `Palette ${Math.random()}`
  await web.client.call('POST', '/v1/projects', { json: { name } })
  const page = await web.visit('/')
  await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor()
  await look(page, `${name}: project settings`)
  await page.getByRole('button', { name: `${name}: Project settings` }).waitFor()
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect.poll(() => page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe(name)

  const menu = page.getByRole('navigation', { name: 'Administration' })
  await page.goto('/administration/users')
  await menu.getByRole('link').nth(5).waitFor()
  const labels = await menu.getByRole('link').allTextContents()
  for (const label of labels) {
    await look(page, label)
    await page.getByRole('button', { name: label, exact: true }).first().waitFor()
    await page.keyboard.press('Escape')
  }
})

test('the palette finds a setting by what users call it, too', async () => {
  const page = await web.visit('/')
  await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor()
  for (const [words, label] of [
    ['second factor', 'Sign-in'],
    ['sso', 'Identity providers'],
    ['access tokens', 'Profile'],
  ] as const) {
    await look(page, words)
    await page.getByRole('button', { name: label, exact: true }).first().waitFor()
    await page.keyboard.press('Escape')
  }
})

test('every project of more than a hundred is in the palette and can be chosen in the menu', async () => {
  const last = `Zzz ${Math.random()}`
  const names = [...Array.from({ length: 110 }, (_, at) => `Many ${Math.random()} ${at}`), last]
  const made = await Promise.all(
    names.map((name) => web.client.call<{ projectId: string }>('POST', '/v1/projects', { json: { name } })),
  )
  try {
    const page = await web.visit('/')
    await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor()
    // As when a project is created between two pages: the last of the first page is the first of the second.
    const { results } = await web.client.get<{ results: { id: string }[] }>('/v1/projects?page=0&size=100')
    await page.route(/\/v1\/projects\?page=1&size=100/, async (route) => {
      const answer = await route.fetch()
      const second = (await answer.json()) as { results: object[] }
      await route.fulfill({ json: { ...second, results: [results.at(-1), ...second.results] } })
    })
    await page.reload()
    await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor()
    await look(page, `${last}: project settings`)
    await page.getByRole('button', { name: `${last}: Project settings` }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('combobox', { name: 'Project' }).fill(last)
    await page.getByRole('option', { name: last }).click()
    await page.getByRole('heading', { name: 'Pipelines', level: 1 }).waitFor()
  } finally {
    await Promise.all(made.map(({ projectId }) => web.client.call('DELETE', `/v1/projects/${projectId}`)))
  }
})
