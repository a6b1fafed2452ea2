import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type ClickHouseStandIn, findChdb, startChdb } from '../../warehouses/clickhouse/stand-in.ts'
import { clickHouseOfTests, speakClickHouse } from '../../warehouses/conformance/clickhouse.ts'
import type { EmptySchema } from '../../warehouses/conformance/databases.ts'
import { createWarehouses, type Warehouses } from '../../warehouses/open.ts'
import type { Warehouse } from '../../warehouses/warehouse.ts'
import { behaviourTests } from './testing/behaviour.ts'
import { gateTests } from './testing/gates.ts'
import { calculate, rewrite, sql } from './testing/pieces.ts'
import { rowsOf, runPieces, setSpeaker } from './testing/run.ts'
import { sampleTables } from './testing/sample-tables.ts'
import { exampleTests } from './testing/suite.ts'

/** What ClickHouse cannot have, and why. */
const beyond: readonly (readonly [RegExp, string])[] = [
  [/^a merge |: an update$|^files say a condition that is not there/, 'ClickHouse has no MERGE'],
  [
    /^(is refused and changes nothing when both|changes it when only one of them) would/,
    'ClickHouse has no MERGE',
  ],
  [/^a full join may be on an inequality/, 'full joins compare for equality in ClickHouse'],
  [/^arrays and objects of JSON keep every digit/, 'JSON is a text in ClickHouse'],
]

const python = findChdb()
/** Minutes of its own: `npm run test:warehouses`. */
const isWanted = process.env['HEADRACE_TEST_WAREHOUSES'] === 'true'
if (isWanted && python === undefined)
  console.warn('chdb is not installed: transformations are not tested in the dialect of ClickHouse')

describe.skipIf(!isWanted || python === undefined)('ClickHouse, as its engine stands behind a front', () => {
  let standIn: ClickHouseStandIn
  let schema: EmptySchema
  let warehouses: Warehouses
  let warehouse: Warehouse

  beforeAll(async () => {
    standIn = await startChdb(python ?? '')
  }, 60_000)
  afterAll(() => standIn?.[Symbol.asyncDispose]())

  beforeEach(async ({ skip, task }) => {
    const reason = beyond.find(([name]) => name.test(task.name))?.[1]
    if (reason !== undefined) skip(reason)
    schema = await clickHouseOfTests(() => standIn).create()
    warehouses = createWarehouses({ allowPrivateAddresses: true })
    warehouse = await warehouses.open(schema.connection)
    setSpeaker(warehouse, {
      // A backslash is a letter in standard SQL.
      speak: (sql) => speakClickHouse(sql.replaceAll('\\', '\\\\')),
      truths: ['1', '0'],
      // Names of tables are names of files, in which a letter beyond ASCII takes six.
      longName: 'ä'.repeat(25),
      refused: {
        'table-update 1': /ClickHouse has no MERGE/,
        'lead-lag 1': /cannot ignore nulls/,
        'flatten-variant 1': /Nested data is not unfolded on ClickHouse/,
        'extract-nested-data 1': /Nested data is not unfolded on ClickHouse/,
      },
    })
    await warehouse.execute(speakClickHouse(sampleTables), { signal: new AbortController().signal })
  })

  afterEach(async () => {
    await warehouses?.close()
    await schema?.remove()
  })

  exampleTests(async () => warehouse)
  behaviourTests(async () => warehouse, { unfolds: false })
  test('a sum of the largest integers does not begin again at the least', async () => {
    const run = await runPieces(warehouse, {
      Rows: sql('select toInt64(9223372036854775807) as n from numbers(2)'),
      Sums: { type: 'aggregate', sources: ['Rows'], parameters: { aggregations: [['n', 'Sum']] } },
      Over: {
        type: 'window-calculation',
        sources: ['Rows'],
        parameters: { functions: [['Sum', 'n', 'sum_n']], includeInputColumns: 'No' },
      },
      Both: { type: 'unite', sources: ['Sums', 'Over'], parameters: { removeDuplicates: 'Yes' } },
      Text: calculate('Both', ['toString("sum_n")', 'sum_n']),
      Result: rewrite('Text', 'sums'),
    })
    expect(run.failed).toEqual({})
    expect((await rowsOf(warehouse, "select concat('=', sum_n) from sums")).rows).toEqual([
      ['=18446744073709551614'],
    ])
  })

  describe('gates', () => gateTests(async () => warehouse))
})
