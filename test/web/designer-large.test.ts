import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { componentAt, LARGE_PIPELINE, largePipeline } from '../../bench/support/web/large-pipeline.ts'
import { aDesignedProject } from '../support/designer.ts'
import { useWeb } from '../support/web.ts'

const web = useWeb()

/** The Designer on a committed pipeline of 500 components. */
async function openLarge(): Promise<Page> {
  const projectId = await aDesignedProject(web)
  const changes = [{ path: LARGE_PIPELINE, content: largePipeline(500) }]
  const json = { branch: 'main', message: 'Begin', changes }
  await web.client.call('POST', `/v1/projects/${projectId}/repositories/commits`, { json })
  const page = await web.visit(`/projects/${projectId}/designer?file=${LARGE_PIPELINE}`)
  await card(page, 0).waitFor()
  return page
}

const idOf = (at: number) => `c:${encodeURIComponent(componentAt(at))}`
const card = (page: Page, at: number) => page.locator(`.react-flow__node[data-id="${idOf(at)}"]`)

/** What the canvas draws. React gives an element new properties whenever it renders it. */
const drawn = `[...document.querySelectorAll('.react-flow__node, .react-flow__node > div, .react-flow__edge')]`
const propertiesOf = `(one) => one[Object.keys(one).find((key) => key.startsWith('__reactProps'))]`

/** Notes the properties of everything that is drawn, for `renderedSince`, and counts searches of the page. */
const noteRendered = (page: Page) =>
  page.evaluate(`{
    window.noted = new Map(${drawn}.map((one) => [one, (${propertiesOf})(one)]))
    window.searches = 0
    const search = Element.prototype.querySelector
    Element.prototype.querySelector = function (...wanted) {
      window.searches += 1
      return search.apply(this, wanted)
    }
  }`)

/**
 * Ids of the nodes and links that have been rendered again since then; of a card in its node, "card in" the
 * node.
 */
const renderedSince = (page: Page) =>
  page.evaluate<string[]>(
    `${drawn}.filter((one) => window.noted.get(one) !== (${propertiesOf})(one)).map((one) => one.dataset.id ?? 'card in ' + one.parentElement.dataset.id)`,
  )

test('while one of 500 components is dragged, only it and its links are rendered', async () => {
  const page = await openLarge()
  await page.getByRole('button', { name: 'Fit to view' }).click()
  await expect.poll(() => page.locator('.react-flow__node').count()).toBeGreaterThan(300)
  const box = (await card(page, 262).boundingBox())!
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  await page.mouse.move(middle.x, middle.y)
  await page.mouse.down()
  await page.mouse.move(middle.x + 8, middle.y + 8, { steps: 4 })
  await expect.poll(async () => (await card(page, 262).boundingBox())!.x).toBeGreaterThan(box.x + 4)
  await noteRendered(page)
  await page.mouse.move(middle.x + 30, middle.y + 20, { steps: 10 })
  await expect.poll(async () => (await card(page, 262).boundingBox())!.x).toBeGreaterThan(box.x + 20)
  const link = (from: number) =>
    `l:${encodeURIComponent(componentAt(from))}|${encodeURIComponent(componentAt(from + 1))}`
  expect((await renderedSince(page)).sort()).toEqual([idOf(262), link(261), link(262)].sort())
  // A search for each of its links at most; there were some for each of the 500 at every move.
  expect(await page.evaluate<number>('window.searches')).toBeLessThan(100)
  await page.mouse.up()
})

test('a key in a property of one of 500 components renders its card alone, and its fault is shown', async () => {
  const page = await openLarge()
  await page.getByLabel('Find a component', { exact: true }).fill(componentAt(250))
  await page.getByRole('button', { name: 'Fit to view' }).click()
  await expect.poll(() => page.locator('.react-flow__node').count()).toBeGreaterThan(300)
  const field = page.getByRole('combobox', { name: 'Timeout' })
  await field.press('End')
  await field.press('ArrowLeft') // inside of the braces of ${n}
  await noteRendered(page)
  await field.press('x')
  await page.getByRole('list', { name: 'Problems' }).getByText('"nx"').waitFor()
  // The card and, as it has a fault now, its mark; no link, and no other component.
  for (const one of await renderedSince(page)) expect([idOf(250), `card in ${idOf(250)}`]).toContain(one)
  // Entries of the palette and the names that can be linked are as many as there are.
  const listed = `[...document.querySelectorAll('section[aria-label="Components to add"] li > button')]`
  await page.evaluate(`window.listed = new Map(${listed}.map((one) => [one, (${propertiesOf})(one)]))`)
  await field.press('x')
  await page.getByRole('list', { name: 'Problems' }).getByText('"nxx"').waitFor()
  expect(
    await page.evaluate<number>(
      `${listed}.filter((one) => window.listed.get(one) !== (${propertiesOf})(one)).length`,
    ),
  ).toBe(0)
  expect(await page.evaluate<number>(`${listed}.length`)).toBeGreaterThan(20)
})
