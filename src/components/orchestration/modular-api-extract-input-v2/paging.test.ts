import type { ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { items, useExtract } from '../../../../test/support/use-extract.ts'
import { type Arrived, sendJson } from '../../../../test/support/wire.ts'
import type { Endpoint } from '../../../connectors/schema.ts'
import { stepContext } from '../../testing/step-context.ts'
import { useDuckDb } from '../../testing/use-duckdb.ts'
import { run as apiExtractRun } from '../api-extract/run.ts'

const duckdb = useDuckDb()
const { connectorFor, run } = useExtract(duckdb)

const paged =
  (answer: (request: Arrived, origin: string) => { body: object; link?: string }) =>
  (request: Arrived, response: ServerResponse) => {
    const { body, link } = answer(request, `http://${request.headers.host}`)
    sendJson(response, body, link === undefined ? {} : { link })
  }
const number = (request: Arrived, name: string) => Number(request.query.get(name) ?? 0)

const strategies: [string, Partial<Endpoint>, Parameters<typeof paged>[0]][] = [
  [
    'PAGE',
    { pagination: { type: 'PAGE', pageParameter: 'p', pageSizeParameter: 'n', pageSize: 10 } },
    (request) => ({
      body: { items: items((number(request, 'p') - 1) * 10, Math.min(25, number(request, 'p') * 10)) },
    }),
  ],
  [
    'PAGE, of which one is empty and says that there are more',
    { pagination: { type: 'PAGE', pageParameter: 'p', hasMore: '$.more' } },
    (request) => {
      const page = number(request, 'p')
      return {
        body: { items: page === 2 ? [] : items(page === 1 ? 0 : 10, page === 1 ? 10 : 25), more: page < 3 },
      }
    },
  ],
  [
    'OFFSET, with pages smaller than asked for',
    { pagination: { type: 'OFFSET', offsetParameter: 'from', pageSizeParameter: 'n', pageSize: 100 } },
    (request) => ({
      body: { items: items(number(request, 'from'), Math.min(25, number(request, 'from') + 7)) },
    }),
  ],
  [
    'CURSOR',
    { pagination: { type: 'CURSOR', cursorParameter: 'after', cursor: '$.next' } },
    (request) => {
      const from = number(request, 'after')
      return { body: { items: items(from, Math.min(25, from + 10)), next: from + 10 < 25 ? from + 10 : '' } }
    },
  ],
  [
    'CURSOR of the last element, in the body',
    {
      method: 'POST',
      body: '{"size":10}',
      pagination: {
        type: 'CURSOR',
        cursorParameter: 'after',
        cursor: '@.id',
        hasMore: '$.more',
        addTo: 'BODY',
      },
    },
    (request) => {
      const { after, size } = JSON.parse(request.body) as { after?: number; size: number }
      const from = after === undefined ? 0 : after + 1
      return { body: { items: items(from, Math.min(25, from + size)), more: from + size < 25 } }
    },
  ],
  [
    'LINK_HEADER',
    { pagination: { type: 'LINK_HEADER' } },
    (request) => {
      const from = number(request, 'from')
      const link = `</items?from=0>; rel="first", </items?from=${from + 10}>; title="a, b"; rel="next"`
      return { body: { items: items(from, Math.min(25, from + 10)) }, ...(from < 20 && { link }) }
    },
  ],
  [
    'RELATIVE_PATH',
    { pagination: { type: 'RELATIVE_PATH', nextPage: '$.links.next' } },
    (request) => {
      const from = number(request, 'from')
      const next = from < 20 ? `items?from=${from + 10}` : null
      return { body: { items: items(from, Math.min(25, from + 10)), links: { next } } }
    },
  ],
  [
    'FULL_PATH',
    { pagination: { type: 'FULL_PATH', nextPage: '$.next' } },
    (request, origin) => {
      const from = number(request, 'from')
      const next = from < 20 && { next: `${origin}/items?from=${from + 10}` }
      return { body: { items: items(from, Math.min(25, from + 10)), ...next } }
    },
  ],
]

test.each(strategies)('pagination %s reads every element once', async (name, own, answer) => {
  const { connector } = await connectorFor(paged(answer), own)
  const table = `paged_${name.replaceAll(/\W+/g, '_')}`
  expect(await run(connector, { table })).toMatchObject({ result: 'SUCCESS', rowCount: 25 })
  expect(
    await duckdb.rowsOf(`select count(*), count(distinct id), min(id), max(id) from "${table}"`),
  ).toEqual([['25', '25', '0', '24']])
})

test('the page limit ends it, and an API that ignores the page parameter is found out', async () => {
  const { connector, wire: server } = await connectorFor(
    (_, response) => sendJson(response, { items: items(0, 3) }),
    { pagination: { type: 'PAGE', pageParameter: 'page' } },
  )
  const limited = await run(connector, { table: 'limited', pageLimit: '1' })
  expect(limited).toMatchObject({ result: 'SUCCESS', rowCount: 3 })
  expect(server.arrived).toHaveLength(1)
  const endless = await run(connector, { table: 'endless' })
  expect(endless.result).toBe('FAILED')
  expect(endless.message).toContain('ignores the parameter page')
})

test('a next page on another host is not followed with the credentials of this one', async () => {
  const { connector } = await connectorFor(
    (_, response) => sendJson(response, { items: items(0, 3), next: 'http://elsewhere.test/x' }),
    { pagination: { type: 'FULL_PATH', nextPage: '$.next' } },
  )
  const outcome = await run(connector, { table: 'elsewhere' })
  expect(outcome.result).toBe('FAILED')
  expect(outcome.message).toContain('http://elsewhere.test')
})

test('an API that ignores the cursor is found out, also one whose cursors differ each time', async () => {
  for (const next of [() => 'abc', () => crypto.randomUUID()]) {
    const { connector } = await connectorFor(
      (_, response) => sendJson(response, { items: items(0, 3), next: next() }),
      { pagination: { type: 'CURSOR', cursorParameter: 'curser', cursor: '$.next' } },
    )
    const outcome = await run(connector, { table: 'ignored' })
    expect(outcome).toMatchObject({
      result: 'FAILED',
      message: expect.stringContaining('ignores the parameter curser'),
    })
  }
})

const selves: [string, Endpoint['pagination'], (self: string) => { body: object; link?: string }][] = [
  ['LINK_HEADER', { type: 'LINK_HEADER' }, (self) => ({ body: {}, link: `<${self}>; rel="next"` })],
  [
    'RELATIVE_PATH',
    { type: 'RELATIVE_PATH', nextPage: '$.next' },
    () => ({ body: { next: '/items?size=3' } }),
  ],
  ['FULL_PATH', { type: 'FULL_PATH', nextPage: '$.next' }, (self) => ({ body: { next: self } })],
]
test.each(selves)(
  'a page of %s that names itself as the next one is read once',
  async (_, pagination, next) => {
    const { connector } = await connectorFor(
      paged((__, origin) => {
        const { body, ...link } = next(`${origin}/items?size=3`)
        return { body: { items: items(0, 3), ...body }, ...link }
      }),
      { pagination, queryParameters: [{ name: 'size', value: '3' }] },
    )
    expect(await run(connector, { table: `self_${pagination.type}` })).toMatchObject({
      result: 'SUCCESS',
      rowCount: 3,
    })
  },
)

test.each(['a=b', '[1]', '1'])('the body %s has no place for the parameters of paging', async (body) => {
  const { connector, wire } = await connectorFor(
    (_, response) => sendJson(response, { items: items(0, 3) }),
    {
      method: 'POST',
      body,
      pagination: { type: 'CURSOR', cursorParameter: 'after', cursor: '$.next', addTo: 'BODY' },
    },
  )
  const outcome = await run(connector, { table: 'no_body' })
  expect(outcome).toMatchObject({
    result: 'FAILED',
    message: 'The body must be a JSON object, because the parameters of the pagination are added to it',
  })
  expect(wire.arrived).toEqual([])
})

const errors = { errors: [{ message: 'The field orders is unknown' }] }
test.each([
  ['$.data.orders.nodes', { ...errors, data: null }, '$.data.orders'],
  ['$.data.orders.nodes', errors, '$.data.orders'],
  ['$.data.groups[*].items', { ...errors, data: null }, '$.data'],
])(
  'a 200 whose list %s has no parent is an error, and the rows stay',
  async (repeatingElement, answer, missing) => {
    const { connector } = await connectorFor((_, response) => sendJson(response, answer), {
      response: { repeatingElement },
    })
    await duckdb.execute('create or replace table stays as select 1 as id')
    const outcome = await run(connector, { table: 'stays', createTableMode: 'TRUNCATE_AND_INSERT' })
    expect(outcome.result).toBe('FAILED')
    expect(outcome.message).toMatch(/^127.0.0.1:\d+ answered 200 OK without /)
    expect(outcome.message).toContain(
      `without ${missing}: {"errors": [{"message": "The field orders is unknown"}]`,
    )
    expect(await duckdb.rowsOf('select * from stays')).toEqual([['1']])
  },
)

test.each([
  ['without_list', '$.items', {}, ['The response has no $.items']],
  ['without_groups', '$.data.groups[*].items', { data: {} }, ['The response has no $.data.groups']],
  ['without_nodes', '$.edges[*].node', { edges: [{}] }, ['The response has no $.edges[*].node']],
  ['empty_groups', '$.groups[*].items', { groups: [{ items: [] }, {}] }, []],
  ['null_list', '$.items', { items: null }, []],
  ['empty_list', '$.items', { items: [] }, []],
  ['null_of_each', '$.items[*]', { items: null }, []],
  ['null_document', '$', null, []],
])('an answer is an empty page: %s', async (table, repeatingElement, answer, said) => {
  const { connector } = await connectorFor((_, response) => sendJson(response, answer), {
    response: { repeatingElement },
  })
  const context = stepContext({ warehouse: duckdb.warehouse, connectors: [connector] })
  const parameters = { connector: 'Shop', endpoint: 'list', table }
  const outcome = await apiExtractRun.run(context, parameters as never)
  expect(outcome).toMatchObject({ result: 'SUCCESS', rowCount: 0 })
  expect(context.lines).toEqual(said)
})

test('the elements of a list that hold what is loaded, as edges of GraphQL hold nodes', async () => {
  const edges = items(0, 3).map((node) => ({ cursor: `c${node.id}`, node }))
  const { connector } = await connectorFor(
    (_, response) => sendJson(response, { data: { edges: [...edges, { node: null }] } }),
    { response: { repeatingElement: '$.data.edges[*].node' } },
  )
  expect(await run(connector, { table: 'nodes' })).toMatchObject({ result: 'SUCCESS', rowCount: 3 })
  expect(await duckdb.rowsOf('select id, name from nodes order by id')).toEqual([
    ['0', 'item 0'],
    ['1', 'item 1'],
    ['2', 'item 2'],
  ])
})

test('lists and single values in one place are all loaded', async () => {
  const groups = [{ items: items(0, 2) }, { items: items(2, 3)[0] }, { items: null }]
  const { connector } = await connectorFor((_, response) => sendJson(response, { groups }), {
    response: { repeatingElement: '$.groups[*].items' },
  })
  expect(await run(connector, { table: 'mixed' })).toMatchObject({ result: 'SUCCESS', rowCount: 3 })
})

test('something else where the list should be is an error, and the rows stay', async () => {
  const { connector } = await connectorFor(
    (_, response) => sendJson(response, { data: { edges: { node: { id: 1 } } } }),
    { response: { repeatingElement: '$.data.edges[*].node' } },
  )
  await duckdb.execute('create or replace table stays as select 1 as id')
  const outcome = await run(connector, { table: 'stays', createTableMode: 'TRUNCATE_AND_INSERT' })
  expect(outcome.result).toBe('FAILED')
  expect(outcome.message).toContain('answered 200 OK, but $.data.edges is not a list: {"data"')
  expect(await duckdb.rowsOf('select * from stays')).toEqual([['1']])
})

test.each([204, 205])('%i is an empty page and ends paging', async (status) => {
  const { connector, wire } = await connectorFor(
    (request, response) => {
      if (number(request, 'page') < 3) sendJson(response, { items: items(0, number(request, 'page')) })
      else response.writeHead(status).end()
    },
    { pagination: { type: 'PAGE', pageParameter: 'page' } },
  )
  const outcome = await run(connector, { table: `no_content_${status}` })
  expect(outcome).toMatchObject({ result: 'SUCCESS', rowCount: 3 })
  expect(wire.arrived).toHaveLength(3)
})

test('a 200 without a body is no page', async () => {
  const { connector } = await connectorFor((_, response) => {
    response.writeHead(200).end()
  })
  expect((await run(connector, { table: 'no_body' })).message).toContain('The response is not JSON')
})
