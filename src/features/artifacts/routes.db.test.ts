import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { useApi } from '../../../test/support/api.ts'
import { aProject, publish } from '../../../test/support/factories.ts'
import { orchestration, start } from '../../../test/support/pipelines.ts'
import { aPlaceWith, aTrigger } from '../../../test/support/triggers.ts'

const api = useApi()
const pipeline = orchestration({ Start: start() })
const png = new Blob([new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 1])])
const files = { 'Load.orch.yaml': pipeline, 'sub folder /Child.orch.yaml': pipeline, 'sql/x.sql': 'select 1' }

test('a version is published, listed and described, and never changes', async () => {
  const { projectId } = await aProject(api)
  const published = await publish(api, projectId, files, { name: '1.0' })
  expect(published.status).toBe(201)
  expect(published.body).toMatchObject({
    versionName: '1.0',
    environmentName: 'Development',
    fileCount: 3,
    pipelineCount: 2,
    faults: [],
  })
  expect((await publish(api, projectId, files, { name: '1.0' })).status).toBe(409)
  const list = await api.call('GET', `/v1/projects/${projectId}/artifacts?environmentName=Development`)
  expect(list.body).toMatchObject({ total: 1, results: [{ versionName: '1.0' }] })
  const query = 'environmentName=Development&versionName=1.0'
  const details = await api.call('GET', `/v1/projects/${projectId}/artifacts/details?${query}`)
  expect(details.body).toMatchObject({ pipelines: ['Load', 'sub folder /Child'] })
  const pipelines = await api.call(
    'GET',
    `/v1/projects/${projectId}/published-pipelines?environmentName=Development`,
  )
  expect(pipelines.body).toMatchObject({
    total: 2,
    results: [{ name: 'Load', publishedTime: expect.any(String) }, { name: 'sub folder /Child' }],
  })
})

test('names in headers may have any letters: as UTF-8, and in the form of RFC 8187 from clients that send ASCII only', async () => {
  const names = ['Prüfung', '本番']
  const { projectId } = await aProject(api, { environments: names })
  const [asBytes, encoded] = [
    (text: string) => Buffer.from(text).toString('latin1'),
    (text: string) => `UTF-8''${encodeURIComponent(text)}`,
  ]
  for (const environment of names)
    for (const [name, written] of [['1 für alle', asBytes] as const, ['2 für alle', encoded] as const])
      expect(
        await publish(api, projectId, files, { name: written(name), environment: written(environment) }),
      ).toMatchObject({ status: 201, body: { versionName: name, environmentName: environment } })
})

test('empty headers for commit and branch, as jobs send them whose host sets none, name none', async () => {
  const { projectId } = await aProject(api)
  const body = new FormData()
  body.append('P.orch.yaml', new Blob([pipeline]), 'P.orch.yaml')
  const headers = { versionName: '1', environmentName: 'Development', commitHash: '', branch: '' }
  const made = await api.call('POST', `/v1/projects/${projectId}/artifacts`, { body, headers })
  expect(made.status).toBe(201)
  expect(made.body).not.toHaveProperty('commitHash')
  expect(made.body).not.toHaveProperty('branch')
})

test('files with violations are published, and the violations reported with their location', async () => {
  const { projectId } = await aProject(api)
  const broken = {
    'A.orch.yaml': orchestration({ Start: start('Odd'), Odd: { type: 'from-the-future' } }),
    'B.orch.yaml': 'a: [',
  }
  const { status, body } = await publish(api, projectId, broken)
  expect(status).toBe(201)
  expect(body['faults']).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ file: 'A.orch.yaml', rule: 'unknown-component-type', severity: 'warning' }),
      expect.objectContaining({ file: 'B.orch.yaml', severity: 'error', line: expect.any(Number) }),
    ]),
  )
})

test('a version without a pipeline that a schedule or a trigger runs is published, and each of them named', async () => {
  const { projectId } = await aPlaceWith(api, ['Main', 'P', 'Q'])
  const schedule = async (name: string, own: object = {}, enabled = true) => {
    const body = {
      pipeline: { pipelineName: 'Main', environmentName: 'Development', ...own },
      schedule: { name, cronExpression: '0 0 2 * * ?', scheduleEnabled: enabled },
    }
    expect((await api.call('POST', `/v1/projects/${projectId}/schedules`, { body })).status).toBe(201)
  }
  await schedule('Nightly')
  await schedule('Paused', {}, false)
  const list = `/v1/projects/${projectId}/artifacts?environmentName=Development`
  const [first] = (await api.call<{ results: { versionName: string }[] }>('GET', list)).body.results
  await schedule('Of one version', { versionName: first?.versionName })
  await schedule('Kept', { pipelineName: 'P' })
  await aTrigger(api, projectId, { name: 'After P' })
  const { status, body } = await publish(api, projectId, { 'P.orch.yaml': pipeline }, { name: 'next' })
  const lost = { severity: 'warning', rule: 'started-pipeline-missing' }
  expect([status, body['faults']]).toEqual([
    201,
    [
      expect.objectContaining({
        ...lost,
        file: 'Main',
        message: expect.stringContaining('schedule "Nightly"'),
      }),
      expect.objectContaining({ ...lost, file: 'Q', message: expect.stringContaining('trigger "After P"') }),
    ],
  ])
})

test('what cannot be a version is refused: no files, paths that lead out', async () => {
  const { projectId } = await aProject(api)
  expect((await publish(api, projectId, { '../up.orch.yaml': pipeline })).status).toBe(400)
  expect((await publish(api, projectId, {})).status).not.toBe(201)
  const { status, body } = await publish(api, projectId, { 'only.png': png })
  expect([status, body['violations']]).toEqual([400, [expect.stringContaining('at least one file')]])
})

test('a picture, however large, and a folder of Git are left out by name, and refuse nothing', async () => {
  const { projectId } = await aProject(api)
  const large = new Blob([png, new Uint8Array(5 * 1024 * 1024)])
  const odd = { 'docs/logo.png': png, 'docs/photo.png': large, '.git/config': 'x' }
  const { status, body } = await publish(api, projectId, { ...files, ...odd })
  expect([status, body['fileCount']]).toEqual([201, 3])
  expect(body['ignoredResources']).toEqual([
    { name: 'docs/logo.png', reason: 'is not UTF-8 text' },
    { name: 'docs/photo.png', reason: 'is not UTF-8 text' },
    { name: '.git/config', reason: expect.stringContaining('Git') },
  ])
  const text = await publish(api, projectId, { 'large.sql': 'ä'.repeat(3 * 1024 * 1024) })
  expect(text.status).toBe(413)
})

test('files that come as plain fields are published whole, or refused when they are too large', async () => {
  const { projectId } = await aProject(api)
  const send = (sql: string) => {
    const form = new FormData()
    form.append('Load.orch.yaml', pipeline)
    form.append('x.sql', sql)
    const headers = { versionName: 'fields', environmentName: 'Development' }
    return api.call('POST', `/v1/projects/${projectId}/artifacts`, { body: form, headers })
  }
  expect((await send('x'.repeat(5 * 1024 * 1024))).status).toBe(413)
  const { status, body } = await send('select 1')
  expect([status, body['fileCount'], body['pipelineCount']]).toEqual([201, 2, 1])
})

test('a path may have quotes in it and percent signs', async () => {
  const { projectId } = await aProject(api)
  const paths = ['100%.orch.yaml', 'Load "new" orders.orch.yaml', 'a%20b.orch.yaml']
  expect(
    (await publish(api, projectId, Object.fromEntries(paths.map((path) => [path, pipeline])))).status,
  ).toBe(201)
  const { body } = await api.call(
    'GET',
    `/v1/projects/${projectId}/artifacts/details?environmentName=Development`,
  )
  expect(body['assets']).toEqual(paths)
})

test('details are of the newest version without a name, in the shape that programs read', async () => {
  const { projectId } = await aProject(api)
  const details = (query: string) =>
    api.call('GET', `/v1/projects/${projectId}/artifacts/details?environmentName=Development${query}`)
  expect((await details('')).status).toBe(404)
  await publish(api, projectId, files, { name: '1' })
  await publish(api, projectId, files, { name: '2' })
  const newest = await details('')
  expect(newest.body).toMatchObject({
    assets: Object.keys(files).toSorted(),
    details: {
      createdAt: expect.any(String),
      deployedAt: expect.any(String),
      enabled: true,
      versionName: '2',
    },
  })
  expect((await details('&versionName=')).body).toEqual(newest.body)
  expect((await details('&versionName=1')).body['versionName']).toBe('1')
  expect((await details('&versionName=3')).status).toBe(404)
})

test('a disabled version is not the newest, is listed on request only, and running it is 410', async () => {
  const { projectId } = await aProject(api)
  await publish(api, projectId, files, { name: '1' })
  await publish(api, projectId, files, { name: '2' })
  const artifacts = `/v1/projects/${projectId}/artifacts`
  const details = `${artifacts}/details?environmentName=Development`
  const one = `${details}&versionName=2`
  const etag = (await api.call('GET', one)).headers.get('etag')!
  const change = (enabled: boolean, ifMatch = etag) =>
    api.call('PATCH', one, { body: { enabled }, headers: { 'if-match': ifMatch } })
  expect((await change(false, '"another"')).status).toBe(412)
  expect((await change(false)).body).toMatchObject({ versionName: '2', enabled: false })
  expect((await change(false)).status).toBe(412)

  const names = async (query: string) =>
    (await api.call<{ results: { versionName: string }[] }>('GET', `${artifacts}${query}`)).body.results.map(
      ({ versionName }) => versionName,
    )
  expect(await names('')).toEqual(['1'])
  expect(await names('?enabledOnly=false')).toEqual(['2', '1'])
  expect((await api.call('GET', details)).body['versionName']).toBe('1')
  const run = (versionName?: string | null) => {
    const body = { pipelineName: 'Load', environmentName: 'Development', versionName, agentId: null }
    return api.call<{ pipelineExecutionId: string }>(
      'POST',
      `/v1/projects/${projectId}/pipeline-executions`,
      { body },
    )
  }
  expect((await run('2')).status).toBe(410)
  // Absent, empty and null mean the same: the newest.
  for (const absent of [undefined, '', null]) {
    const { pipelineExecutionId } = (await run(absent)).body
    const execution = await api.call('GET', `/v1/pipeline-executions/${pipelineExecutionId}`)
    expect(execution.body['versionName']).toBe('1')
  }
  expect((await api.call('PATCH', one, { body: { enabled: true } })).status).toBe(200)
  expect((await run('2')).status).toBe(201)
})

test('no new schedule takes a disabled version, and one that has it cannot be run now', async () => {
  const { projectId } = await aProject(api)
  await publish(api, projectId, files, { name: '1' })
  const pipeline = { pipelineName: 'Load', environmentName: 'Development', versionName: '1' }
  const create = (name: string) =>
    api.call<{ scheduleId: string; violations: string[] }>('POST', `/v1/projects/${projectId}/schedules`, {
      body: { pipeline, schedule: { name, cronExpression: '0 0 2 * * ?' } },
    })
  const { scheduleId } = (await create('Before')).body
  const details = `/v1/projects/${projectId}/artifacts/details?environmentName=Development&versionName=1`
  await api.call('PATCH', details, { body: { enabled: false } })
  const refused = await create('After')
  expect([refused.status, refused.body.violations]).toEqual([400, [expect.stringContaining('disabled')]])
  const run = `/v1/projects/${projectId}/schedules/${scheduleId}/executions`
  const now = await api.call('POST', run)
  expect([now.status, now.body['detail']]).toEqual([410, expect.stringContaining('is disabled')])
})

test('published pipelines of all environments say where they are, of those that the caller sees', async () => {
  const { projectId } = await aProject(api, { environments: ['Development', 'Production'] })
  for (const environment of ['Development', 'Production'])
    await publish(api, projectId, files, { name: '1', environment })
  await api.call('PATCH', `/v1/projects/${projectId}/environments/Production`, {
    body: { defaultUserAccessLevel: 'noAccess' },
  })
  const { token } = await api.credential({ projectRoles: [{ projectId, role: 'CONTRIBUTOR' }] })
  const list = async (options: { token?: string } = {}) =>
    (
      await api.call<{ results: { name: string; environmentName: string }[] }>(
        'GET',
        `/v1/projects/${projectId}/published-pipelines`,
        options,
      )
    ).body.results.map(({ name, environmentName }) => `${environmentName}: ${name}`)
  expect(await list({ token })).toEqual(['Development: Load', 'Development: sub folder /Child'])
  expect(await list()).toEqual([
    'Development: Load',
    'Production: Load',
    'Development: sub folder /Child',
    'Production: sub folder /Child',
  ])
})

test('a version of one environment is promoted to another with the same files', async () => {
  const { projectId } = await aProject(api, { environments: ['Development', 'Production'] })
  await publish(api, projectId, files, { name: '1.0' })
  const promote = (versionName: string) =>
    api.call('POST', `/v1/projects/${projectId}/artifacts/promotions`, {
      body: { versionName, sourceEnvironmentName: 'Development', targetEnvironmentName: 'Production' },
    })
  expect((await promote('1.0')).body).toMatchObject({ environmentName: 'Production', fileCount: 3 })
  expect((await promote('1.0')).status).toBe(409)
  expect((await promote('2.0')).status).toBe(404)
})

test('a version whose environment is deleted while it is published is answered 404', async () => {
  const { projectId } = await aProject(api)
  const waiting = async () =>
    (
      await sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
        api.db,
      )
    ).rows.length
  const { published } = await api.db.transaction().execute(async (tx) => {
    await sql`delete from environment where project_id = ${projectId}`.execute(tx)
    const published = publish(api, projectId, files)
    await expect.poll(waiting).toBeGreaterThan(0)
    return { published }
  })
  expect(await published).toMatchObject({ status: 404, body: { detail: expect.stringContaining('deleted') } })
})

test('who may only read an environment does not publish there', async () => {
  const { projectId } = await aProject(api)
  const { token } = await api.credential({ projectRoles: [{ projectId, role: 'CONTRIBUTOR' }] })
  const form = new FormData()
  form.append('A.orch.yaml', new Blob([pipeline]), 'A.orch.yaml')
  const headers = { versionName: 'x', environmentName: 'Development' }
  expect(
    (await api.call('POST', `/v1/projects/${projectId}/artifacts`, { body: form, headers, token })).status,
  ).toBe(403)
})
