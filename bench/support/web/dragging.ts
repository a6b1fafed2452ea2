import type { CDPSession, Page } from 'playwright-core'
import type { BenchPlatform } from '../platform.ts'
import { percentile, report } from '../statistics.ts'
import { COMPONENTS, cardAt, openDesigner } from './designer.ts'
import type { BenchBrowser } from './window.ts'

const FRAMES_PER_SECOND = 30
const DRAG_MS = 5_000
const CIRCLE = { radius: 60, turnMs: 2_000 } as const
/** In the middle of the drawing. */
const DRAGGED = 262
/** Around it, in five rows of four. */
const AROUND = Array.from({ length: 20 }, (_, n) => DRAGGED - 52 + 25 * (n % 5) + Math.floor(n / 5))

/**
 * Frames a second while cards of a canvas of 500 components follow the pointer: as it opens, and with all in
 * view.
 */
export async function measureDragging(platform: BenchPlatform, browser: BenchBrowser): Promise<void> {
  await using context = await browser.open(platform)
  const page = await openDesigner(platform, context)
  const session = await context.newCDPSession(page)
  await session.send('Performance.enable')
  tell('a frame of the page at rest', await framesOf(page, session, () => pause(page)))
  tell('one card, as it opens', await drag(page, session, 2))
  await page.getByRole('button', { name: 'Fit to view' }).click()
  await page
    .locator('.react-flow__node')
    .nth(COMPONENTS / 2)
    .waitFor({ state: 'attached' })
  tell(
    `one card, ${await page.locator('.react-flow__node').count()} in view`,
    await drag(page, session, DRAGGED),
  )
  for (const at of AROUND) if (at !== DRAGGED) await cardAt(page, at).click({ modifiers: ['Control'] }) // chosen by the drag before
  await page.getByRole('heading', { name: `${AROUND.length} chosen` }).waitFor()
  tell(`${AROUND.length} cards`, await drag(page, session, DRAGGED))
  await page.keyboard.press('Control+a')
  await page.getByRole('heading', { name: `${COMPONENTS} chosen` }).waitFor()
  tell('all cards', await drag(page, session, DRAGGED))
}

interface Frames {
  readonly perSecond: number
  readonly longestMs: number
  /** Of our scripts and React Flow's, for each frame. */
  readonly scriptMs: number
}

const pause = (page: Page) => page.waitForTimeout(DRAG_MS)

/** Takes the card of that number around in circles, as fast as the page follows, and lets it go. */
async function drag(page: Page, session: CDPSession, at: number): Promise<Frames> {
  const { x, y, width, height } = (await cardAt(page, at).boundingBox())!
  const middle = { x: x + width / 2, y: y + height / 2 }
  const mouse = (
    type: 'mouseMoved' | 'mousePressed' | 'mouseReleased',
    dx: number,
    dy: number,
    buttons: 0 | 1,
  ) =>
    session.send('Input.dispatchMouseEvent', {
      type,
      x: middle.x + dx,
      y: middle.y + dy,
      button: 'left',
      buttons,
      clickCount: 1,
    })
  await mouse('mouseMoved', 0, 0, 0)
  await mouse('mousePressed', 0, 0, 1)
  await mouse('mouseMoved', 5, 5, 1) // begins the drag, and chooses the card
  const frames = await framesOf(page, session, async () => {
    const begun = performance.now()
    for (let now = begun; now - begun < DRAG_MS; now = performance.now()) {
      const angle = ((now - begun) / CIRCLE.turnMs) * 2 * Math.PI
      await mouse('mouseMoved', CIRCLE.radius * Math.cos(angle), CIRCLE.radius * Math.sin(angle), 1)
    }
  })
  await mouse('mouseMoved', 5, 5, 1) // back to its place: over a neighbour it would be in the way of the next click
  await mouse('mouseReleased', 5, 5, 0)
  await page.getByText('Saved as your draft').waitFor()
  return frames
}

async function framesOf(page: Page, session: CDPSession, act: () => Promise<void>): Promise<Frames> {
  await page.evaluate(`{
    window.frames_ = []
    const note = (at) => window.frames_?.push(at) && requestAnimationFrame(note)
    requestAnimationFrame(note)
  }`)
  const before = await scriptSeconds(session)
  await act()
  const after = await scriptSeconds(session)
  const times = await page.evaluate<number[]>(`{
    const noted = window.frames_
    window.frames_ = undefined
    noted
  }`)
  const gaps = times.slice(1).map((time, at) => time - times[at]!)
  const wholeMs = times.at(-1)! - times[0]!
  return {
    perSecond: (gaps.length / wholeMs) * 1_000,
    longestMs: percentile(gaps, 1),
    scriptMs: ((after - before) * 1_000) / gaps.length,
  }
}

async function scriptSeconds(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  return metrics.find(({ name }) => name === 'ScriptDuration')!.value
}

function tell(what: string, { perSecond, longestMs, scriptMs }: Frames): void {
  report(what, perSecond, FRAMES_PER_SECOND, 'frames/s')
  console.log(`${''.padEnd(34)} longest ${longestMs.toFixed(0)} ms, script ${scriptMs.toFixed(1)} ms each`)
}
