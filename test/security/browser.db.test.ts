import { expect, test } from 'vitest'
import { createServer } from '../../src/http/server.ts'
import { silent } from '../../src/lib/log.ts'
import { useApi } from '../support/api.ts'
import { aPerson } from '../support/users.ts'

const api = useApi()
const password = 'correct horse battery staple'

/** A cookie as somebody else would use it who copied it, and its CSRF token. */
async function aSession(userName: string) {
  const signedIn = await fetch(`${api.url}/v1/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ userName, password }),
  })
  const cookie = signedIn.headers.getSetCookie()[0]!.split(';')[0]!
  const { csrfToken } = (await signedIn.json()) as { csrfToken: string }
  const send = (method: string, path: string) =>
    fetch(`${api.url}${path}`, { method, headers: { cookie, 'x-csrf-token': csrfToken } })
  return { send, status: async () => (await send('GET', '/v1/session')).status }
}

test('a copied cookie is worthless as soon as its session is signed out', async () => {
  const { userName, id } = await aPerson(api, { password })
  const [one, two, three] = [await aSession(userName), await aSession(userName), await aSession(userName)]
  for (const session of [one, two, three]) expect(await session.status()).toBe(200)
  expect((await one.send('DELETE', '/v1/session')).status).toBe(204)
  expect([await one.status(), await two.status()]).toEqual([401, 200])
  expect((await two.send('DELETE', `/v1/users/${id}/sessions`)).status).toBe(204)
  expect([await two.status(), await three.status()]).toEqual([401, 401])
})

test('browsers that reached the server by TLS use nothing else', async () => {
  const header = async (origin: string) => {
    const options = { log: silent, basePath: '/api', version: '1', databaseProblem: () => undefined }
    const app = await createServer({ ...options, origin: () => origin })
    return (await app.inject('/')).headers['strict-transport-security']
  }
  expect(await header('https://data.example.com')).toBe('max-age=31536000')
  expect(await header('http://data.example.com')).toBeUndefined()
})
