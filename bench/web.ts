import { availableParallelism } from 'node:os'
import chromiumPackage from '@sparticuz/chromium'
import { chromium, type Page } from 'playwright-core'
import { buildWeb } from '../scripts/build-web.ts'
import { aDataFolder, removeFolder, startPlatform } from '../test/support/platform.ts'
import { sessionCookie } from '../test/support/web-session.ts'

/**
 * Question: how long does a person wait for the interface? Limits on loopback, with a browser that has seen nothing
 * before: 1 s until the first page shows its data, 100 ms from a click in the menu to the next page, as medians.
 */
const FIRST_VIEW_MS = 1_000
const ROUTE_CHANGE_MS = 100
const ROUNDS = 10

const stops = ['Runners', 'All executions', 'Connectors', 'Home'] as const
const headings = {
  Runners: 'Runners',
  'All executions': 'All executions',
  Connectors: 'Connectors',
  Home: 'Home',
}

await buildWeb()
const folder = await aDataFolder()
const platform = await startPlatform(folder)
const executablePath = process.env['HEADRACE_CHROMIUM'] ?? (await chromiumPackage.executablePath())
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-quic'] })
try {
  const value = await sessionCookie(platform.origin, folder)
  const firsts: number[] = []
  const changes: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const context = await browser.newContext({ baseURL: platform.origin, reducedMotion: 'reduce' })
    await context.addCookies([{ name: 'headrace_session', value, url: platform.origin }])
    const page = await context.newPage()
    firsts.push(await firstView(page))
    for (const stop of stops) changes.push(await change(page, stop))
    await context.close()
  }
  console.log(`\nOn ${availableParallelism()} cores, Node ${process.version}`)
  report('first view with its data', median(firsts), FIRST_VIEW_MS)
  report('change of page', median(changes), ROUTE_CHANGE_MS)
} finally {
  await browser.close()
  await platform.stop()
  await removeFolder(folder)
}

async function firstView(page: Page): Promise<number> {
  const begun = performance.now()
  await page.goto('/', { waitUntil: 'commit' })
  await page.getByRole('region', { name: 'Runners' }).getByRole('link', { name: 'local' }).waitFor()
  return performance.now() - begun
}

/** Measured in the page, from the click to the frame that shows the next heading: the driver's own waiting is not in it. */
function change(page: Page, stop: (typeof stops)[number]): Promise<number> {
  return page.evaluate<number>(`new Promise((done) => {
    const link = [...document.querySelectorAll('nav a')].find((one) => one.textContent.trim() === ${JSON.stringify(stop)})
    const begun = performance.now()
    new MutationObserver((_changes, observer) => {
      if (document.querySelector('h1')?.textContent !== ${JSON.stringify(headings[stop])}) return
      observer.disconnect()
      requestAnimationFrame(() => done(performance.now() - begun))
    }).observe(document.body, { subtree: true, childList: true, characterData: true })
    link.click()
  })`)
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)]!
}

function report(what: string, value: number, limit: number): void {
  console.log(
    `${what.padEnd(26)} ${value.toFixed(0)} ms, ${(value / limit).toFixed(2)} of the limit of ${limit} ms`,
  )
}
