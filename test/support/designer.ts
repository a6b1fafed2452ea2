import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { orchestration, start } from './pipelines.ts'
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

/** The text of an orchestration whose components follow each other from Start on; they do nothing. */
export function aChain(...names: string[]): string {
  const steps = names.map((name, at) => {
    const next = names.slice(at + 1, at + 2)
    return [name, { type: 'or', links: { unconditional: next } }] as const
  })
  return orchestration({ Start: start(...names.slice(0, 1)), ...Object.fromEntries(steps) })
}

const yaml = (page: Page) => page.getByRole('textbox', { name: 'YAML of the pipeline' })

/** The user's draft of the file that the Designer shows, as the server has it. */
export async function draftOf(page: Page): Promise<string> {
  const { pathname, searchParams } = new URL(page.url())
  const query = `path=${encodeURIComponent(searchParams.get('file') ?? '')}`
  const address = `/api/v1${pathname.replace('/designer', '/drafts/main/files/content')}?${query}`
  const answer = await page.request.get(address)
  return ((await answer.json()) as { readonly content?: string }).content ?? ''
}

/** Opens the Designer on a file, writes it as text and closes the text again; it is saved as a draft. */
export async function openDraft(
  web: WebTest,
  projectId: string,
  path: string,
  content: string,
): Promise<Page> {
  const page = await web.visit(`/projects/${projectId}/designer?file=${path}`)
  await page.getByRole('button', { name: 'YAML', exact: true }).click()
  await yaml(page).fill(content)
  await page.getByRole('button', { name: 'YAML', exact: true }).click()
  await page.getByText('Saved as your draft').waitFor()
  return page
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
