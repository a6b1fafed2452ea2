import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { createClient } from './client.ts'
import { moveAll, movedTables } from './move-all.ts'
import { splitStatements } from './split.ts'

const HEAD = 'n\ttext\nInt64\tNullable(String)\n'
const never = new AbortController().signal

interface Request {
  readonly sql: string
  readonly parameters: URLSearchParams
}

/**
 * A server on loopback that answers like the HTTP interface of ClickHouse; `answer` does the rest of a
 * statement.
 */
async function serve(answer: (request: Request, response: ServerResponse) => unknown) {
  const requests: Request[] = []
  const server = createServer(async (incoming: IncomingMessage, response) => {
    const sql = (await Array.fromAsync(incoming)).join('')
    const parameters = new URL(incoming.url ?? '', 'http://localhost').searchParams
    const request = { sql, parameters }
    requests.push(request)
    const [, basic = ''] = /^Basic (.*)$/.exec(incoming.headers.authorization ?? '') ?? []
    if (Buffer.from(basic, 'base64').toString() !== 'étl@x:pä:ss') {
      response
        .writeHead(403)
        .end('Code: 516. DB::Exception: etl: Authentication failed. (AUTHENTICATION_FAILED)\n')
      return
    }
    await answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const client = (password = 'pä:ss') =>
    createClient(
      { type: 'CLICKHOUSE', host: '127.0.0.1', port, user: 'étl@x', password, ssl: false, database: 'shop' },
      fetch,
    )
  return { run: client(), client, requests, port }
}

const read = { database: 'shop', signal: never, isRead: true }

test('a statement is sent with its name, its database and the settings, and its cells come back as they were', async () => {
  const { run, requests } = await serve((_, response) =>
    response.end(`${HEAD}9007199254740993\ta\\tb\\nc\\\\N\n2\t\\N\n3\t\n`),
  )
  const { id, columns, rows } = await run('select 1', read)
  expect(columns).toEqual([
    { name: 'n', type: 'Int64' },
    { name: 'text', type: 'Nullable(String)' },
  ])
  expect((await Array.fromAsync(rows)).flat()).toEqual([
    ['9007199254740993', 'a\tb\nc\\N'],
    ['2', null],
    ['3', ''],
  ])
  expect(requests[0]?.parameters.get('query_id')).toBe(id)
  expect(Object.fromEntries(requests[0]?.parameters ?? [])).toMatchObject({
    database: 'shop',
    join_use_nulls: '1',
  })
})

test('a wrong password and a host that is away say what to do', async () => {
  const { client, port } = await serve(() => undefined)
  await expect(client('wrong')('select 1', read)).rejects.toThrow(
    /^Code: 516.*AUTHENTICATION_FAILED\)\nCheck user and password/,
  )
  const away = createClient(
    { type: 'CLICKHOUSE', host: '127.0.0.1', port: 1, user: 'etl', ssl: false, database: 'shop' },
    fetch,
  )
  await expect(away('select 1', read)).rejects.toThrow(
    /^ClickHouse at 127\.0\.0\.1:1 cannot be reached: .*\nCheck host/,
  )
  expect(port).not.toBe(1)
})

const MEMORY = 'Code: 241. DB::Exception: Memory limit exceeded. (MEMORY_LIMIT_EXCEEDED)'
const TAG = { 'x-clickhouse-exception-tag': 'abcdefgh' }

test.each<[string, string, Record<string, string>?]>([
  ['as a line', `${MEMORY} (version 24.10)\n`],
  ['as a line of an official build', `${MEMORY} (version 24.10.1.1 (official build))\n`],
  ['behind a mark', `__exception__\r\n${MEMORY} (version 25.8.1.1 (official build))\n`],
  ['behind half a row and a mark', `2\t__exception__\r\n${MEMORY} (version 25.8.1.1)\n`],
  [
    'between marks',
    `\r\n__exception__\r\nabcdefgh\r\n${MEMORY} (version 26.9)\n77 abcdefgh\r\n__exception__\r\n`,
    TAG,
  ],
])('an error in the middle of rows fails in the words of ClickHouse: %s', async (_, report, headers) => {
  const { run } = await serve((_request, response) =>
    response.writeHead(200, headers).end(`${HEAD}1\tx\n${report}`),
  )
  const all = run('select 1', read).then(({ rows }) => Array.fromAsync(rows))
  await expect(all).rejects.toThrow(
    /^Code: 241\. DB::Exception: Memory limit exceeded\. \(MEMORY_LIMIT_EXCEEDED\)\nRaise max_memory_usage/,
  )
})

test('an error of several lines in the middle of one column is found, and rows before it that look alike are not its words', async () => {
  const { run } = await serve((_request, response) =>
    response.end(
      `text\nString\nCode: 60. DB::Exception: a row\nCode: 395. DB::Exception: one\n\ntwo. (X) (version 24.10.1.1)\n`,
    ),
  )
  const all = run('select 1', read).then(({ rows }) => Array.fromAsync(rows))
  await expect(all).rejects.toThrow(/^Code: 395\. DB::Exception: one\n\ntwo\. \(X\)$/)
})

test('an error that arrives in pieces is reported whole, although the connection breaks', async () => {
  const { run } = await serve(async (_, response) => {
    response.write(`${HEAD}1\tx\n__exception__\r\nCode: 241. DB::Exc`)
    await pause(50)
    response.write('eption: Memory limit exceeded. (MEMORY_LIMIT_EXCEEDED) (version 25.8.1.1)\n')
    await pause(50)
    response.destroy()
  })
  const { rows } = await run('select 1', read)
  await expect(Array.fromAsync(rows)).rejects.toThrow(/^Code: 241\. DB::Exception: Memory limit exceeded\./)
})

const KEPT = 'Code: 60. DB::Exception: Unknown table. (UNKNOWN_TABLE)'
const WITH_VERSION = `${KEPT} (version 25.8.1.1 (official build))`

test.each<[string, readonly (readonly string[])[], Record<string, string>?]>([
  [
    'in the first of two columns',
    [
      [WITH_VERSION, '1'],
      ['x', '2'],
      [WITH_VERSION, '3'],
    ],
  ],
  ['in one column, before others', [[WITH_VERSION], [KEPT], ['x (version 1)'], ['x']]],
  ['in the last row, without the version', [['x'], [KEPT]]],
  ['in the last row, of a server that marks its errors', [[KEPT], [WITH_VERSION]], TAG],
  ['as the word of the mark', [['__exception__'], ['x']], TAG],
])('rows that read like errors of ClickHouse are rows: %s', async (_, expected, headers) => {
  const head = [expected[0]?.map((_cell, index) => `c${index}`), expected[0]?.map(() => 'String')]
  const lines = [...head, ...expected].map((cells) => `${cells?.join('\t')}\n`)
  const { run } = await serve(async (_request, response) => {
    response.writeHead(200, headers)
    for (const line of lines) {
      response.write(line)
      await pause(5)
    }
    response.end()
  })
  const { rows } = await run('select exception from system.query_log', read)
  expect((await Array.fromAsync(rows)).flat()).toEqual(expected)
})

test('a connection that ends in the middle of the rows is no whole result', async () => {
  const { run } = await serve(async (_, response) => {
    response.write(`${HEAD}1\tx\n`)
    await pause(50)
    response.destroy()
  })
  const { rows } = await run('select 1', read)
  await expect(Array.fromAsync(rows)).rejects.toThrow(/ended in the middle of the rows/)
})

test('an abort asks to kill the statement until it has ended', async () => {
  let end: (() => void) | undefined
  let asked = 0
  const { run, requests } = await serve(({ sql }, response) => {
    if (!sql.startsWith('kill')) {
      end = () =>
        response.writeHead(500).end('Code: 394. DB::Exception: Query was cancelled. (QUERY_WAS_CANCELLED)')
      return
    }
    asked++
    response.end()
    // The first time the server does not know it yet.
    if (asked === 2) end?.()
  })
  const cancel = new AbortController()
  const running = run('insert into t select 1', { ...read, isRead: false, signal: cancel.signal })
  const outcome = expect(running).rejects.toThrow('enough')
  await pause(50)
  cancel.abort(new Error('enough'))
  await outcome
  const id = requests[0]?.parameters.get('query_id')
  expect(requests.slice(1).map(({ sql }) => sql)).toEqual(
    Array.from({ length: 2 }, () => `kill query where query_id = '${id}' async`),
  )
})

test.each([
  [true, /was lost: .*\nRun the step again/],
  [false, /was lost: .*\nIt is unknown whether the statement was done: look for the query_id [\w-]{36} /],
])(
  'a statement whose connection breaks is stopped, and only a write may have been done: a read is %s',
  async (isRead, message) => {
    const { run, requests } = await serve(({ sql }, response) =>
      sql.startsWith('kill') ? response.end() : response.destroy(),
    )
    await expect(run('insert into t select 1', { ...read, isRead })).rejects.toThrow(message)
    expect(requests.map(({ sql }) => sql.split(' ')[0])).toEqual(['insert', 'kill'])
  },
)

test('rows that are left early are stopped in the database', async () => {
  let rowsOf: ServerResponse | undefined
  const { run, requests } = await serve(({ sql }, response) => {
    if (sql.startsWith('kill')) {
      rowsOf?.destroy()
      response.end()
      return
    }
    rowsOf = response
    response.write(`${HEAD}1\tx\n`)
  })
  const { rows } = await run('select 1', read)
  for await (const _ of rows) break
  expect(requests.at(-1)?.sql).toMatch(/^kill query/)
})

test('two that move the rows of one table follow each other: the server runs a statement of a name once at a time', async () => {
  const running = new Set<string | null>()
  const refused = Promise.withResolvers<void>()
  let rows = 3
  const moved: number[] = []
  const { run, requests } = await serve(async ({ sql, parameters }, response) => {
    if (sql.startsWith('select')) {
      const partitions = rows > 0 ? '1\n2\n' : ''
      response.end(`_partition_id\nString\n${partitions}`)
      return
    }
    const id = parameters.get('query_id')
    if (running.has(id)) {
      refused.resolve()
      const message = `Query with id = ${id} is already running. (QUERY_WITH_SAME_ID_IS_ALREADY_RUNNING)`
      response.writeHead(500).end(`Code: 216. DB::Exception: ${message}\n`)
      return
    }
    running.add(id)
    // What a server takes long for it does with the parts that it saw when it began.
    const seen = rows
    await refused.promise
    rows -= Math.min(rows, seen)
    moved.push(seen)
    running.delete(id)
    response.end()
  })
  const session = {
    signal: never,
    place: { database: 'shop' },
    run: (sql: string, how: object) => run(sql, { ...read, ...how }),
    rowsOf: async (sql: string) => (await Array.fromAsync((await run(sql, read)).rows)).flat(),
    release: () => undefined,
  }
  const statement = splitStatements('alter table "a"."s" move partition all to table "a"."t"')[0]!
  await Promise.all([1, 2].map(() => moveAll(session, movedTables(statement)!)))
  expect(moved).toEqual([3])
  expect(new Set(requests.map(({ sql }) => sql).filter((sql) => sql.startsWith('alter')))).toEqual(
    new Set([
      `alter table "a"."s" move partition id '1' to table "a"."t", move partition id '2' to table "a"."t"`,
    ]),
  )
})
