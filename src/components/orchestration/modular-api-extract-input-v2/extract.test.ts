import type { ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { items, useExtract } from '../../../../test/support/use-extract.ts'
import { sendJson } from '../../../../test/support/wire.ts'
import { stepContext } from '../../testing/step-context.ts'
import { useDuckDb } from '../../testing/use-duckdb.ts'
import { run as apiExtractRun } from '../api-extract/run.ts'
import { run as modularApiExtractRun } from './run.ts'

const duckdb = useDuckDb()
const { connectorFor, run } = useExtract(duckdb)

test('a whole number keeps every digit, nested values stay JSON, and null is no value', async () => {
  const text =
    '{"items":[{"id":12345678901234567890,"price":1.5,"ok":true,"tags":["a"],"note":null,"it\'s":"q\'"},' +
    '{"id":2,"price":2,"ok":false,"tags":null,"note":"n","more":1}]}'
  const { connector } = await connectorFor((_, response) => {
    response.writeHead(200).end(text)
  })
  const outcome = await run(connector, { table: 'kinds' })
  expect(outcome).toMatchObject({ result: 'SUCCESS', rowCount: 2, byteCount: text.length })
  expect(
    await duckdb.rowsOf('select id, price, ok, tags, note, "it\'s", more from kinds order by price'),
  ).toEqual([
    ['12345678901234567890', '1.5', 'true', '["a"]', null, "q'", null],
    ['2', '2', 'false', null, 'n', null, '1'],
  ])
})

test('a number that is not whole is refused where whole numbers were promised, and nothing is left behind', async () => {
  const structure = [{ path: '$.items[*].id', type: 'INTEGER' as const }]
  const { connector } = await connectorFor((_, response) => sendJson(response, { items: [{ id: 1.5 }] }), {
    response: { repeatingElement: '$.items', structure },
  })
  const outcome = await run(connector, { table: 'not_whole' })
  expect(outcome.result).toBe('FAILED')
  expect(outcome.message).toMatch(
    /^Element 1: "id" is not a whole number of at most 38 digits: 1\.5\. Its column/,
  )
  expect(
    await duckdb.rowsOf(
      "select table_name from information_schema.tables where table_name like 'headrace\\_load\\_%' escape '\\'",
    ),
  ).toEqual([])
})

test('a member that is of another type later is named with its element, and no statement of ours is shown', async () => {
  const first = Array.from({ length: 3_000 }, (_, id) => ({ id, price: 1.5, ok: true, word: 'x'.repeat(50) }))
  const later = { id: 3_000, price: 2, ok: false, word: 'y' }
  const said = async (odd: object) => {
    const { connector } = await connectorFor((_, response) =>
      sendJson(response, { items: [...first, later, { ...later, ...odd }] }),
    )
    return (await run(connector, { table: 'odd' })).message
  }
  expect(await said({ price: 'n/a' })).toMatch(
    /^Element 3002: "price" is not a number: n\/a\. Its column .* state STRING or ANY for it$/,
  )
  expect(await said({ id: 10 ** 20 * 1.5e20 })).toMatch(/^Element 3002: "id" is not a whole number/)
  expect(await said({ id: 7.5 })).toMatch(
    /^Element 3002: "id" is not a whole number .*: 7\.5\. .* state NUMBER for it$/,
  )
  expect(await said({ ok: 'maybe' })).toMatch(/^Element 3002: "ok" is neither true nor false: maybe/)
})

test('texts are read in the character set that the answer names, and refused where they are not in it', async () => {
  let charset = '; charset=iso-8859-1'
  const { connector } = await connectorFor((_, response) => {
    const type = `application/json${charset}`
    response
      .writeHead(200, { 'content-type': type })
      .end(Buffer.from('{"items":[{"name":"Müller"}]}', 'latin1'))
  })
  expect(await run(connector, { table: 'latin1' })).toMatchObject({ result: 'SUCCESS' })
  expect(await duckdb.rowsOf('select name from latin1')).toEqual([['Müller']])
  charset = ''
  await duckdb.execute("create table stays as select 'before' as name")
  const refused = await run(connector, { table: 'stays', createTableMode: 'TRUNCATE_AND_INSERT' })
  expect(refused.message).toMatch(/sent bytes that are not utf-8$/)
  expect(await duckdb.rowsOf('select name from stays')).toEqual([['before']])
})

test('without a selection each element is one JSON value', async () => {
  const { connector } = await connectorFor((_, response) => sendJson(response, { items: items(0, 2) }))
  await run(connector, { table: 'raw', loadSelectedData: 'No' })
  expect(await duckdb.rowsOf('select data from raw order by 1')).toEqual([
    ['{"id":0,"name":"item 0"}'],
    ['{"id":1,"name":"item 1"}'],
  ])
})

test('429 and 503 are waited for as Retry-After says; other refusals fail with what was said', async () => {
  let asked = 0
  const { connector, wire: server } = await connectorFor((request, response) => {
    asked++
    if (asked === 1) response.writeHead(429, { 'retry-after': '0' }).end()
    else if (asked === 2)
      response.writeHead(503, { 'retry-after': new Date(Date.now() - 5_000).toUTCString() }).end()
    else if (request.url === '/items' && asked < 4) sendJson(response, { items: items(0, 1) })
    else response.writeHead(403).end('no entry for you')
  })
  expect(await run(connector, { table: 'patient' })).toMatchObject({ result: 'SUCCESS', rowCount: 1 })
  expect(server.arrived).toHaveLength(3)
  const refused = await run(connector, { table: 'refused' })
  expect(refused.message).toMatch(/answered 403 Forbidden: no entry for you$/)
})

test('a page that a gateway or the network loses is asked for again by GET, unless the API never answered', async () => {
  const lost = new Map([
    [2, (response: ServerResponse) => response.writeHead(502, { 'retry-after': '0' }).end()],
    [3, (response: ServerResponse) => response.destroy()],
  ])
  const { connector, wire: server } = await connectorFor(
    ({ query }, response) => {
      const from = Number(query.get('from'))
      const lose = lost.get(server.arrived.length)
      if (lose === undefined) sendJson(response, { items: items(from, Math.min(from + 2, 3)) })
      else lose(response)
    },
    { pagination: { type: 'OFFSET', offsetParameter: 'from', pageSizeParameter: 'n', pageSize: 2 } },
  )
  expect(await run(connector, { table: 'lost_pages' })).toMatchObject({ result: 'SUCCESS', rowCount: 3 })
  expect(server.arrived.map(({ query }) => query.get('from'))).toEqual(['0', '2', '2', '2', '3'])
  await server.close()
  const { connector: silent, wire: dead } = await connectorFor((_, response) => void response.destroy())
  expect((await run(silent, { table: 'never' })).message).toContain('could not be reached')
  expect(dead.arrived).toHaveLength(1)
})

test('more patience than five minutes is not given', async () => {
  const { connector } = await connectorFor((_, response) => {
    response.writeHead(429, { 'retry-after': '3600' }).end()
  })
  expect((await run(connector, { table: 'impatient' })).message).toContain(
    'answered 429 Too Many Requests, and to be asked again in 3600 s: a step waits 300 s at most',
  )
})

test('a cancel ends the waiting', async () => {
  const cancel = new AbortController()
  const { connector } = await connectorFor((_, response) => {
    response.writeHead(503, { 'retry-after': '200' }).end()
    setImmediate(() => cancel.abort(new Error('cancelled')))
  })
  await expect(run(connector, { table: 'cancelled' }, { signal: cancel.signal })).rejects.toThrow('cancelled')
})

test('each mode does to an existing table what its name says', async () => {
  let answered = 0
  const { connector } = await connectorFor((_, response) =>
    sendJson(response, { items: items(answered, ++answered) }),
  )
  const load = (createTableMode: string, key: string) => {
    const context = stepContext({ warehouse: duckdb.warehouse, connectors: [connector] })
    const parameters = { connector: 'Shop', endpoint: 'list', table: 'moded', createTableMode }
    return apiExtractRun.run({ ...context, idempotencyKey: key }, parameters as never)
  }
  const ids = async () => (await duckdb.rowsOf('select id from moded order by id')).map(([id]) => id)
  await load('APPEND', 'a')
  await load('APPEND', 'b')
  expect(await ids()).toEqual(['0', '1'])
  const exists = await load('FAIL_IF_EXISTS', 'c')
  expect(exists.message).toContain('moded already exists')
  await load('TRUNCATE_AND_INSERT', 'd')
  expect(await ids()).toEqual(['2'])
  await load('REPLACE_IF_EXISTS', 'e')
  expect(await ids()).toEqual(['3'])
})

test('a step that runs again after its load was done loads nothing twice', async () => {
  const { connector, wire: server } = await connectorFor((_, response) =>
    sendJson(response, { items: items(0, 2) }),
  )
  const parameters = { table: 'once', createTableMode: 'APPEND' }
  await run(connector, parameters)
  const asked = server.arrived.length
  const again = await run(connector, parameters)
  expect(again).toMatchObject({ result: 'SUCCESS', message: expect.stringContaining('already loaded') })
  expect(server.arrived).toHaveLength(asked)
  expect(await duckdb.rowsOf('select count(*) from once')).toEqual([['2']])
})

test('a load that breaks off leaves the target as it was, and a new one begins clean', async () => {
  let whole = false
  const { connector } = await connectorFor(
    (request, response) => {
      const last = request.query.get('page') === '2'
      if (last && !whole) response.writeHead(200).end('{"items":[{"id":1},')
      else sendJson(response, { items: last ? [] : items(0, 2) })
    },
    { pagination: { type: 'PAGE', pageParameter: 'page' } },
  )
  await duckdb.execute("create table kept as select 99 as id, 'old' as name")
  const parameters = { table: 'kept', createTableMode: 'REPLACE_IF_EXISTS' }
  expect((await run(connector, parameters)).message).toContain('ends in the middle')
  expect(await duckdb.rowsOf('select id from kept')).toEqual([['99']])
  whole = true
  expect(await run(connector, parameters)).toMatchObject({ result: 'SUCCESS', rowCount: 2 })
  expect(await duckdb.rowsOf('select id from kept order by id')).toEqual([['0'], ['1']])
})

test('what a lost session left behind is taken away', async () => {
  const { connector } = await connectorFor((_, response) => sendJson(response, { items: items(0, 1) }))
  const abandoned = new AbortController()
  const context = stepContext({
    warehouse: duckdb.warehouse,
    connectors: [connector],
    signal: abandoned.signal,
  })
  const { createHash } = await import('node:crypto')
  const digest = createHash('sha256').update(context.idempotencyKey).digest('hex').slice(0, 16)
  await duckdb.execute(`create table headrace_load_${digest}_dead (x int)`)
  await run(connector, { table: 'after_loss' })
  expect(
    await duckdb.rowsOf(
      `select table_name from information_schema.tables where table_name like '%${digest}%'`,
    ),
  ).toEqual([])
})

test('a refused OAuth token is replaced once, and secrets come by name', async () => {
  const asked: (string | undefined)[] = []
  const hosts: string[] = []
  const { connector } = await connectorFor(
    (request, response) => {
      hosts.push(request.headers.host ?? '')
      if (request.headers.authorization === 'Bearer fresh-token') sendJson(response, { items: items(0, 1) })
      else response.writeHead(401).end()
    },
    { authentication: { type: 'OAUTH', oauthIds: ['0198c2f0-0000-7000-8000-000000000003'] } },
  )
  const oauthToken = async (_: string, host: string, rejected: string | undefined) => {
    asked.push(rejected)
    hosts.push(host)
    return rejected === undefined ? 'stale-token' : 'fresh-token'
  }
  expect(await run(connector, { table: 'by_oauth' }, { oauthToken })).toMatchObject({ result: 'SUCCESS' })
  expect(asked).toEqual([undefined, expect.stringMatching(/^[\w-]{43}$/)])
  expect(new Set(hosts).size).toBe(1) // the one it was asked for is the one it was sent to
  const none = await run(connector, { table: 'x', authType: 'BEARER_TOKEN', token: 'no-such' })
  expect(none.message).toBe('There is no secret named "no-such" for the token')
})

test('a connector gives up on an API that stays busy, also one that refuses the token at the last attempt', async () => {
  let asked = 0
  const { connector } = await connectorFor(
    (_, response) => {
      asked++
      if (asked === 6) response.writeHead(401).end()
      else response.writeHead(asked < 20 ? 503 : 500, { 'retry-after': '0' }).end()
    },
    { authentication: { type: 'OAUTH', oauthIds: ['0198c2f0-0000-7000-8000-000000000003'] } },
  )
  const outcome = await run(connector, { table: 'busy' }, { oauthToken: async () => 'a-token' })
  expect(outcome).toMatchObject({ result: 'FAILED', message: expect.stringContaining('answered 503') })
  expect(asked).toBe(7)
})

test('a file of the field runs as it is written, its connector named by its profile', async () => {
  const { connector, wire: server } = await connectorFor(
    (_, response) => sendJson(response, { items: items(0, 2) }),
    { uriParameters: [{ name: 'account', configurable: true }] },
  )
  const [endpoint] = connector.endpoints
  const withAccount = {
    ...connector,
    endpoints: [{ ...endpoint!, name: 'list tickets', url: `${server.origin}/{account}/tickets` }],
  }
  const context = stepContext({
    warehouse: duckdb.warehouse,
    connectors: [withAccount],
    secrets: { name_of_secret: 'hush-hush' },
  })
  const outcome = await modularApiExtractRun.run(context, {
    componentName: 'Get Tickets',
    componentId: `custom_v2-${connector.connectorId}`,
    inputId: 'api-extract-input-v2',
    'api-extract-input-v2': {
      profile: `custom-${connector.connectorId}`,
      endpoint: 'list tickets',
      connectionRef: { overrides: { authType: 'BEARER_TOKEN', token: 'name_of_secret' } },
      uriParams: [{ name: 'account', value: 'a/b ü' }],
      queryParams: null,
      headerParams: null,
      postBody: null,
      pageLimit: null,
      logLevel: 'ERROR',
      loadSelectedData: 'No',
    },
    outputId: 'snowflake-output-connector-v0',
    'snowflake-output-connector-v0': {
      tableName: 'tickets_raw',
      createTableMode: 'FAIL_IF_EXISTS',
      cleanStagedFiles: 'Yes',
      stagePlatform: 'SNOWFLAKE',
    },
  } as never)
  expect(outcome).toMatchObject({ result: 'SUCCESS', rowCount: 2 })
  expect(server.arrived[0]).toMatchObject({ url: '/a%2Fb%20%C3%BC/tickets' })
  expect(server.arrived[0]!.headers.authorization).toBe('Bearer hush-hush')
})
