import type { BrowserContext, Page } from 'playwright-core'
import type { BenchPlatform } from '../platform.ts'
import { componentAt, LARGE_PIPELINE, largePipeline } from './large-pipeline.ts'

export const COMPONENTS = 500

/** The Designer on a committed pipeline of 500 components. */
export async function openDesigner(platform: BenchPlatform, context: BrowserContext): Promise<Page> {
  const name = `Bench ${Math.random()}`
  const { projectId } = await platform.call<{ projectId: string }>('POST', '/v1/projects', { name })
  await platform.call('POST', `/v1/projects/${projectId}/repositories/commits`, {
    branch: 'main',
    message: 'Begin',
    changes: [{ path: LARGE_PIPELINE, content: largePipeline(COMPONENTS) }],
  })
  const page = await context.newPage()
  await page.goto(`/projects/${projectId}/designer?file=${LARGE_PIPELINE}`)
  await cardAt(page, 0).waitFor()
  return page
}

/** The card of the component of that number. */
export const cardAt = (page: Page, at: number) =>
  page.locator(`.react-flow__node[data-id="c:${encodeURIComponent(componentAt(at))}"]`)
