import { expect, test } from 'vitest'
import { useApi } from '../../../test/support/api.ts'
import { aProject, publish } from '../../../test/support/factories.ts'
import { orchestration, type PieceVariable, start } from '../../../test/support/pipelines.ts'
import { callerOf, parameter, sharedFile } from '../../../test/support/shared-files.ts'
import { publishShared } from '../../../test/support/shared-pipelines.ts'

const api = useApi()
let serial = 0
const aPrefix = () => `set-${++serial}`
const base = '/v1/shared-pipelines'
const config = '.matillion/shared-pipelines.yaml'

const filesWith = (variables: Record<string, PieceVariable>, note: object = {}) => ({
  'load/customers.orch.yaml': orchestration({ Start: start() }, variables),
  'load/step.orch.yaml': orchestration({ Start: start() }),
  [config]: sharedFile({ 'load/customers.orch.yaml': { id: 'customers', ...note } }),
})
const simple = filesWith({ region: parameter('north') })

async function sharedByAll(prefix: string) {
  const body = { projectId: null, allProjects: true, projectIds: [] }
  const answer = await api.call('PUT', `${base}/sharing?sharedPipelineIdPrefix=${prefix}`, { body })
  expect(answer.status).toBe(200)
}
const details = (prefix: string, version?: string) =>
  api.call(
    'GET',
    `${base}/artifacts/details?sharedPipelineIdPrefix=${prefix}${version ? `&versionName=${version}` : ''}`,
  )

test('a version is published with its parameters, found in the public shape, and never changes', async () => {
  const prefix = aPrefix()
  const { projectId } = await aProject(api)
  const variables = {
    region: parameter('north', 'TEXT', { description: 'Where' }),
    most: parameter('10', 'NUMBER'),
    hidden: parameter('x', 'TEXT', { visibility: 'PRIVATE' }),
  }
  const note = { parameters: { most: { required: true, displayName: 'Most rows' } } }
  const files = filesWith(variables, { displayName: 'Customers', description: 'Loads them', ...note })
  const published = await publishShared(api, files, { prefix, name: '1.0.0', projectId })
  expect(published).toMatchObject({
    status: 201,
    body: { versionName: '1.0.0', pipelineCount: 1, faults: [] },
  })
  expect((await publishShared(api, files, { prefix, name: '1.0.0' })).status).toBe(409)

  const found = await details(prefix, '1.0.0')
  expect(found.body).toEqual({
    artifactDetails: expect.objectContaining({
      sharedPipelineIdPrefix: prefix,
      versionName: '1.0.0',
      enabled: true,
      createdAt: expect.stringMatching(/Z$/),
      projectId,
    }),
    sharedPipelines: [
      {
        sharedPipelineId: 'customers',
        sourcePipeline: 'load/customers',
        pipelineType: 'orchestration',
        displayName: 'Customers',
        description: 'Loads them',
        parameters: [
          {
            name: 'most',
            type: 'NUMBER',
            displayName: 'Most rows',
            description: '',
            required: true,
            defaultValue: 10,
          },
          { name: 'region', type: 'TEXT', description: 'Where', required: false, defaultValue: 'north' },
        ],
      },
    ],
  })
  const listed = await api.call('GET', `${base}?sharedPipelineIdPrefix=${prefix}`)
  expect(listed.body).toMatchObject({
    total: 1,
    results: [{ sharedPipelineIdPrefix: prefix, sharedPipelineId: 'customers', versionName: '1.0.0' }],
  })
})

test('a disabled version is not the newest, and comes back when it is enabled', async () => {
  const prefix = aPrefix()
  for (const name of ['1', '2']) expect((await publishShared(api, simple, { prefix, name })).status).toBe(201)
  const newest = async () => (await details(prefix)).body['artifactDetails']
  const set = (enabled: boolean) =>
    api.call('PATCH', `${base}/artifacts/details?sharedPipelineIdPrefix=${prefix}&versionName=2`, {
      body: { enabled },
    })
  expect(await newest()).toMatchObject({ versionName: '2' })
  expect(await set(false)).toMatchObject({ status: 200, body: { enabled: false } })
  expect(await newest()).toMatchObject({ versionName: '1' })
  expect((await api.call('GET', `${base}/artifacts?sharedPipelineIdPrefix=${prefix}`)).body).toMatchObject({
    total: 1,
  })
  const all = await api.call('GET', `${base}/artifacts?sharedPipelineIdPrefix=${prefix}&enabledOnly=false`)
  expect(all.body).toMatchObject({
    total: 2,
    results: [{ versionName: '2', enabled: false }, { versionName: '1' }],
  })
  await set(true)
  expect(await newest()).toMatchObject({ versionName: '2' })
})

test('files that share nothing are refused with every reason, each with its line', async () => {
  const pipeline = orchestration({ Start: start() })
  const shared = (text: string, more = {}) =>
    publishShared(api, { 'a.orch.yaml': pipeline, [config]: text, ...more }, { prefix: aPrefix(), name: '1' })
  const without = await publishShared(api, { 'a.orch.yaml': pipeline }, { prefix: aPrefix(), name: '1' })
  expect(without).toMatchObject({
    status: 400,
    body: { violations: [expect.stringContaining('No file lists')] },
  })
  const text = [
    'pipelines:',
    '  - pipeline: gone.orch.yaml',
    '    id: gone',
    '  - pipeline: a.orch.yaml',
    '    id: "a#b"',
    '  - pipeline: broken.orch.yaml',
    '    id: broken',
  ].join('\n')
  expect(await shared(text, { 'broken.orch.yaml': 'a: [' })).toMatchObject({
    status: 400,
    body: {
      violations: [
        expect.stringMatching(/line 2: There is no pipeline file "gone.orch.yaml"/),
        expect.stringMatching(/line 5: "a#b" cannot be an id/),
        expect.stringMatching(/line 6: "broken.orch.yaml" cannot be read/),
      ],
    },
  })
  const twice = 'pipelines: [{ pipeline: a.orch.yaml, id: x }, { pipeline: ./a.orch.yaml, id: x }]'
  expect((await shared(twice)).body['violations']).toEqual([expect.stringContaining('given twice')])
  expect((await shared('pipelines: []')).body['violations']).toEqual([
    expect.stringContaining('shares no pipeline'),
  ])
})

test('publishing and sharing need an administrator of the owner; others do not learn that a set exists', async () => {
  const prefix = aPrefix()
  const { projectId } = await aProject(api)
  const member = async (role: 'ADMIN' | 'CONTRIBUTOR', id = projectId) =>
    (await api.credential({ accountRole: 'USER', projectRoles: [{ projectId: id, role }] })).token
  const version = { prefix, name: '1', projectId }
  expect((await publishShared(api, simple, { ...version, token: await member('CONTRIBUTOR') })).status).toBe(
    403,
  )
  expect((await publishShared(api, simple, { ...version, token: await member('ADMIN') })).status).toBe(201)
  const elsewhere = await aProject(api)
  const token = await member('ADMIN', elsewhere.projectId)
  const path = `${base}/artifacts/details?sharedPipelineIdPrefix=${prefix}`
  expect((await api.call('GET', path, { token })).status).toBe(404)
  expect((await publishShared(api, simple, { prefix, name: '2', token })).status).toBe(404)
  expect((await api.call('GET', `${base}?sharedPipelineIdPrefix=${prefix}`, { token })).body).toMatchObject({
    total: 0,
  })
  const sharing = `${base}/sharing?sharedPipelineIdPrefix=${prefix}`
  const body = { allProjects: false, projectIds: [elsewhere.projectId] }
  expect((await api.call('PUT', sharing, { token, body })).status).toBe(404)
  expect((await api.call('PUT', sharing, { body })).status).toBe(200)
  expect((await api.call('GET', path, { token })).status).toBe(200)
  expect((await publishShared(api, simple, { prefix, name: '2', token })).status).toBe(403)
})

test('without a named owner the project with the name of the set owns it, else the installation', async () => {
  const { projectId } = await aProject(api)
  const { body } = await api.call<{ name: string }>('GET', `/v1/projects/${projectId}`)
  const own = await publishShared(api, simple, { prefix: body.name, name: '1' })
  expect(own.body).toMatchObject({ projectId })
  const prefix = aPrefix()
  const ofInstallation = await publishShared(api, simple, { prefix, name: '1' })
  expect(ofInstallation.body).not.toHaveProperty('projectId')
  expect(
    (await api.call('GET', `${base}?projectId=${projectId}&sharedPipelineIdPrefix=${prefix}`)).body,
  ).toMatchObject({
    total: 1,
  })
})

test('a project that publishes a call fixes the version, and is told what it cannot run', async () => {
  const prefix = aPrefix()
  const { projectId } = await aProject(api)
  for (const name of ['1', '2']) await publishShared(api, simple, { prefix, name })
  await api.call('PATCH', `${base}/artifacts/details?sharedPipelineIdPrefix=${prefix}&versionName=1`, {
    body: { enabled: false },
  })
  const files = {
    'ok.orch.yaml': callerOf(`${prefix}#customers`, { setScalarVariables: [['region', 'x']] }),
    'old.orch.yaml': callerOf(`${prefix}#customers`, { version: '1' }),
    'gone.orch.yaml': callerOf(`${prefix}#nobody`),
    'none.orch.yaml': callerOf('no-such-set#x'),
    'odd.orch.yaml': callerOf(`${prefix}#customers`, {
      version: '2',
      setScalarVariables: [['nothing', 'x']],
    }),
    'later.orch.yaml': callerOf(`${prefix}#\${which}`),
  }
  const { status, body } = await publish(api, projectId, files)
  expect(status).toBe(201)
  const told = (body['faults'] as { file: string; rule: string; severity: string }[])
    .filter(({ rule }) => rule.includes('shared'))
    .map(({ file, rule, severity }) => `${file} ${severity} ${rule}`)
    .sort()
  expect(told).toEqual([
    'gone.orch.yaml error unknown-shared-pipeline',
    'later.orch.yaml warning undecided-shared-version',
    'none.orch.yaml error unknown-shared-pipeline',
    'odd.orch.yaml warning unknown-shared-parameter',
    'old.orch.yaml error disabled-shared-version',
  ])
  const users = await api.call('GET', `${base}/users?sharedPipelineIdPrefix=${prefix}`)
  expect(users.body).toMatchObject({
    total: 2,
    hiddenCount: 0,
    results: [
      { projectId, environmentName: 'Development', pipelines: ['odd'], versionName: '2', statedVersion: '2' },
      { pipelines: ['ok'], versionName: '2', statedVersion: '[Latest]', isNewest: true },
    ],
  })
  await publishShared(api, simple, { prefix, name: '3' })
  const after = await api.call('GET', `${base}/users?sharedPipelineIdPrefix=${prefix}&versionName=2`)
  expect(after.body).toMatchObject({ total: 2, results: [{ isNewest: false }, { isNewest: false }] })
})

test('users in projects that the caller may not see are counted, not named', async () => {
  const prefix = aPrefix()
  const owner = await aProject(api)
  await publishShared(api, simple, { prefix, name: '1', projectId: owner.projectId })
  await sharedByAll(prefix)
  for (const { projectId } of [await aProject(api), await aProject(api)])
    await publish(api, projectId, { 'a.orch.yaml': callerOf(`${prefix}#customers`) })
  const { token } = await api.credential({
    accountRole: 'USER',
    projectRoles: [{ projectId: owner.projectId, role: 'READ_ONLY' }],
  })
  const seen = await api.call('GET', `${base}/users?sharedPipelineIdPrefix=${prefix}`, { token })
  expect(seen.body).toMatchObject({ total: 0, hiddenCount: 2, results: [] })
})

test('two versions are compared by what callers set', async () => {
  const prefix = aPrefix()
  const old = filesWith({ region: parameter('north'), most: parameter('1', 'NUMBER'), old: parameter('x') })
  const now = filesWith(
    { region: parameter('south'), most: parameter('1'), added: parameter('') },
    { parameters: { added: { required: 'Yes' } } },
  )
  await publishShared(api, old, { prefix, name: '1' })
  await publishShared(api, now, { prefix, name: '2' })
  const query = `sharedPipelineIdPrefix=${prefix}&sharedPipelineId=customers&fromVersionName=1`
  const { body } = await api.call('GET', `${base}/artifacts/diff?${query}`)
  expect(body).toMatchObject({
    fromVersionName: '1',
    toVersionName: '2',
    isShared: true,
    breaking: true,
    added: [{ name: 'added', required: true }],
    removed: [{ name: 'old' }],
    changed: [
      {
        name: 'region',
        aspects: ['DEFAULT'],
        from: { defaultValue: 'north' },
        to: { defaultValue: 'south' },
      },
      { name: 'most', aspects: expect.arrayContaining(['TYPE']) },
    ],
  })
  const same = await api.call('GET', `${base}/artifacts/diff?${query}&toVersionName=1`)
  expect(same.body).toMatchObject({ breaking: false, added: [], removed: [], changed: [] })
})
