import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { useApi } from '../../../test/support/api.ts'
import { aProject } from '../../../test/support/factories.ts'
import type { WebhookTemplate } from './schema.ts'

const api = useApi()
const all = '/v1/webhook-templates'
const payload = '{"text": "${note}"}'

async function aTemplate(name = `Chat ${randomUUID()}`) {
  const { status, headers, body } = await api.call<WebhookTemplate>('POST', all, { body: { name, payload } })
  expect(status).toBe(201)
  return { ...body, path: `${all}/${body.id}`, etag: headers.get('etag')!, location: headers.get('location') }
}

test('a template is created, read alone, listed, found by its name in any case, changed and deleted', async () => {
  const { path, etag, location, ...template } = await aTemplate('Chat message')
  expect(location).toMatch(new RegExp(`${path}$`))
  const read = await api.call<WebhookTemplate>('GET', path)
  expect([read.body, read.headers.get('etag')]).toEqual([template, etag])
  await aTemplate('A first one')
  const listed = await api.call<{ results: WebhookTemplate[] }>('GET', all)
  expect(listed.body.results.map(({ name }) => name)).toEqual(['A first one', 'Chat message'])
  const found = await api.call('GET', `${all}?name=CHAT%20MESSAGE`)
  expect(found.body).toEqual({ page: 0, results: [template], size: 25, total: 1 })
  const changed = await api.call<WebhookTemplate>('PATCH', path, { body: { name: 'chat' } })
  expect([changed.status, changed.body]).toMatchObject([200, { id: template.id, name: 'chat', payload }])
  expect((await api.call('DELETE', path)).status).toBe(204)
  for (const method of ['GET', 'DELETE']) expect((await api.call(method, path)).status).toBe(404)
  expect((await api.call('PATCH', path, { body: { payload } })).status).toBe(404)
})

test('a payload that is no JSON, or empty, is kept as it is', async () => {
  const { path } = await aTemplate()
  for (const unfinished of ["{'text': ", '']) {
    await api.call('PATCH', path, { body: { payload: unfinished } })
    expect((await api.call<WebhookTemplate>('GET', path)).body.payload).toBe(unfinished)
  }
})

test('a name that another template has in any case is refused, and so is the built-in one', async () => {
  const { name } = await aTemplate()
  const { path, ...other } = await aTemplate()
  for (const taken of [name.toUpperCase(), '[Custom]', '[CUSTOM]']) {
    expect((await api.call('POST', all, { body: { name: taken, payload } })).status).toBe(409)
    expect((await api.call('PATCH', path, { body: { name: taken } })).status).toBe(409)
  }
  expect((await api.call<WebhookTemplate>('GET', path)).body.name).toBe(other.name)
  const same = await api.call('PATCH', path, { body: { name: other.name.toUpperCase() } })
  expect(same.status, 'the case of its own name may change').toBe(200)
})

test('of two changes of one state the second is refused, and neither is a stale one deleted', async () => {
  const { path, etag } = await aTemplate()
  const change = (text: string) =>
    api.call('PATCH', path, { body: { payload: text }, headers: { 'if-match': etag } })
  const statuses = (await Promise.all([change('1'), change('2')])).map(({ status }) => status)
  expect(statuses.sort()).toEqual([200, 412])
  expect((await api.call('DELETE', path, { headers: { 'if-match': etag } })).status).toBe(412)
  const fresh = (await api.call('GET', path)).headers.get('etag')!
  expect((await api.call('DELETE', path, { headers: { 'if-match': fresh } })).status).toBe(204)
})

test('all violations of a template are reported', async () => {
  const { path } = await aTemplate()
  const faulty = { name: 'n'.repeat(101), payload: 'p'.repeat(65_537), colour: 'red' }
  for (const [method, address] of [
    ['POST', all],
    ['PATCH', path],
  ] as const) {
    const answer = await api.call<{ violations: string[] }>(method, address, { body: faulty })
    expect([answer.status, answer.body.violations.length]).toEqual([400, 3])
  }
  for (const name of ['', ' '])
    expect((await api.call('POST', all, { body: { name, payload } })).status).toBe(400)
  expect((await api.call('POST', all, { body: { name: 'No payload' } })).status).toBe(400)
  const largest = { name: 'n'.repeat(100), payload: 'p'.repeat(65_536) }
  expect((await api.call('PATCH', path, { body: largest })).status).toBe(200)
})

test('who has a role anywhere reads templates and changes none; who has none does not see them', async () => {
  const { path } = await aTemplate()
  const { projectId } = await aProject(api)
  const { token } = await api.credential({ projectRoles: [{ projectId, role: 'READ_ONLY' }] })
  for (const address of [all, path]) expect((await api.call('GET', address, { token })).status).toBe(200)
  const body = { name: `Mine ${randomUUID()}`, payload }
  expect((await api.call('POST', all, { token, body })).status).toBe(403)
  expect((await api.call('PATCH', path, { token, body })).status).toBe(403)
  expect((await api.call('DELETE', path, { token })).status).toBe(403)
  const stranger = await api.credential()
  for (const address of [all, path])
    expect((await api.call('GET', address, { token: stranger.token })).status).toBe(403)
})

test('a change leaves an audit entry with what was before and after', async () => {
  const { path, id, name } = await aTemplate()
  await api.call('PATCH', path, { body: { payload: '{}' } })
  const { body } = await api.call<{ results: object[] }>('GET', '/v1/events?operation=updateWebhookTemplate')
  expect(body.results).toContainEqual(
    expect.objectContaining({
      before: expect.objectContaining({ id, name, payload }),
      after: expect.objectContaining({ id, name, payload: '{}' }),
    }),
  )
})
