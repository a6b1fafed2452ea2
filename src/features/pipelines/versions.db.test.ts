import { expect, test } from 'vitest'
import { useApi } from '../../../test/support/api.ts'
import { aProject, publish } from '../../../test/support/factories.ts'
import { bash, orchestration, start } from '../../../test/support/pipelines.ts'
import type { PipelineDetails, PipelineSummary } from './schema.ts'
import type { PipelineDiff, PipelineVersion } from './versions/schema.ts'

const api = useApi()

const drawn = `type: "orchestration"
version: "1.0"
pipeline:
  metadata: { description: "Counts orders" }
  components:
    Start:
      type: "start"
      transitions: { unconditional: ["Each"] }
      parameters: { componentName: "Start" }
    Each:
      type: "fixed-iterator"
      transitions: { success: ["End"], failure: ["Nowhere"] }
      iterationTarget: "Say"
      parameters: { componentName: "Each", __proto__: { odd: ["1", ~] }, "a\\nb": 7 }
    Say:
      type: "print-variables"
      skipped: true
      parameters: { componentName: "Say" }
      postProcessing:
        updateScalarVariables: [["last", "\${sysvar.thisComponent.status}"]]
        updateOutputMessage: "said"
    End:
      type: "end-success"
      parameters: { componentName: "End" }
  variables:
    last: { metadata: { type: "TEXT", description: "Of all", scope: "SHARED", visibility: "PRIVATE" }, defaultValue: "x" }
    n: { metadata: { type: "NUMBER", scope: "COPIED", visibility: "PUBLIC" }, defaultValue: "1.5" }
    g:
      metadata: { type: "GRID", scope: "COPIED", visibility: "PUBLIC", columns: { b: { columnType: "TEXT" }, "1": {} } }
      defaultValue: [["1", "2"]]
design:
  components:
    Start: { position: { x: -10, "y": 20 }, tempMetlId: 1 }
    Each: { position: "left" }
  notes:
    "1": { position: { x: 1, "y": 2 }, size: { height: 30, width: 40 }, theme: "light-blue", content: "**Hello**" }
`
const files = {
  'b/Drawn.orch.yaml': drawn,
  'a.tran.yaml': JSON.stringify({
    pipeline: { components: { In: { type: 'sql' }, Out: { type: 'rename', sources: ['In'] } } },
  }),
  'Broken.orch.yaml': 'pipeline: [',
  'sql/x.sql': 'select 1',
}
const inDevelopment = 'environmentName=Development'

async function aVersion(of: Readonly<Record<string, string>> = files, name = '1.0') {
  const { projectId } = await aProject(api, { environments: ['Development', 'Production'] })
  expect((await publish(api, projectId, of, { name })).status).toBe(201)
  return `/v1/projects/${projectId}/pipelines`
}

const details = (all: string, name: string, more = inDevelopment) =>
  api.call<PipelineDetails & { detail: string }>(
    'GET',
    `${all}/details?name=${encodeURIComponent(name)}&${more}`,
  )

test('a version lists its pipelines by name, what validation says and how large they are', async () => {
  const all = await aVersion()
  const { status, body } = await api.call<{ total: number; results: PipelineSummary[] }>(
    'GET',
    `${all}?${inDevelopment}`,
  )
  expect([status, body.total]).toEqual([200, 3])
  expect(body.results.map(({ name, path, pipelineType }) => [name, path, pipelineType])).toEqual([
    ['Broken', 'Broken.orch.yaml', 'orchestration'],
    ['a', 'a.tran.yaml', 'transformation'],
    ['b/Drawn', 'b/Drawn.orch.yaml', 'orchestration'],
  ])
  const [broken, , good] = body.results
  expect(broken).toMatchObject({ faultCount: { warnings: 0 } })
  expect(broken!.faultCount.errors).toBeGreaterThan(0)
  expect(broken).not.toHaveProperty('componentCount')
  expect(good).toMatchObject({ componentCount: 4 })
  const page = await api.call('GET', `${all}?${inDevelopment}&page=1&size=2`)
  expect(page.body).toMatchObject({ page: 1, size: 2, total: 3, results: [{ name: 'b/Drawn' }] })
})

test('details say everything of the drawing, in the order of the file', async () => {
  const { status, body } = await details(await aVersion(), 'b/Drawn')
  expect(status).toBe(200)
  const { components, text, faults, ...rest } = body
  expect(rest).toEqual({
    name: 'b/Drawn',
    path: 'b/Drawn.orch.yaml',
    pipelineType: 'orchestration',
    versionName: '1.0',
    description: 'Counts orders',
    variables: [
      {
        name: 'last',
        type: 'TEXT',
        scope: 'SHARED',
        visibility: 'PRIVATE',
        description: 'Of all',
        columns: [],
        defaultValue: 'x',
      },
      expect.objectContaining({ name: 'n', type: 'NUMBER', defaultValue: 1.5 }),
      expect.objectContaining({ name: 'g', columns: ['b', '1'], defaultValue: [['1', '2']] }),
    ],
    notes: [{ text: '**Hello**', x: 1, y: 2, width: 40, height: 30, theme: 'light-blue' }],
    groups: [],
    textTruncated: false,
  })
  expect(text).toBe(drawn)
  expect(components.map(({ name, line, position }) => [name, line, position])).toEqual([
    ['Start', 6, { x: -10, y: 20 }],
    ['Each', 10, undefined],
    ['Say', 15, undefined],
    ['End', 22, undefined],
  ])
  const [first, each, say] = components
  expect(first).toMatchObject({ type: 'start', transitions: { unconditional: ['Each'] }, sources: [] })
  expect(each).toMatchObject({
    iterationTarget: 'Say',
    transitions: { success: ['End'], failure: ['Nowhere'] },
  })
  expect(JSON.stringify(each!.parameters)).toBe(
    '{"componentName":"Each","__proto__":{"odd":["1",null]},"a\\nb":7}',
  )
  expect(say).toMatchObject({
    skipped: true,
    postProcessing: {
      updateScalarVariables: [['last', '${sysvar.thisComponent.status}']],
      updateGridVariables: [],
      updateOutputMessage: 'said',
    },
  })
  expect(faults).toContainEqual(
    expect.objectContaining({ rule: 'unknown-transition-target', component: 'Each', line: 10 }),
  )
  expect(faults.every(({ file }) => file === 'b/Drawn.orch.yaml')).toBe(true)
})

test('a transformation has sources, not transitions', async () => {
  const { body } = await details(await aVersion(), 'a')
  expect(body.pipelineType).toBe('transformation')
  expect(body.components).toMatchObject([
    { name: 'In', sources: [] },
    { name: 'Out', sources: ['In'], transitions: {} },
  ])
})

test('a file that cannot be read is answered with its faults and its text', async () => {
  const { status, body } = await details(await aVersion(), 'Broken')
  expect(status).toBe(200)
  expect(body).toMatchObject({ components: [], variables: [], notes: [], text: 'pipeline: [' })
  expect(body.faults).toContainEqual(expect.objectContaining({ rule: 'invalid-yaml', severity: 'error' }))
})

test('faults take the other files into account', async () => {
  const child = orchestration({
    Start: start('Up'),
    Up: { type: 'run-orchestration', parameters: { orchestrationJob: 'Parent' } },
  })
  const parent = orchestration({
    Start: start('Down'),
    Down: { type: 'run-orchestration', parameters: { orchestrationJob: 'Child' } },
  })
  const all = await aVersion({ 'Parent.orch.yaml': parent, 'Child.orch.yaml': child })
  const rules = async (name: string) => (await details(all, name)).body.faults.map(({ rule }) => rule)
  expect([...(await rules('Parent')), ...(await rules('Child'))]).toEqual(['recursive-pipeline'])
})

test('a variable that the project has is no fault, whenever it was made', async () => {
  const uses = orchestration({
    Start: start('Say'),
    Say: { type: 'print-variables', parameters: { prefixText: '${of_project} ${of_nobody}' } },
  })
  const all = await aVersion({ 'Uses.orch.yaml': uses })
  const warnings = async () => {
    const list = await api.call<{ results: PipelineSummary[] }>('GET', `${all}?${inDevelopment}`)
    const faults = (await details(all, 'Uses')).body.faults.filter(
      ({ rule }) => rule === 'undefined-variable',
    )
    return [
      list.body.results[0]!.faultCount.warnings,
      faults.map(({ message }) => /"(of_\w+)"/.exec(message)?.[1]),
    ]
  }
  expect(await warnings()).toEqual([2, ['of_project', 'of_nobody']])
  const body = { name: 'of_project', type: 'TEXT', behaviour: 'SHARED', value: 'x' }
  const projectId = all.split('/')[3]!
  expect((await api.call('POST', `/v1/projects/${projectId}/variables`, { body })).status).toBe(201)
  expect(await warnings()).toEqual([1, ['of_nobody']])
  const again = await publish(api, projectId, { 'Uses.orch.yaml': uses }, { name: '2.0' })
  expect(JSON.stringify(again.body['faults'])).not.toContain('of_project')
})

test('what the project declares of its variables decides how pipelines may use them', async () => {
  const uses = orchestration({
    Start: start('Again'),
    Again: { type: 'retry', parameters: { numberOfRetries: '${n-1}' }, more: { iterationTarget: 'Call' } },
    Call: {
      type: 'run-orchestration',
      parameters: {
        orchestrationJob: 'Child',
        setScalarVariables: [
          ['n', '1'],
          ['rows', '1'],
        ],
      },
    },
  })
  const all = await aVersion({ 'Uses.orch.yaml': uses, 'Child.orch.yaml': orchestration({}) })
  const rules = async () => (await details(all, 'Uses')).body.faults.map(({ rule }) => rule).sort()
  const declare = (body: object) =>
    api.call('POST', `/v1/projects/${all.split('/')[3]!}/variables`, {
      body: { behaviour: 'SHARED', ...body },
    })
  await declare({ name: 'n', type: 'NUMBER', value: 3 })
  await declare({ name: 'rows', type: 'GRID', columns: ['a'], value: [] })
  expect(await rules()).toEqual(['unreadable-flow-parameter', 'wrong-variable-type'])
  await declare({ name: 'n-1', type: 'NUMBER', value: 2 })
  expect(await rules()).toEqual(['wrong-variable-type'])
})

test('of two files with one name each is found by its ending', async () => {
  const all = await aVersion({ 'x.orch.yaml': orchestration({}), 'x.tran.yaml': 'pipeline: {}' })
  expect((await details(all, 'x')).body.path).toBe('x.orch.yaml')
  const second = (await details(all, 'x.tran.yaml')).body
  expect(second.path).toBe('x.tran.yaml')
  expect(second.faults.map(({ rule }) => rule)).toContain('duplicate-pipeline-name')
})

test('the newest version answers unless another is named', async () => {
  const all = await aVersion({ 'Old.orch.yaml': orchestration({}) }, 'one')
  await publish(api, all.split('/')[3]!, { 'New.orch.yaml': orchestration({}) }, { name: 'two' })
  const names = async (query: string) =>
    (await api.call<{ results: PipelineSummary[] }>('GET', `${all}?${query}`)).body.results.map(
      ({ name }) => name,
    )
  expect(await names(inDevelopment)).toEqual(['New'])
  expect(await names(`${inDevelopment}&versionName=one`)).toEqual(['Old'])
  expect((await details(all, 'New')).body.versionName).toBe('two')
})

test('what is not there is said in a sentence', async () => {
  const all = await aVersion()
  const missing = async (name: string, query: string) => {
    const { status, body } = await details(all, name, query)
    return `${status} ${body.detail}`
  }
  expect(await missing('b/Drawm', inDevelopment)).toBe(
    '404 Pipeline b/Drawm does not exist in the version 1.0',
  )
  expect(await missing('a', `${inDevelopment}&versionName=9`)).toBe(
    '404 Version 9 does not exist in Development',
  )
  expect(await missing('a', 'environmentName=Productive')).toBe('404 Environment Productive does not exist')
  expect(await missing('a', 'environmentName=Production')).toBe(
    '404 Nothing is published in Production yet; publish a version first',
  )
  expect(await missing('a', 'ref=main')).toMatch(/^404 The project has no repository/)
})

test('exactly one source is named', async () => {
  const all = await aVersion()
  for (const query of ['', `ref=main&${inDevelopment}`, 'ref=main&versionName=1.0', 'versionName=1.0']) {
    const list = await api.call('GET', `${all}?${query}`)
    expect([query, list.status, (list.body['violations'] as string[]).length]).toEqual([query, 400, 1])
    expect((await details(all, 'a', query)).status).toBe(400)
  }
})

test('an environment the caller may not see appears not to exist', async () => {
  const all = await aVersion()
  const { token } = await api.credential()
  expect((await api.call('GET', `${all}?${inDevelopment}`, { token })).status).toBe(404)
  const reader = await api.credential({
    projectRoles: [{ projectId: all.split('/')[3]!, role: 'READ_ONLY' }],
  })
  expect((await api.call('GET', `${all}?${inDevelopment}`, { token: reader.token })).status).toBe(200)
})

test('a file of a few lines that is gigabytes when written out is answered without its drawing', async () => {
  const anchor = `&a "${'x'.repeat(100_000)}"`
  const bomb = `pipeline: { components: { A: { type: x, parameters: { p: [${anchor}${', *a'.repeat(99)}] } } } }`
  const { status, body } = await details(await aVersion({ 'Bomb.orch.yaml': bomb }), 'Bomb')
  expect([status, body.components, body.text]).toEqual([200, [], bomb])
  expect(body.faults[0]).toMatchObject({ rule: 'drawing-too-large', severity: 'warning' })
})

test('versions that changed a pipeline are listed, and two of them compared, in two environments too', async () => {
  const flow = (script: string) => orchestration({ Start: start('Do'), Do: bash(script) })
  const all = await aVersion({ 'Other.orch.yaml': flow('x') }, 'none')
  const projectId = all.split('/')[3]!
  const states = { one: flow('a'), same: flow('a'), two: flow('b'), gone: undefined, back: flow('b') }
  for (const [name, text] of Object.entries(states)) {
    const own = text === undefined ? {} : { 'Flow.orch.yaml': text }
    expect((await publish(api, projectId, { 'Other.orch.yaml': flow('x'), ...own }, { name })).status).toBe(
      201,
    )
  }
  const list = async (query: string) => {
    const { body } = await api.call<{ total: number; results: PipelineVersion[] }>(
      'GET',
      `${all}/versions?${inDevelopment}&${query}`,
    )
    return [body.total, ...body.results.map(({ versionName, change }) => `${versionName} ${change}`)]
  }
  expect(await list('name=Flow')).toEqual([4, 'back ADDED', 'gone REMOVED', 'two MODIFIED', 'one ADDED'])
  expect(await list('name=Flow.orch.yaml&page=1&size=3')).toEqual([4, 'one ADDED'])
  expect(await list('name=Flow.tran.yaml')).toEqual([0])
  expect(await list('name=Other')).toEqual([1, 'none ADDED'])

  const compared = (query: string) =>
    api.call<PipelineDiff>('GET', `${all}/versions/diff?name=Flow&fromEnvironmentName=Development&${query}`)
  const here = 'toEnvironmentName=Development'
  const changed = (await compared(`fromVersionName=one&${here}&toVersionName=two`)).body
  expect(changed).toMatchObject({
    change: 'MODIFIED',
    components: { added: [], changed: ['Do'], removed: [] },
    from: { versionName: 'one', path: 'Flow.orch.yaml', text: flow('a') },
    to: { versionName: 'two', text: flow('b') },
  })
  expect((await compared(`fromVersionName=one&${here}&toVersionName=same`)).body.change).toBe('NONE')
  const removed = (await compared(`fromVersionName=two&${here}&toVersionName=gone`)).body
  expect(removed).toMatchObject({ change: 'REMOVED', components: { removed: ['Start', 'Do'] } })
  expect(removed.to).not.toHaveProperty('text')
  const other = { name: 'one', environment: 'Production' }
  await publish(api, projectId, { 'Flow.orch.yaml': flow('c') }, other)
  expect((await compared('toEnvironmentName=Production')).body).toMatchObject({
    change: 'MODIFIED',
    from: { versionName: 'back' },
    to: { environmentName: 'Production', versionName: 'one' },
  })
  expect((await compared(`fromVersionName=none&${here}&toVersionName=gone`)).status).toBe(404)
  expect((await compared(`fromVersionName=9&${here}`)).status).toBe(404)
  const { token } = await api.credential()
  expect((await api.call('GET', `${all}/versions?${inDevelopment}&name=Flow`, { token })).status).toBe(404)
})
