import { afterAll, beforeAll, describe, vi } from 'vitest'
import { databricksOfTests } from '../conformance/databricks.ts'
import { conformanceTests } from '../conformance/suite.ts'
import { type DatabricksStandIn, findSpark, startSpark } from './stand-in.ts'

// Spark needs seconds for what others do in milliseconds.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 })

const folder = findSpark()
/** Minutes of its own: `npm run test:warehouses`. */
const isWanted = process.env['HEADRACE_TEST_WAREHOUSES'] === 'true'
if (isWanted && folder === undefined)
  console.warn('Spark is not installed (npm run warehouses -- databricks): Databricks is not tested with it')

describe.skipIf(!isWanted || folder === undefined)('Databricks, as Spark stands in for it', () => {
  let standIn: DatabricksStandIn
  beforeAll(async () => {
    standIn = await startSpark(folder ?? '')
  }, 200_000)
  afterAll(() => standIn?.[Symbol.asyncDispose]())

  conformanceTests(databricksOfTests(() => standIn))
})
