import { expect, test } from 'vitest'
import { credential, json, paged, startApi } from '../../testing/loopback-api.ts'
import { loginTo, openTerminal } from '../../testing/terminal.ts'

const demo = { id: '0195b1c2-0000-7000-8000-000000000001', name: 'Demo' }
const trigger = {
  triggerId: '0195b1c2-0000-7000-8000-000000000004',
  name: 'Report',
  pipelineName: 'report',
  environmentName: 'Production',
  enabled: true,
  condition: { type: 'PIPELINE_END', pipelineName: 'load', states: ['SUCCESS', 'FAILED'] },
}
const all = `/v1/projects/${demo.id}/triggers`
const one = `${all}/${trigger.triggerId}`
const known = { 'GET /v1/projects': paged([demo]), [`GET ${all}`]: paged([trigger]) }
const place = ['-p', 'Demo', '-e', 'Production', '--pipeline', 'report']

test('the list says what starts each trigger', async () => {
  const files = { type: 'FILE', folder: 'in', connection: 'lake' }
  const others = [
    { ...trigger, name: 'Files', condition: files, fault: 'The runner is not connected' },
    { ...trigger, name: 'Query', condition: { type: 'SQL', sql: 'select 1', fires: 'BECOMES_TRUE' } },
    {
      ...trigger,
      name: 'Assets',
      condition: {
        type: 'ASSETS',
        match: 'ANY',
        assets: [
          { assetId: '1', name: 'a' },
          { assetId: '2', name: 'b' },
        ],
      },
    },
    { ...trigger, name: 'Events', condition: { type: 'EVENT', signed: true }, enabled: false },
  ]
  await using api = await startApi({ ...known, [`GET ${all}`]: paged([trigger, ...others]) })
  using terminal = openTerminal({ env: loginTo(api, credential) })
  const { out } = await terminal.run('triggers', '-p', 'Demo')
  expect(out).toMatch(/Report .*after load \(SUCCESS, FAILED\) +enabled/)
  expect(out).toMatch(/Files .*files in in of lake +The runner is not connected/)
  expect(out).toMatch(/Query .*a query becomes true/)
  expect(out).toMatch(/Assets .*after a or b/)
  expect(out).toMatch(/Events .*signed events +disabled/)
})

test.each([
  [
    ['--after', 'load', '--state', 'FAILED', '--no-overlap', '--set-from', 'id=$.pipelineExecutionId'],
    {
      condition: { type: 'PIPELINE_END', pipelineName: 'load', states: ['FAILED'] },
      allowConcurrentExecutions: false,
      variablePaths: { id: '$.pipelineExecutionId' },
    },
  ],
  [
    ['--files', 'in', '--pattern', '.*[.]csv', '--connection', 'lake', '--every', '30'],
    {
      condition: { type: 'FILE', folder: 'in', filePattern: '.*[.]csv', connection: 'lake', pollSeconds: 30 },
    },
  ],
  [
    ['--sql', 'select 1', '--on-change'],
    { condition: { type: 'SQL', sql: 'select 1', fires: 'VALUE_CHANGES' } },
  ],
  [['--on-event', '--signed'], { condition: { type: 'EVENT', signed: true } }],
])('a trigger is created as it is described: %j', async (options, expected) => {
  await using api = await startApi({
    ...known,
    [`POST ${all}`]: (_, response) => json(response, 201, { ...trigger, signingSecret: 'whsec_1' }),
  })
  using terminal = openTerminal({ env: loginTo(api, credential) })
  const { code, out } = await terminal.run('triggers', 'create', 'Report', ...place, ...options)
  expect({ code, out }).toMatchObject({ code: 0, out: expect.stringContaining('whsec_1') })
  expect(JSON.parse(api.requests.at(-1)!.body.toString())).toEqual({
    name: 'Report',
    pipelineName: 'report',
    environmentName: 'Production',
    ...expected,
  })
})

test('assets are named by id, or by a whole name that only one has, however many have it in theirs', async () => {
  const asset = { assetId: demo.id, name: 'orders', namespace: 'postgres://db:5432' }
  const similar = Array.from({ length: 120 }, (_, i) => ({ ...asset, assetId: `${i}`, name: `a${i}_orders` }))
  await using api = await startApi({
    ...known,
    'GET /v1/assets': paged([...similar, asset]),
    [`POST ${all}`]: (_, response) => json(response, 201, trigger),
  })
  using terminal = openTerminal({ env: loginTo(api, credential) })
  const options = ['--after-asset', trigger.triggerId, '--after-asset', 'orders', '--within', '60']
  const { code, err } = await terminal.run('triggers', 'create', 'Report', ...place, ...options)
  expect({ code, err }).toMatchObject({ code: 0 })
  expect(JSON.parse(api.requests.at(-1)!.body.toString()).condition).toEqual({
    type: 'ASSETS',
    assets: [{ assetId: trigger.triggerId }, { assetId: demo.id }],
    withinSeconds: 60,
  })
  const sent = api.requests.length
  const part = await terminal.run('triggers', 'create', 'Report', ...place, '--after-asset', 'order')
  expect(part).toMatchObject({ code: 1, err: expect.stringContaining('no asset named "order"') })
  expect(part.err).toContain('0  postgres://db:5432  a0_orders')
  expect(api.requests.slice(sent).map(({ method }) => method)).not.toContain('POST')
})

test('one condition is needed, and one only', async () => {
  await using api = await startApi(known)
  using terminal = openTerminal({ env: loginTo(api, credential) })
  const none = await terminal.run('triggers', 'create', 'Report', ...place)
  expect([none.code, none.err]).toEqual([1, expect.stringContaining('Pass one of --after')])
  const two = await terminal.run('triggers', 'create', 'Report', ...place, '--after', 'a', '--on-event')
  expect([two.code, two.err]).toEqual([1, expect.stringContaining('Pass only one of')])
})

test.each([
  [['--sql', 'select 1', '--pattern', 'a', '--signed'], '--pattern, --signed cannot be used with --sql.'],
  [['--on-event', '--every', '30'], '--every cannot be used with --on-event.'],
])('options of another condition are refused: %j', async (options, message) => {
  await using api = await startApi(known)
  using terminal = openTerminal({ env: loginTo(api, credential) })
  const { code, err } = await terminal.run('triggers', 'create', 'Report', ...place, ...options)
  expect([code, err]).toEqual([1, expect.stringContaining(message)])
})

const asset = { assetId: demo.id, name: 'orders' }
test.each([
  [
    { type: 'PIPELINE_END', pipelineName: 'load', states: ['FAILED'], environmentName: 'Test' },
    ['--after', 'hourly'],
    { type: 'PIPELINE_END', pipelineName: 'hourly', states: ['FAILED'], environmentName: 'Test' },
  ],
  [
    { type: 'PIPELINE_END', pipelineName: 'load', states: ['FAILED'] },
    ['--state', 'SUCCESS'],
    { type: 'PIPELINE_END', pipelineName: 'load', states: ['SUCCESS'] },
  ],
  [{ type: 'EVENT', signed: true }, ['--on-event'], { type: 'EVENT', signed: true }],
  [{ type: 'EVENT', signed: true }, ['--no-signed'], { type: 'EVENT', signed: false }],
  [
    { type: 'SQL', sql: 'select 1', fires: 'VALUE_CHANGES' },
    ['--every', '30'],
    { type: 'SQL', sql: 'select 1', fires: 'VALUE_CHANGES', pollSeconds: 30 },
  ],
  [
    { type: 'ASSETS', assets: [asset], match: 'ALL', withinSeconds: 60 },
    ['--any'],
    { type: 'ASSETS', assets: [asset], match: 'ANY' },
  ],
  [{ type: 'EVENT', signed: true }, ['--files', 'in'], { type: 'FILE', folder: 'in' }],
])('of the condition %j the options %j change what they say', async (condition, options, expected) => {
  await using api = await startApi({
    ...known,
    [`GET ${all}`]: paged([{ ...trigger, condition }]),
    [`PATCH ${one}`]: (_, response) => json(response, 200, trigger),
  })
  using terminal = openTerminal({ env: loginTo(api, credential) })
  const { code, err } = await terminal.run('triggers', 'update', 'Report', '-p', 'Demo', ...options)
  expect({ code, err }).toMatchObject({ code: 0 })
  expect(JSON.parse(api.requests.at(-1)!.body.toString())).toEqual({ condition: expected })
})

test.each(['', '--json'])('a preview that could not look fails %s', async (flag) => {
  await using api = await startApi({
    ...known,
    [`POST /v1/projects/${demo.id}/trigger-previews`]: (_, response) =>
      json(response, 200, { ok: false, message: 'No runner is connected', found: [] }),
  })
  using terminal = openTerminal({ env: loginTo(api, credential) })
  const options = [...place, '--sql', 'select 1', '--preview', ...(flag ? [flag] : [])]
  const { code, out } = await terminal.run('triggers', 'create', 'Report', ...options)
  expect([code, out]).toEqual([1, expect.stringContaining('No runner is connected')])
})

test('an event is sent with its id, and what is no object is not sent', async () => {
  await using api = await startApi({
    ...known,
    [`POST ${one}/events`]: (_, response) => json(response, 202, { eventId: 'a-1', acceptedAt: '' }),
  })
  using terminal = openTerminal({ env: loginTo(api, credential) })
  const { out } = await terminal.run(
    'triggers',
    'send',
    'Report',
    '-p',
    'Demo',
    '--event',
    '{"n":9007199254740993}',
    '--id',
    'a-1',
  )
  expect(out).toContain('Report accepted the event a-1')
  const sent = api.requests.at(-1)!
  expect([sent.body.toString(), sent.headers['idempotency-key']]).toEqual(['{"n":9007199254740993}', 'a-1'])
  const wrong = await terminal.run('triggers', 'send', 'Report', '-p', 'Demo', '--event', '[1]')
  expect([wrong.code, wrong.err]).toEqual([1, expect.stringContaining('not a JSON object')])
  const missing = await terminal.run('triggers', 'send', 'Report', '-p', 'Demo', '--event', '@missing.json')
  expect([missing.code, missing.err]).toEqual([1, expect.stringContaining('missing.json could not be read')])
})

test('a backfill says what it would run, and begins when that is confirmed', async () => {
  await using api = await startApi({
    ...known,
    [`POST ${one}/backfills`]: (request, response) =>
      json(response, 200, {
        dryRun: JSON.parse(request.body.toString()).dryRun,
        total: 3,
        alreadyRun: 1,
        causes: ['execution 1', 'execution 2'],
      }),
  })
  using terminal = openTerminal({ env: loginTo(api, credential) })
  const range = ['Report', '-p', 'Demo', '--from', '2026-01-01', '--to', '2026-02-01']
  const dry = await terminal.run('triggers', 'backfill', ...range, '--dry-run')
  expect(dry.out).toContain('execution 2')
  const { out } = await terminal.run('triggers', 'backfill', ...range, '--yes')
  expect(out).toContain('Queues 2 executions of Report')
})
