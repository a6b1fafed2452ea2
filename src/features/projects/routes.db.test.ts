import { expect, test } from 'vitest'
import { useApi } from '../../../test/support/api.ts'
import { aProject } from '../../../test/support/factories.ts'
import { WarehouseKind } from './schema.ts'

const api = useApi()

test('a project is created, read, changed, listed and deleted', async () => {
  const created = await api.call<{ projectId: string }>('POST', '/v1/projects', { body: { name: 'Sales' } })
  expect([created.status, created.headers.get('location')]).toEqual([
    201,
    `/api/v1/projects/${created.body.projectId}`,
  ])
  const path = `/v1/projects/${created.body.projectId}`
  expect((await api.call('GET', path)).body).toEqual({
    id: created.body.projectId,
    name: 'Sales',
    description: '',
    warehouse: 'DUCKDB',
    agentDeploymentType: 'HYBRID',
    reviewBeforeMerging: 'OFF',
  })
  const patched = await api.call('PATCH', path, { body: { description: 'All of it' } })
  expect(patched.body).toMatchObject({ name: 'Sales', description: 'All of it' })
  expect((await api.call('DELETE', path)).status).toBe(204)
  expect((await api.call('GET', path)).status).toBe(404)
})

test('a name is taken without regard to case; of two at once one gets it', async () => {
  const create = () => api.call('POST', '/v1/projects', { body: { name: `Race` } })
  const statuses = (await Promise.all([create(), create(), create()])).map(({ status }) => status)
  expect(statuses.sort()).toEqual([201, 409, 409])
  expect((await api.call('POST', '/v1/projects', { body: { name: 'rACE' } })).status).toBe(409)
})

test('a project may be of any kind of warehouse', async () => {
  for (const warehouse of WarehouseKind.enum) {
    const { status, body } = await api.call('POST', '/v1/projects', { body: { name: warehouse, warehouse } })
    expect({ status, body }).toMatchObject({ status: 201, body: { warehouse } })
  }
})

test('every fault of a body is listed', async () => {
  const body = { name: '', warehouse: 'ORACLE', description: 5, extra: true }
  const { status, body: problem } = await api.call<{ violations: string[] }>('POST', '/v1/projects', { body })
  expect(status).toBe(400)
  expect(problem.violations).toEqual(
    expect.arrayContaining([
      expect.stringContaining('body/name'),
      expect.stringContaining('body/warehouse must be one of SNOWFLAKE'),
      expect.stringContaining('body/description'),
      'body/extra is not a known field',
    ]),
  )
})

test('a list shows only what the caller may see, page by page, none twice and none missed', async () => {
  const mine = await Promise.all(Array.from({ length: 7 }, () => aProject(api, { environments: [] })))
  await aProject(api)
  const roles = mine.map(({ projectId }) => ({ projectId, role: 'READ_ONLY' as const }))
  const { token } = await api.credential({ projectRoles: roles })
  const pages = await Promise.all(
    [0, 1, 2, 3].map((page) =>
      api.call<{ results: { id: string }[]; total: number; size: number; page: number }>(
        'GET',
        `/v1/projects?page=${page}&size=3`,
        { token },
      ),
    ),
  )
  expect(pages.map(({ body }) => body.total)).toEqual([7, 7, 7, 7])
  const seen = pages.flatMap(({ body }) => body.results.map(({ id }) => id))
  expect(seen.sort()).toEqual(mine.map(({ projectId }) => projectId).sort())
  expect(pages[3]!.body).toEqual({ page: 3, results: [], size: 3, total: 7 })
})

test('a size above 100 is taken as 100, other nonsense is refused', async () => {
  expect((await api.call('GET', '/v1/projects?size=1000')).body).toMatchObject({ size: 100 })
  expect((await api.call('GET', '/v1/projects')).body).toMatchObject({ page: 0, size: 25 })
  for (const query of ['size=0', 'page=-1', 'page=x', 'size=1.5']) {
    expect([query, (await api.call('GET', `/v1/projects?${query}`)).status]).toEqual([query, 400])
  }
})

test('roles decide: a contributor may not change the project, a stranger does not see it', async () => {
  const { projectId } = await aProject(api)
  const path = `/v1/projects/${projectId}`
  const contributor = await api.credential({ projectRoles: [{ projectId, role: 'CONTRIBUTOR' }] })
  const admin = await api.credential({ projectRoles: [{ projectId, role: 'ADMIN' }] })
  const stranger = await api.credential()
  const patch = { body: { description: 'x' } }
  expect((await api.call('PATCH', path, { ...patch, token: contributor.token })).status).toBe(403)
  expect((await api.call('PATCH', path, { ...patch, token: admin.token })).status).toBe(200)
  expect((await api.call('PATCH', path, { ...patch, token: stranger.token })).status).toBe(404)
})
