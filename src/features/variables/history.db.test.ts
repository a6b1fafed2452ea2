import { beforeEach, expect, test } from 'vitest'
import { useApi } from '../../../test/support/api.ts'
import { aProject } from '../../../test/support/factories.ts'
import type { VariableChange, VariableWithOverrides } from './schema.ts'

const api = useApi()
let all: string
let projectId: string

beforeEach(async () => {
  projectId = (await aProject(api, { environments: ['dev', 'prod'] })).projectId
  all = `/v1/projects/${projectId}/variables`
  await api.call('POST', all, { body: { name: 'v', type: 'TEXT', behaviour: 'COPIED', value: 'one' } })
})

const set = (value: string, environmentName = 'dev') =>
  api.call('POST', `${all}/v/environment-overrides`, { body: { overrides: [{ environmentName, value }] } })
const patch = (fields: object) =>
  api.call('PATCH', `${all}/v`, { body: { type: 'TEXT', behaviour: 'COPIED', ...fields } })
const history = async () =>
  (await api.call<{ results: VariableChange[]; total: number }>('GET', `${all}/v/history?size=100`)).body
const restore = (changeId: number, to?: 'BEFORE' | 'AFTER') =>
  api.call<VariableWithOverrides>('POST', `${all}/v/history/${changeId}/restore`, to ? { body: { to } } : {})
const present = async () =>
  (await api.call<VariableWithOverrides>('GET', `${all}/v/environment-overrides`)).body

test('every change is remembered with who, when, before and after; the newest comes first', async () => {
  const since = Date.now()
  await patch({ value: 'two' })
  await set('d1')
  await set('d2')
  await api.call('DELETE', `${all}/v/environment-overrides/dev`)
  const { results, total } = await history()
  expect(total).toBe(5)
  expect(results.map(({ action, environmentName }) => [action, environmentName])).toEqual([
    ['DELETED', 'dev'],
    ['UPDATED', 'dev'],
    ['CREATED', 'dev'],
    ['UPDATED', undefined],
    ['CREATED', undefined],
  ])
  expect(results[1]).toMatchObject({ before: { value: 'd1' }, after: { value: 'd2' } })
  expect(results[3]).toMatchObject({ before: { value: 'one' }, after: { value: 'two' } })
  const { changedBy, changedAt } = results[0]!
  expect(changedBy).toBeTruthy()
  expect(Math.abs(Date.parse(changedAt) - since)).toBeLessThan(60_000)
})

test('what changes nothing is no change', async () => {
  await set('d1')
  const { total } = await history()
  const { headers } = await api.call('GET', `${all}/v`)
  await set('d1')
  await patch({ value: 'one' })
  expect((await history()).total).toBe(total)
  expect((await api.call('GET', `${all}/v`)).headers.get('etag')).toBe(headers.get('etag'))
})

test('a change can be undone, and gone back to', async () => {
  await patch({ value: 'two', description: 'second' })
  const [change] = (await history()).results
  expect((await restore(change!.changeId)).body).toMatchObject({ value: 'one', description: '' })
  expect((await restore(change!.changeId, 'AFTER')).body).toMatchObject({
    value: 'two',
    description: 'second',
  })
})

test('a deleted variable comes back with its overrides, where their environments still are', async () => {
  await set('d', 'dev')
  await set('p', 'prod')
  const before = await present()
  await api.call('DELETE', `${all}/v`)
  await api.call('DELETE', `/v1/projects/${projectId}/environments/prod`)
  const [deletion] = (await history()).results
  const restored = await restore(deletion!.changeId)
  expect(restored.body).toMatchObject({
    overrides: [{ environmentName: 'dev', value: 'd' }],
    failedOverride: [{ environmentName: 'prod', value: 'p', reason: 'ENVIRONMENT_NOT_FOUND' }],
  })
  expect((await present()).id).not.toBe(before.id)
})

test('undoing an override puts back its value, or takes it away', async () => {
  await set('d1')
  await set('d2')
  const [second, first] = (await history()).results
  expect((await restore(second!.changeId)).body.overrides).toEqual([{ environmentName: 'dev', value: 'd1' }])
  expect((await restore(first!.changeId)).status).toBe(204)
  expect((await present()).overrides).toEqual([])
  expect((await restore(first!.changeId)).status).toBe(204)
})

test('what does not fit any more is a conflict, and nothing changes', async () => {
  await set('text')
  const [created] = (await history()).results
  await api.call('DELETE', `${all}/v/environment-overrides/dev`)
  await patch({ type: 'NUMBER', value: 1 })
  expect((await restore(created!.changeId, 'AFTER')).status).toBe(409)
  expect(await present()).toMatchObject({ type: 'NUMBER', overrides: [] })
})

test('changes of another variable or project are not found', async () => {
  const [change] = (await history()).results
  await api.call('POST', all, { body: { name: 'other', type: 'TEXT', behaviour: 'COPIED' } })
  expect((await api.call('POST', `${all}/other/history/${change!.changeId}/restore`)).status).toBe(404)
  expect((await api.call('GET', `${all}/never/history`)).status).toBe(404)
  expect((await restore(2 ** 40)).status).toBe(404)
})

test('restoring needs the permission that changing would', async () => {
  await set('d')
  const [override, creation] = (await history()).results
  const { token } = await api.credential({ projectRoles: [{ projectId, role: 'READ_ONLY' }] })
  for (const { changeId } of [override!, creation!])
    expect((await api.call('POST', `${all}/v/history/${changeId}/restore`, { token })).status).toBe(403)
})

test('what a deleted environment had is not seen, nor brought back, by those who see another one of its name', async () => {
  await set('secret of the first', 'prod')
  const environments = `/v1/projects/${projectId}/environments`
  const settings = (await api.call<{ defaultAgentId: string }>('GET', `${environments}/prod`)).body
  await api.call('DELETE', `${all}/v`)
  await api.call('DELETE', `${environments}/prod`)
  const again = { name: 'prod', defaultAgentId: settings.defaultAgentId, defaultUserAccessLevel: 'admin' }
  expect((await api.call('POST', environments, { body: again })).status).toBe(201)
  const { token } = await api.credential({ projectRoles: [{ projectId, role: 'CONTRIBUTOR' }] })
  const told = await api.call<{ results: VariableChange[] }>('GET', `${all}/v/history`, { token })
  expect(told.body.results.map(({ action }) => action)).toEqual(['DELETED', 'CREATED'])
  const [deletion] = told.body.results
  const path = `${all}/v/history/${deletion!.changeId}/restore`
  const restored = await api.call('POST', path, { token })
  expect(JSON.stringify([told.body, restored.body])).not.toContain('secret of the first')
  await set('of the second', 'prod')
  const later = await api.call('GET', `${all}/v/history`, { token })
  expect(JSON.stringify(later.body)).toContain('of the second')
  expect(JSON.stringify(await history())).toContain('secret of the first')
})

test.each(['"seen"', '*'])(
  'with If-Match %s a variable that is not there is neither restored nor called deleted',
  async (ifMatch) => {
    const created = (await history()).results.at(-1)!
    await api.call('DELETE', `${all}/v`)
    const [deleted] = (await history()).results
    const headers = { 'if-match': ifMatch }
    for (const { changeId } of [deleted!, created]) {
      const path = `${all}/v/history/${changeId}/restore`
      expect((await api.call('POST', path, { headers })).status).toBe(412)
    }
    expect((await api.call('GET', `${all}/v`)).status).toBe(404)
    expect((await restore(deleted!.changeId)).status).toBe(200)
    expect(
      (
        await api.call('POST', `${all}/v/history/${created.changeId}/restore`, {
          headers: { 'if-match': '*' },
        })
      ).status,
    ).toBe(204)
  },
)
