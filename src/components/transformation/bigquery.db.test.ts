import { afterAll, afterEach, beforeAll, beforeEach, describe } from 'vitest'
import {
  type BigQueryStandIn,
  findLocalBigQuery,
  startLocalBigQuery,
} from '../../warehouses/bigquery/stand-in.ts'
import { bigQueryOfTests, speakBigQuery } from '../../warehouses/conformance/bigquery.ts'
import type { EmptySchema } from '../../warehouses/conformance/databases.ts'
import { createWarehouses, type Warehouses } from '../../warehouses/open.ts'
import type { Warehouse } from '../../warehouses/warehouse.ts'
import { behaviourTests } from './testing/behaviour.ts'
import { gateTests } from './testing/gates.ts'
import { setSpeaker } from './testing/run.ts'
import { sampleTables } from './testing/sample-tables.ts'
import { exampleTests } from './testing/suite.ts'

/** What BigQuery or its emulator cannot have, and why. */
const beyond: readonly (readonly [RegExp, string])[] = [
  [
    /^a pivot tells 1 from 1\.4|^values with quotes stay values|^outputs may have quotes|^arrays in arrays become rows/,
    'names of columns and tables have no quotes and no points in BigQuery',
  ],
  [/^numbers written in a pipeline/, 'the emulator has 20 digits before the point of a BIGNUMERIC'],
  [/^arrays and objects of JSON keep every digit/, 'JSON of BigQuery rounds numbers'],
  [
    /^changes it when only one of them would/,
    'BigQuery refuses several matching rows whatever their conditions',
  ],
]

const folder = findLocalBigQuery()
/** Minutes of its own: `npm run test:warehouses`. */
const isWanted = process.env['HEADRACE_TEST_WAREHOUSES'] === 'true'
if (isWanted && folder === undefined)
  console.warn('local-bigquery is not installed: transformations are not tested in the dialect of BigQuery')

describe.skipIf(!isWanted || folder === undefined)('BigQuery, as local-bigquery stands in for it', () => {
  let standIn: BigQueryStandIn
  let schema: EmptySchema
  let warehouses: Warehouses
  let warehouse: Warehouse

  beforeAll(async () => {
    standIn = await startLocalBigQuery(folder ?? '')
  }, 150_000)
  afterAll(() => standIn?.[Symbol.asyncDispose]())

  beforeEach(async ({ skip, task }) => {
    const reason = beyond.find(([name]) => name.test(task.name))?.[1]
    if (reason !== undefined) skip(reason)
    schema = await bigQueryOfTests(() => standIn.endpoint).create()
    warehouses = createWarehouses({ allowPrivateAddresses: true })
    warehouse = await warehouses.open(schema.connection)
    setSpeaker(warehouse, {
      // A backslash is a letter in standard SQL.
      speak: (sql) => speakBigQuery(sql.replaceAll('\\', '\\\\')),
      truths: ['true', 'false'],
      refused: { 'lead-lag 1': /cannot ignore nulls/ },
    })
    await warehouse.execute(speakBigQuery(sampleTables), { signal: new AbortController().signal })
  })

  afterEach(async () => {
    await warehouses?.close()
    await schema?.remove()
  })

  exampleTests(async () => warehouse)
  behaviourTests(async () => warehouse)
  describe('gates', () => gateTests(async () => warehouse))
})
