import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { useApi } from '../../../test/support/api.ts'
import { operations } from '../../../test/support/document.ts'
import { aProject } from '../../../test/support/factories.ts'
import { filterNames } from './rules.ts'
import { MAX_SHARED_VIEWS, MAX_VIEWS, type SavedView } from './schema.ts'

const api = useApi()
const all = '/v1/saved-views'
const filter = { status: 'FAILED' }
type Listed = { results: SavedView[]; total: number }

const save = (token: string, own: Partial<SavedView> = {}) =>
  api.call<SavedView>('POST', all, {
    token,
    body: { list: 'EXECUTIONS', name: `View ${Math.random()}`, filter, ...own },
  })
const memberOf = async (projectId: string, role: 'ADMIN' | 'CONTRIBUTOR' | 'READ_ONLY') =>
  (await api.credential({ projectRoles: [{ projectId, role }] })).token

async function aTeam() {
  const { projectId } = await aProject(api)
  const [admin, author, reader] = await Promise.all([
    memberOf(projectId, 'ADMIN'),
    memberOf(projectId, 'CONTRIBUTOR'),
    memberOf(projectId, 'READ_ONLY'),
  ])
  return { projectId, admin: admin!, author: author!, reader: reader! }
}

test('every filter of a view is a query parameter of its list', () => {
  const lists = { EXECUTIONS: 'listPipelineExecutions', SCHEDULES: 'listSchedules', EVENTS: 'listEvents' }
  for (const [list, operationId] of Object.entries(lists)) {
    const { parameters = [] } = operations.find((one) => one.operationId === operationId)!
    const known = parameters.flatMap((one) => ('name' in one && one.in === 'query' ? [one.name] : []))
    expect(known).toEqual(expect.arrayContaining([...filterNames[list as keyof typeof lists]]))
  }
})

test('a view is its owner’s alone: listed by name, found, changed and deleted by nobody else', async () => {
  const { author, reader } = await aTeam()
  const { status, body, headers } = await save(author, { name: 'Failed' })
  expect(status).toBe(201)
  const path = `${all}/${body.savedViewId}`
  expect(headers.get('location')).toMatch(new RegExp(`${path}$`))
  expect(body).toMatchObject({ name: 'Failed', filter, isOwn: true })
  await save(author, { name: 'a first one' })
  await save(author, { list: 'SCHEDULES', name: 'Disabled', filter: { scheduleEnabled: 'false' } })
  const listed = await api.call<Listed>('GET', `${all}?list=EXECUTIONS`, { token: author })
  expect(listed.body.results.map(({ name }) => name)).toEqual(['a first one', 'Failed'])
  expect((await api.call<Listed>('GET', all, { token: reader })).body.total).toBe(0)
  for (const method of ['GET', 'PATCH', 'DELETE'] as const) {
    const options = { token: reader, ...(method === 'PATCH' && { body: { name: 'Mine' } }) }
    expect((await api.call(method, path, options)).status).toBe(404)
  }
  const changed = await api.call<SavedView>('PATCH', path, { token: author, body: { filter: {} } })
  expect(changed.body).toMatchObject({ name: 'Failed', filter: {} })
  expect((await api.call('DELETE', path, { token: author })).status).toBe(204)
  expect((await api.call('GET', path, { token: author })).status).toBe(404)
})

test('a shared view is seen by the members of its project; its owner changes it, an administrator may delete it', async () => {
  const { projectId, admin, author, reader } = await aTeam()
  const stranger = (await aTeam()).reader
  expect((await save(reader, { projectId })).status).toBe(403)
  expect((await save(stranger, { projectId })).status).toBe(404)
  const { body } = await save(author, { name: 'Ours', projectId })
  const path = `${all}/${body.savedViewId}`
  const seen = await api.call<Listed>('GET', `${all}?projectId=${projectId}`, { token: reader })
  expect(seen.body.results).toMatchObject([{ name: 'Ours', projectId, isOwn: false }])
  expect((await api.call<Listed>('GET', all, { token: reader })).body.total).toBe(0)
  expect((await api.call('GET', path, { token: reader })).status).toBe(200)
  expect((await api.call('GET', path, { token: stranger })).status).toBe(404)
  for (const token of [reader, admin])
    expect((await api.call('PATCH', path, { token, body: { name: 'Theirs' } })).status).toBe(403)
  expect((await api.call('DELETE', path, { token: reader })).status).toBe(403)
  const own = await api.call<SavedView>('PATCH', path, { token: author, body: { projectId: null } })
  expect(own.body).not.toHaveProperty('projectId')
  expect((await api.call('GET', path, { token: admin })).status).toBe(404)
  await api.call('PATCH', path, { token: author, body: { projectId } })
  expect((await api.call('DELETE', path, { token: admin })).status).toBe(204)
})

test('a shared view is not said to be missing while the database does not answer', async () => {
  const { projectId, author, reader } = await aTeam()
  const { body } = await save(author, { projectId })
  await api.db.transaction().execute(async (tx) => {
    await sql`lock table project_role in access exclusive mode`.execute(tx)
    expect((await api.call('GET', `${all}/${body.savedViewId}`, { token: reader })).status).toBe(503)
  })
  expect((await api.call('GET', `${all}/${body.savedViewId}`, { token: reader })).status).toBe(200)
})

test('names are unique among the views of one list and person, and every wrong filter is named', async () => {
  const { author, reader } = await aTeam()
  await save(author, { name: 'Failed' })
  expect((await save(author, { name: 'FAILED' })).status).toBe(409)
  expect((await save(author, { name: 'Failed', list: 'EVENTS', filter: { outcome: 'FAILED' } })).status).toBe(
    201,
  )
  expect((await save(reader, { name: 'Failed' })).status).toBe(201)
  const wrong = await save(author, { filter: { page: '1', colour: 'red' } })
  expect(wrong.status).toBe(400)
  expect(JSON.stringify(wrong.body)).toMatch(/filter\/page.*filter\/colour/)
})

test('of two changes of one state the second is refused, and a stale one deletes nothing', async () => {
  const { author } = await aTeam()
  const { body, headers } = await save(author)
  const path = `${all}/${body.savedViewId}`
  const stale = { 'if-match': headers.get('etag')! }
  const change = (name: string) => api.call('PATCH', path, { token: author, body: { name }, headers: stale })
  const statuses = (await Promise.all([change('one'), change('two')])).map(({ status }) => status)
  expect(statuses.sort()).toEqual([200, 412])
  expect((await api.call('DELETE', path, { token: author, headers: stale })).status).toBe(412)
})

test('there are limits of views of a person and of a project, for saves at once too', async () => {
  const { projectId, author, admin } = await aTeam()
  const fill = (count: number, own: Partial<SavedView> = {}) =>
    Promise.all(Array.from({ length: count }, () => save(author, own)))
  await fill(MAX_VIEWS - 1, { projectId })
  const last = (await fill(3)).map(({ status }) => status)
  expect(last.sort()).toEqual([201, 409, 409])
  const shared = await Promise.all(
    Array.from({ length: MAX_SHARED_VIEWS - MAX_VIEWS + 3 }, () => save(admin, { projectId })),
  )
  expect(shared.map(({ status }) => status).sort()).toEqual([201, 409, 409])
})
