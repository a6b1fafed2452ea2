import { beforeAll, describe, expect, test } from 'vitest'
import { type Answer, useApi } from '../../../test/support/api.ts'
import { aProject, declareVariables, publish } from '../../../test/support/factories.ts'
import { timeZoneDataVersion } from '../../lib/version.ts'
import type { Execution } from '../executions/schema.ts'
import type { Schedule } from './schema.ts'
import type { UpcomingRun } from './upcoming/schema.ts'

const api = useApi({ HEADRACE_MAX_SCHEDULES_PER_PROJECT: '30' })
const pipeline =
  'type: "orchestration"\nversion: "1.0"\npipeline:\n  components:\n    Start:\n      type: "start"\n'
const unknownId = '0198f0b8-0000-7000-8000-000000000000'
const far = '2099-01-01T00:00:00.000Z'

let projectId: string
let agentId: string
let path: string
beforeAll(async () => {
  ;({ projectId, agentId } = await aProject(api, { environments: ['Development', 'Secret'] }))
  path = `/v1/projects/${projectId}/schedules`
  await declareVariables(api, projectId, { day: 'TEXT', n: 'NUMBER', g: ['a', 'b'] })
  for (const environment of ['Development', 'Secret']) {
    await publish(api, projectId, { 'Main.orch.yaml': pipeline }, { name: '1', environment })
  }
})

interface Body {
  pipeline: Record<string, unknown>
  schedule: Record<string, unknown>
}
const body = (schedule: object = {}, own: object = {}): Body => ({
  pipeline: { pipelineName: 'Main', environmentName: 'Development', ...own },
  schedule: { name: 'Nightly', cronExpression: '0 0 2 * * ?', ...schedule },
})
const post = (wanted: object, options: object = {}) =>
  api.call<{ scheduleId: string }>('POST', path, { body: wanted, ...options })
const aSchedule = async (schedule: object = {}, own: object = {}): Promise<string> => {
  const answer = await post(body(schedule, own))
  expect(answer.body).toHaveProperty('scheduleId')
  return answer.body.scheduleId
}
const get = async (id: string): Promise<Schedule> => (await api.call<Schedule>('GET', `${path}/${id}`)).body
const violations = (answer: Answer<unknown>) => (answer.body as { violations: string[] }).violations

test('a variable that the run would not know, or not of that type, is refused when the schedule is made', async () => {
  const given = {
    scalarVariables: { dya: 'x', n: 'many' },
    gridVariables: { day: [['a']] },
    dueTimeVariable: 'when',
  }
  const refused = await post(body({}, given))
  expect([refused.status, violations(refused)]).toEqual([
    400,
    [
      'body/pipeline/scalarVariables: There is no variable "dya" in "Main" or its project',
      'body/pipeline/scalarVariables: "n" is a NUMBER and cannot become "many"',
      'body/pipeline/gridVariables: "day" is not a grid, but was given rows',
      'body/pipeline/dueTimeVariable: There is no variable "when" in "Main" or its project',
    ],
  ])
  const scheduleId = await aSchedule({ name: 'Careful' }, { scalarVariables: { day: 'x' } })
  const patch = (change: object) => api.call('PATCH', `${path}/${scheduleId}`, { body: change })
  expect((await patch({ scalarVariables: { dya: 'x' } })).status).toBe(400)
  expect((await patch({ dueTimeVariable: 'day' })).status).toBe(200)
  await api.call('DELETE', `${path}/${scheduleId}`)
})

describe('create and read', () => {
  test('every field of the specification, and the defaults', async () => {
    const answer = await post(
      body({}, { scalarVariables: { day: 'x', n: 3 }, gridVariables: { g: [['a', 'b']] } }),
    )
    expect(answer.status).toBe(201)
    const { scheduleId } = answer.body
    expect(answer.headers.get('location')).toBe(`/api${path}/${scheduleId}`)
    const { effectiveFrom, nextRunAt, ...rest } = await get(scheduleId)
    expect(rest).toEqual({
      scheduleId,
      name: 'Nightly',
      pipelineName: 'Main',
      environmentName: 'Development',
      runnerId: agentId,
      scheduleEnabled: true,
      allowConcurrentExecutions: true,
      cronExpression: '0 0 2 * * ?',
      cronTimezone: 'UTC',
      scalarVariables: { day: 'x', n: '3' },
      gridVariables: { g: [['a', 'b']] },
      missedRunPolicy: 'RUN_ONCE',
      jitterSeconds: 0,
    })
    expect(effectiveFrom).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    expect(nextRunAt).toMatch(/T02:00:00\.000Z$/)
    expect(Date.parse(nextRunAt!) - Date.now()).toBeLessThan(86_400_000)
  })

  test('existing programs write instants without a colon, and what they leave open as null or empty', async () => {
    const schedule = { effectiveFrom: '2099-01-01T02:00:00.000+0200' }
    const { effectiveFrom, versionName, runnerId } = await get(
      await aSchedule(schedule, { versionName: '', agentId: null }),
    )
    expect([effectiveFrom, versionName, runnerId]).toEqual([far, undefined, agentId])
  })

  test('an interval is counted from effectiveFrom', async () => {
    const id = await aSchedule({
      cronExpression: undefined,
      intervalExpression: { interval: 2, unit: 'WEEKS' },
      effectiveFrom: far,
      cronTimezone: 'Europe/Berlin',
    })
    expect(await get(id)).toMatchObject({
      intervalExpression: { interval: 2, unit: 'WEEKS' },
      cronTimezone: 'Europe/Berlin',
      effectiveFrom: far,
      nextRunAt: far,
    })
    expect(await get(id)).not.toHaveProperty('cronExpression')
  })

  test('all violations are listed', async () => {
    const answer = await post(
      body(
        {
          cronExpression: '0 0 99 * * ?',
          intervalExpression: { interval: 1, unit: 'DAYS' },
          cronTimezone: 'Mars',
        },
        { pipelineName: 'Gone', agentId: unknownId },
      ),
    )
    expect(answer.status).toBe(400)
    expect(violations(answer)).toEqual([
      'body/schedule/cronTimezone "Mars" is not an IANA time zone such as Europe/Berlin',
      'body/schedule/cronExpression: "99" is out of range: the hours must be 0 to 23',
      'body/schedule has both cronExpression and intervalExpression; send one of them',
      'body/pipeline/pipelineName: the version 1 in Development has no pipeline Gone',
      `body/pipeline/agentId: runner ${unknownId} does not exist`,
    ])
  })

  test('an environment that does not exist, and an expression that never fires', async () => {
    const answer = await post(body({ cronExpression: '0 0 0 30 2 ?' }, { environmentName: 'Gone' }))
    expect(violations(answer)).toEqual([
      'body/schedule/cronExpression never fires: it matches no future date',
      'body/pipeline/environmentName: environment Gone does not exist',
    ])
  })

  test('a version that does not exist', async () => {
    expect(violations(await post(body({}, { versionName: '9' })))).toEqual([
      'body/pipeline/versionName: Development has no version 9',
    ])
  })

  test('the same Idempotency-Key makes one', async () => {
    const headers = { 'idempotency-key': 'one' }
    const first = await post(body({ name: 'Once' }), { headers })
    const second = await post(body({ name: 'Once' }), { headers })
    expect(second.body).toEqual(first.body)
  })
})

describe('change', () => {
  test('one kind of recurrence replaces the other, and the next time follows', async () => {
    const id = await aSchedule()
    const answer = await api.call<Schedule>('PATCH', `${path}/${id}`, {
      body: { intervalExpression: { interval: 1, unit: 'HOURS' }, effectiveFrom: far },
    })
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({ intervalExpression: { interval: 1, unit: 'HOURS' }, nextRunAt: far })
    expect(answer.body).not.toHaveProperty('cronExpression')
  })

  test('disabling takes the next time away, enabling gives one', async () => {
    const id = await aSchedule()
    const off = await api.call<Schedule>('PATCH', `${path}/${id}`, { body: { scheduleEnabled: false } })
    expect(off.body).toMatchObject({ scheduleEnabled: false })
    expect(off.body).not.toHaveProperty('nextRunAt')
    const on = await api.call<Schedule>('PATCH', `${path}/${id}`, { body: { scheduleEnabled: true } })
    expect(on.body.nextRunAt).toMatch(/T02:00:00/)
  })

  test('a due time that stays is known to be of the time-zone data that gave it, a new one is of the present data', async () => {
    const id = await aSchedule()
    const zoneData = async () =>
      (await api.db.selectFrom('schedule_clock').selectAll().where('schedule_id', '=', id).execute())[0]!
        .zone_data
    expect(await zoneData()).toBe(timeZoneDataVersion)
    await api.db
      .updateTable('schedule_clock')
      .set({ zone_data: '2019a' })
      .where('schedule_id', '=', id)
      .execute()
    await api.call('PATCH', `${path}/${id}`, { body: { name: 'Renamed' } })
    expect(await zoneData()).toBe('2019a')
    await api.call('PATCH', `${path}/${id}`, { body: { cronExpression: '0 0 3 * * ?' } })
    expect(await zoneData()).toBe(timeZoneDataVersion)
  })

  test('If-Match refuses a change of something that has changed', async () => {
    const id = await aSchedule()
    const etag = (await api.call('GET', `${path}/${id}`)).headers.get('etag')!
    const change = (name: string) =>
      api.call('PATCH', `${path}/${id}`, { body: { name }, headers: { 'if-match': etag } })
    expect((await change('A')).status).toBe(200)
    expect((await change('B')).status).toBe(412)
  })

  test('a schedule that ran is not what a client has that read it before, and can be changed by that client', async () => {
    const id = await aSchedule()
    const etag = (await api.call('GET', `${path}/${id}`)).headers.get('etag')!
    const again = () => api.call('GET', `${path}/${id}`, { headers: { 'if-none-match': etag } })
    expect((await again()).status).toBe(304)
    await api.db
      .updateTable('schedule_clock')
      .set({ last_run_at: new Date() })
      .where('schedule_id', '=', id)
      .execute()
    expect(await again()).toMatchObject({ status: 200, body: { lastRunAt: expect.any(String) } })
    const change = { body: { name: 'Still mine' }, headers: { 'if-match': etag } }
    expect((await api.call('PATCH', `${path}/${id}`, change)).status).toBe(200)
  })

  test('violations are listed', async () => {
    const id = await aSchedule()
    const answer = await api.call('PATCH', `${path}/${id}`, {
      body: { cronExpression: '* * *', runnerId: unknownId, pipelineName: 'Gone' },
    })
    expect(violations(answer)).toHaveLength(3)
  })

  test('a deleted schedule is gone, its executions stay', async () => {
    const id = await aSchedule()
    const run = await api.call<{ pipelineExecutionId: string }>('POST', `${path}/${id}/executions`)
    expect((await api.call('DELETE', `${path}/${id}`)).status).toBe(204)
    expect((await api.call('GET', `${path}/${id}`)).status).toBe(404)
    expect((await api.call('DELETE', `${path}/${id}`)).status).toBe(404)
    const kept = await api.call('GET', `/v1/pipeline-executions/${run.body.pipelineExecutionId}`)
    expect(kept.status).toBe(200)
  })
})

describe('run now', () => {
  test('queues an execution in the name of the caller; due times stay', async () => {
    const id = await aSchedule()
    const before = await get(id)
    const run = await api.call<{ pipelineExecutionId: string }>('POST', `${path}/${id}/executions`)
    expect(run.status).toBe(201)
    const { body: execution } = await api.call<Execution>(
      'GET',
      `/v1/pipeline-executions/${run.body.pipelineExecutionId}`,
    )
    expect(execution).toMatchObject({
      trigger: 'SCHEDULE_RUN_NOW',
      scheduleId: id,
      status: 'QUEUED',
      versionName: '1',
    })
    const after = await get(id)
    expect(after.nextRunAt).toBe(before.nextRunAt)
    expect(after.lastRunAt).toBeDefined()
  })

  test('a blocking execution is named', async () => {
    const id = await aSchedule({ allowConcurrentExecutions: false })
    const first = await api.call<{ pipelineExecutionId: string }>('POST', `${path}/${id}/executions`)
    const second = await api.call<{ detail: string }>('POST', `${path}/${id}/executions`)
    expect(second.status).toBe(409)
    expect(second.body.detail).toContain(first.body.pipelineExecutionId)
  })
})

test('an enabled schedule fires on time, and its history shows it', {
  timeout: 20_000,
}, async () => {
  const id = await aSchedule({ cronExpression: '* * * * * ?', name: 'Each second' })
  const history = () =>
    api.call<{ results: { outcome: string; latenessMs: number }[]; total: number }>(
      'GET',
      `${path}/${id}/history`,
    )
  await expect.poll(async () => (await history()).body.total, { timeout: 10_000 }).toBeGreaterThan(2)
  await api.call('PATCH', `${path}/${id}`, { body: { scheduleEnabled: false } })
  const { body: page } = await history()
  for (const tick of page.results) expect(tick).toMatchObject({ outcome: 'FIRED' })
  const executions = await api.call<{ results: Execution[] }>(
    'GET',
    `/v1/pipeline-executions?scheduleId=${id}`,
  )
  expect(executions.body.results).toHaveLength(page.total)
  expect(executions.body.results[0]).toMatchObject({ trigger: 'SCHEDULE', user: 'Each second' })
})

describe('list', () => {
  test('by name, filtered, in pages', async () => {
    const other = await aProject(api)
    await publish(api, other.projectId, { 'Main.orch.yaml': pipeline, 'Other.orch.yaml': pipeline })
    const list = `/v1/projects/${other.projectId}/schedules`
    const add = (name: string, pipelineName: string, scheduleEnabled: boolean) =>
      api.call('POST', list, { body: body({ name, scheduleEnabled }, { pipelineName }) })
    await add('b', 'Main', true)
    await add('A', 'Other', true)
    await add('c', 'Main', false)
    const names = async (query: string) => {
      const { body: page } = await api.call<{ results: Schedule[]; total: number }>('GET', `${list}?${query}`)
      return [page.total, page.results.map(({ name }) => name).join('')]
    }
    expect(await names('')).toEqual([3, 'Abc'])
    expect(await names('size=2&page=1')).toEqual([3, 'c'])
    expect(await names('page=7')).toEqual([3, ''])
    expect(await names('name=a')).toEqual([1, 'A'])
    expect(await names('pipelineName=Main')).toEqual([2, 'bc'])
    expect(await names('scheduleEnabled=false')).toEqual([1, 'c'])
    expect(await names('environmentName=Development')).toEqual([3, 'Abc'])
    expect(await names('environmentName=Gone')).toEqual([0, ''])
  })

  test('a project has no more schedules than it may have', async () => {
    const other = await aProject(api)
    await publish(api, other.projectId, { 'Main.orch.yaml': pipeline })
    const list = `/v1/projects/${other.projectId}/schedules`
    const made = await Promise.all(Array.from({ length: 32 }, () => api.call('POST', list, { body: body() })))
    expect(made.filter(({ status }) => status === 201)).toHaveLength(30)
    expect(made.filter(({ status }) => status === 409)).toHaveLength(2)
  })
})

const upcoming = async (token?: string, limit = 100): Promise<string[]> => {
  const path = `/v1/upcoming-runs?limit=${limit}`
  const answer = await api.call<{ results: UpcomingRun[] }>('GET', path, token === undefined ? {} : { token })
  return answer.body.results.map(({ scheduleId }) => scheduleId)
}

test('upcoming runs are those of enabled schedules, the earliest first', async () => {
  const yearly = await aSchedule({ name: 'Yearly', cronExpression: '0 0 2 1 1 ? 2090' })
  const sooner = await aSchedule({ name: 'Sooner', cronExpression: '0 0 2 1 1 ? 2080' })
  const off = await aSchedule({ name: 'Off', cronExpression: '0 0 2 1 1 ? 2070', scheduleEnabled: false })
  const all = await upcoming()
  expect(all.filter((id) => [yearly, sooner, off].includes(id))).toEqual([sooner, yearly])
  expect(await upcoming(undefined, 1)).toEqual(all.slice(0, 1))
  for (const id of [yearly, sooner, off]) await api.call('DELETE', `${path}/${id}`)
})

describe('permission', () => {
  test('reading is not writing, and an environment that one may not see hides its schedules', async () => {
    const id = await aSchedule({ name: 'Hidden' }, { environmentName: 'Secret' })
    const reader = await api.credential({ projectRoles: [{ projectId, role: 'READ_ONLY' }] })
    expect((await post(body(), { token: reader.token })).status).toBe(403)
    expect((await api.call('POST', `${path}/${id}/executions`, { token: reader.token })).status).toBe(403)
    const blind = await api.credential({
      projectRoles: [{ projectId, role: 'CONTRIBUTOR' }],
      environmentAccess: [
        { projectId, environmentName: 'Secret', access: 'NO_ACCESS' },
        { projectId, environmentName: 'Development', access: 'RUNNER' },
      ],
    })
    const seen = await api.call<{ results: Schedule[] }>('GET', `${path}?size=100`, { token: blind.token })
    expect(seen.body.results.map(({ name }) => name)).not.toContain('Hidden')
    expect(await upcoming(blind.token)).not.toContain(id)
    expect(await upcoming(blind.token)).not.toEqual([])
    expect(await upcoming(reader.token)).toContain(id)
    expect(await upcoming((await api.credential({})).token)).toEqual([])
    for (const method of ['GET', 'DELETE']) {
      expect((await api.call(method, `${path}/${id}`, { token: blind.token })).status).toBe(404)
    }
    expect((await post(body({ name: 'Mine' }), { token: blind.token })).status).toBe(201)
    const move = { body: { environmentName: 'Secret' }, token: blind.token }
    const own = (await post(body(), { token: blind.token })).body.scheduleId
    expect((await api.call('PATCH', `${path}/${own}`, move)).status).toBe(400)
  })
})

describe('preview', () => {
  test('fire times without saving', async () => {
    const answer = await api.call('POST', '/v1/schedule-previews', {
      body: {
        cronExpression: '0 30 2 * * ?',
        cronTimezone: 'Europe/Berlin',
        after: '2026-03-28T00:00:00Z',
        count: 2,
      },
    })
    expect(answer.body).toEqual({ fireTimes: ['2026-03-28T01:30:00.000Z', '2026-03-29T01:00:00.000Z'] })
  })

  test('violations as for a schedule', async () => {
    const answer = await api.call('POST', '/v1/schedule-previews', { body: { cronTimezone: 'x' } })
    expect(answer.status).toBe(400)
    expect(violations(answer)).toHaveLength(2)
  })

  test('the next times of a schedule', async () => {
    const id = await aSchedule({ cronExpression: '0 0 0 1 1 ? 2030-2031' })
    const answer = await api.call('GET', `${path}/${id}/fire-times?count=5`)
    expect(answer.body).toEqual({ fireTimes: ['2030-01-01T00:00:00.000Z', '2031-01-01T00:00:00.000Z'] })
  })
})
