import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { useWeb } from '../support/web.ts'

const web = useWeb()
const MAX_BYTES = 300_000
/** A browser asks a server without HTTP/2 for six at a time. */
const MAX_FILES = 12
/** What a page does later of itself, as fetching other pages ahead, is no part of its first view. */
const LATER_MS = 250
const withoutLater = `(() => {
  const before = window.setTimeout
  window.setTimeout = (act, ms = 0, ...args) => (ms >= ${LATER_MS} ? 0 : before(act, ms, ...args))
})()`

/**
 * What a browser that knows nothing yet gets over the network for a page, in bytes as they were sent, by
 * address.
 */
async function sentFor(path: string, isThere: (page: Page) => Promise<unknown>, as?: null) {
  const page = await web.visit('about:blank', as === null ? { as } : {})
  await page.addInitScript(withoutLater)
  const network = await page.context().newCDPSession(page)
  const addresses = new Map<string, string>()
  const sent = new Map<string, number>()
  await network.send('Network.enable')
  await network.send('Network.setCacheDisabled', { cacheDisabled: true })
  network.on('Network.requestWillBeSent', ({ requestId, request }) => addresses.set(requestId, request.url))
  network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const address = addresses.get(requestId) ?? requestId
    sent.set(address, (sent.get(address) ?? 0) + encodedDataLength)
  })
  await page.goto(path)
  await isThere(page)
  await page.waitForLoadState('networkidle')
  return sent
}

/**
 * What was sent of the program: how large the lists are that the API sends depends on what other tests made.
 */
const program = (sent: ReadonlyMap<string, number>) =>
  [...sent].filter(([address]) => !address.includes('/api/')).map(([, bytes]) => bytes)

test('the first view of a user, and the page where one signs in, come in at most 300 KB and in few files', async () => {
  const home = await sentFor('/', (page) => page.getByRole('heading', { name: 'Home', level: 1 }).waitFor())
  const signIn = await sentFor('/sign-in', (page) => page.getByLabel('Password').first().waitFor(), null)
  for (const sent of [home, signIn]) {
    expect([...sent.keys()].some((address) => address.endsWith('.js'))).toBe(true)
    const bytes = program(sent).reduce((all, one) => all + one, 0)
    expect(bytes, JSON.stringify([...sent])).toBeLessThanOrEqual(MAX_BYTES)
    expect(program(sent).length, JSON.stringify([...sent])).toBeLessThanOrEqual(MAX_FILES)
  }
})

test('a file of the interface comes compressed and is kept, and no file above its folder is sent', async () => {
  const page = await (await fetch(web.origin, { headers: { accept: 'text/html' } })).text()
  const [address = ''] = /\/assets\/[^"]+\.js/.exec(page) ?? []
  const file = await fetch(web.origin + address, { headers: { 'accept-encoding': 'br' } })
  expect(file.status).toBe(200)
  expect(Object.fromEntries(file.headers)).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-encoding': 'br',
    'content-type': 'application/javascript; charset=utf-8',
  })
  const statuses = ['..%2findex.html', '..%5cindex.html', '%00', 'nothing.js'].map(
    async (name) => (await fetch(`${web.origin}/assets/${name}`)).status,
  )
  expect(await Promise.all(statuses)).toEqual([403, 403, 400, 404])
})
