import { expect, test } from 'vitest'
import { useApi } from '../../../test/support/api.ts'

const api = useApi({ HEADRACE_API_RATE_LIMIT: '5' })

test('a credential over the limit gets Retry-After, and others are not affected', async () => {
  const statuses: number[] = []
  for (let i = 0; i < 6; i++) statuses.push((await api.call('GET', '/v1/about')).status)
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  const refused = await api.call('GET', '/v1/about')
  expect(refused.body).toMatchObject({ status: 429, type: expect.stringMatching(/too-many-requests$/) })
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await fetch(`${api.origin}/livez`)).status).toBe(200)
})
