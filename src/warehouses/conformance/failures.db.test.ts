import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasMariaDb, type MariaDb, startMariaDb } from '../../../test/support/mariadb.ts'
import type { Connection } from '../connection.ts'
import type { StandIn } from '../redshift/stand-in.ts'
import { never } from './bench.ts'
import { dropLake, inDatabase, lakeExtensions, newLake, postgresOfTests } from './databases.ts'
import { type FailureCells, failureTests } from './failures.ts'
import { redshiftStandIn } from './redshift.ts'

const NOBODY = 1
const WRONG = 'hush-wrong'
const opened: (() => Promise<void>)[] = []
afterAll(async () => {
  for (const end of opened) await end()
})

const asked = (connection: Connection, sql: string) =>
  inDatabase(connection, (warehouse) => warehouse.execute(sql, never))

/** Runs a statement, and cuts the way to the database while it runs. */
async function cut(connection: Connection & { readonly port: number }, sql: string): Promise<unknown> {
  const sockets: Socket[] = []
  const way = createServer((socket) => {
    const onward = connect(connection.port, '127.0.0.1')
    for (const one of [socket, onward]) one.on('error', () => undefined)
    socket.pipe(onward)
    onward.pipe(socket)
    sockets.push(socket, onward)
  }).listen(0, '127.0.0.1')
  await once(way, 'listening')
  const { port } = way.address() as AddressInfo
  try {
    return await inDatabase({ ...connection, host: '127.0.0.1', port } as Connection, async (warehouse) => {
      await warehouse.execute('select 1', never)
      setTimeout(() => {
        for (const socket of sockets) socket.destroy()
      }, 300)
      await warehouse.execute(sql, never)
    })
  } finally {
    way.close()
  }
}

const postgres = postgresOfTests()
const nobody = `nobody_${randomUUID().slice(0, 8)}`

const likePostgres = (connection: () => Connection & { readonly port: number }): FailureCells => ({
  'wrong password': {
    provoke: () => asked({ ...connection(), user: nobody, password: WRONG } as Connection, 'select 1'),
    words: /refused the connection: (password authentication failed|role .* does not exist)/,
    advice: /Check user and password/,
  },
  'host away': {
    provoke: () => asked({ ...connection(), port: NOBODY } as Connection, 'select 1'),
    words: /at .*:1 cannot be reached: .*ECONNREFUSED/,
    advice: /Check host and port/,
  },
  'warehouse suspended': 'a server has no such state',
  'permission missing': {
    provoke: () => asked(connection(), 'select * from pg_authid'),
    words: /permission denied for table pg_authid/,
    advice: /Grant it to the user of the connection/,
  },
  'table gone': {
    provoke: () => asked(connection(), 'select * from gone'),
    words: /relation "gone" does not exist/,
    advice: /an earlier step has made the table/,
  },
  'session ended in the middle': {
    provoke: () => cut(connection(), 'select pg_sleep(30)'),
    words: /terminated|ECONNRESET|closed/,
    advice: /session ended.*run the step again/,
  },
  'statement too long': {
    provoke: () => asked(connection(), `select ${'('.repeat(60_000)}1${')'.repeat(60_000)}`),
    words: /stack depth limit exceeded|memory exhausted/,
    advice: /intermediate result|at most 16 MB/,
  },
  quota: {
    provoke: () =>
      asked(connection(), 'begin; set local statement_timeout = 50; select pg_sleep(10); commit'),
    words: /canceling statement due to statement timeout/,
    advice: /raise statement_timeout/,
  },
})

describe('PostgreSQL', () => {
  failureTests(likePostgres(() => postgres))
})

describe('Redshift', () => {
  let standIn: StandIn
  beforeAll(async () => {
    standIn = await redshiftStandIn()
    opened.push(async () => standIn[Symbol.asyncDispose]())
  })
  const { type: _, isSource: _source, functions: _functions, ...given } = postgres
  const connection = () =>
    ({ ...given, type: 'REDSHIFT', host: '127.0.0.1', port: standIn.port }) as const satisfies Connection
  failureTests({
    ...likePostgres(connection),
    'warehouse suspended': 'a paused cluster has no address that answers: it is a host that is away',
    'statement too long': 'the limit of 16 MB is that of the service, and PostgreSQL has none',
  })
})

const isThere = hasMariaDb()
if (!isThere) console.warn('No MariaDB server is installed: its failures are not tested')

describe.skipIf(!isThere)('MariaDB', () => {
  let server: MariaDb
  beforeAll(async () => {
    server = await startMariaDb()
    server.execute(
      `create user poor@'127.0.0.1' identified by 'right'; grant select on shop.* to poor@'127.0.0.1';
       create user few@'127.0.0.1' identified by 'right' with max_queries_per_hour 5; grant all on *.* to few@'127.0.0.1';
       set global max_allowed_packet = 1048576`,
    )
    opened.push(() => server[Symbol.asyncDispose]())
  }, 120_000)
  const as = (user: string, password = 'right', more: object = {}) => {
    const { host, port, ssl } = server.connection
    return { type: 'MYSQL', host, port, ssl, user, password, database: 'shop', ...more } as const
  }
  failureTests({
    'wrong password': {
      provoke: () => asked(as('poor', WRONG), 'select 1'),
      words: /refused the user "poor": Access denied for user 'poor'/,
      advice: /Check user and password/,
    },
    'host away': {
      provoke: () => asked(as('poor', 'right', { port: NOBODY }), 'select 1'),
      words: /cannot be reached: .*ECONNREFUSED/,
      advice: /Check host and port/,
    },
    'warehouse suspended': 'a server has no such state',
    'permission missing': {
      provoke: () => asked(as('poor'), 'create table shop.mine (a int)'),
      words: /CREATE command denied to user/,
      advice: /Grant it to the user of the connection/,
    },
    'table gone': {
      provoke: () => asked(as('poor'), 'select * from gone'),
      words: /Table 'shop.gone' doesn't exist/,
      advice: /an earlier step has made the table/,
    },
    'session ended in the middle': {
      provoke: () => cut(as('poor'), 'select sleep(30)'),
      words: /closed|ECONNRESET|lost/i,
      advice: /session ended.*run the step again/,
    },
    'statement too long': {
      provoke: () => asked(as('poor'), `select '${'x'.repeat(2_000_000)}'`),
      words: /max_allowed_packet/,
      advice: /load fewer rows at once/,
    },
    quota: {
      provoke: () =>
        inDatabase(as('few'), async (warehouse) => {
          for (let n = 0; n < 10; n++) await warehouse.execute('select 1', never)
        }),
      words: /has exceeded the 'max_queries_per_hour' resource/,
      advice: /limits of the user/,
    },
  })

  test('the longest statement that the server takes is run, and one byte more is refused', async () => {
    await inDatabase(as('poor'), async (warehouse) => {
      const longest = 1_048_576 - 2
      const ofLength = (bytes: number) => `select '${'x'.repeat(bytes - "select ''".length)}'`
      await warehouse.execute(ofLength(longest), never)
      await expect(warehouse.execute(ofLength(longest + 1), never)).rejects.toThrow(
        /Its packet has 1048576 bytes, and the server takes fewer than 1048576/,
      )
      await warehouse.execute('select 1', never)
    })
  })
})

describe('DuckDB', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'failures-'))
    opened.push(() => rm(folder, { recursive: true }))
  })
  const file = (name = 'a.duckdb') => ({ type: 'DUCKDB', path: join(folder, name) }) as const
  failureTests({
    'wrong password': 'a file has none',
    'host away': 'the file is in the runner, which makes its folder',
    'warehouse suspended': 'a file has no such state',
    'permission missing': {
      provoke: () => asked(file(), "copy (select 1) to '/root/elsewhere.csv'"),
      words: /disabled by configuration|cannot access/i,
      advice: undefined,
    },
    'table gone': {
      provoke: () => asked(file(), 'select * from gone'),
      words: /Table with name gone does not exist/,
      advice: undefined,
    },
    'session ended in the middle': 'the engine is in the runner: both end together',
    'statement too long': {
      provoke: () => asked(file(), `select ${'('.repeat(60_000)}1${')'.repeat(60_000)}`),
      words: /./,
      advice: /intermediate result/,
    },
    quota: 'an engine in the runner has none',
  })
})

describe.skipIf(lakeExtensions === undefined)('lake', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'failures-'))
  })
  const lake = (catalog: object = {}) => {
    const made = newLake(folder)
    return { ...made, catalog: { ...made.catalog, ...catalog } }
  }
  const own = () => {
    const made = lake()
    opened.push(() => dropLake(made))
    return made
  }
  failureTests({
    'wrong password': {
      provoke: () => asked(lake({ user: nobody, password: WRONG }), 'select 1'),
      words: /cannot be opened: .*(password authentication failed|role .* does not exist)/s,
      advice: /Check user and password/,
    },
    'host away': {
      provoke: () => asked(lake({ port: NOBODY }), 'select 1'),
      words: /cannot be opened: .*(refused|could not connect)/is,
      advice: /Check host and port/,
    },
    'warehouse suspended': 'a lake has no such state',
    'permission missing': {
      provoke: () => asked(lake({ schema: 'information_schema' }), 'select 1'),
      words: /permission denied for/,
      advice: /Grant usage and create on the schema/,
    },
    'table gone': {
      provoke: () => asked(own(), 'select * from gone'),
      words: /Table with name gone does not exist/,
      advice: undefined,
    },
    'session ended in the middle': 'the engine is in the runner; its catalog is a PostgreSQL',
    'statement too long': 'the engine is that of DuckDB',
    quota: 'the engine is that of DuckDB; limits of its catalog are those of PostgreSQL',
  })
})
