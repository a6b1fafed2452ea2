import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TEST_DATABASES, warehousesOfTests } from '../../../warehouses/conformance/databases.ts'
import type { Warehouse } from '../../../warehouses/warehouse.ts'
import { run as s3Load } from '../../orchestration/s3-load/run.ts'
import { stepContext } from '../../testing/step-context.ts'

const never = { signal: new AbortController().signal }
const { create } = TEST_DATABASES.find(({ name }) => name === 'PostgreSQL')!
const warehouses = warehousesOfTests()
let schema: Awaited<ReturnType<typeof create>>
let warehouse: Warehouse
let folder = ''
let serial = 0

beforeAll(async () => {
  schema = await create()
  warehouse = await warehouses.open(schema.connection)
  folder = await mkdtemp(join(tmpdir(), 'headrace-direct-load-'))
})
afterAll(async () => {
  await schema.remove()
  await warehouses.close()
  await rm(folder, { recursive: true })
})

const columns = `id integer, name varchar(12), amount numeric(12,2), day date, made timestamp, ok boolean,
  ratio double precision, data jsonb`

async function rowsOf(sql: string) {
  const rows = []
  for await (const batch of (await warehouse.query(sql, never)).batches) rows.push(...batch)
  return rows
}

/** Loads a text into an empty table twice: row by row through a staging table, and directly. Answers how many records were not read. */
async function loadBoth(text: string, parameters: object = {}, before = '') {
  let unread = 0
  const place = join(folder, `${++serial}`)
  await mkdir(place)
  await writeFile(join(place, 'a.csv'), text)
  async function loadWith(takesLongLoads: boolean) {
    await warehouse.execute(`drop table if exists sales; create table sales (${columns}); ${before}`, never)
    const beginLoad: Warehouse['beginLoad'] = async (options) => {
      const load = await warehouse.beginLoad(options)
      const add: NonNullable<typeof load.text>['add'] = async (...given) => {
        const count = await load.text?.add(...given)
        unread += count ?? 0
        return count
      }
      return { ...load, ...(load.text && { text: { ...load.text, add } }) }
    }
    const step = stepContext({ warehouse: { ...warehouse, takesLongLoads, beginLoad }, filesFolder: folder })
    const { result, message, rowCount } = await s3Load.run(
      { ...step, idempotencyKey: `direct ${serial} ${takesLongLoads}` },
      {
        s3ObjectPrefix: `file:///${serial}/`,
        targetTable: 'sales',
        fileType: 'CSV',
        forceLoad: 'True',
        ...parameters,
      } as never,
    )
    await step.dispose()
    const rows = await rowsOf('select * from sales order by id, name, amount')
    return { result, message, rowCount, rows }
  }
  const staged = await loadWith(false)
  expect(unread).toBe(0)
  const direct = await loadWith(true)
  expect(direct).toEqual(staged)
  return { ...direct, unread }
}

const plain = (from: number, count: number) =>
  Array.from({ length: count }, (_, n) => `${from + n},n${from + n},1,2024-01-31,,yes,0.5,\n`).join('')

test('plain records become the values that rows of texts become, and none is read', async () => {
  const loaded = await loadBoth(
    [
      'id,name,amount,day,made,ok,ratio,data',
      '1,Ann,12.345,2024-01-31,2024-01-31 10:00:00.25,yes,0.1,{}',
      '2,  Größe ,,,,,,',
      '3.5,"q",-0.005,2024-02-29,2024-02-29 00:00:00,F,1e10,[1]',
      ' 4,,1,0001-01-01,9999-12-31 23:59:59,1,nan,null',
    ].join('\n'),
    { skipHeader: '1' },
  )
  expect(loaded).toMatchObject({ result: 'SUCCESS', rowCount: 4, unread: 4 })
})

test('from the first block on that is not plain, or does not fit as it is, records are read', async () => {
  const many = plain(0, 60_000)
  const escaped = await loadBoth(`${many}1,a\\\\b,1,,,,,\n${plain(60_001, 3)}`)
  expect(escaped).toMatchObject({ result: 'SUCCESS', rowCount: 60_004 })
  expect(escaped.unread).toBeGreaterThan(20_000)
  expect(escaped.unread).toBeLessThan(60_000)
  const rewritten = await loadBoth(`${many}1,us,1,01/31/2024,,,,\n`)
  expect(rewritten).toMatchObject({ result: 'SUCCESS', rowCount: 60_001 })
  expect(rewritten.unread).toBeLessThan(60_000)
})

test.each([
  ['a number', '60001,a,x,,,,,\n', 'line 60001: column "amount"'],
  ['a day that PostgreSQL alone would take', '60001,a,1,tomorrow,,,,\n', 'line 60001: column "day"'],
  ['a truth value that PostgreSQL alone would take', '60001,a,1,,,tr,,\n', 'line 60001: column "ok"'],
  ['a text that is too long', '60001,0123456789 12    ,1,,,,,\n', 'line 60001: column "name"'],
  ['a field too few', '60001,a\n', 'line 60001: there are 2 fields'],
  ['a field too many', '60001,a,1,,,,,,\n', 'line 60001: there are 9 fields'],
])('%s that does not fit is named with its line, and nothing is loaded', async (_, odd, said) => {
  const loaded = await loadBoth(`${plain(0, 60_000)}${odd}${plain(60_002, 10)}`)
  expect(loaded).toMatchObject({ result: 'FAILED', rows: [] })
  expect(loaded.message).toContain(said)
})

test('what the target itself refuses ends the load, and nothing of it stays', async () => {
  await mkdir(join(folder, 'twice'))
  await writeFile(join(folder, 'twice/a.csv'), `${plain(0, 60_000)}${plain(0, 1)}`)
  await warehouse.execute(`drop table sales; create table sales (${columns}, unique (id))`, never)
  const step = stepContext({ warehouse, filesFolder: folder })
  const { result, message } = await s3Load.run(step, {
    s3ObjectPrefix: 'file:///twice/',
    targetTable: 'sales',
    fileType: 'CSV',
  } as never)
  expect(result).toBe('FAILED')
  expect(message).toContain('duplicate key')
  expect(await rowsOf('select count(*) from sales')).toEqual([['0']])
})
