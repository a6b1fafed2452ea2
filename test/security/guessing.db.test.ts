import { expect, test } from 'vitest'
import { useApi } from '../support/api.ts'
import { aPerson } from '../support/users.ts'

const api = useApi({ HEADRACE_TRUSTED_PROXIES: '127.0.0.1' })

/** A request for a token as the proxy in front of the API passes it on. */
const ask = async (address: string, clientId: string, clientSecret: string) => {
  const response = await fetch(`${api.origin}/oauth/token`, {
    method: 'POST',
    headers: { 'x-forwarded-for': address },
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
    }),
  })
  return response.status
}
const unproven = async () => {
  const { body } = await api.call<{ clientId: string; clientSecret: string }>('POST', '/v1/api-credentials', {
    body: { name: 'unproven', accountRole: 'USER' },
  })
  return body
}
const signIn = (address: string, userName: string, password: string) =>
  fetch(`${api.url}/v1/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify({ userName, password }),
  })

test('of sixty guesses at once no more are judged than may fail', async () => {
  const { clientId } = await unproven()
  const statuses = await Promise.all(
    Array.from({ length: 60 }, (_, i) => ask('203.0.113.1', clientId, `guess ${i}`)),
  )
  expect(statuses.filter((status) => status === 401)).toHaveLength(10)
  expect(statuses.filter((status) => status === 429)).toHaveLength(50)
}, 60_000)

test('behind a proxy a stranger is refused, and the same client from elsewhere is not', async () => {
  const { clientId, clientSecret } = await unproven()
  for (let i = 0; i < 10; i++) expect(await ask('203.0.113.2', clientId, 'wrong')).toBe(401)
  expect(await ask('203.0.113.2', clientId, 'wrong')).toBe(429)
  expect(await ask('203.0.113.3', clientId, clientSecret)).toBe(200)
}, 60_000)

test('failures of strangers never refuse a secret that was proven before', async () => {
  const { clientId, clientSecret } = await unproven()
  expect(await ask('203.0.113.4', clientId, clientSecret)).toBe(200)
  for (let i = 0; i < 11; i++) await ask('203.0.113.4', clientId, 'wrong')
  expect(await ask('203.0.113.4', clientId, 'wrong')).toBe(429)
  expect(await ask('203.0.113.4', clientId, clientSecret)).toBe(200)

  const password = 'correct horse battery staple'
  const { userName } = await aPerson(api, { password })
  expect((await signIn('203.0.113.5', userName, password)).status).toBe(201)
  for (let i = 0; i < 6; i++) await signIn('203.0.113.6', userName, 'wrong')
  expect((await signIn('203.0.113.6', userName, 'wrong')).status).toBe(429)
  expect((await signIn('203.0.113.5', userName, password)).status).toBe(201)
}, 60_000)

test('jobs that begin at once behind one address with right secrets all get in', async () => {
  const clients = await Promise.all(Array.from({ length: 3 }, unproven))
  const statuses = await Promise.all(
    Array.from({ length: 45 }, (_, i) => {
      const { clientId, clientSecret } = clients[i % 3]!
      return ask('203.0.113.7', clientId, clientSecret)
    }),
  )
  expect(new Set(statuses)).toEqual(new Set([200]))
}, 60_000)

test('a client with an IPv6 network can guess no more often than one with a single address', async () => {
  const { clientId, clientSecret } = await unproven()
  const statuses = await Array.fromAsync({ length: 11 }, (_, i) =>
    ask(`2001:db8:0:1::${i}`, clientId, 'wrong'),
  )
  expect(statuses).toEqual([...Array(10).fill(401), 429])
  expect(await ask('2001:db8:0:2::1', clientId, clientSecret)).toBe(200)
}, 60_000)
