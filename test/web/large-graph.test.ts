import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { takeShots } from '../support/designer.ts'
import { orchestration, type Piece } from '../support/pipelines.ts'
import { aPublishedProject } from '../support/platform.ts'
import { useWeb } from '../support/web.ts'

const web = useWeb()
const LEAVES = 402
const HOURS_MS = 100 * 3_600_000

/** A start and what it begins: 403 components in all. */
const leaves = Array.from({ length: LEAVES }, (_, at) => `Load table ${at + 1}`)
const leaf: Piece = { type: 'update-scalar', parameters: { scalarsToUpdate: [['n', '1']] } }
const many = orchestration(
  {
    Start: { type: 'start', links: { unconditional: leaves } },
    ...Object.fromEntries(leaves.map((name) => [name, leaf])),
  },
  { n: { type: 'NUMBER', defaultValue: '0' } },
)

let id: string
beforeAll(async () => {
  const project = await aPublishedProject(web.client, { 'Many.orch.yaml': many })
  id = await project.run('Many')
  await project.finished(id)
})

const graphOf = (page: Page) => page.getByRole('application', { name: 'Graph of Many' })
const cardOf = (page: Page, name: string) =>
  graphOf(page).getByRole('button', { name: new RegExp(`^${name}\\b`) })
/** The frame around the graph, in pixels of the window. */
const frameOf = async (page: Page) => (await page.locator('div:has(> .react-flow)').boundingBox())!

const focus = 'document.activeElement'
const focusedName = (page: Page) =>
  page.evaluate<string>(`(${focus}?.getAttribute('aria-label') ?? ${focus}?.textContent ?? '').trim()`)

/** Whether a card is seen whole in its frame. */
async function isInView(page: Page, card: Locator): Promise<boolean> {
  const [inner, outer] = [await card.boundingBox(), await frameOf(page)]
  return (
    inner !== null &&
    inner.x >= outer.x &&
    inner.y >= outer.y &&
    inner.x + inner.width <= outer.x + outer.width &&
    inner.y + inner.height <= outer.y + outer.height
  )
}

/** Whether an element is cut off by itself or by what it is in, up to its card or its line of the table. */
const isCut = (shown: Locator) =>
  shown.evaluate((element) => {
    let around: typeof element | null = element
    // The handles of a card stick out of it.
    const end = 'tr, :has(> .react-flow__handle)'
    for (; around !== null && !around.matches(end); around = around.parentElement)
      if (around.clientWidth > 0 && around.scrollWidth > around.clientWidth) return true
    return false
  })

test('the graph of 403 components is one stop of the Tab key, and arrow keys lead through it', async () => {
  const page = await web.visit(`/executions/${id}`)
  const nodes = page.locator('.react-flow__node')
  await expect.poll(() => nodes.count()).toBeGreaterThan(0)
  await cardOf(page, 'Start').focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => focusedName(page)).toMatch(/^Load table/)
  const inTimeline = `${focus}?.closest('[aria-label=Timeline]') != null`
  const stops: string[] = []
  while (stops.length < 20 && !(await page.evaluate<boolean>(inTimeline))) {
    await page.keyboard.press('Tab')
    stops.push(await focusedName(page))
  }
  expect(await page.evaluate<boolean>(inTimeline), stops.join(', ')).toBe(true)
  expect(stops.filter((name) => /^Load table .*SUCCESS/.test(name))).toEqual([])
})

test('a component is found by its name, in the page and full screen, and the overview shows where it is', async () => {
  const page = await web.visit(`/executions/${id}`)
  await page.getByRole('img', { name: 'Overview of the graph' }).waitFor()
  const found = page.getByRole('status').getByText('Load table 377, 1/1')
  const card = cardOf(page, 'Load table 377')
  await page.getByLabel('Find a component').fill('table 377')
  await found.waitFor({ state: 'attached' })
  await expect.poll(() => isInView(page, card)).toBe(true)
  await page.getByRole('button', { name: 'Full screen' }).click()
  await expect.poll(async () => (await frameOf(page)).height).toBe(page.viewportSize()!.height)
  await expect.poll(() => isInView(page, card)).toBe(true)
  await page.keyboard.press('Escape')
  await expect.poll(async () => (await frameOf(page)).height).toBeLessThan(500)
})

test('the graph is made higher by its edge, and what it shows follows', async () => {
  const page = await web.visit(`/executions/${id}`)
  await cardOf(page, 'Start').waitFor()
  const before = await frameOf(page)
  await page.mouse.move(before.x + before.width - 4, before.y + before.height - 4)
  await page.mouse.down()
  await page.mouse.move(before.x + before.width - 4, before.y + before.height + 150, { steps: 4 })
  await page.mouse.up()
  await expect.poll(async () => (await frameOf(page)).height).toBeGreaterThan(before.height + 100)
  await expect
    .poll(async () => (await graphOf(page).boundingBox())!.height)
    .toBeGreaterThan(before.height + 90)
})

test('the state on a card is shown whole', async () => {
  const page = await web.visit(`/executions/${id}`)
  const card = cardOf(page, 'Start')
  const word = card.getByText('SUCCESS', { exact: true })
  await word.waitFor()
  for (const shown of [word, card.getByText(/\d m?s$/)])
    expect(await isCut(shown), await shown.innerText()).toBe(false)
  await takeShots(page, 'execution-graph')
})

test('a duration of many hours is shown whole, on the card and in the table', async () => {
  const page = await web.visit('/')
  // Nothing here runs for days: the page is given the same steps as if they had begun earlier.
  await page.route('**/steps?*', async (route) => {
    const response = await route.fetch()
    const body = (await response.json()) as { results: { startedAt?: string }[] }
    for (const step of body.results)
      if (step.startedAt !== undefined)
        step.startedAt = new Date(Date.parse(step.startedAt) - HOURS_MS).toISOString()
    await route.fulfill({ response, json: body })
  })
  await page.goto(`/executions/${id}`)
  const row = page.getByRole('row').filter({ has: page.getByRole('button', { name: 'Start', exact: true }) })
  const card = cardOf(page, 'Start')
  const shown = [card.getByText('100 h'), card.getByText('SUCCESS', { exact: true }), row.getByText('100 h')]
  for (const duration of shown) {
    await duration.waitFor()
    expect(await isCut(duration), await duration.innerText()).toBe(false)
  }
  // The page asks for steps again and again: an answer under way must not outlive the browser's context.
  await page.unrouteAll({ behavior: 'wait' })
})
