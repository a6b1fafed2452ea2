import { expect, test } from 'vitest'
import { CloudProvider, Deployment } from '../../../features/runners/schema.ts'
import { withAliases } from '../../../roles/commands/commands.ts'
import { credential, json, paged, problem, startApi } from '../../testing/loopback-api.ts'
import { loginTo, openTerminal } from '../../testing/terminal.ts'

const agentId = '0195b1c2-0000-7000-8000-000000000003'
const runner = { agentId, name: 'local', agentStatus: 'running' }
const runners = { 'GET /v1/agents': paged([runner]) }
const commands = `POST /v1/agents/${agentId}/commands`

test('a runner is paused until a time, and resumed', async () => {
  const pausedUntil = '2030-01-01T00:00:00.000Z'
  await using api = await startApi({
    ...runners,
    [commands]: ({ body }, response) => {
      const paused = JSON.parse(body.toString()).command === 'PAUSE'
      json(response, 200, { ...runner, ...(paused && { agentStatus: 'paused', pausedUntil }) })
    },
  })
  using terminal = openTerminal({ env: loginTo(api, credential) })
  expect((await terminal.run('runners', 'pause', 'local', '--until', '2030-01-01')).out).toMatch(
    /^local is paused until 20\d\d-/,
  )
  expect((await terminal.run('runners', 'resume', 'local')).out).toBe('local is running.\n')
  const sent = api.requests
    .filter(({ method }) => method === 'POST')
    .map(({ body }) => JSON.parse(body.toString()))
  expect(sent).toEqual([{ command: 'PAUSE', pausedUntil }, { command: 'RESUME' }])
})

test('a runner that is resumed without a connection is said to wait for one', async () => {
  await using api = await startApi({
    ...runners,
    [commands]: (_, response) => json(response, 200, { ...runner, agentStatus: 'unknown' }),
  })
  using terminal = openTerminal({ env: loginTo(api, credential) })
  const { out } = await terminal.run('runners', 'resume', 'local')
  expect(out).toBe(
    'local is no longer paused, but it is not connected. Its queued executions start when it connects.\n',
  )
})

test('a runner is deleted after a question; one that is connected is not, and the reason is shown', async () => {
  const detail = 'The runner is connected: stop it first'
  let isConnected = true
  await using api = await startApi({
    ...runners,
    [`DELETE /v1/agents/${agentId}`]: (_, response) =>
      isConnected ? problem(response, 409, detail) : void response.writeHead(204).end(),
  })
  using terminal = openTerminal({ env: loginTo(api, credential) })
  expect((await terminal.run('runners', 'delete', 'local')).code).toBe(1)
  expect(api.requests.some(({ method }) => method === 'DELETE')).toBe(false)
  const refused = await terminal.run('runners', 'delete', 'local', '--yes')
  expect([refused.code, refused.err]).toEqual([1, expect.stringContaining(detail)])
  isConnected = false
  expect((await terminal.run('runners', 'delete', 'local', '--yes')).out).toBe('Deleted runner local.\n')
})

test('a runner is created with every deployment and provider that the API knows', async () => {
  await using api = await startApi({
    'POST /v1/agents': ({ body }, response) =>
      json(response, 201, Object.assign(JSON.parse(String(body)), { agentId })),
    [`GET /v1/agents/${agentId}/credentials`]: (_, response) => json(response, 200, credential),
  })
  using terminal = openTerminal({ env: loginTo(api, credential) })
  for (const one of CloudProvider.enum)
    expect((await terminal.run('runners', 'create', 'east', '--cloud-provider', one)).code, one).toBe(0)
  for (const one of Deployment.enum)
    expect((await terminal.run('runners', 'create', 'east', '--deployment', one)).code, one).toBe(0)
})

test('scale says how many processes a runner may have', async () => {
  await using api = await startApi({
    ...runners,
    [`PATCH /v1/agents/${agentId}`]: (_, response) => json(response, 200, { ...runner, maxInstances: 3 }),
  })
  using terminal = openTerminal({ env: loginTo(api, credential) })
  expect((await terminal.run('runners', 'scale', 'local', '3')).out).toBe(
    'local may have 3 connected processes.\n',
  )
  expect(JSON.parse(api.requests.at(-1)!.body.toString())).toEqual({ maxInstances: 3 })
})

test('drain --wait returns when what the runner ran is finished, and waits for a server that is away', async () => {
  const statuses = ['pausing', undefined, 'pausing', 'paused']
  await using api = await startApi({
    ...runners,
    [commands]: (_, response) => json(response, 200, { ...runner, agentStatus: 'pausing' }),
    [`GET /v1/agents/${agentId}`]: (_, response) => {
      const agentStatus = statuses.shift()
      if (agentStatus === undefined) response.writeHead(503).end()
      else json(response, 200, { ...runner, agentStatus })
    },
  })
  using terminal = openTerminal({ env: loginTo(api, credential) })
  expect((await terminal.run('runners', 'drain', 'local', '--wait')).out).toBe('local is paused.\n')
  expect(statuses).toEqual([])
})

test.each([
  ['a runner that is not heard of for a moment is waited for', ['unknown', 'pausing', 'paused'], 0],
  ['a pause that ends meanwhile is a failure', ['pausing', 'running'], 1],
  ['a runner that never comes back is a failure', ['unknown'], 1],
])('drain --wait: %s', async (_, statuses, code) => {
  await using api = await startApi({
    ...runners,
    [commands]: (_request, response) => json(response, 200, { ...runner, agentStatus: 'pausing' }),
    [`GET /v1/agents/${agentId}`]: (_request, response) =>
      json(response, 200, {
        ...runner,
        agentStatus: statuses.length > 1 ? statuses.shift() : statuses[0],
      }),
  })
  using terminal = openTerminal({ env: loginTo(api, credential) })
  expect((await terminal.run('runners', 'drain', 'local', '--wait')).code).toBe(code)
  expect(statuses).toHaveLength(1)
})

test('jobs lists what runs before what waits', async () => {
  await using api = await startApi({
    ...runners,
    'GET /v1/pipeline-executions': ({ path }, response) => {
      const status = new URLSearchParams(path.split('?')[1]).get('status')
      const results = status === 'CANCELLING' ? [] : [{ pipelineExecutionId: `id-${status}`, status }]
      json(response, 200, { results })
    },
  })
  using terminal = openTerminal({ env: loginTo(api, credential) })
  const rows = JSON.parse((await terminal.run('runners', 'jobs', 'local', '--json')).out)
  expect(rows.map(({ status }: { status: string }) => status)).toEqual(['RUNNING', 'QUEUED'])
  expect(api.requests.some(({ path }) => path.includes(`agentId=${agentId}`))).toBe(true)
})

test('jobs says when more is queued than it shows, and shows all on demand', async () => {
  await using api = await startApi({
    ...runners,
    'GET /v1/pipeline-executions': ({ path }, response) => {
      const query = new URLSearchParams(path.split('?')[1])
      if (query.get('status') !== 'QUEUED') return json(response, 200, { results: [] })
      const from = Number(query.get('paginationToken') ?? 0)
      const to = Math.min(130, from + Number(query.get('limit')))
      const results = Array.from({ length: to - from }, (_, i) => ({ pipelineExecutionId: `id-${from + i}` }))
      json(response, 200, { results, ...(to < 130 && { more: `${to}` }) })
    },
  })
  using terminal = openTerminal({ env: loginTo(api, credential) })
  const first = await terminal.run('runners', 'jobs', 'local')
  expect([first.out.split('\n').length - 2, first.err]).toEqual([
    25,
    expect.stringContaining('--limit 50 or --all'),
  ])
  expect(JSON.parse((await terminal.run('runners', 'jobs', 'local', '--all', '--json')).out)).toHaveLength(
    130,
  )
})

test('cancelling by filter asks again until nothing is left', async () => {
  const project = { id: '0195b1c2-0000-7000-8000-000000000001', name: 'Demo' }
  const answers = [
    { cancelled: 1_000, cancelling: 0, more: true },
    { cancelled: 2, cancelling: 3, more: false },
  ]
  await using api = await startApi({
    'GET /v1/projects': paged([project]),
    [`POST /v1/projects/${project.id}/pipeline-executions/cancellations`]: (_, response) =>
      json(response, 200, answers.shift()),
  })
  using terminal = openTerminal({ env: loginTo(api, credential) })
  const { out } = await terminal.run('cancel', '--project', 'Demo', '--status', 'queued', '--yes')
  expect(out).toBe('Cancelled 1002; 3 are stopping.\n')
  expect((await terminal.run('cancel')).code).toBe(1)
})

test.each([
  [
    ['runner', 'pause', 'local'],
    ['runners', 'pause', 'local'],
  ],
  [
    ['runner', '--url', 'http://x'],
    ['runner', '--url', 'http://x'],
  ],
  [['runner'], ['runner']],
  [
    ['--profile', 'p', 'runner', 'pause', 'local'],
    ['--profile', 'p', 'runners', 'pause', 'local'],
  ],
  [
    ['--profile=p', 'runner', 'jobs', 'local'],
    ['--profile=p', 'runners', 'jobs', 'local'],
  ],
  [
    ['--profile', 'runner', 'pause'],
    ['--profile', 'runner', 'pause'],
  ],
  [
    ['runners', 'list'],
    ['runners', 'list'],
  ],
])('headrace %j is taken as %j', (given, taken) => {
  expect(withAliases(['node', 'headrace', ...given])).toEqual(['node', 'headrace', ...taken])
})
