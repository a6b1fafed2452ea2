import { expect, test } from 'vitest'
import { useApi } from '../../../test/support/api.ts'
import { aProject } from '../../../test/support/factories.ts'

const api = useApi({ HEADRACE_API_RATE_LIMIT: '20' })

test('looking at what a change is about costs its caller nothing, and no request can pose as that look', async () => {
  const { projectId } = await aProject(api)
  const { token } = await api.credential({ projectRoles: [{ projectId, role: 'ADMIN' }] })
  const change = () =>
    api.call('PATCH', `/v1/projects/${projectId}`, {
      token,
      body: { description: 'x' },
      headers: { 'x-headrace-audit': 'x' },
    })
  const statuses: number[] = []
  for (let i = 0; i < 21; i++) statuses.push((await change()).status)
  expect(statuses).toEqual([...Array(20).fill(200), 429])
  const { body } = await api.call<{ total: number }>(
    'GET',
    `/v1/events?operation=updateProject&projectId=${projectId}`,
  )
  expect(body.total).toBe(20)
})
