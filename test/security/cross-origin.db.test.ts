import { expect, test } from 'vitest'
import { useApi } from '../support/api.ts'
import { aBrowser } from '../support/browser.ts'
import { aPerson } from '../support/users.ts'

const origin = 'https://app.example.com'
const api = useApi({ HEADRACE_CORS_ORIGINS: `${origin}, http://localhost:5173` })

const preflight = (path: string, from = origin, base = api.url) =>
  fetch(`${base}${path}`, {
    method: 'OPTIONS',
    headers: {
      origin: from,
      'access-control-request-method': 'PATCH',
      'access-control-request-headers': 'authorization,content-type,if-match',
    },
  })
const granted = ({ headers }: Response) =>
  Object.fromEntries([...headers].filter(([name]) => name.startsWith('access-control-')))

test('a page of a listed origin may call the API with a token: the browser asks before, and reads the answer', async () => {
  const asked = await preflight('/v1/projects/some-id')
  expect([asked.status, asked.headers.get('vary')]).toEqual([204, 'Origin'])
  expect(granted(asked)).toEqual({
    'access-control-allow-origin': origin,
    'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
    'access-control-allow-headers': 'authorization,content-type,if-match',
    'access-control-max-age': '7200',
  })
  for (const [path, base] of [
    ['/oauth/token', api.origin],
    ['/dpc/v1/projects', api.origin],
  ] as const)
    expect((await preflight(path, 'http://localhost:5173', base)).status).toBe(204)
  const authorization = `Bearer ${await api.adminToken()}`
  for (const path of ['/v1/projects', '/v1/projects/no-such-id']) {
    const read = await fetch(`${api.url}${path}`, { headers: { origin, authorization } })
    expect(granted(read)).toEqual({
      'access-control-allow-origin': origin,
      'access-control-expose-headers': expect.stringContaining('ETag, Location, Retry-After'),
    })
    expect(read.headers.get('vary')).toContain('Origin')
  }
})

test('every other origin is told nothing, however close it is', async () => {
  for (const other of [
    'https://app.example.com.evil.example',
    'https://evil-app.example.com',
    'http://app.example.com',
    'https://app.example.com:8443',
    'https://APP.example.com',
    'null',
    '*',
  ]) {
    const asked = await preflight('/v1/projects', other)
    expect([other, asked.status, granted(asked)]).toEqual([other, 405, {}])
    expect(asked.headers.get('vary')).toBe('Origin')
    const read = await fetch(`${api.url}/v1/sign-in/options`, { headers: { origin: other } })
    expect([other, granted(read)]).toEqual([other, {}])
  }
})

test('cookies are never allowed, and pages of the interface are not opened to other origins', async () => {
  const password = 'correct horse battery staple'
  const { userName } = await aPerson(api, { password })
  const browser = aBrowser()
  const signedIn = await browser.fetch(`${api.url}/v1/session`, {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json' },
    body: JSON.stringify({ userName, password }),
  })
  const session = await browser.fetch(`${api.url}/v1/session`, { headers: { origin } })
  expect([signedIn.status, session.status]).toEqual([201, 200])
  for (const answer of [signedIn, session])
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull()
  const page = await fetch(`${api.origin}/`, { headers: { origin, accept: 'text/html' } })
  expect(granted(page)).toEqual({})
})

test('a browser that only asks which methods there are is answered as before', async () => {
  const answer = await fetch(`${api.url}/v1/projects`, { method: 'OPTIONS', headers: { origin } })
  expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST'])
})

test('sessions are not compressed, the document is, and it is asked for again only to see whether it changed', async () => {
  const name = 'x'.repeat(2_000)
  const password = 'correct horse battery staple'
  const { userName } = await aPerson(api, { password, displayName: name })
  const browser = aBrowser()
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ userName, password })
  await browser.fetch(`${api.url}/v1/session`, { method: 'POST', headers, body })
  const session = await browser.fetch(`${api.url}/v1/session`, { headers: { 'accept-encoding': 'br' } })
  expect(session.headers.get('content-encoding')).toBeNull()
  expect((await session.text()).length).toBeGreaterThan(2_000)

  const read = (own: Record<string, string> = {}) =>
    fetch(`${api.url}/v1/openapi.json`, { headers: { 'accept-encoding': 'br', ...own } })
  const document = await read()
  expect(document.headers.get('content-encoding')).toBe('br')
  expect(await document.json()).toMatchObject({ openapi: '3.1.0' })
  const etag = document.headers.get('etag')!
  expect((await read({ 'if-none-match': etag })).status).toBe(304)
})
