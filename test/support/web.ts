import { setTimeout as sleep } from 'node:timers/promises'
import axe from 'axe-core'
import { type Browser, type BrowserContext, chromium, type Page, type Request } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest'
import { type Client, createClient } from './api-client.ts'
import { signInForCookie } from './web-session.ts'

export interface VisitOptions {
  readonly scheme?: 'light' | 'dark'
  /** Width of the window in pixels. */
  readonly width?: number
  /** Whose session; the administrator's by default, null for none. */
  readonly as?: { readonly userName: string; readonly password: string } | null
  /** The origin of a provider that the page redirects to. */
  readonly elsewhere?: string
}

/** A real browser before the really started platform. */
export interface WebTest {
  readonly origin: string
  /** The API as the administrator's program uses it, to prepare what a page shows. */
  readonly client: Client
  readonly admin: { readonly userName: string; readonly password: string }
  /** Opens an address of ours in a window of its own, signed in. */
  visit(path: string, options?: VisitOptions): Promise<Page>
}

const PATIENCE_MS = 30_000
/**
 * What the browser and the router write when the network or a test takes a file away; what users see is
 * tested.
 */
const notFetched = /Failed to (load resource|fetch dynamically imported module)/
/** How long colours may take to get to where they are going. */
const SETTLE_MS = 15_000
/**
 * It runs as root in CI, where Chromium has no sandbox of its own; and it makes no requests of its own. A
 * page lives for seconds: to compile its JavaScript for speed takes longer than that saves.
 */
const switches = [
  '--js-flags=--no-opt --no-maglev',
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/**
 * A browser for the tests of one file. After each test: no page asked anything of another origin, broke its
 * Content-Security-Policy or threw.
 */
export function useWeb(): WebTest {
  const { origin, clientId, clientSecret, userName, password, chromium: executablePath } = inject('web')
  const admin = { userName, password }
  const tools = { now: Date.now, wait: async (ms: number) => sleep(ms), keepToken: () => undefined }
  const client = createClient({ url: `${origin}/api`, clientId, clientSecret }, tools)
  const sessions = new Map<string, Promise<string>>()
  const contexts: BrowserContext[] = []
  const complaints: string[] = []
  let browser: Browser

  beforeAll(async () => {
    browser = await chromium.launch({ executablePath, args: switches })
  })
  afterEach(async () => {
    const ended = contexts.splice(0)
    const pages = ended.flatMap((context) => context.pages())
    // A page that still asks would otherwise have a route fail when it is closed.
    await Promise.all(pages.map((page) => page.unrouteAll({ behavior: 'ignoreErrors' })))
    await Promise.all(ended.map((context) => context.close()))
    expect(complaints.splice(0)).toEqual([])
  })
  afterAll(() => browser.close())

  async function visit(
    path: string,
    { scheme = 'light', width = 1280, as = admin, elsewhere }: VisitOptions = {},
  ) {
    const context = await browser.newContext({
      baseURL: origin,
      colorScheme: scheme,
      viewport: { width, height: 900 },
      reducedMotion: 'reduce',
      timezoneId: 'Europe/Berlin',
    })
    contexts.push(context)
    context.setDefaultTimeout(PATIENCE_MS)
    if (as !== null)
      await context.addCookies([{ name: 'headrace_session', value: await sessionOf(as), url: origin }])
    const page = await context.newPage()
    watch(page, elsewhere)
    await page.goto(path)
    return page
  }

  function sessionOf(person: typeof admin): Promise<string> {
    const known = sessions.get(person.userName) ?? signInForCookie(origin, person)
    sessions.set(person.userName, known)
    return known
  }

  /** What the pages of an identity provider fetch is their affair. */
  const isOfProvider = (request: Request, elsewhere: string) =>
    elsewhere !== origin &&
    !request.isNavigationRequest() &&
    request.frame().url().startsWith(`${elsewhere}/`)

  function watch(page: Page, elsewhere = origin): void {
    countRequests(page)
    page.on('pageerror', (error) => complaints.push(`threw: ${error.message}`))
    page.on('request', (request) => {
      const isOurs =
        [origin, elsewhere].some((known) => request.url().startsWith(`${known}/`)) ||
        /^(data|blob):/.test(request.url()) ||
        isOfProvider(request, elsewhere)
      if (!isOurs) complaints.push(`left the origin: ${request.url()}`)
    })
    page.on('console', (message) => {
      const isRefusal = /Content.Security.Policy/i.test(message.text())
      const isWarning = message.type() === 'error' && !notFetched.test(message.text())
      if (isRefusal || isWarning) complaints.push(`said: ${message.text()}`)
    })
  }

  return { origin, client, admin, visit }
}

/**
 * Nothing that axe can find speaks against WCAG 2.2 AA, in the light and in the dark scheme. The dark scheme
 * changes colours only, so only the rules about them are checked a second time.
 */
export async function expectAccessible(page: Page): Promise<void> {
  for (const [colorScheme, runOnly] of [
    ['light', standards],
    ['dark', rulesOfColours],
  ] as const) {
    await page.emulateMedia({ colorScheme })
    await expect.poll(() => faultsOf(page, runOnly), { message: colorScheme, timeout: SETTLE_MS }).toEqual([])
  }
}

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const rulesOfColours: axe.RunOnly = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] }

async function faultsOf(page: Page, runOnly: axe.RunOptions['runOnly']): Promise<string[]> {
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(axe.source)
  // Nothing is asked for that is not shown: selectors, and what holds, would take longer than the checks.
  const options = JSON.stringify({ runOnly, resultTypes: ['violations'], selectors: false })
  const violations = await page.evaluate<axe.Result[]>(
    `axe.run(${options}).then(({ violations }) => violations)`,
  )
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(
      ({ html, any }) => `${id}: ${help}: ${html.slice(0, 200)} ${any.map((one) => one.message).join('; ')}`,
    ),
  )
}

/**
 * The page fits its window without scrolling sideways, once what moves after a change of its size stands
 * still.
 */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const root = 'document.documentElement'
  const excess = () => page.evaluate<number>(`${root}.scrollWidth - ${root}.clientWidth`)
  await expect.poll(excess, { timeout: SETTLE_MS }).toBeLessThanOrEqual(0)
}

/** How many requests a page has begun, and those of its present document that have no end yet. */
const requestsOf = new WeakMap<Page, { begun: number; readonly open: Set<Request> }>()

function countRequests(page: Page): void {
  const requests = { begun: 0, open: new Set<Request>() }
  requestsOf.set(page, requests)
  page.on('request', (request) => {
    requests.begun++
    // Playwright does not always report the end of what the document before it asked for.
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) requests.open.clear()
    requests.open.add(request)
  })
  const ended = (request: Request) => requests.open.delete(request)
  page.on('requestfinished', ended)
  page.on('requestfailed', ended)
}

/**
 * The page has shown its heading and all that it asked for: nothing is on its way, and drawing what came asks
 * for nothing more. Faster than Playwright's `networkidle`, which waits for half a second without a request.
 */
export async function allRead(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  const requests = requestsOf.get(page)!
  const awaited = async () => {
    const { begun } = requests
    await page.evaluate(
      'new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(drawn))))',
    )
    const loading = page.getByRole('main').getByLabel(/^Loading/)
    const labels = await loading.evaluateAll((all) => all.map((one) => one.ariaLabel))
    const asked = requests.begun > begun ? ['more was asked for'] : []
    return [...Array.from(requests.open, (request) => request.url()), ...labels, ...asked].join('\n')
  }
  await expect.poll(awaited, { interval: 20, timeout: PATIENCE_MS }).toBe('')
}

/** Lets requests to these addresses wait until `answer` is called, which waits for the answer of one. */
export async function answeringLate(page: Page, addresses: string) {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(addresses, async (route) => {
    await promise
    await route.continue()
  })
  const answer = async () => {
    const answered = page.waitForResponse(addresses)
    resolve()
    await (await answered).finished()
  }
  return { answer }
}
