import { afterAll, afterEach, beforeAll, beforeEach, describe } from 'vitest'
import type { EmptySchema } from '../../warehouses/conformance/databases.ts'
import { snowflakeOfTests, speakSnowflake } from '../../warehouses/conformance/snowflake.ts'
import { createWarehouses, type Warehouses } from '../../warehouses/open.ts'
import { keptName } from '../../warehouses/snowflake/names.ts'
import { findFakesnow, type SnowflakeStandIn, startFakesnow } from '../../warehouses/snowflake/stand-in.ts'
import type { Warehouse } from '../../warehouses/warehouse.ts'
import { behaviourTests } from './testing/behaviour.ts'
import { gateTests } from './testing/gates.ts'
import { setSpeaker } from './testing/run.ts'
import { sampleTables } from './testing/sample-tables.ts'
import { exampleTests } from './testing/suite.ts'

const python = findFakesnow()
/** A minute of its own: `npm run test:warehouses`. */
const isWanted = process.env['HEADRACE_TEST_WAREHOUSES'] === 'true'
if (isWanted && python === undefined)
  console.warn('fakesnow is not installed: transformations are not tested in the dialect of Snowflake')

describe.skipIf(!isWanted || python === undefined)('Snowflake, as fakesnow stands in for it', () => {
  let standIn: SnowflakeStandIn
  let schema: EmptySchema
  let warehouses: Warehouses
  let warehouse: Warehouse

  beforeAll(async () => {
    standIn = await startFakesnow(python ?? '')
  }, 120_000)
  afterAll(() => standIn?.[Symbol.asyncDispose]())

  beforeEach(async () => {
    schema = await snowflakeOfTests(() => standIn).create()
    warehouses = createWarehouses({ allowPrivateAddresses: true })
    warehouse = await warehouses.open(schema.connection)
    setSpeaker(warehouse, {
      speak: speakSnowflake,
      truths: ['true', 'false'],
      nameOf: keptName,
      isLooseWithJson: true,
      namesInCells: {
        'multi-table-input 1': ['customers'],
        'unpivot 1': ['email', 'name'],
        'construct-variant 1': ['email'],
      },
    })
    await warehouse.execute(sampleTables, { signal: new AbortController().signal })
  })

  afterEach(async () => {
    await warehouses.close()
    await schema.remove()
  })

  exampleTests(async () => warehouse)
  // The emulator takes minutes to read longer ones.
  behaviourTests(async () => warehouse, { chain: 60 })
  describe('gates', () => gateTests(async () => warehouse))
})
