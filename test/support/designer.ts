import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import type { WebTest } from './web.ts'

/** A project with an environment at the runner of the tests, where drafts may run. */
export async function aDesignedProject(web: WebTest, environment = 'Development'): Promise<string> {
  const json = { name: `Designer ${randomUUID()}`, warehouse: 'DUCKDB' }
  const { projectId } = await web.client.call<{ projectId: string }>('POST', '/v1/projects', { json })
  const agents = await web.client.all<{ agentId: string; name: string }>('/v1/agents')
  const { agentId } = agents.find(({ name }) => name === 'local')!
  await web.client.call('POST', `/v1/projects/${projectId}/environments`, {
    json: { name: environment, defaultAgentId: agentId },
  })
  return projectId
}

/** Takes a picture where `SHOTS` names a folder: of the page as it is, in the dark, and on a phone. */
export async function takeShots(page: Page, name: string): Promise<void> {
  const folder = process.env['SHOTS']
  if (folder === undefined) return
  const size = page.viewportSize()!
  const take = (kind: string) => page.screenshot({ path: `${folder}/${name}-${kind}.png` })
  await page.setViewportSize({ width: 1280, height: 720 })
  await page.emulateMedia({ colorScheme: 'light' })
  await take('light')
  await page.emulateMedia({ colorScheme: 'dark' })
  await take('dark')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.screenshot({ path: `${folder}/${name}-phone.png`, fullPage: true })
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize(size)
}
