import { mkdir, mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inDatabase, lakeExtensions, TEST_DATABASES } from '../../../warehouses/conformance/databases.ts'
import { createWarehouses } from '../../../warehouses/open.ts'
import { run as s3Load } from '../../orchestration/s3-load/run.ts'
import { stepContext } from '../../testing/step-context.ts'

const ROWS = 40_000
const never = { signal: new AbortController().signal }
const engines = TEST_DATABASES.filter(({ name }) => name === 'DuckDB' || name === 'lake')
let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wide-rows-'))
  await mkdir(join(folder, 'wide'))
  const file = await open(join(folder, 'wide/a.csv'), 'w')
  // Nothing that can be compressed to little: 200 MB.
  const body = Buffer.alloc(2_500)
  for (let row = 0; row < ROWS; row++) {
    for (let at = 0; at < body.length; at += 4)
      body.writeUInt32LE(Math.imul(row + at, 2_654_435_761) >>> 0, at)
    await file.appendFile(`${row},${body.toString('hex')}\n`)
  }
  await file.close()
})
afterAll(() => rm(folder, { recursive: true }))

describe.each(engines)('$name', ({ create }) => {
  test('rows are loaded that together are larger than the memory of the engine', {
    timeout: 120_000,
  }, async () => {
    const schema = await create()
    const options = { allowPrivateAddresses: true, duckdbExtensions: lakeExtensions, duckdbMemoryMib: 160 }
    const warehouses = createWarehouses(options)
    try {
      const warehouse = await warehouses.open(schema.connection)
      await warehouse.execute('create table wide (id integer, body varchar)', never)
      const context = stepContext({ warehouse, filesFolder: folder })
      const loaded = await s3Load.run(context, {
        s3ObjectPrefix: 'file:///wide/',
        targetTable: 'wide',
      } as never)
      await context.dispose()
      expect(loaded).toMatchObject({ result: 'SUCCESS', rowCount: ROWS })
    } finally {
      await warehouses.close()
    }
    // To read long texts takes more memory than to write them.
    const rows = await inDatabase(schema.connection, async (warehouse) => {
      const query = 'select count(distinct id), min(len(body)), count(distinct md5(body)) from wide'
      return (await Array.fromAsync((await warehouse.query(query, never)).batches)).flat()
    })
    expect(rows).toEqual([[String(ROWS), '5000', String(ROWS)]])
    await schema.remove()
  })
})
