import { writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startS3 } from '../../../test/support/object-stores/s3.ts'
import { never } from '../conformance/bench.ts'
import type { EmptySchema } from '../conformance/databases.ts'
import { snowflakeOfTests } from '../conformance/snowflake.ts'
import { createWarehouses } from '../open.ts'
import { batchColumn, type Cell, type Warehouse } from '../warehouse.ts'
import { WarehouseError } from '../warehouse-error.ts'
import type { SnowflakeConnection } from './connection.ts'
import { findFakesnow, type SnowflakeStandIn, startFakesnow } from './stand-in.ts'

const python = findFakesnow()
/** A minute of its own: `npm run test:warehouses`. */
const isWanted = process.env['HEADRACE_TEST_WAREHOUSES'] === 'true'
if (isWanted && python === undefined)
  console.warn('fakesnow is not installed: no stage of Snowflake is tested')

const keys = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'secret/1' }

describe.skipIf(!isWanted || python === undefined)('rows through a stage, as fakesnow stands in', () => {
  const warehouses = createWarehouses({ allowPrivateAddresses: true })
  let s3: Awaited<ReturnType<typeof startS3>>
  let standIn: SnowflakeStandIn
  let schema: EmptySchema
  /** What the emulator sees of the bucket: it reads files, and no S3. */
  let folder: string
  let put: string[]

  beforeAll(async () => {
    s3 = await startS3({ bucket: 'staging', region: 'eu-central-1', ...keys })
    standIn = await startFakesnow(python ?? '')
    folder = await mkdtemp(join(tmpdir(), 'stage-'))
  }, 120_000)
  afterAll(async () => {
    await warehouses.close()
    await standIn?.[Symbol.asyncDispose]()
    await s3?.close()
    await rm(folder, { recursive: true })
  })
  beforeEach(async () => {
    put = []
    s3.interfere = ({ method, path, body }) => {
      if (method === 'PUT') {
        put.push(decodeURIComponent(path))
        writeFileSync(join(folder, basename(path)), body)
      }
      return undefined
    }
    schema = await snowflakeOfTests(() => standIn).create()
  })
  afterEach(() => schema.remove())

  /** A warehouse whose loads go through a stage, with an empty table `loaded (a, b)`. */
  async function opened(own: Partial<NonNullable<SnowflakeConnection['staging']>> = {}): Promise<Warehouse> {
    const staging = {
      url: 's3://staging/from headrace/',
      region: 'eu-central-1',
      endpoint: s3.origin,
      stage: 'rows',
      ...keys,
      ...own,
    }
    const warehouse = await warehouses.open({ ...(schema.connection as SnowflakeConnection), staging })
    await warehouse.execute(
      `create table loaded (a varchar(20), b varchar(20)); create stage rows url = 'file://${folder}/'`,
      never,
    )
    return warehouse
  }

  async function load(warehouse: Warehouse, rows: readonly (readonly Cell[])[]): Promise<number> {
    const bulk = await warehouse.beginLoad(never)
    try {
      await bulk.fill(rows)
      const count = await bulk.execute(
        `insert into loaded select ${batchColumn(0)}, ${batchColumn(1)} from ${bulk.batch}`,
      )
      await bulk.commit()
      return count
    } finally {
      await bulk.rollback()
    }
  }

  async function rowsOf(warehouse: Warehouse, sql: string) {
    return (await Array.fromAsync((await warehouse.query(sql, never)).batches)).flat()
  }

  const odd: Cell[][] = [
    ['"quoted", \'it\'', 'line\r\nend'],
    ['', null],
    ['back\\slash', '\\N'],
    ['null', '[1]'],
    [null, 'é 𝄞'],
    ['2024-01-31', '007'],
  ]
  const many: Cell[][] = [...odd, ...Array.from({ length: 2_000 }, (_, n) => [`n${n}`, null])]

  test('many rows go through one object in S3, which is deleted, and arrive as they are', async () => {
    const warehouse = await opened()
    expect(await load(warehouse, many)).toBe(many.length)
    expect(put).toEqual([expect.stringMatching(/^\/staging\/from headrace\/headrace-[0-9a-f-]+\.json\.gz$/)])
    expect([...s3.objects.keys()]).toEqual([])
    const found = await rowsOf(
      warehouse,
      "select a, b from loaded where a is null or a not like 'n%' or a = 'null'",
    )
    expect(found).toHaveLength(odd.length)
    expect(found).toEqual(expect.arrayContaining(odd))
    expect(await rowsOf(warehouse, 'select count(*) from loaded')).toEqual([[String(many.length)]])
    // A few rows are sooner there without a file.
    expect(await load(warehouse, odd)).toBe(odd.length)
    expect(put).toHaveLength(1)
  })

  test('what S3 refuses fails the load in its own words, and nothing is left', async () => {
    const warehouse = await opened({ secretAccessKey: 'another' })
    await expect(load(warehouse, many)).rejects.toThrow(
      /^The rows cannot be written to s3:\/\/staging\/.*HTTP 403 .*Signature/s,
    )
    expect(await rowsOf(warehouse, 'select count(*) from loaded')).toEqual([['0']])
    expect(s3.objects.size).toBe(0)
  })

  test('a stage that is not there leaves no object and no row', async () => {
    const warehouse = await opened({ stage: 'another' })
    const failing = load(warehouse, many)
    await expect(failing).rejects.toThrow(WarehouseError)
    await expect(failing).rejects.toThrow(/another/i)
    expect(await rowsOf(warehouse, 'select count(*) from loaded')).toEqual([['0']])
    expect(s3.objects.size).toBe(0)
  })
})
