import { beforeAll, expect, test } from 'vitest'
import { useApi } from '../../../test/support/api.ts'
import { aProject } from '../../../test/support/factories.ts'

const api = useApi()
let projectId: string
let all: string

beforeAll(async () => {
  projectId = (await aProject(api)).projectId
  all = `/v1/projects/${projectId}/secrets`
})

test('the value of a secret never comes back, and is not readable in the database', async () => {
  const body = { name: 'shop-token', value: 'correct-horse-battery', description: 'for the shop' }
  const created = await api.call('POST', all, { body })
  expect(created.status).toBe(201)
  expect(created.headers.get('location')).toContain('/secrets/shop-token')
  const answers = [created, await api.call('GET', all), await api.call('GET', `${all}/shop-token`)]
  for (const { body: answer } of answers) expect(JSON.stringify(answer)).not.toContain('correct-horse')
  const rows = await api.db.selectFrom('secret').selectAll().execute()
  expect(rows).toHaveLength(1)
  expect(rows[0]!.value_encrypted.toString('latin1')).not.toContain('correct-horse')
})

test('a name is unique without regard to case, and PUT gives another value under the same ETag rules', async () => {
  await api.call('POST', all, { body: { name: 'Key', value: 'one-value' } })
  expect((await api.call('POST', all, { body: { name: 'KEY', value: 'x' } })).status).toBe(409)
  const { headers } = await api.call('GET', `${all}/key`)
  const before = await sealed('Key')
  const stale = { 'if-match': '"99"' }
  const refused = await api.call('PUT', `${all}/key`, { body: { value: 'two-value' }, headers: stale })
  expect(refused.status).toBe(412)
  const fresh = { 'if-match': headers.get('etag')! }
  const changed = await api.call('PUT', `${all}/key`, { body: { value: 'two-value' }, headers: fresh })
  expect(changed.status).toBe(200)
  expect(await sealed('Key')).not.toEqual(before)
  expect((await api.call('DELETE', `${all}/key`)).status).toBe(204)
  expect((await api.call('DELETE', `${all}/key`)).status).toBe(404)
})

const sealed = async (name: string) =>
  (await api.db.selectFrom('secret').select('value_encrypted').where('name', '=', name).executeTakeFirst())
    ?.value_encrypted

test('a reader sees names and changes nothing; an outsider does not see the project', async () => {
  const reader = await api.credential({ projectRoles: [{ projectId, role: 'READ_ONLY' }] })
  const { token } = reader
  expect((await api.call('GET', all, { token })).status).toBe(200)
  expect((await api.call('POST', all, { token, body: { name: 'a', value: 'b' } })).status).toBe(403)
  expect((await api.call('DELETE', `${all}/shop-token`, { token })).status).toBe(403)
  const outsider = await api.credential()
  expect((await api.call('GET', all, { token: outsider.token })).status).toBe(404)
})

test('all violations of a new secret are reported', async () => {
  const answer = await api.call<{ violations: string[] }>('POST', all, {
    body: { name: 'with space', value: '', colour: 'red' },
  })
  expect(answer.status).toBe(400)
  expect(answer.body.violations).toHaveLength(3)
})
