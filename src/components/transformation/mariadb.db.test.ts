import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { useMariaDb } from '../../../test/support/mariadb.ts'
import type { EmptySchema } from '../../warehouses/conformance/databases.ts'
import { mariaDbOfTests, speakMariaDb } from '../../warehouses/conformance/mariadb.ts'
import { createWarehouses, type Warehouses } from '../../warehouses/open.ts'
import type { Warehouse } from '../../warehouses/warehouse.ts'
import { behaviourTests } from './testing/behaviour.ts'
import { gateTests } from './testing/gates.ts'
import { rewrite, sql } from './testing/pieces.ts'
import { rowsOf, runPieces, setSpeaker } from './testing/run.ts'
import { sampleTables } from './testing/sample-tables.ts'
import { exampleTests } from './testing/suite.ts'

const mariaDb = useMariaDb('transformations are not tested on it')

describe.skipIf(!mariaDb.isThere)('MariaDB', () => {
  let schema: EmptySchema
  let warehouses: Warehouses
  let warehouse: Warehouse

  beforeEach(async () => {
    schema = await mariaDbOfTests(mariaDb.server).create()
    warehouses = createWarehouses({ allowPrivateAddresses: true })
    warehouse = await warehouses.open(schema.connection)
    setSpeaker(warehouse, {
      speak: speakMariaDb,
      truths: ['1', '0'],
      chainFault: /Too many WITH elements.*\n.*rewrite-table/,
      refused: { 'lead-lag 1': /cannot ignore nulls/ },
    })
    await warehouse.execute(sampleTables, { signal: new AbortController().signal })
  })

  afterEach(async () => {
    await warehouses.close()
    await schema.remove()
  })

  exampleTests(async () => warehouse)
  behaviourTests(async () => warehouse)
  test('a view is not rewritten, for its rows are those of a table', async () => {
    const options = { signal: new AbortController().signal }
    await warehouse.execute('create view every_order as select * from orders', options)
    const run = await runPieces(warehouse, {
      Some: sql("select * from orders where status = 'paid'"),
      Result: rewrite('Some', 'every_order'),
    })
    expect(run.failed).toEqual({
      Result: 'every_order is a view: name a table, or write the view with create-view',
    })
    expect((await rowsOf(warehouse, 'select id from orders')).rows).toHaveLength(4)
  })

  test('a table that is rewritten with other columns several times at once has the rows of one', async () => {
    const write = (n: number) =>
      runPieces(warehouse, { Rows: sql(`select ${n} as n, ${n} as m`), Result: rewrite('Rows', 'orders') })
    const broken = runPieces(warehouse, {
      Rows: sql('select cast(status as signed) as n from orders'),
      Result: rewrite('Rows', 'orders'),
    })
    await expect(broken).rejects.toThrow('Truncated incorrect INTEGER value')
    for (const run of await Promise.all([1, 2, 3, 4].map(write))) {
      expect(run.failed).toEqual({})
      expect(run.written).toMatchObject([{ rowCount: 1 }])
    }
    const [row = []] = (await rowsOf(warehouse, 'select * from orders')).rows
    expect(row[0]).toBe(row[1])
  })

  test('a member of JSON that MariaDB cannot name is refused, and not null', async () => {
    const value = warehouse.json.at(`'{"-a": 7}'`, ['-a'])
    await expect(rowsOf(warehouse, `select ${value} as a`)).rejects.toThrow('Syntax error in JSON path')
  })

  describe('gates', () => gateTests(async () => warehouse))
})
