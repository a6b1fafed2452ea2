import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { useApi } from '../../../test/support/api.ts'
import { aProject, publish } from '../../../test/support/factories.ts'
import { orchestration, start } from '../../../test/support/pipelines.ts'
import { rowsRead } from '../../../test/support/rows-read.ts'
import { aPerson } from '../../../test/support/users.ts'
import { listSteps } from './queries/step-store.ts'

/** Without a runner: what the API itself promises of executions and steps. */
const api = useApi()
let projectId: string

beforeAll(async () => {
  projectId = (await aProject(api)).projectId
  await publish(api, projectId, { 'P.orch.yaml': orchestration({ Start: start() }) }, { name: '1' })
})

const path = () => `/v1/projects/${projectId}/pipeline-executions`
async function run(own: object = {}): Promise<string> {
  const body = { pipelineName: 'P', environmentName: 'Development', ...own }
  const answer = await api.call<{ pipelineExecutionId: string }>('POST', path(), { body })
  expect(answer.status).toBe(201)
  return answer.body.pipelineExecutionId
}

test('an execution is queued and has the flat fields that were decided', async () => {
  const id = await run()
  const { body } = await api.call('GET', `/v1/pipeline-executions/${id}`)
  expect(body).toMatchObject({
    pipelineExecutionId: id,
    projectId,
    environmentName: 'Development',
    pipelineName: 'P',
    pipelineType: 'ORCHESTRATION',
    status: 'QUEUED',
    trigger: 'API',
    user: expect.any(String),
  })
  expect((await api.call('GET', `/v1/pipeline-executions/${id}/status`)).body).toEqual({
    pipelineExecutionId: id,
    status: 'QUEUED',
  })
})

test('of many with one tag at once exactly one is queued', async () => {
  const body = { pipelineName: 'P', environmentName: 'Development', executionTag: 'one' }
  const answers = await Promise.all(Array.from({ length: 8 }, () => api.call('POST', path(), { body })))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(409)])
})

test('a queued execution is cancelled at once, and its state never changes again', async () => {
  const id = await run()
  const cancel = () => api.call('PATCH', `/v1/pipeline-executions/${id}`, { body: { status: 'CANCELLED' } })
  expect((await cancel()).body).toMatchObject({ status: 'CANCELLED', finishedAt: expect.any(String) })
  const finishedAt = (await api.call('GET', `/v1/pipeline-executions/${id}`)).body['finishedAt']
  expect((await cancel()).body).toMatchObject({ status: 'CANCELLED', finishedAt })
})

test('executions page by cursor: none twice, none missed, the newest first', async () => {
  const mine: string[] = []
  for (let i = 0; i < 7; i++) mine.push(await run({ executionTag: `cursor ${i}` }))
  const seen: string[] = []
  let token = ''
  for (;;) {
    const query = `?projectId=${projectId}&limit=3${token}`
    const { body } = await api.call<{
      results: { pipelineExecutionId: string }[]
      more?: string
    }>('GET', `/v1/pipeline-executions${query}`)
    seen.push(...body.results.map(({ pipelineExecutionId }) => pipelineExecutionId))
    if (body.more === undefined) break
    token = `&paginationToken=${body.more}`
  }
  expect(new Set(seen).size).toBe(seen.length)
  expect(seen.slice(0, 7)).toEqual(mine.toReversed())
  expect(seen).toEqual([...seen].sort().reverse())
  const counted = async (limit: number) =>
    (
      await api.call<{ count?: number }>(
        'GET',
        `/v1/pipeline-executions?projectId=${projectId}&limit=1&countUpTo=${limit}`,
      )
    ).body.count
  expect([await counted(10_000), await counted(3)]).toEqual([seen.length, 3])
  expect(await counted(10_001)).toBeUndefined()
  const odd = await api.call('GET', '/v1/pipeline-executions?paginationToken=nonsense')
  expect(odd.status).toBe(400)
})

test('lists take several states, a part of the name and a time frame', async () => {
  const [queued, cancelled] = [await run(), await run()]
  await api.call('PATCH', `${path()}/${cancelled}`, { body: { status: 'CANCELLED' } })
  const ids = async (query: string) => {
    const list = await api.call<{ results?: { pipelineExecutionId: string }[] }>(
      'GET',
      `/v1/pipeline-executions?projectId=${projectId}&limit=100&${query}`,
    )
    return list.body.results?.map(({ pipelineExecutionId }) => pipelineExecutionId) ?? list.status
  }
  const both = expect.arrayContaining([queued, cancelled])
  expect(await ids('status=QUEUED,CANCELLED')).toEqual(both)
  expect(await ids('status=QUEUED&status=CANCELLED,UNKNOWN')).toEqual(both)
  expect(await ids('status=CANCELLED')).not.toContain(queued)
  expect(await ids('status=UNKNOWN')).toEqual([])
  expect(await ids('status=QUEUED,NONSENSE')).toBe(400)
  expect(await ids('pipelineName=p')).toEqual(both)
  expect(await ids('pipelineName=%25')).toEqual([])
  expect(await ids('timeFrame=PT1H')).toEqual(both)
  expect(await ids('timeFrame=PT0S')).toEqual([])
  expect(await ids('timeFrame=an%20hour')).toBe(400)
})

test('an execution is read, watched and cancelled below its project, and below no other', async () => {
  const id = await run()
  const status = await api.call('GET', `${path()}/${id}/status`)
  expect(status.body).toEqual({ pipelineExecutionId: id, status: 'QUEUED' })
  const other = (await aProject(api)).projectId
  for (const [method, place] of [
    ['GET', `${id}/status`],
    ['PATCH', id],
  ] as const) {
    const elsewhere = `/v1/projects/${other}/pipeline-executions/${place}`
    const body = method === 'PATCH' ? { status: 'CANCELLED' } : undefined
    expect((await api.call(method, elsewhere, { body })).status).toBe(404)
  }
  const cancelled = await api.call('PATCH', `${path()}/${id}`, { body: { status: 'CANCELLED' } })
  expect([cancelled.status, cancelled.body['status']]).toEqual([200, 'CANCELLED'])
})

test('what has waited for too long is found by when it was queued, which ids say', async () => {
  const [older, newer] = [await run(), await run()]
  const { body } = await api.call<{ queuedAt: string }>('GET', `/v1/pipeline-executions/${newer}`)
  const ids = async (query: string) => {
    const list = await api.call<{ results: { pipelineExecutionId: string }[] }>(
      'GET',
      `/v1/pipeline-executions?projectId=${projectId}&status=QUEUED&limit=100&${query}`,
    )
    return list.body.results.map(({ pipelineExecutionId }) => pipelineExecutionId)
  }
  const later = new Date(Date.parse(body.queuedAt) + 60_000).toISOString()
  expect(await ids(`queuedBefore=${later}`)).toEqual(expect.arrayContaining([older, newer]))
  expect(await ids(`queuedAfter=${later}`)).toEqual([])
  const earlier = new Date(Date.parse(body.queuedAt) - 60_000).toISOString()
  expect(await ids(`queuedBefore=${earlier}`)).toEqual([])
  expect(await ids(`queuedAfter=${earlier}`)).toEqual(expect.arrayContaining([older, newer]))
})

test('a list shows executions of visible projects only', async () => {
  const { token } = await api.credential()
  expect((await api.call('GET', '/v1/pipeline-executions', { token })).body).toEqual({ results: [] })
  const id = await run()
  expect((await api.call('GET', `/v1/pipeline-executions/${id}`, { token })).status).toBe(404)
  expect((await api.call('GET', `/v1/pipeline-executions?projectId=${projectId}`, { token })).status).toBe(
    404,
  )
})

test('steps come in the order they started, and the last page costs what the first does', async () => {
  const id = await run()
  await sql`
    insert into step (execution_id, seq, key, name, type, result, started_at, finished_at)
    select ${id}::uuid, n, 'k' || n, 'Step ' || n, 'start', 'SUCCESS', now(), now() from generate_series(0, 20000 - 1) n`.execute(
    api.db,
  )
  await sql`analyze step`.execute(api.db)
  const page = async (number: number) => {
    const { body } = await api.call<{ results: { name: string }[]; total: number }>(
      'GET',
      `${path()}/${id}/steps?page=${number}&size=25`,
    )
    const request = { page: number, size: 25, offset: number * 25 }
    return { ...body, cost: await rowsRead(api.db, 'step', (tx) => listSteps(tx, id, request)) }
  }
  const first = await page(0)
  const last = await page(799)
  expect([first.total, last.total]).toEqual([20_000, 20_000])
  expect(first.results[0]).toMatchObject({ key: 'k0', name: 'Step 0', result: 'SUCCESS' })
  expect(last.results.at(-1)).toMatchObject({ name: 'Step 19999' })
  expect(first.cost).toBeGreaterThanOrEqual(25)
  expect(last.cost).toBeLessThanOrEqual(first.cost + 5)
  expect((await page(800)).results).toEqual([])
})

test.each([
  [
    'a credential is deleted',
    async () => {
      const { clientId, token } = await api.credential({ accountRole: 'SUPER_ADMIN' })
      return { token, endAccess: () => api.call('DELETE', `/v1/api-credentials/${clientId}`) }
    },
  ],
  [
    'a user is deactivated',
    async () => {
      const { id, token } = await aPerson(api)
      const roles = `/v1/projects/${projectId}/members/${id}`
      expect((await api.call('PUT', roles, { body: { role: 'CONTRIBUTOR' } })).status).toBe(204)
      const user = `/v1/directory-integration/scim/v2/Users/${id}`
      const body = { Operations: [{ op: 'replace', path: 'active', value: false }] }
      return { token, endAccess: () => api.call('PATCH', user, { body }) }
    },
  ],
])('a followed log answers before its first line, and ends within 5 s when %s', async (_, start) => {
  const id = await run()
  const { token, endAccess } = await start()
  const address = `${api.url}/v1/pipeline-executions/${id}/logs?follow=true`
  const followed = await fetch(address, { headers: { authorization: `Bearer ${token}` } })
  const ended = followed.text().then(
    () => 'ended',
    () => 'ended',
  )
  const within = (ms: number) => Promise.race([ended, sleep(ms, 'open')])
  expect(await within(1_000)).toBe('open')
  expect((await endAccess()).status).toBeLessThan(300)
  expect(await within(5_000)).toBe('ended')
})

test('a server that stops ends followed logs, and does not wait for their executions', async () => {
  const id = await run()
  await sql`insert into execution_log (root_id, first_line, line_count, lines)
            values (${id}, 0, 1, ${'{"text":"begins"}\n'})`.execute(api.db)
  const headers = { authorization: `Bearer ${await api.adminToken()}` }
  const followed = await fetch(`${api.url}/v1/pipeline-executions/${id}/logs?follow=true`, { headers })
  expect(followed.status).toBe(200)
  expect(await Promise.race([api.api.close(), sleep(5_000, 'open')])).toBeUndefined()
  expect(await followed.text()).toBe(': open\n\nevent: line\ndata: {"text":"begins"}\n\n')
})
