import { afterAll, beforeAll, describe } from 'vitest'
import { snowflakeOfTests } from '../conformance/snowflake.ts'
import { conformanceTests } from '../conformance/suite.ts'
import { findFakesnow, type SnowflakeStandIn, startFakesnow } from './stand-in.ts'

const python = findFakesnow()
/** A minute of its own: `npm run test:warehouses`. */
const isWanted = process.env['HEADRACE_TEST_WAREHOUSES'] === 'true'
if (isWanted && python === undefined)
  console.warn('fakesnow is not installed (npm run warehouses -- snowflake): Snowflake is not tested with it')

describe.skipIf(!isWanted || python === undefined)('Snowflake, as fakesnow stands in for it', () => {
  let standIn: SnowflakeStandIn
  beforeAll(async () => {
    standIn = await startFakesnow(python ?? '')
  }, 120_000)
  afterAll(() => standIn?.[Symbol.asyncDispose]())

  conformanceTests(snowflakeOfTests(() => standIn))
})
