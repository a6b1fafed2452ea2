import { afterAll, beforeAll, describe } from 'vitest'
import { bigQueryOfTests } from '../conformance/bigquery.ts'
import { conformanceTests } from '../conformance/suite.ts'
import { type BigQueryStandIn, findLocalBigQuery, startLocalBigQuery } from './stand-in.ts'

const folder = findLocalBigQuery()
/** Minutes of its own: `npm run test:warehouses`. */
const isWanted = process.env['HEADRACE_TEST_WAREHOUSES'] === 'true'
if (isWanted && folder === undefined)
  console.warn('local-bigquery is not installed: the warehouse is not tested in the dialect of BigQuery')

describe.skipIf(!isWanted || folder === undefined)('BigQuery, as local-bigquery stands in for it', () => {
  let standIn: BigQueryStandIn
  beforeAll(async () => {
    standIn = await startLocalBigQuery(folder ?? '')
  }, 150_000)
  afterAll(() => standIn?.[Symbol.asyncDispose]())

  conformanceTests(bigQueryOfTests(() => standIn.endpoint))
})
