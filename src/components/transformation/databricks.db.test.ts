import { afterAll, afterEach, beforeAll, beforeEach, describe, vi } from 'vitest'
import type { EmptySchema } from '../../warehouses/conformance/databases.ts'
import { databricksOfTests, plainName, speakDatabricks } from '../../warehouses/conformance/databricks.ts'
import { type DatabricksStandIn, findSpark, startSpark } from '../../warehouses/databricks/stand-in.ts'
import { createWarehouses, type Warehouses } from '../../warehouses/open.ts'
import type { Warehouse } from '../../warehouses/warehouse.ts'
import { behaviourTests } from './testing/behaviour.ts'
import { gateTests } from './testing/gates.ts'
import { setSpeaker } from './testing/run.ts'
import { sampleTables } from './testing/sample-tables.ts'
import { exampleTests } from './testing/suite.ts'

/** What Databricks or Spark cannot have, and why. */
const beyond: readonly (readonly [RegExp, string])[] = [
  [
    /^arrays in arrays become rows/,
    'Spark 4.0 refuses a VARIANT of the row before in variant_explode; the documentation of Databricks shows it ("Using lateral correlation")',
  ],
  [
    /^changes it when only one of them would/,
    'Databricks looks at conditions of WHEN MATCHED from Runtime 16 on, Delta outside of it only at ON',
  ],
]

// Spark needs seconds for what others do in milliseconds.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 })

const folder = findSpark()
/** Minutes of its own: `npm run test:warehouses`. */
const isWanted = process.env['HEADRACE_TEST_WAREHOUSES'] === 'true'
if (isWanted && folder === undefined)
  console.warn('Spark is not installed: transformations are not tested in the dialect of Databricks')

describe.skipIf(!isWanted || folder === undefined)('Databricks, as Spark stands in for it', () => {
  let standIn: DatabricksStandIn
  let schema: EmptySchema
  let warehouses: Warehouses
  let warehouse: Warehouse

  beforeAll(async () => {
    standIn = await startSpark(folder ?? '')
  }, 200_000)
  afterAll(() => standIn?.[Symbol.asyncDispose]())

  beforeEach(async ({ skip, task }) => {
    const reason = beyond.find(([name]) => name.test(task.name))?.[1]
    if (reason !== undefined) skip(reason)
    schema = await databricksOfTests(() => standIn).create()
    warehouses = createWarehouses({ allowPrivateAddresses: true })
    warehouse = await warehouses.open(schema.connection)
    setSpeaker(warehouse, {
      // A backslash is a letter in standard SQL.
      speak: (sql) => speakDatabricks(sql.replaceAll('\\', '\\\\')),
      truths: ['true', 'false'],
      // Unity Catalog takes no blanks in them, and Spark only letters, digits and underscores.
      tableOf: plainName,
      chainFault: /Max iterations \(100\) reached.*\n.*rewrite-table/,
    })
    await warehouse.execute(speakDatabricks(sampleTables), { signal: new AbortController().signal })
  })

  afterEach(async () => {
    await warehouses?.close()
    await schema?.remove()
  })

  exampleTests(async () => warehouse)
  behaviourTests(async () => warehouse)
  describe('gates', () => gateTests(async () => warehouse))
})
