import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type ClickHouseStandIn, findChdb, startChdb } from '../../warehouses/clickhouse/stand-in.ts'
import { clickHouseOfTests } from '../../warehouses/conformance/clickhouse.ts'
import { type EmptySchema, warehousesOfTests } from '../../warehouses/conformance/databases.ts'
import type { Warehouse } from '../../warehouses/warehouse.ts'
import { createLoad, type LoadOptions } from '../orchestration/modular-api-extract-input-v2/load.ts'
import { createModes } from '../orchestration/modular-api-extract-input-v2/settings.ts'
import { type AskedDecision, decideInThisProcess } from '../testing/decided-process.ts'
import { readRows } from './sql.ts'

const python = findChdb()
/** Minutes of its own: `npm run test:warehouses`. */
const isWanted = process.env['HEADRACE_TEST_WAREHOUSES'] === 'true'
if (isWanted && python === undefined) console.warn('chdb is not installed: no load into ClickHouse is killed')

const never = { signal: new AbortController().signal }
const PROCESS = new URL('../testing/decided-process.ts', import.meta.url).href
const warehouses = warehousesOfTests()

describe.skipIf(!isWanted || python === undefined)(
  'F30: loads of ClickHouse, decided by their record',
  () => {
    let standIn: ClickHouseStandIn
    let schema: EmptySchema
    let warehouse: Warehouse
    let asked: AskedDecision

    beforeAll(async () => {
      standIn = await startChdb(python ?? '')
    }, 60_000)
    afterAll(async () => {
      await warehouses.close()
      await standIn?.[Symbol.asyncDispose]()
    })
    beforeEach(async () => {
      schema = await clickHouseOfTests(() => standIn).create()
      warehouse = await warehouses.open(schema.connection)
      asked = { connection: schema.connection, mode: 'APPEND', key: 'one' }
      return () => schema.remove()
    })

    const rowsOf = async (sql: string) => (await readRows(warehouse, sql, 1_000, never)).rows
    const count = async (table = 'target') => Number((await rowsOf(`select count() from ${table}`))[0]?.[0])
    const left = () =>
      rowsOf(
        `select name from system.tables where database = '${schema.schema}' and match(name, '^headrace_(move|load)_')`,
      )
    const makeTarget = (rest = 'engine = MergeTree partition by id % 3 order by id') =>
      warehouse.execute(`create table target (id Int64, name Nullable(String)) ${rest}`, never)

    async function load(key: string, own: Partial<LoadOptions> = {}) {
      const columns = [
        { name: 'id', type: 'INTEGER' as const, member: 'id', definition: { type: 'BIGINT' } },
        { name: 'name', type: 'STRING' as const, member: 'name' },
      ]
      const table = { table: 'target' }
      const one = createLoad({ warehouse, options: never, table, mode: 'APPEND', key, columns, ...own })
      try {
        const before = await one.begin()
        if (before !== undefined) return `${before.rows} done before`
        for (const id of [1, 2, 3]) await one.add(JSON.stringify({ id, name: `name ${id}` }))
        return (await one.finish()).rows
      } finally {
        await one.abandon()
      }
    }

    /**
     * Kills a process with SIGKILL at its statement that matches, sent or not; undefined: it has ended
     * without.
     */
    async function killAt(statement: string, moment: 'before' | 'behind'): Promise<void> {
      const program = `import { decideInThisProcess } from ${JSON.stringify(PROCESS)}
      const stall = () => new Promise(() => { process.stdout.write('here'); setInterval(() => {}, 1000) })
      await decideInThisProcess(JSON.parse(process.argv[1]), new RegExp(process.argv[2]), process.argv[3], stall)`
      const given = ['--input-type=module', '-e', program, JSON.stringify(asked), statement, moment]
      const child = spawn(process.execPath, given, { stdio: ['ignore', 'pipe', 'inherit'] })
      const [reached] = await Promise.race([once(child.stdout, 'data'), once(child, 'exit')])
      expect(String(reached)).toBe('here')
      child.kill('SIGKILL')
      await once(child, 'exit')
    }

    test.each([
      ['^insert into "headrace_load_', 'behind', 0],
      ['^create table "headrace_move_', 'behind', 0],
      ['^insert into "headrace_move_', 'behind', 0],
      ['^insert into "headrace_loads"', 'before', 0],
      ['^insert into "headrace_loads"', 'behind', 0],
      ['^alter table "headrace_move_', 'before', 0],
      ['^alter table "headrace_move_', 'behind', 3],
      ['^drop table if exists "headrace_move_', 'behind', 3],
    ] as const)(
      'killed at %s, %s: all or nothing is there, and the step loads once',
      async (statement, moment, there) => {
        await makeTarget()
        await killAt(statement, moment)
        expect(await count()).toBe(there)
        expect(await decideInThisProcess(asked)).toMatch(/^3( done before)?$/)
        expect(await rowsOf('select id, name from target order by id')).toEqual([
          ['1', 'name 1'],
          ['2', 'name 2'],
          ['3', 'name 3'],
        ])
        expect(await decideInThisProcess(asked)).toBe('3 done before')
        expect([await count(), await left()]).toEqual([3, []])
      },
      60_000,
    )

    test('the next load into a table finishes one that was decided and interrupted, whichever step it is of', async () => {
      await makeTarget()
      await killAt('^alter table "headrace_move_', 'before')
      expect(await load('another')).toBe(3)
      expect(await load('one')).toBe('3 done before')
      expect([await count(), await left()]).toEqual([6, []])
    }, 60_000)

    test('a decided load is finished by loads into its own table, and not into one whose name differs in letter case only', async () => {
      await makeTarget()
      await warehouse.execute('create table "Target" as target', never)
      const other = { table: { table: 'Target' } }
      await killAt('^alter table "headrace_move_', 'before')
      expect(await load('another', other)).toBe(3)
      expect([await count(), await count('"Target"')]).toEqual([0, 3])
      expect(await load('another')).toBe(3)
      expect(await load('one')).toBe('3 done before')
      expect([await count(), await left()]).toEqual([6, []])

      asked = { ...asked, key: 'two', table: 'Target' }
      await killAt('^alter table "headrace_move_', 'before')
      expect(await load('a third')).toBe(3)
      expect([await count(), await count('"Target"')]).toEqual([9, 3])
      expect(await load('two', other)).toBe('3 done before')
      expect([await count('"Target"'), await left()]).toEqual([6, []])
    }, 60_000)

    test('a load that an earlier version decided, under a name without letter case, is finished', async () => {
      await makeTarget()
      await warehouse.execute('create table "Target" as target', never)
      asked = { ...asked, table: 'Target' }
      await killAt('^alter table "headrace_move_', 'before')
      const names = (await left()).map(([name]) => String(name))
      const staged = names.find((name) => name.startsWith('headrace_move_')) ?? ''
      const digest = createHash('sha256').update('target').digest('hex').slice(0, 8)
      const earlier = staged.replace(/^headrace_move_[0-9a-f]{8}_/, `headrace_move_${digest}_`)
      await warehouse.execute(
        `rename table ${staged} to ${earlier}; alter table headrace_loads update staged = '${earlier}' where staged = '${staged}'`,
        never,
      )
      expect(await load('another')).toBe(3)
      expect([await count(), await count('"Target"')]).toEqual([3, 0])
      expect(await load('one', { table: { table: 'Target' } })).toBe('3 done before')
      expect([await count('"Target"'), await left()]).toEqual([3, []])
    }, 60_000)

    test('of two that decide at the same moment, one does, and the other fails', async () => {
      await warehouse.execute(
        `create table decisions (decision String, staged String)${warehouse.parts.tableOptions}`,
        never,
      )
      const attempts = ['a', 'b'].map((staged) =>
        warehouse.parts.decided!.decide(
          'decisions',
          `insert into decisions select 'one', '${staged}'`,
          'one',
          `decision = 'one' and staged <> '${staged}'`,
        ),
      )
      // Each step of both, in turn: neither has seen the other when it adds its row.
      const failed: string[] = []
      for (const step of [0, 1, 2])
        for (const [index, statements] of attempts.entries())
          await warehouse
            .execute(statements[step] ?? '', never)
            .catch((error: Error) => failed.push(`${index}: ${error.message}`))
      expect(failed).toEqual(['1: Another attempt, or another run, has added the same rows in the meantime'])
      expect(await rowsOf('select staged from decisions')).toEqual([['a']])
    })

    test('of attempts of one step that come at once, one adds its rows', async () => {
      await makeTarget()
      const all = await Promise.allSettled(Array.from({ length: 4 }, () => load('same')))
      expect(all.map((one) => (one.status === 'fulfilled' ? String(one.value) : String(one.reason)))).toEqual(
        expect.arrayContaining(['3']),
      )
      expect(await load('same')).toBe('3 done before')
      expect([await count(), await left()]).toEqual([3, []])
    }, 60_000)

    test('finishing twice at once moves the rows once', async () => {
      await makeTarget()
      for (let round = 0; round < 5; round++) {
        await killAt('^alter table "headrace_move_', 'before')
        asked = { ...asked, key: `${asked.key}.` }
        const before = await count()
        const others = ['a', 'b', 'c'].map((key) => load(`${key}${round}`))
        expect(await Promise.all(others)).toEqual([3, 3, 3])
        expect(await count()).toBe(before + 12)
      }
    }, 120_000)

    test.each(createModes)('%s: whatever is there before, the table has the rows once', async (mode) => {
      expect(await load('first', { mode })).toBe(3)
      expect(await count()).toBe(3)
      if (mode === 'FAIL_IF_EXISTS') await expect(load('second', { mode })).rejects.toThrow('already exists')
      else expect(await load('second', { mode })).toBe(3)
      expect([await count(), await left()]).toEqual([mode === 'APPEND' ? 6 : 3, []])
    })

    test('rows that others add meanwhile stay', async () => {
      await makeTarget('engine = MergeTree order by id')
      const adding = Promise.all(
        Array.from({ length: 20 }, (_, n) =>
          warehouse.execute(`insert into target values (${n + 10}, 'x')`, never),
        ),
      )
      expect(await load('one')).toBe(3)
      await adding
      expect(await count()).toBe(23)
    })

    test('what cannot take the rows at once is refused before anything is read', async () => {
      await makeTarget('engine = Log')
      await expect(load('one')).rejects.toThrow(
        /^Headrace loads rows into tables of the MergeTree family only/,
      )
      await warehouse.execute('drop table target', never)
      await makeTarget()
      await warehouse.execute(
        'create materialized view seen engine = MergeTree order by tuple() as select id from target',
        never,
      )
      await expect(load('one')).rejects.toThrow(/^Materialized views read what is inserted/)
      expect(await left()).toEqual([])
    })

    test('rows that do not fit leave nothing', async () => {
      await warehouse.execute(
        'create table target (id Int64, name String) engine = MergeTree order by id',
        never,
      )
      const columns = [{ name: 'id', type: 'STRING' as const, member: 'name' }]
      await expect(load('one', { columns })).rejects.toThrow(/Cannot parse/)
      expect([await count(), await left()]).toEqual([0, []])
    })
  },
)
