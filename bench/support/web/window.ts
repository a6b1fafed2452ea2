import chromiumPackage from '@sparticuz/chromium'
import { type BrowserContext, chromium, type Page } from 'playwright-core'
import { sessionCookie } from '../../../test/support/web-session.ts'
import type { BenchPlatform } from '../platform.ts'

/** Chromium without a screen: the processor draws, which a graphics card would do for a user. */
export async function startBrowser() {
  const executablePath = process.env['HEADRACE_CHROMIUM'] ?? (await chromiumPackage.executablePath())
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-quic'] })
  /** A browser that has seen nothing before, signed in as the administrator. */
  async function open({ origin, folder }: BenchPlatform): Promise<BrowserContext> {
    const context = await browser.newContext({
      baseURL: origin,
      reducedMotion: 'reduce',
      viewport: { width: 1280, height: 900 },
    })
    const value = await sessionCookie(origin, folder)
    await context.addCookies([{ name: 'headrace_session', value, url: origin }])
    return context
  }
  return { open, [Symbol.asyncDispose]: () => browser.close() }
}

export type BenchBrowser = Awaited<ReturnType<typeof startBrowser>>

/**
 * Milliseconds from a click on an entry of the menu until `isShown`, the body of a function in the page,
 * answers true, and its frame: the waiting of the program that drives the browser is not in it.
 */
export function msToShow(page: Page, entry: string, isShown: string): Promise<number> {
  return page.evaluate<number>(`new Promise((done) => {
    const isShown = () => { ${isShown} }
    const link = [...document.querySelectorAll('nav a')].find((one) => one.textContent.trim() === ${JSON.stringify(entry)})
    const begun = performance.now()
    new MutationObserver((_changes, observer) => {
      if (!isShown()) return
      observer.disconnect()
      requestAnimationFrame(() => done(performance.now() - begun))
    }).observe(document.body, { subtree: true, childList: true, characterData: true })
    link.click()
  })`)
}
