import { expect, test } from 'vitest'
import { useApi } from '../support/api.ts'
import { aBrowser } from '../support/browser.ts'
import { aFreePort } from '../support/proxy.ts'

const metricsPort = await aFreePort()
const api = useApi({ HEADRACE_METRICS_PORT: String(metricsPort) })

const get = async (url: string, token?: string) => {
  const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const response = await fetch(url, { headers })
  return { status: response.status, text: await response.text() }
}

test('strangers and users learn whether the server is ready, and nothing of its inside', async () => {
  const { token } = await api.credential()
  for (const given of [undefined, token, 'not-a-token']) {
    const { status, text } = await get(`${api.origin}/readyz`, given)
    expect([status, JSON.parse(text)]).toEqual([200, { status: 'ok' }])
  }
  expect((await get(`${api.origin}/metrics`)).status).toBe(401)
  const refused = await get(`${api.origin}/metrics`, token)
  expect([refused.status, refused.text.includes('process_cpu')]).toEqual([403, false])
})

test('SUPER_ADMIN reads details and figures, by token and in a browser', async () => {
  const token = await api.adminToken()
  expect(JSON.parse((await get(`${api.origin}/readyz`, token)).text)).toMatchObject({
    status: 'ok',
    checks: { database: 'ok' },
  })
  expect((await get(`${api.origin}/metrics`, token)).text).toContain('headrace_queue_depth')
  const browser = aBrowser()
  await browser.fetch(`${api.url}/v1/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(api.api.firstAdmin!.person),
  })
  expect(await (await browser.fetch(`${api.origin}/readyz`)).json()).toHaveProperty('checks')
})

test('the port for operators serves both without a token, and nothing else', async () => {
  const origin = `http://127.0.0.1:${metricsPort}`
  expect((await get(`${origin}/metrics`)).text).toContain('headrace_queue_depth')
  expect(JSON.parse((await get(`${origin}/readyz`)).text)).toMatchObject({ checks: { database: 'ok' } })
  expect((await get(`${origin}/api/v1/about`)).status).toBe(404)
  expect((await get(`${origin}/oauth/token`)).status).toBe(404)
})
