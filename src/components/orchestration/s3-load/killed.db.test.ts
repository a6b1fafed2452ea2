import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { useMariaDb } from '../../../../test/support/mariadb.ts'
import { startS3 } from '../../../../test/support/object-stores/s3.ts'
import { TEST_DATABASES, warehousesOfTests } from '../../../warehouses/conformance/databases.ts'
import { mariaDbOfTests } from '../../../warehouses/conformance/mariadb.ts'
import type { createWarehouses } from '../../../warehouses/open.ts'
import { quoteText } from '../../../warehouses/sql-text.ts'
import type { Connection } from '../../../warehouses/warehouse.ts'
import { type AskedLoad, loadInThisProcess } from '../../testing/load-process.ts'

const never = { signal: new AbortController().signal }
const keys = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'secret' }
const ROWS = 120_000 // more than are read at once, so that the first are in the database before the last arrive

const mariaDb = useMariaDb('no load into it is killed')

const databases = [...TEST_DATABASES, ...(mariaDb.isThere ? [mariaDbOfTests(mariaDb.server)] : [])]
/** With an escape in every record, no engine reads the file by itself; without one, these take records as they are. */
const bodies = databases.flatMap((one) => [
  { ...one, records: 'escaped', mark: '\\' },
  ...(['PostgreSQL', 'MariaDB'].includes(one.name) ? [{ ...one, records: 'plain', mark: '' }] : []),
])

test.each(bodies)(
  'F30: $name, $records records: a runner that is killed in the middle of a load leaves nothing, and its step loads once',
  {
    timeout: 120_000,
  },
  async ({ name, create, mark }) => {
    const s3 = await startS3({ bucket: 'orders', region: 'us-east-1', ...keys })
    const body = Buffer.from(Array.from({ length: ROWS }, (_, n) => `${n},name${mark} ${n}\n`).join(''))
    s3.objects.set('big.csv', { body, headers: {} })
    const schema = await create()
    const asked = { connection: schema.connection, origin: s3.origin, keys }
    await inDatabase(schema.connection, (warehouse) =>
      warehouse.execute('create table sales (id integer, name varchar(40))', never),
    )

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
    await killInTheMiddle(asked)
    s3.interfere = undefined

    const counted = (sql: string) =>
      inDatabase(schema.connection, async (warehouse) => {
        for await (const rows of (await warehouse.query(sql, never)).batches) return Number(rows[0]?.[0])
        return undefined
      })
    // Rows of a long transaction go into the target itself.
    const isDirect = ['PostgreSQL', 'MariaDB'].includes(name)
    // Other tests may load in the same database at this moment.
    const leftovers = `select count(*) from information_schema.tables
      where table_name like 'headrace_load!_%' escape '!' and table_schema = ${quoteText(schema.schema)}`
    expect([await counted('select count(*) from sales'), await counted(leftovers)]).toEqual([
      0,
      isDirect ? 0 : 1,
    ])
    expect(await loadInThisProcess(asked)).toMatchObject({ result: 'SUCCESS', rowCount: ROWS })
    expect(await loadInThisProcess(asked)).toMatchObject({
      message: expect.stringContaining('already loaded'),
    })
    expect([
      await counted('select count(distinct id) from sales'),
      await counted('select count(*) from sales'),
    ]).toEqual([ROWS, ROWS])
    expect(await counted(leftovers)).toBe(0)
    await schema.remove()
    await s3.close()
  },
)

test.each(TEST_DATABASES.filter(({ name }) => name === 'DuckDB' || name === 'lake'))(
  'F30: $name: a runner that is killed while the engine reads a file has loaded all of it or nothing, and its step loads once',
  { timeout: 120_000 },
  async ({ create }) => {
    const rows = 1_500_000
    const s3 = await startS3({ bucket: 'orders', region: 'us-east-1', ...keys })
    const body = Buffer.from(Array.from({ length: rows }, (_, n) => `${n},name ${n}\n`).join(''))
    s3.objects.set('big.csv', { body, headers: {} })
    const schema = await create()
    const asked = { connection: schema.connection, origin: s3.origin, keys }
    await inDatabase(schema.connection, (warehouse) =>
      warehouse.execute('create table sales (id integer, name varchar(40))', never),
    )
    await killInTheMiddle(asked, 150)
    const counted = (sql: string) =>
      inDatabase(schema.connection, async (warehouse) => {
        for await (const found of (await warehouse.query(sql, never)).batches) return Number(found[0]?.[0])
        return undefined
      })
    expect([0, rows]).toContain(await counted('select count(*) from sales'))
    expect(await loadInThisProcess(asked)).toMatchObject({ result: 'SUCCESS', rowCount: rows })
    expect(await counted('select count(*) from sales')).toBe(rows)
    expect(await counted('select count(distinct id) from sales')).toBe(rows)
    await schema.remove()
    await s3.close()
  },
)

/** Loads in a process that is killed some milliseconds after it has begun to write. */
async function killInTheMiddle(asked: AskedLoad, afterMs = 0): Promise<void> {
  const program = `import { loadInThisProcess } from ${JSON.stringify(new URL('../../testing/load-process.ts', import.meta.url).href)}\nawait loadInThisProcess(JSON.parse(process.argv[1]), () => process.stdout.write('batch'))`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program, JSON.stringify(asked)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  await sleep(afterMs)
  child.kill('SIGKILL')
  await once(child, 'exit')
}

async function inDatabase<T>(
  connection: Connection,
  work: (warehouse: Awaited<ReturnType<ReturnType<typeof createWarehouses>['open']>>) => Promise<T>,
): Promise<T> {
  const warehouses = warehousesOfTests()
  try {
    return await work(await warehouses.open(connection))
  } finally {
    await warehouses.close()
  }
}
