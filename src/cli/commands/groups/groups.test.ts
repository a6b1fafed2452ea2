import { expect, test } from 'vitest'
import { type Answer, credential, json, paged, startApi } from '../../testing/loopback-api.ts'
import { loginTo, openTerminal } from '../../testing/terminal.ts'

const group = { id: '0195b1c2-0000-7000-8000-000000000004', name: 'Analysts', accountRole: 'USER' }
const ada = { id: '0195b1c2-0000-7000-8000-000000000005', userName: 'ada@example.com' }
const scim = '/v1/directory-integration/scim/v2'
const done: Answer = (_, response) => json(response, 200, {})
const routes = {
  'GET /v1/groups': paged([group]),
  'GET /v1/users': paged([{ id: ada.id, name: ada.userName, accountRole: 'USER', active: true }]),
  [`GET ${scim}/Users`]: ((request, response) =>
    json(response, 200, { Resources: JSON.stringify(request).includes('ada%40') ? [ada] : [] })) as Answer,
  [`PATCH ${scim}/Groups/${group.id}`]: done,
  [`DELETE ${scim}/Groups/${group.id}`]: ((_, response) => void response.writeHead(204).end()) as Answer,
}

test('users are added to groups and removed from them by name', async () => {
  await using api = await startApi(routes)
  using terminal = openTerminal({ env: loginTo(api, credential) })
  const added = await terminal.run('groups', 'add', 'analysts', ada.userName)
  expect(added).toMatchObject({ code: 0, out: 'Added ada@example.com to Analysts.\n' })
  const removed = await terminal.run('groups', 'remove', group.id, ada.userName)
  expect(removed.out).toBe('Removed ada@example.com from Analysts.\n')
  const operations = api.requests
    .filter(({ method }) => method === 'PATCH')
    .map(({ body }) => JSON.parse(`${body}`).Operations)
  expect(operations).toEqual([
    [{ op: 'add', path: 'members', value: [{ value: ada.id }] }],
    [{ op: 'remove', path: `members[value eq "${ada.id}"]` }],
  ])
})

test('a group or a user that is not there is answered with near names; a group is deleted after a yes', async () => {
  await using api = await startApi(routes)
  using terminal = openTerminal({ env: loginTo(api, credential) })
  expect((await terminal.run('groups', 'delete', 'Analyst', '--yes')).err).toContain('Did you mean Analysts?')
  expect((await terminal.run('groups', 'add', 'Analysts', 'adda@example.com')).err).toContain(
    'Did you mean ada@example.com?',
  )
  expect(await terminal.run('groups', 'delete', 'Analysts')).toMatchObject({ code: 1 })
  expect((await terminal.run('groups', 'delete', 'Analysts', '--yes')).out).toBe('Deleted group Analysts.\n')
})
