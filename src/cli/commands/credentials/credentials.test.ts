import { expect, test } from 'vitest'
import { type Answer, credential, json, paged, startApi } from '../../testing/loopback-api.ts'
import { loginTo, openTerminal } from '../../testing/terminal.ts'

const all = '/v1/api-credentials'
const nightly = { clientId: 'hr_1', name: 'Nightly job', accountRole: 'USER' }
const routes = {
  [`GET ${all}`]: paged([nightly]),
  [`POST ${all}`]: ((_, response) => json(response, 201, { ...nightly, clientSecret: 'once' })) as Answer,
  [`DELETE ${all}/hr_1`]: ((_, response) => void response.writeHead(204).end()) as Answer,
}

test('a credential is created with its secret shown once, listed without it, and deleted by name', async () => {
  await using api = await startApi(routes)
  using terminal = openTerminal({ env: loginTo(api, credential) })
  const created = await terminal.run('credentials', 'create', 'Nightly job', '--expires', '2027-01-01')
  expect(created.out).toContain('client secret: once')
  expect(JSON.parse(`${api.requests[0]!.body}`)).toEqual({
    name: 'Nightly job',
    accountRole: 'USER',
    expiresAt: '2027-01-01T00:00:00.000Z',
  })
  expect((await terminal.run('credentials')).out).not.toContain('once')
  expect((await terminal.run('credentials', 'delete', 'Nightly jab', '-y')).err).toContain(
    'Did you mean Nightly job?',
  )
  expect((await terminal.run('credentials', 'delete', 'hr_1', '-y')).out).toBe(
    'Deleted credential Nightly job.\n',
  )
})
