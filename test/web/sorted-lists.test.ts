import { beforeAll, expect, test } from 'vitest'
import { aConnection } from '../support/factories.ts'
import { orchestration, start } from '../support/pipelines.ts'
import { aPublishedProject } from '../support/platform.ts'
import { expectAccessible, expectNoSidewaysScroll, useWeb } from '../support/web.ts'

const web = useWeb()
const names = ['sorted b', 'sorted A', 'sorted c']
let project: string

beforeAll(async () => {
  const { projectId } = await aPublishedProject(web.client, {
    'Quick.orch.yaml': orchestration({ Start: start() }),
  })
  project = `/projects/${projectId}`
  const create = (path: string, json: object) => web.client.call('POST', path, { json })
  for (const name of names) {
    await create('/v1/directory-integration/scim/v2/Groups', { displayName: name })
    await create('/v1/directory-integration/scim/v2/Users', { meta: {}, userName: name })
    await create('/v1/api-credentials', { name, accountRole: 'USER' })
    await create(`/v1${project}/connections`, { ...aConnection(name), platformConnectionType: 'DWH' })
    await create(`/v1${project}/secrets`, { name: name.replace(' ', '_'), value: 'hush' })
    await create(`/v1${project}/triggers`, {
      name,
      pipelineName: 'Quick',
      environmentName: 'Development',
      condition: { type: 'EVENT' },
    })
  }
})

test('lists of people, credentials, connections, secrets and triggers are ordered by their headers', async () => {
  const page = await web.visit('/administration/users')
  // Other tests add users, groups and credentials: all are to be on one page.
  await page.route(/\/v1\/.*[?&]sort=/, (route) => {
    const url = new URL(route.request().url())
    url.searchParams.set('size', '100')
    return route.continue({ url: url.href })
  })
  for (const [address, label] of [
    ['/administration/users', 'Users'],
    ['/administration/groups', 'Groups'],
    ['/administration/credentials', 'API credentials'],
    [`${project}/connections`, 'Connections'],
    [`${project}/variables?tab=secrets`, 'Secrets'],
    [`${project}/triggers`, 'Triggers'],
  ] as const) {
    await page.goto(address)
    const table = page.getByRole('table', { name: label })
    const shown = async () =>
      (await table.getByRole('row').allInnerTexts())
        .flatMap((text) => /sorted[ _]([abc])/i.exec(text)?.[1] ?? [])
        .join('')
    const name = table.getByRole('columnheader', { name: 'Name' })
    await name.waitFor()
    const asked = (await name.getAttribute('aria-sort')) === 'ascending'
    if (!asked) await name.getByRole('button').click()
    await expect.poll(shown, { message: label }).toBe('Abc')
    await name.getByRole('button').press('Enter')
    await expect.poll(shown, { message: label }).toBe('cbA')
    expect(await name.getAttribute('aria-sort')).toBe('descending')
    await page.reload()
    await expect.poll(shown, { message: label }).toBe('cbA')
    await expectAccessible(page)
    await page.setViewportSize({ width: 390, height: 844 })
    await expectNoSidewaysScroll(page)
    await page.setViewportSize({ width: 1280, height: 720 })
  }
})

test('a page of a list that has become empty says so, and leads to one that exists', async () => {
  const page = await web.visit(`${project}/variables?tab=secrets&page=1`)
  await page.getByText(`None of ${names.length}`).waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Page 1' }).click()
  await page.getByText(`1–${names.length} of ${names.length}`).waitFor()
})
