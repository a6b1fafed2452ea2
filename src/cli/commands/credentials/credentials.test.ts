import { expect, test } from 'vitest'
import { type Answer, credential, json, paged, startApi } from '../../testing/loopback-api.ts'
import { loginTo, openTerminal } from '../../testing/terminal.ts'

const all = '/v1/api-credentials'
const nightly = { clientId: 'hr_1', name: 'Nightly job', accountRole: 'USER' }
const projectId = '0195b1c2-0000-7000-8000-000000000001'
const routes = {
  'GET /v1/projects': paged([{ id: projectId, name: 'Sales' }]),
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
    projectRoles: [],
    environmentAccess: [],
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

test('a credential is created with what it needs to publish in an environment and to run there', async () => {
  await using api = await startApi(routes)
  using terminal = openTerminal({ env: loginTo(api, credential) })
  const create = ['credentials', 'create', 'Deployment', '--project-role', 'Sales=contributor']
  expect((await terminal.run(...create, '--environment-access', 'Sales/Production=RUNNER')).code).toBe(0)
  expect(JSON.parse(`${api.requests.at(-1)!.body}`)).toEqual({
    name: 'Deployment',
    accountRole: 'USER',
    projectRoles: [{ projectId, role: 'CONTRIBUTOR' }],
    environmentAccess: [{ projectId, environmentName: 'Production', access: 'RUNNER' }],
  })
  await expect(terminal.run(...create, '--environment-access', 'Production=RUNNER')).rejects.toThrow(
    'such as Sales/Production=RUNNER',
  )
  await expect(terminal.run(...create, '--project-role', 'Sales=OWNER')).rejects.toThrow('Expected one of')
})
