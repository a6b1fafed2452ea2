import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { useWeb } from '../support/web.ts'

const web = useWeb()

test('the first steps of a project move nothing on the page when they have loaded', async () => {
  const json = { name: `First steps ${randomUUID()}` }
  const { projectId } = await web.client.call<{ projectId: string }>('POST', '/v1/projects', { json })
  const page = await web.visit('/')
  const { promise: isSeen, resolve: seen } = Promise.withResolvers<void>()
  await page.route('**/repositories/branches*', async (route) => {
    await isSeen
    await route.continue()
  })
  await page.goto(`/projects/${projectId}/environments?tab=publications`)
  const button = page.getByRole('button', { name: 'Publish a branch automatically' })
  const guide = page.getByRole('region', { name: 'First steps' })
  const before = (await button.boundingBox())!
  expect(await guide.count()).toBe(0)
  seen()
  await guide.waitFor()
  expect(await button.boundingBox()).toEqual(before)
})
