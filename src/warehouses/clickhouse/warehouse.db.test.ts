import { afterAll, beforeAll, describe } from 'vitest'
import { clickHouseOfTests } from '../conformance/clickhouse.ts'
import { conformanceTests } from '../conformance/suite.ts'
import { type ClickHouseStandIn, findChdb, startChdb } from './stand-in.ts'

const python = findChdb()
/** Minutes of its own: `npm run test:warehouses`. */
const isWanted = process.env['HEADRACE_TEST_WAREHOUSES'] === 'true'
if (isWanted && python === undefined)
  console.warn('chdb is not installed: the warehouse ClickHouse is not tested')

describe.skipIf(!isWanted || python === undefined)('ClickHouse, as its engine stands behind a front', () => {
  let standIn: ClickHouseStandIn
  beforeAll(async () => {
    standIn = await startChdb(python ?? '')
  }, 60_000)
  afterAll(() => standIn?.[Symbol.asyncDispose]())

  conformanceTests(clickHouseOfTests(() => standIn))
})
