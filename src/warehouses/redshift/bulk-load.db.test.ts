import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { startS3 } from '../../../test/support/object-stores/s3.ts'
import { never } from '../conformance/bench.ts'
import type { EmptySchema } from '../conformance/databases.ts'
import { redshiftOfTests, redshiftStandIn } from '../conformance/redshift.ts'
import type { RedshiftConnection } from '../connection.ts'
import { createWarehouses } from '../open.ts'
import { batchColumn, type Cell, type Warehouse } from '../warehouse.ts'
import { WarehouseError } from '../warehouse-error.ts'
import type { RedshiftStaging } from './copy-rows.ts'
import type { StandIn } from './stand-in.ts'

const keys = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'secret/1' }
const warehouses = createWarehouses({ allowPrivateAddresses: true })
let s3: Awaited<ReturnType<typeof startS3>>
let standIn: StandIn
let schema: EmptySchema

beforeAll(async () => {
  s3 = await startS3({ bucket: 'staging', region: 'eu-central-1', ...keys })
  standIn = await redshiftStandIn(s3.objects)
})
afterAll(async () => {
  await warehouses.close()
  await standIn[Symbol.asyncDispose]()
  await s3.close()
})
beforeEach(async () => {
  schema = await redshiftOfTests(() => standIn).create()
})
afterEach(() => schema.remove())

/** A warehouse whose loads go through S3, with an empty table `loaded (a, b)`. */
async function opened(own: Partial<RedshiftStaging> = {}): Promise<Warehouse> {
  const staging = {
    url: 's3://staging/from headrace/',
    region: 'eu-central-1',
    endpoint: s3.origin,
    iamRole: 'arn:aws:iam::123456789012:role/reader',
    ...keys,
    ...own,
  }
  const warehouse = await warehouses.open({ ...(schema.connection as RedshiftConnection), staging })
  await warehouse.execute('create table loaded (a varchar(20), b varchar(20))', never)
  return warehouse
}

async function load(warehouse: Warehouse, rows: readonly (readonly Cell[])[]): Promise<number> {
  const bulk = await warehouse.beginLoad(never)
  try {
    await bulk.fill(rows)
    const insert = `insert into loaded select ${batchColumn(0)}, ${batchColumn(1)} from ${bulk.batch}`
    const count = await bulk.execute(insert)
    await bulk.commit()
    return count
  } finally {
    await bulk.rollback()
  }
}

async function rowsOf(warehouse: Warehouse, sql: string) {
  const rows: (readonly Cell[])[] = []
  for await (const batch of (await warehouse.query(sql, never)).batches) rows.push(...batch)
  return rows
}

const odd: Cell[][] = [
  ['"quoted", \'it\'', 'line\r\nend'],
  ['', null],
  ['back\\slash', '\\N'],
  ['null', '@NULL@'],
  [null, 'é 𝄞'],
]
const many: Cell[][] = [...odd, ...Array.from({ length: 2_000 }, (_, n) => [`n${n}`, null])]

test('many rows go through one object in S3, which is deleted, and arrive as they are', async () => {
  const warehouse = await opened()
  const put: string[] = []
  s3.interfere = ({ method, path }) => {
    if (method === 'PUT') put.push(decodeURIComponent(path))
    return undefined
  }
  expect(await load(warehouse, many)).toBe(many.length)
  expect(put).toEqual([expect.stringMatching(/^\/staging\/from headrace\/headrace-[0-9a-f-]+\.csv\.gz$/)])
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
  s3.interfere = undefined
  const warehouse = await opened({ secretAccessKey: 'another' })
  const failing = load(warehouse, many)
  await expect(failing).rejects.toThrow(WarehouseError)
  await expect(failing).rejects.toThrow(
    /^The rows cannot be written to s3:\/\/staging\/.*HTTP 403 .*Signature/s,
  )
  expect(await rowsOf(warehouse, 'select count(*) from loaded')).toEqual([['0']])
  expect(s3.objects.size).toBe(0)
})

test('a copy that Redshift refuses leaves no object and no row', async () => {
  const warehouse = await opened()
  // The object is lost between the two.
  s3.interfere = ({ method }) => (method === 'PUT' ? { status: 200 } : undefined)
  await expect(load(warehouse, many)).rejects.toThrow(/S3ServiceException/)
  s3.interfere = undefined
  expect(await rowsOf(warehouse, 'select count(*) from loaded')).toEqual([['0']])
  expect(s3.objects.size).toBe(0)
})
