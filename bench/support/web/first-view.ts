import type { Page } from 'playwright-core'
import type { BenchPlatform } from '../platform.ts'
import { percentile, report } from '../statistics.ts'
import { type BenchBrowser, msToShow } from './window.ts'

const FIRST_VIEW_MS = 1_000
const FIRST_VIEW_KB = 300
const ROUTE_CHANGE_MS = 100
const ROUNDS = 10
const stops = ['Runners', 'All executions', 'Connectors', 'Home'] as const

/**
 * Until the first page shows its data in a browser that has seen nothing, and from a click in the menu to the
 * next page.
 */
export async function measureFirstView(platform: BenchPlatform, browser: BenchBrowser): Promise<void> {
  const firsts: FirstView[] = []
  const changes: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    await using context = await browser.open(platform)
    const page = await context.newPage()
    firsts.push(await firstView(page))
    for (const stop of stops) {
      const isShown = `return document.querySelector('h1')?.textContent === ${JSON.stringify(stop)}`
      changes.push(await msToShow(page, stop, isShown))
    }
  }
  const median = (numbers: readonly number[]) => percentile(numbers, 0.5)
  report('first view with its data, median', median(firsts.map(({ ms }) => ms)), FIRST_VIEW_MS, 'ms')
  report('received until then, median', median(firsts.map(({ kB }) => kB)), FIRST_VIEW_KB, 'kB')
  report('change of page, median', median(changes), ROUTE_CHANGE_MS, 'ms')
}

interface FirstView {
  /** From the beginning of the navigation. */
  readonly ms: number
  /** Compressed, with heads, of what had arrived by then; pages that are fetched ahead come later. */
  readonly kB: number
}

/** The data is the runner of the home page. */
const watch = `window.shown = new Promise((done) => {
  new MutationObserver((_changes, observer) => {
    const links = [...document.querySelectorAll('section[aria-label=Runners] a')]
    if (!links.some(({ textContent }) => textContent.trim() === 'local')) return
    observer.disconnect()
    requestAnimationFrame(() => done(performance.now()))
  }).observe(document, { subtree: true, childList: true, characterData: true })
})`

async function firstView(page: Page): Promise<FirstView> {
  await page.addInitScript(watch)
  await page.goto('/', { waitUntil: 'commit' })
  return page.evaluate<FirstView>(`window.shown.then((ms) => {
    const entries = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
    const arrived = entries.filter(({ responseEnd }) => responseEnd <= ms)
    const bytes = arrived.reduce((sum, { transferSize }) => sum + transferSize, 0)
    return { ms, kB: bytes / 1_000 }
  })`)
}
