import { expect, test } from 'vitest'
import { type Answer, credential, json, startApi } from '../../testing/loopback-api.ts'
import { loginTo, openTerminal } from '../../testing/terminal.ts'

const id = '0195b1c2-0000-7000-8000-000000000004'
const invitationUrl = 'https://data.example.com/invitation#hri_x'
const scimUsers = '/v1/directory-integration/scim/v2/Users'
const listOf = (Resources: object[]) => ({ schemas: [], totalResults: Resources.length, Resources })
const found: Record<string, Answer> = {
  [`GET ${scimUsers}`]: (_, response) => json(response, 200, listOf([{ id, userName: 'ada' }])),
}

test('invite prints the link and until when it works', async () => {
  await using api = await startApi({
    ...found,
    [`POST /v1/users/${id}/invitation`]: (_, response) =>
      json(response, 201, { invitationUrl, expiresAt: '2030-01-01T00:00:00.000Z' }),
  })
  using terminal = openTerminal({ env: loginTo(api, credential) })
  expect((await terminal.run('users', 'invite', 'ada')).out).toBe(
    `ada sets a password with this link, once, until 2030-01-01T00:00:00.000Z:\n${invitationUrl}\n`,
  )
  const asked = new URL(api.requests[0]!.path, 'http://api')
  expect(asked.searchParams.get('filter')).toBe('userName eq "ada" or displayName eq "ada"')
})

test('an invitation is withdrawn once that is confirmed', async () => {
  await using api = await startApi({
    ...found,
    [`DELETE /v1/users/${id}/invitation`]: (_, response) => void response.writeHead(204).end(),
  })
  using terminal = openTerminal({ env: loginTo(api, credential) })
  expect((await terminal.run('users', 'withdraw-invitation', 'ada')).code).toBe(1)
  expect(api.requests.filter(({ method }) => method === 'DELETE')).toEqual([])
  expect((await terminal.run('users', 'withdraw-invitation', 'ada', '--yes')).out).toBe(
    'Withdrew the invitation of ada.\n',
  )
})

test('a user is unlinked from identity providers once that is confirmed', async () => {
  await using api = await startApi({
    ...found,
    [`DELETE /v1/users/${id}/identities`]: (_, response) => void response.writeHead(204).end(),
  })
  using terminal = openTerminal({ env: loginTo(api, credential) })
  expect((await terminal.run('users', 'unlink', 'ada')).code).toBe(1)
  expect((await terminal.run('users', 'unlink', 'ada', '--yes')).out).toMatch(/^Unlinked ada/)
})

test('create makes a user without a password, and prints an invitation when asked to', async () => {
  await using api = await startApi({
    [`POST ${scimUsers}`]: ({ body }, response) =>
      json(response, 201, { ...JSON.parse(body.toString()), id }),
    [`POST /v1/users/${id}/invitation`]: (_, response) =>
      json(response, 201, { invitationUrl, expiresAt: '2030-01-01T00:00:00.000Z' }),
  })
  using terminal = openTerminal({ env: loginTo(api, credential) })
  expect((await terminal.run('users', 'create', 'ada')).out).toBe(`Created user ada: ${id}\n`)
  const withAll = ['create', 'ada', '--display-name', 'Ada L', '--email', 'ada@example.com', '--invite']
  expect((await terminal.run('users', ...withAll)).out).toContain(invitationUrl)
  const bodies = api.requests
    .filter(({ path }) => path.endsWith('/Users'))
    .map(({ body }) => JSON.parse(body.toString()))
  expect(bodies[0]).not.toHaveProperty('emails')
  expect(bodies[1]).toMatchObject({
    userName: 'ada',
    displayName: 'Ada L',
    active: true,
    emails: [{ value: 'ada@example.com', primary: true }],
  })
  expect(JSON.parse((await terminal.run('users', 'create', 'ada', '--invite', '--json')).out)).toMatchObject({
    id,
    invitation: { invitationUrl },
  })
})

test('set-role changes the account role and keeps the roles in projects', async () => {
  const roles = {
    accountRole: 'USER',
    projectRoles: [{ projectId: id, role: 'ADMIN' }],
    environmentAccess: [],
  }
  await using api = await startApi({
    ...found,
    [`GET /v1/users/${id}/roles`]: (_, response) => {
      response.setHeader('etag', '"read"')
      json(response, 200, roles)
    },
    [`PUT /v1/users/${id}/roles`]: ({ body }, response) => json(response, 200, JSON.parse(body.toString())),
  })
  using terminal = openTerminal({ env: loginTo(api, credential) })
  expect((await terminal.run('users', 'set-role', 'ada', 'super_admin')).out).toBe(
    'ada now has the account role SUPER_ADMIN.\n',
  )
  const sent = api.requests.find(({ method }) => method === 'PUT')!
  expect(JSON.parse(sent.body.toString())).toEqual({ ...roles, accountRole: 'SUPER_ADMIN' })
  expect(sent.headers['if-match']).toBe('"read"')
})

test('users are deactivated and deleted once that is confirmed, and activated again', async () => {
  const one = `${scimUsers}/${id}`
  await using api = await startApi({
    ...found,
    [`PATCH ${one}`]: (_, response) => json(response, 200, { id }),
    [`DELETE ${one}`]: (_, response) => void response.writeHead(204).end(),
  })
  using terminal = openTerminal({ env: loginTo(api, credential) })
  for (const command of ['deactivate', 'delete'])
    expect((await terminal.run('users', command, 'ada')).code).toBe(1)
  expect(api.requests.filter(({ method }) => method !== 'GET' && method !== 'POST')).toEqual([])
  expect((await terminal.run('users', 'deactivate', 'ada', '--yes')).out).toBe('Deactivated ada.\n')
  expect((await terminal.run('users', 'activate', 'ada')).out).toBe('Activated ada.\n')
  const active = api.requests
    .filter(({ method }) => method === 'PATCH')
    .map(({ body }) => JSON.parse(body.toString()).Operations[0].value)
  expect(active).toEqual([false, true])
  expect((await terminal.run('users', 'delete', 'ada', '--yes')).out).toBe('Deleted user ada.\n')
})

test('a second factor is demanded, and reset once that is confirmed', async () => {
  await using api = await startApi({
    ...found,
    [`PATCH /v1/users/${id}/second-factor`]: ({ body }, response) =>
      json(response, 200, { required: JSON.parse(body.toString()).required }),
    [`DELETE /v1/users/${id}/second-factor`]: (_, response) => void response.writeHead(204).end(),
  })
  using terminal = openTerminal({ env: loginTo(api, credential) })
  expect((await terminal.run('users', 'require-second-factor', 'ada')).out).toBe(
    'ada needs a second factor to sign in with a password.\n',
  )
  expect((await terminal.run('users', 'require-second-factor', 'ada', '--off')).out).toBe(
    'ada does not need a second factor to sign in with a password.\n',
  )
  expect((await terminal.run('users', 'reset-second-factor', 'ada')).code).toBe(1)
  expect(api.requests.filter(({ method }) => method === 'DELETE')).toEqual([])
  expect((await terminal.run('users', 'reset-second-factor', 'ada', '--yes')).out).toBe(
    'Removed the second factor of ada.\n',
  )
})

test('a name that several users have is refused with their user names', async () => {
  const two = [
    { id, userName: 'ada.l' },
    { id, userName: 'ada.b' },
  ]
  await using api = await startApi({
    [`GET ${scimUsers}`]: (_, response) => json(response, 200, listOf(two)),
  })
  using terminal = openTerminal({ env: loginTo(api, credential) })
  const { code, err } = await terminal.run('users', 'invite', 'Ada')
  expect([code, err]).toEqual([1, expect.stringContaining('ada.l, ada.b')])
})

test('a user who does not exist is named', async () => {
  await using api = await startApi({
    [`GET ${scimUsers}`]: (_, response) => json(response, 200, listOf([])),
  })
  using terminal = openTerminal({ env: loginTo(api, credential) })
  const { code, err } = await terminal.run('users', 'invite', 'nobody')
  expect([code, err]).toEqual([1, expect.stringContaining('No user "nobody"')])
})
