import { expect, test } from 'vitest'
import { saveProfile } from '../../terminal/profile.ts'
import { credential, json, paged, startApi } from '../../testing/loopback-api.ts'
import { loginTo, openTerminal } from '../../testing/terminal.ts'

const demo = { id: '0195b1c2-0000-7000-8000-000000000001', name: 'Demo' }
const schedule = {
  scheduleId: '0195b1c2-0000-7000-8000-000000000004',
  name: 'Nightly',
  pipelineName: 'load',
  environmentName: 'Production',
  cronExpression: '0 30 2 * * ?',
  cronTimezone: 'Europe/Berlin',
  scheduleEnabled: true,
  nextRunAt: '2026-05-01T00:30:00.000Z',
}
const all = `/v1/projects/${demo.id}/schedules`
const one = `${all}/${schedule.scheduleId}`
const known = { 'GET /v1/projects': paged([demo]), [`GET ${all}`]: paged([schedule]) }

test('the list says when each schedule runs', async () => {
  const often = {
    ...schedule,
    name: 'Often',
    cronExpression: undefined,
    intervalExpression: { interval: 15, unit: 'MINUTES' },
    nextRunAt: undefined,
  }
  await using api = await startApi({ ...known, [`GET ${all}`]: paged([schedule, often]) })
  using terminal = openTerminal({ env: loginTo(api, credential) })
  const { out } = await terminal.run('schedules', '-p', 'Demo')
  expect(out).toMatch(/Nightly .*0 30 2 \* \* \? Europe\/Berlin/)
  expect(out).toMatch(/Often .*every 15 minutes +disabled/)
})

test('a schedule is created as it is described', async () => {
  await using api = await startApi({
    ...known,
    [`POST ${all}`]: (_, response) => json(response, 201, { scheduleId: schedule.scheduleId }),
  })
  using terminal = openTerminal({ env: loginTo(api, credential) })
  const create = [
    'schedules',
    'create',
    'Often',
    '-p',
    'Demo',
    '-e',
    'Production',
    '--pipeline',
    'load.orch.yaml',
  ]
  const { code, out } = await terminal.run(...create, '--every', '2h', '--no-overlap', '--var', 'a=b')
  expect({ code, out }).toMatchObject({ code: 0, out: expect.stringContaining(schedule.scheduleId) })
  expect(JSON.parse(api.requests.at(-1)!.body.toString())).toEqual({
    pipeline: { pipelineName: 'load', environmentName: 'Production', scalarVariables: { a: 'b' } },
    schedule: {
      name: 'Often',
      intervalExpression: { interval: 2, unit: 'HOURS' },
      allowConcurrentExecutions: false,
    },
  })
})

test('a command that is printed can be pasted: it is quoted, and goes to the same profile', async () => {
  await using api = await startApi({
    'GET /v1/projects': paged([{ ...demo, name: "Sales's EU" }]),
    [`POST ${all}`]: (_, response) => json(response, 201, schedule),
  })
  using terminal = openTerminal()
  const env = { HEADRACE_PROFILE: 'eu' }
  saveProfile({ ...terminal.terminal, env }, { url: api.url, ...credential })
  const create = [
    'schedules',
    'create',
    'Often',
    '-p',
    "Sales's EU",
    '-e',
    'Production',
    '--pipeline',
    'load',
  ]
  const { err } = await terminal.run('--profile', 'eu', ...create, '--every', '2h')
  expect(err).toContain(`headrace --profile eu schedules next ${schedule.scheduleId} -p 'Sales'\\''s EU'`)
})

test('enabling, disabling and running name the schedule by its name', async () => {
  await using api = await startApi({
    ...known,
    [`PATCH ${one}`]: (request, response) =>
      json(response, 200, { ...schedule, ...JSON.parse(request.body.toString()) }),
    [`POST ${one}/executions`]: (_, response) => json(response, 201, { pipelineExecutionId: 'x-1' }),
  })
  using terminal = openTerminal({ env: loginTo(api, credential) })
  expect((await terminal.run('schedules', 'enable', 'nightly', '-p', 'Demo')).out).toContain(
    'Enabled Nightly',
  )
  expect((await terminal.run('schedules', 'disable', 'nightly', '-p', 'Demo')).out).toBe(
    'Disabled Nightly.\n',
  )
  expect((await terminal.run('schedules', 'run', 'Nightly', '-p', 'Demo')).out).toBe('Started Nightly: x-1\n')
  const unknown = await terminal.run('schedules', 'run', 'Weekly', '-p', 'Demo')
  expect(unknown).toMatchObject({ code: 1, err: expect.stringContaining('Available: Nightly') })
})

test('history and next times are shown', async () => {
  const tick = {
    dueAt: schedule.nextRunAt,
    outcome: 'SKIPPED',
    reason: 'in the way',
    latenessMs: 120,
    missedCount: 0,
  }
  await using api = await startApi({
    ...known,
    [`GET ${one}/history`]: paged([tick]),
    [`GET ${one}/fire-times`]: (_, response) => json(response, 200, { fireTimes: [schedule.nextRunAt] }),
  })
  using terminal = openTerminal({ env: loginTo(api, credential) })
  expect((await terminal.run('schedules', 'history', 'Nightly', '-p', 'Demo')).out).toMatch(/SKIPPED +120 ms/)
  expect((await terminal.run('schedules', 'next', 'Nightly', '-p', 'Demo')).out).toMatch(/^2026-0[45]-/)
})

test('a history is shown as far as it is asked for, beyond a page of it, too', async () => {
  const ticks = Array.from({ length: 230 }, (_, latenessMs) => ({
    dueAt: schedule.nextRunAt,
    outcome: 'FIRED',
    latenessMs,
    missedCount: 0,
  }))
  await using api = await startApi({ ...known, [`GET ${one}/history`]: paged(ticks) })
  using terminal = openTerminal({ env: loginTo(api, credential) })
  const history = async (...args: string[]) => {
    const { out, err } = await terminal.run('schedules', 'history', 'Nightly', '-p', 'Demo', ...args)
    return [out.match(/FIRED/g)?.length, err]
  }
  expect(await history()).toEqual([25, 'More exist: --limit 50 or --all shows them.\n'])
  expect(await history('--limit', '150')).toEqual([150, 'More exist: --limit 300 or --all shows them.\n'])
  expect(await history('--all')).toEqual([230, ''])
})

test('a backfill is shown before it begins, and begins with a yes only', async () => {
  await using api = await startApi({
    ...known,
    [`POST ${one}/backfills`]: (request, response) => {
      const { dryRun } = JSON.parse(request.body.toString()) as { dryRun: boolean }
      const plan = { dryRun, total: 31, alreadyRun: 1, fireTimes: ['2026-01-02T00:30:00.000Z'] }
      json(response, dryRun ? 200 : 201, dryRun ? plan : { ...plan, backfillId: 'b-1' })
    },
  })
  const range = ['backfill', 'Nightly', '-p', 'Demo', '--from', '2026-01-01', '--to', '2026-02-01']
  const begun = () => api.requests.filter(({ body }) => body.toString().includes('"dryRun":false')).length
  using terminal = openTerminal({ env: loginTo(api, credential) })
  expect((await terminal.run('schedules', ...range, '--dry-run')).err).toContain(
    '30 of 31 due times would run',
  )
  // Midnight where the schedule runs, not where the command does.
  expect(JSON.parse(api.requests.at(-1)!.body.toString())).toMatchObject({
    from: '2025-12-31T23:00:00.000Z',
    to: '2026-01-31T23:00:00.000Z',
  })
  expect((await terminal.run('schedules', ...range)).code).toBe(1)
  expect(begun()).toBe(0)
  expect((await terminal.run('schedules', ...range, '--yes')).out).toContain('b-1 queues 30 executions')
  expect(begun()).toBe(1)
})

test('a schedule changes only in what is named: cron and interval replace each other', async () => {
  await using api = await startApi({
    ...known,
    [`PATCH ${one}`]: (_, response) => json(response, 200, schedule),
    [`DELETE ${one}`]: (_, response) => void response.writeHead(204).end(),
  })
  using terminal = openTerminal({ env: loginTo(api, credential) })
  const update = ['schedules', 'update', 'Nightly', '-p', 'Demo']
  expect((await terminal.run(...update, '--every', '6h', '--version', 'latest')).out).toBe(
    'Changed schedule Nightly.\n',
  )
  await terminal.run(...update, '--cron', '0 3 * * *', '--name', 'Later', '--runner', 'default')
  const patches = api.requests.filter(({ method }) => method === 'PATCH')
  expect(patches.map(({ body }) => JSON.parse(`${body}`))).toEqual([
    { cronExpression: null, intervalExpression: { interval: 6, unit: 'HOURS' }, versionName: null },
    { name: 'Later', cronExpression: '0 3 * * *', intervalExpression: null, runnerId: null },
  ])
  expect(await terminal.run(...update)).toMatchObject({
    code: 1,
    err: expect.stringContaining('nothing to change'),
  })
  expect(await terminal.run('schedules', 'delete', 'Nightly', '-p', 'Demo')).toMatchObject({ code: 1 })
  const deleted = await terminal.run('schedules', 'delete', 'Nightly', '-p', 'Demo', '--yes')
  expect(deleted.out).toBe('Deleted schedule Nightly.\n')
})
