import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { useMariaDb } from '../../../../test/support/mariadb.ts'
import { mariaDbOfTests } from '../../../warehouses/conformance/mariadb.ts'
import type { Connection } from '../../../warehouses/connection.ts'
import { createWarehouses } from '../../../warehouses/open.ts'
import type { Warehouse } from '../../../warehouses/warehouse.ts'
import { rowsOf } from '../../transformation/testing/run.ts'
import { createLoad, type LoadOptions } from './load.ts'

const mariaDb = useMariaDb('loads are not tested on it')

const options = { signal: new AbortController().signal }

describe.skipIf(!mariaDb.isThere)('MariaDB', () => {
  const warehouses = createWarehouses({ allowPrivateAddresses: true })
  let connection: Connection
  let warehouse: Warehouse

  beforeAll(async () => {
    connection = (await mariaDbOfTests(mariaDb.server).create()).connection
    warehouse = await warehouses.open(connection)
  }, 120_000)

  afterAll(async () => {
    await warehouses.close()
  })

  let serial = 0
  async function load(elements: readonly string[], own: Partial<LoadOptions> = {}) {
    const one = createLoad({
      warehouse,
      options,
      table: { table: 'target' },
      mode: 'APPEND',
      key: `key ${++serial}`,
      columns: undefined,
      ...own,
    })
    try {
      const before = await one.begin()
      if (before !== undefined) return `${before.rows} done before`
      for (const element of elements) await one.add(element)
      return (await one.finish()).rows
    } finally {
      await one.abandon()
    }
  }

  const cells = async (sql: string) => (await rowsOf(warehouse, sql)).rows
  const leftovers = () =>
    cells(`select table_name from information_schema.tables
      where table_schema = database() and table_name like 'headrace_load!_%' escape '!'`)

  test('a load that fails is not taken for done on a server whose tables roll nothing back by default', async () => {
    mariaDb.server().execute('set global default_storage_engine = Aria')
    try {
      const { connection } = await mariaDbOfTests(mariaDb.server).create()
      const on = await warehouses.open(connection)
      await on.execute('create table target (id bigint primary key) engine = InnoDB', options)
      const own = { warehouse: on, key: 'twice' }
      await expect(load(['{"id":1}', '{"id":1}'], own)).rejects.toThrow('Duplicate')
      expect(await load(['{"id":1}'], own)).toBe(1)
    } finally {
      mariaDb.server().execute('set global default_storage_engine = InnoDB')
    }
  })

  test('each mode does what its name says, and a load that was done is not done again', async () => {
    expect(await load(['{"id":1,"list":[1]}', '{"id":2}'])).toBe(2)
    expect(await load(['{"id":3}'], { key: 'append' })).toBe(1)
    expect(await load(['{"id":3}'], { key: 'append' })).toBe('1 done before')
    expect(await cells('select id from target')).toEqual([['1'], ['2'], ['3']])
    await load(['{"id":4}'], { mode: 'TRUNCATE_AND_INSERT' })
    expect(await cells('select id from target')).toEqual([['4']])
    await load(['{"other":5}'], { mode: 'REPLACE_IF_EXISTS' })
    expect(await cells('select other from target')).toEqual([['5']])
    await expect(load(['{"other":6}'], { mode: 'FAIL_IF_EXISTS' })).rejects.toThrow('already exists')
    await load([], { mode: 'REPLACE_IF_EXISTS' })
    expect(await cells('select other from target')).toEqual([])
    expect(await leftovers()).toEqual([])
  })

  test('members get names that are names of columns here', async () => {
    const names = ['👍 yes', 'é'.repeat(70), `${'é'.repeat(70)}!`, ' ', 'end ']
    const element = Object.fromEntries(names.map((name, index) => [name, index]))
    await load([JSON.stringify(element)], { table: { table: 'named' } })
    const columns = await warehouse.describe({ table: 'named' }, options)
    const long = 'é'.repeat(64)
    expect(columns?.map(({ name }) => name)).toEqual(['_ yes', long, `${long.slice(2)}_2`, '_', 'end'])
  })

  test('bytes become bytes where nothing but the table says so', async () => {
    await warehouse.execute('create table pictures (data blob)', options)
    await load([String.raw`{"data":"\\x00ff"}`], { table: { table: 'pictures' } })
    expect(await cells('select hex(data) from pictures')).toEqual([['00FF']])
  })

  test('a value that does not fit leaves nothing of the load', async () => {
    await load(['{"n":1}'], { table: { table: 'numbers' } })
    await expect(load(['{"n":2}', '{"n":"x"}'], { table: { table: 'numbers' } })).rejects.toThrow('x')
    expect(await cells('select n from numbers')).toEqual([['1']])
    expect(await leftovers()).toEqual([])
  })

  const ROWS = 5_000

  /** A process that loads, and is killed so many milliseconds after it begins to put the rows in place. */
  async function killedLoad(mode: LoadOptions['mode'], key: string, afterMs: number): Promise<void> {
    const code = `
      const { createWarehouses } = await import(${JSON.stringify(new URL('../../../warehouses/open.ts', import.meta.url).href)})
      const { createLoad } = await import(${JSON.stringify(new URL('./load.ts', import.meta.url).href)})
      const warehouses = createWarehouses({ allowPrivateAddresses: true })
      const warehouse = await warehouses.open(${JSON.stringify(connection)})
      const options = { signal: new AbortController().signal }
      const one = createLoad({ warehouse, options, table: { table: 'killed' }, columns: undefined,
        mode: ${JSON.stringify(mode)}, key: ${JSON.stringify(key)} })
      await one.begin()
      for (let n = 0; n < ${ROWS}; n++) await one.add(JSON.stringify({ n }))
      console.log('finishing')
      await one.finish()
      process.exit(0)`
    const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const ended = once(child, 'exit')
    await Promise.race([once(child.stdout, 'data'), ended])
    await pause(afterMs)
    child.kill('SIGKILL')
    await ended
  }

  test.each([
    ['APPEND', 'a table'],
    ['FAIL_IF_EXISTS', 'no table'],
    ['REPLACE_IF_EXISTS', 'a table'],
    ['REPLACE_IF_EXISTS', 'no table'],
  ] as const)(
    'F30: a load in the mode %s into %s whose process is killed is there whole or not at all, and once when it is repeated',
    async (mode, before) => {
      const elements = Array.from({ length: ROWS }, (_, n) => JSON.stringify({ n }))
      for (const afterMs of [0, 60]) {
        const key = `killed ${mode} ${before} ${afterMs}`
        await warehouse.execute('drop table if exists killed', options)
        if (before === 'a table') await warehouse.execute('create table killed (n bigint)', options)
        await killedLoad(mode, key, afterMs)
        const there = (await warehouse.describe({ table: 'killed' }, options)) !== undefined
        if (there) expect(['0', String(ROWS)]).toContain((await cells('select count(*) from killed'))[0]?.[0])
        await load(elements, { table: { table: 'killed' }, mode, key })
        expect(await cells('select count(*), count(distinct n) from killed')).toEqual([
          [String(ROWS), String(ROWS)],
        ])
      }
      expect(await leftovers()).toEqual([])
    },
    120_000,
  )
})
