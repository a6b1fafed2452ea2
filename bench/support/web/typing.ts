import type { Page } from 'playwright-core'
import type { BenchPlatform } from '../platform.ts'
import { percentile, report } from '../statistics.ts'
import { COMPONENTS, cardAt, openDesigner } from './designer.ts'
import { componentAt, SCRIPT_EVERY } from './large-pipeline.ts'
import type { BenchBrowser } from './window.ts'

const GOAL_MS = 100
const KEYS = 20
const PATIENCE_MS = 20_000
/** A script in the middle of the file. */
const TYPED = Math.floor(COMPONENTS / 2 / SCRIPT_EVERY) * SCRIPT_EVERY

/**
 * From a key to what validation says of it in a pipeline of 500 components: of a property in its form, and of
 * the text. Every other key makes a fault, and the next one takes it away.
 */
export async function measureTyping(platform: BenchPlatform, browser: BenchBrowser): Promise<void> {
  await using context = await browser.open(platform)
  const page = await openDesigner(platform, context)
  await page.getByLabel('Find a component', { exact: true }).fill(componentAt(TYPED))
  await cardAt(page, TYPED).click()
  const field = page.getByRole('combobox', { name: 'Timeout' })
  await field.press('End')
  await field.press('ArrowLeft') // inside of the braces of ${n}
  tell('a property', await keysIn(page, '"nx"'))
  await page.getByText('Saved as your draft').waitFor()
  await page.getByRole('button', { name: 'YAML', exact: true }).click()
  await page.locator('.cm-scroller').evaluate((scroller) => {
    scroller.scrollTop = scroller.scrollHeight / 3
  })
  await page.locator('.cm-line', { hasText: 'type: "update-scalar"' }).nth(3).click()
  await page.keyboard.press('End')
  await page.keyboard.press('ArrowLeft')
  tell('the text', await keysIn(page, 'update-scalarx'))
}

interface Keys {
  readonly toFaultMs: readonly number[]
  /** How long the page could not answer at a stretch, at most; 0 below 50. */
  readonly blockedMs: number
}

/** Types x and takes it away again; the list of problems then names `fault`, and no longer. */
async function keysIn(page: Page, fault: string): Promise<Keys> {
  await page.evaluate(`{
    window.blocked = []
    new PerformanceObserver((list) => {
      window.blocked.push(...list.getEntries().map(({ duration }) => duration))
    }).observe({ entryTypes: ['longtask'] })
    const isShown = () =>
      [...document.querySelectorAll('ul[aria-label=Problems] li')].some((one) =>
        one.textContent.includes(${JSON.stringify(fault)}))
    document.addEventListener('keydown', ({ key, timeStamp }) => {
      const wanted = key === 'x'
      window.shown = new Promise((done, fail) => {
        const look = () => {
          const ms = performance.now() - timeStamp
          if (isShown() === wanted) done(ms)
          else if (ms > ${PATIENCE_MS}) fail(new Error('Validation did not answer'))
          else requestAnimationFrame(look)
        }
        requestAnimationFrame(look)
      })
    }, { capture: true })
  }`)
  const toFaultMs: number[] = []
  for (let key = 0; key < KEYS; key++) {
    await page.keyboard.press(key % 2 === 0 ? 'x' : 'Backspace')
    toFaultMs.push(await page.evaluate<number>('window.shown'))
    await page.waitForTimeout(100) // as a hand does
  }
  const blocked = await page.evaluate<number[]>('window.blocked')
  return { toFaultMs, blockedMs: Math.max(0, ...blocked) }
}

function tell(what: string, { toFaultMs, blockedMs }: Keys): void {
  report(`typing in ${what}, median`, percentile(toFaultMs, 0.5), GOAL_MS, 'ms')
  report(`typing in ${what}, 95 of 100`, percentile(toFaultMs, 0.95), GOAL_MS, 'ms')
  console.log(`${''.padEnd(34)} the page blocked for at most ${blockedMs.toFixed(0)} ms`)
}
