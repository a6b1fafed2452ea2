import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type AskedDecision, addInThisProcess } from '../../../src/components/testing/decided-process.ts'
import { type AskedLoad, loadInThisProcess } from '../../../src/components/testing/load-process.ts'
import {
  type EmptySchema,
  type TestDatabase,
  warehousesOfTests,
} from '../../../src/warehouses/conformance/databases.ts'
import type { Connection } from '../../../src/warehouses/connection.ts'
import type { Warehouse } from '../../../src/warehouses/warehouse.ts'
import { type HoldingProxy, startHoldingProxy } from '../holding-proxy.ts'
import { startS3 } from '../object-stores/s3.ts'

const never = { signal: new AbortController().signal }
const folder = new URL('../../../src/components/testing/', import.meta.url)
const keys = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'secret' }
const ROWS = 30_000 // more than are read at once, so that the first are in the database before the last arrive

const COMMITS = /(^|\n)commit\b|^begin atomic/i

/**
 * A request by the SQL in it; the text of a statement in a transaction is a statement of its own, or a part
 * of one.
 */
const moments = [
  { does: 'adds rows to its own table', sql: /insert into \S*headrace_load_/i, moment: 'behind', there: 0 },
  { does: 'remembers the load', sql: /insert into \S*headrace_loads\b/i, moment: 'before', there: 0 },
  { does: 'commits', sql: COMMITS, moment: 'before', there: 0 },
  { does: 'commits', sql: COMMITS, moment: 'behind', there: 3 },
  { does: 'drops its own table', sql: /^drop table \S*headrace_load_/i, moment: 'before', there: 3 },
] as const

/**
 * What is left of a load whose runner is killed at a request of it, on a database that is reached by HTTP.
 */
export function killedLoadTests({
  create,
  spoken = (warehouse) => warehouse,
}: Pick<TestDatabase, 'create' | 'spoken'>): void {
  const warehouses = warehousesOfTests()
  let schema: EmptySchema
  let proxy: HoldingProxy
  let warehouse: Warehouse

  beforeEach(async () => {
    schema = await create()
    warehouse = spoken(await warehouses.open(schema.connection))
    proxy = await startHoldingProxy(addressOf(schema.connection))
  })
  afterEach(async () => {
    await proxy[Symbol.asyncDispose]()
    await warehouses.close()
    await schema.remove()
  })

  const rowsOf = async (sql: string) =>
    (await Array.fromAsync((await warehouse.query(sql, never)).batches)).flat()
  const countOf = async (table: string) => Number((await rowsOf(`select count(*) from ${table}`))[0]?.[0])
  const left = async () => {
    const found = warehouse.catalogue.tables({ schema: schema.schema, prefix: 'headrace_load_', limit: 10 })
    return rowsOf(found)
  }
  const make = (table: string, columns: string) =>
    warehouse.execute(`create table ${table} (${columns})${warehouse.parts.tableOptions}`, never)

  /** Runs a function of a module in a process that is killed with SIGKILL when `reached` resolves. */
  async function killAt(
    module: string,
    call: string,
    asked: object,
    reached: Promise<unknown>,
  ): Promise<void> {
    const program = `import * as module from ${JSON.stringify(new URL(module, folder).href)}
      await module.${call}(JSON.parse(process.argv[1]))`
    const child = spawn(process.execPath, ['--input-type=module', '-e', program, JSON.stringify(asked)], {
      stdio: 'inherit',
    })
    const ended = once(child, 'exit')
    expect(await Promise.race([reached.then(() => 'reached'), ended.then(() => 'ended')])).toBe('reached')
    child.kill('SIGKILL')
    await ended
  }

  test.each(moments)(
    'a runner is killed $moment its load $does: all or nothing is there, and the step loads once',
    async ({ sql, moment, there }) => {
      await make('target', 'id bigint, name varchar(40)')
      const asked: AskedDecision = { connection: schema.connection, mode: 'APPEND', key: 'one' }
      const through = { ...asked, connection: reachedAt(schema.connection, proxy.origin) }
      const held = proxy.hold((body) => sql.test(sqlOf(body)), moment)
      await killAt('decided-process.ts', 'addInThisProcess', through, held)
      // What the database was told it does to its end, whoever waits for it.
      await expect.poll(() => countOf('target'), { timeout: 200_000 }).toBe(there)
      expect(await addInThisProcess(asked)).toBe(there === 3 ? '3 done before' : '3')
      expect((await rowsOf('select id, name from target')).toSorted()).toEqual([
        ['1', 'name 1'],
        ['2', 'name 2'],
        ['3', 'name 3'],
      ])
      expect(await addInThisProcess(asked)).toBe('3 done before')
      expect([await countOf('target'), await left()]).toEqual([3, []])
    },
  )

  test('a runner is killed in the middle of a file: nothing is there, and the step loads once', async () => {
    await make('sales', 'id integer, name varchar(40)')
    const s3 = await startS3({ bucket: 'orders', region: 'us-east-1', ...keys })
    const body = Buffer.from(Array.from({ length: ROWS }, (_, n) => `${n},name ${n}\n`).join(''))
    s3.objects.set('big.csv', { body, headers: {} })
    // All but the last rows arrive; the rest of the file is promised and never sent.
    s3.interfere = ({ path }) =>
      path.endsWith('big.csv')
        ? {
            status: 200,
            headers: { 'content-length': String(body.length) },
            body: body.subarray(0, body.length - 100),
            stalls: true,
          }
        : undefined
    const asked: AskedLoad = { connection: schema.connection, origin: s3.origin, keys }
    const through = { ...asked, connection: reachedAt(schema.connection, proxy.origin) }
    const held = proxy.hold((text) => /insert into \S*headrace_load_/i.test(sqlOf(text)), 'behind')
    await killAt('load-process.ts', 'loadInThisProcess', through, held)
    s3.interfere = undefined
    expect(await countOf('sales')).toBe(0)
    const again = await loadInThisProcess(asked)
    expect(again, again.message).toMatchObject({ result: 'SUCCESS', rowCount: ROWS })
    expect(await loadInThisProcess(asked)).toMatchObject({
      message: expect.stringContaining('already loaded'),
    })
    expect(await rowsOf('select count(*), count(distinct id) from sales')).toEqual([
      [String(ROWS), String(ROWS)],
    ])
    expect(await left()).toEqual([])
    await s3.close()
  })
}

/** The SQL of a request, as each service takes it. */
function sqlOf(body: string): string {
  if (!body.startsWith('{')) return ''
  const { sqlText, statement, configuration } = JSON.parse(body) as {
    readonly sqlText?: string
    readonly statement?: string
    readonly configuration?: { readonly query?: { readonly query?: string } }
  }
  return sqlText ?? statement ?? configuration?.query?.query ?? ''
}

function addressOf(connection: Connection): string {
  const { url, endpoint } = connection as { readonly url?: string; readonly endpoint?: string }
  return url ?? endpoint ?? ''
}

const reachedAt = (connection: Connection, origin: string): Connection =>
  ({ ...connection, ['endpoint' in connection ? 'endpoint' : 'url']: origin }) as Connection
