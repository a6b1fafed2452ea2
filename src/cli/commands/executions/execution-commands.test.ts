import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Answer, credential, json, paged, startApi } from '../../testing/loopback-api.ts'
import { loginTo, openTerminal, type TestTerminalOptions } from '../../testing/terminal.ts'

const id = (n: number) => `0195b1c2-0000-7000-8000-00000000000${n}`
const projectId = id(1)
const executionId = id(5)
const childId = id(6)
const below = `/v1/projects/${projectId}/pipeline-executions`
const executionPath = `/v1/pipeline-executions/${executionId}`
const startedAt = '2025-03-01T11:00:00.000Z'
const finishedAt = '2025-03-01T11:00:02.500Z'
const execution = {
  pipelineExecutionId: executionId,
  projectId,
  pipelineName: 'load',
  environmentName: 'Development',
  trigger: 'API',
  startedAt,
}
const step = (n: number, name: string, more: object = {}) => ({
  id: `step-${n}`,
  name,
  result: 'SUCCESS',
  type: 'sql-script',
  attempt: 1,
  startedAt,
  finishedAt,
  ...more,
})
const childPipeline = { id: childId, name: 'child' }
const projects = { 'GET /v1/projects': paged([{ id: projectId, name: 'Demo' }]) }
const create: Answer = (_, response) => json(response, 201, { pipelineExecutionId: executionId })

const open = (api: { url: string }, options: TestTerminalOptions = {}) =>
  openTerminal({ ...options, env: loginTo(api, credential) })

const runArguments = ['run', './load.orch.yaml', '-p', 'Demo', '-e', 'Development']

test('a run is asked for with version, variables and grids', async () => {
  await using api = await startApi({ ...projects, [`POST ${below}`]: create })
  using terminal = open(api)
  writeFileSync(join(terminal.folder, 'shops.csv'), 'shop,city\nA,Rome\n')
  const values = ['--var', 'day=2025-03-01', '--var', 'n=3', '--grid', 'shops=@shops.csv', '--tag', 'daily']
  const { code, out } = await terminal.run(...runArguments, '--version', '1.0', ...values)
  expect({ code, out }).toEqual({ code: 0, out: `Started load: ${executionId}\n` })
  expect(JSON.parse(api.requests.at(-1)!.body.toString())).toEqual({
    pipelineName: 'load',
    environmentName: 'Development',
    versionName: '1.0',
    executionTag: 'daily',
    scalarVariables: { day: '2025-03-01', n: '3' },
    gridVariables: { shops: [['A', 'Rome']] },
  })
})

test.each([
  { flags: ['--ref', 'main'], source: { ref: 'main' } },
  { flags: ['--draft', 'topic/a'], source: { draft: 'topic/a' } },
])('a run is asked for with $source instead of a version', async ({ flags, source }) => {
  await using api = await startApi({ ...projects, [`POST ${below}`]: create })
  using terminal = open(api)
  expect((await terminal.run(...runArguments, ...flags)).code).toBe(0)
  expect(JSON.parse(api.requests.at(-1)!.body.toString())).toEqual({
    pipelineName: 'load',
    environmentName: 'Development',
    ...source,
  })
})

test.each([
  { flags: [], from: 'START' },
  { flags: ['--from-failed'], from: 'FAILED_STEP' },
])('an execution is run again from $from', async ({ flags, from }) => {
  await using api = await startApi({
    [`GET ${executionPath}`]: (_, response) => json(response, 200, { ...execution, status: 'FAILED' }),
    [`POST ${below}/${executionId}/reruns`]: (_, response) =>
      json(response, 201, { pipelineExecutionId: childId }),
  })
  using terminal = open(api)
  const { code, out } = await terminal.run('rerun', executionId, ...flags)
  expect({ code, out }).toEqual({ code: 0, out: `Started load again: ${childId}\n` })
  expect(JSON.parse(api.requests.at(-1)!.body.toString())).toEqual({ from })
})

test('a part of a draft is run', async () => {
  await using api = await startApi({ ...projects, [`POST ${below}`]: create })
  using terminal = open(api)
  const where = ['-p', 'Demo', '-e', 'Development', '--draft', 'main']
  expect((await terminal.run('run', 'load', ...where, '--from', 'Load')).code).toBe(0)
  const sent = () => JSON.parse(api.requests.at(-1)!.body.toString())
  expect(sent()).toMatchObject({ draft: 'main', fromComponentName: 'Load' })
  expect((await terminal.run('run', 'load', ...where, '--only', 'Load')).code).toBe(0)
  expect(sent()).toMatchObject({ draft: 'main', onlyComponentName: 'Load' })
})

test('an execution is run again in another version, with values in place of the old ones', async () => {
  await using api = await startApi({
    [`GET ${executionPath}`]: (_, response) => json(response, 200, { ...execution, status: 'SUCCESS' }),
    [`POST ${below}/${executionId}/reruns`]: (_, response) =>
      json(response, 201, { pipelineExecutionId: childId }),
  })
  using terminal = open(api)
  const flags = ['--version', 'v2', '--var', 'month=3', '--unset', 'city']
  expect((await terminal.run('rerun', executionId, ...flags)).code).toBe(0)
  expect(JSON.parse(api.requests.at(-1)!.body.toString())).toEqual({
    from: 'START',
    versionName: 'v2',
    scalarVariables: { month: '3', city: null },
  })
})

/** An execution that goes one state further every time it is asked for. */
function progressing(
  states: readonly { status: string; steps: object[]; child?: object[]; message?: string }[],
) {
  let i = -1
  const now = () => states[Math.max(i, 0)]!
  const pageOf =
    (all: () => object[]): Answer =>
    (request, response) =>
      paged(all())(request, response)
  return {
    ...projects,
    [`POST ${below}`]: create,
    [`GET ${executionPath}`]: ((_, response) => {
      i = Math.min(i + 1, states.length - 1)
      const { status, message } = now()
      json(response, 200, { ...execution, status, message, finishedAt })
    }) satisfies Answer,
    [`GET ${below}/${executionId}/steps`]: pageOf(() => now().steps),
    [`GET ${below}/${childId}/steps`]: pageOf(() => now().child ?? []),
  }
}

const running = { result: 'RUNNING', finishedAt: undefined }

test('--follow shows each step, children too, as it begins and ends, and exits with 0 on SUCCESS', async () => {
  await using api = await startApi(
    progressing([
      { status: 'QUEUED', steps: [] },
      { status: 'RUNNING', steps: [step(1, 'Start'), step(2, 'Load', running)] },
      {
        status: 'RUNNING',
        steps: [
          step(1, 'Start'),
          step(2, 'Load', { rowCount: 3 }),
          step(3, 'Child', { ...running, childPipeline }),
        ],
        child: [step(4, 'Inner')],
      },
      {
        status: 'SUCCESS',
        steps: [
          step(1, 'Start'),
          step(2, 'Load', { rowCount: 3 }),
          step(3, 'Child', { childPipeline }),
          step(6, 'Old', { reused: true }),
        ],
        child: [step(4, 'Inner'), step(5, 'Last', { iteration: 2, attempt: 3, message: 'done' })],
      },
    ]),
  )
  using terminal = open(api)
  const { code, out } = await terminal.run(...runArguments, '--follow')
  expect(code).toBe(0)
  expect(out.trimEnd().split('\n')).toEqual([
    '✔ Start  SUCCESS  2.5 s',
    '▶ Load',
    '✔ Load  SUCCESS  2.5 s  3 rows',
    '▶ Child  runs child',
    '  ✔ Inner  SUCCESS  2.5 s',
    '  ✔ Last [2] (attempt 3)  SUCCESS  2.5 s  done',
    '✔ Child  SUCCESS  2.5 s',
    '✔ Old (reused)  SUCCESS  2.5 s',
    'SUCCESS in 2.5 s',
  ])
  expect(terminal.waits).toEqual([300, 300, 300])
})

test('--follow shows every step of many, and asks no more for pages that have ended', async () => {
  const many = Array.from({ length: 150 }, (_, i) => step(i, `Step ${i}`))
  const last = step(150, 'Last')
  await using api = await startApi(
    progressing([
      { status: 'RUNNING', steps: many },
      { status: 'RUNNING', steps: many },
      { status: 'SUCCESS', steps: [...many, last] },
    ]),
  )
  using terminal = open(api)
  const { out } = await terminal.run(...runArguments, '--follow')
  expect(out.split('\n').filter((line) => line.startsWith('✔'))).toHaveLength(151)
  const asked = api.requests
    .filter(({ path }) => path.includes('/steps'))
    .map(({ path }) => path.split('?')[1])
  expect(asked).toEqual(['page=0&size=100', ...Array(3).fill('page=1&size=100')])
})

test.each(['FAILED', 'CANCELLED', 'SKIPPED'])('--follow exits with 1 on %s and says why', async (status) => {
  const message = 'No such\u001b[2J\n::error::table'
  const steps = [step(1, 'A\n::error::B')]
  await using api = await startApi(progressing([{ status, steps, message }]))
  using terminal = open(api)
  const { code, out } = await terminal.run(...runArguments, '--follow')
  expect(code).toBe(1)
  expect(out).toContain(`${status} in 2.5 s: No such [2J ::error::table\n`)
  expect(out).not.toMatch(/^::/m)
  const asJson = await terminal.run(...runArguments, '--follow', '--json')
  expect(asJson.code).toBe(1)
  expect(JSON.parse(asJson.out)).toMatchObject({ status, message })
})

test('Ctrl-C leaves the execution running and says how to cancel it', async () => {
  await using api = await startApi(progressing([{ status: 'RUNNING', steps: [] }]))
  using terminal = open(api, { onWait: () => terminal.interrupt() })
  const { code, err } = await terminal.run(...runArguments, '--follow')
  expect(code).toBe(1)
  expect(err).toContain(`headrace cancel ${executionId}`)
  expect(api.requests.every(({ method }) => method !== 'PATCH')).toBe(true)
})

test('executions are read by cursor up to the limit, and filters are passed on', async () => {
  const all = Array.from({ length: 230 }, (_, i) => ({
    ...execution,
    status: 'SUCCESS',
    pipelineName: `p${i}`,
  }))
  await using api = await startApi({
    ...projects,
    'GET /v1/pipeline-executions': (request, response) => {
      const query = new URL(request.path, 'http://here').searchParams
      const limit = Number(query.get('limit'))
      const from = Number(query.get('paginationToken') ?? 0)
      const next = from + limit
      const more = next < all.length ? { more: String(next) } : {}
      json(response, 200, { results: all.slice(from, next), ...more })
    },
  })
  using terminal = open(api)
  const some = await terminal.run('executions', '--limit', '120', '--status', 'success', '--project', 'Demo')
  expect(some.out.trimEnd().split('\n')).toHaveLength(121)
  expect(some.err).toContain('More exist')
  const asked = new URL(api.requests.at(-1)!.path, 'http://here').searchParams
  expect(Object.fromEntries(asked)).toEqual({
    projectId,
    status: 'SUCCESS',
    limit: '20',
    paginationToken: '100',
  })
  const everything = await terminal.run('executions', '--all', '--json')
  expect(JSON.parse(everything.out)).toEqual(all)
})

test('steps are drawn as a tree through child pipelines, and nested in JSON', async () => {
  const inner = [step(4, 'One'), step(5, 'Two', { result: 'FAILED', message: 'No such table' })]
  const outer = [step(1, 'Start'), step(2, 'Child', { result: 'FAILED', childPipeline }), step(3, 'After')]
  await using api = await startApi(
    progressing([{ status: 'FAILED', steps: outer, child: inner, message: 'Two failed' }]),
  )
  using terminal = open(api)
  const { code, out } = await terminal.run('steps', executionId)
  expect(code).toBe(0)
  expect(out.split('\n')).toEqual([
    'STEP    RESULT    TIME  ROWS  BYTES  MESSAGE',
    'Start   SUCCESS  2.5 s',
    'Child   FAILED   2.5 s',
    '├─ One  SUCCESS  2.5 s',
    '└─ Two  FAILED   2.5 s               No such table',
    'After   SUCCESS  2.5 s',
    '',
    'load: FAILED in 2.5 s: Two failed',
    '',
  ])
  const nested = JSON.parse((await terminal.run('steps', executionId, '--json')).out)
  expect(nested[1].steps).toEqual(inner)
})

const logLines = [
  { at: startedAt, text: 'begins' },
  { at: startedAt, component: 'Print', text: 'one\ntwo' },
]
const withoutTime = (out: string) => out.replaceAll(/^\d\d:\d\d:\d\d\.\d{3} /gm, '')

test('a log is read line by line, as text and as JSON', async () => {
  const ndjson = logLines.map((line) => `${JSON.stringify(line)}\n`).join('')
  await using api = await startApi({
    [`GET ${executionPath}/logs`]: (_, response) => void response.end(ndjson),
  })
  using terminal = open(api)
  const { out } = await terminal.run('logs', executionId)
  expect(withoutTime(out)).toBe('begins\nPrint  one\n    two\n')
  expect((await terminal.run('logs', executionId, '--json')).out).toBe(ndjson)
})

test('a followed log shows every line once, also when the connection breaks or the server stops in between', async () => {
  let connections = 0
  await using api = await startApi({
    [`GET ${executionPath}/logs`]: (request, response) => {
      expect(request.path).toContain('follow=true')
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      const event = (line: object) => `data: ${JSON.stringify(line)}\n\n`
      response.write(event(logLines[0]!), () => {
        if (++connections === 1) response.destroy()
        // A server that stops ends its answer.
        else if (connections === 2) response.end()
        else response.end(`${event(logLines[1]!)}event: end\ndata: {}\n\n`)
      })
    },
  })
  using terminal = open(api)
  const { code, out } = await terminal.run('logs', '-f', executionId)
  expect({ code, out: withoutTime(out) }).toEqual({ code: 0, out: 'begins\nPrint  one\n    two\n' })
  expect(connections).toBe(3)
})

test('cancel says whether to wait for the runner', async () => {
  await using api = await startApi({
    [`PATCH ${executionPath}`]: (request, response) =>
      json(response, 200, JSON.parse(request.body.toString())),
  })
  using terminal = open(api)
  const bodies: unknown[] = []
  for (const more of [[], ['--force']])
    bodies.push(JSON.parse((await terminal.run('cancel', executionId, '--json', ...more)).out))
  expect(bodies).toEqual([{ status: 'CANCELLED' }, { status: 'CANCELLED', forceUpdate: true }])
  expect(await terminal.run('cancel', 'nonsense')).toMatchObject({ code: 1 })
  const sent = api.requests.length
  const filtered = await terminal.run('cancel', executionId, '--pipeline', 'x', '--status', 'QUEUED')
  expect([filtered.code, filtered.err]).toEqual([1, expect.stringContaining('are for --project')])
  expect(api.requests).toHaveLength(sent)
})

const stepsPath = `GET ${below}/${executionId}/steps`
const withSteps = (steps: object[], more: Record<string, Answer> = {}) =>
  startApi({
    [`GET ${executionPath}`]: (_, response) => json(response, 200, { ...execution, status: 'FAILED' }),
    [stepsPath]: paged(steps),
    ...more,
  })

test('a step is shown with what it was executed with: of several the one that failed', async () => {
  const steps = [
    step(0, 'Load', { id: `${executionId}-0`, key: 'Load' }),
    step(1, 'Load', { id: `${executionId}-1`, key: 'Load#2', result: 'FAILED', message: 'line 1\nline 2' }),
    step(2, 'Load', { id: `${executionId}-2`, key: 'Load#3' }),
  ]
  const details = {
    ...steps[1],
    parameters: [
      { name: 'sqlScript', value: 'select 1\nfrom t', resolved: true, characters: 90_000 },
      { name: 'rows', value: [['a', 'b']] },
    ],
    statements: [{ text: 'select 1' }],
    moreStatements: 3,
  }
  await using api = await withSteps(steps, {
    [`${stepsPath}/${executionId}-1`]: (_, response) => json(response, 200, details),
  })
  using terminal = open(api)
  const { code, out } = await terminal.run('steps', executionId, '--step', 'Load')
  expect({ code, lines: out.trimEnd().split('\n').slice(1) }).toEqual({
    code: 0,
    lines: [
      'line 1',
      'line 2',
      'sqlScript:',
      '  select 1',
      '  from t',
      '  … (90,000 characters in all)',
      'rows: [["a","b"]]',
      'Statement 1: select 1',
      '3 more statements were not stored.',
    ],
  })
  expect(api.requests.at(-1)!.path).toContain('full=true')
})

test('a step that there is not suggests near names', async () => {
  await using api = await withSteps([step(0, 'Load Orders', { id: `${executionId}-0`, key: 'Load Orders' })])
  using terminal = open(api)
  const { code, err } = await terminal.run('steps', executionId, '--step', 'load order')
  expect(code).toBe(1)
  expect(err).toContain('Did you mean Load Orders?')
})
