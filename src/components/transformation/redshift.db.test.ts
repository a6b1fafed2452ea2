import { afterAll, afterEach, beforeAll, beforeEach, describe } from 'vitest'
import type { EmptySchema } from '../../warehouses/conformance/databases.ts'
import { redshiftOfTests, redshiftStandIn, speakRedshift } from '../../warehouses/conformance/redshift.ts'
import { createWarehouses, type Warehouses } from '../../warehouses/open.ts'
import type { StandIn } from '../../warehouses/redshift/stand-in.ts'
import type { Warehouse } from '../../warehouses/warehouse.ts'
import { behaviourTests } from './testing/behaviour.ts'
import { gateTests } from './testing/gates.ts'
import { setSpeaker } from './testing/run.ts'
import { sampleTables } from './testing/sample-tables.ts'
import { exampleTests } from './testing/suite.ts'

/** A minute of its own: `npm run test:warehouses`. What users do with Redshift first is tested without it. */
const isWanted = process.env['HEADRACE_TEST_WAREHOUSES'] === 'true'

describe.skipIf(!isWanted)('Redshift, as PostgreSQL stands in for it', () => {
  let standIn: StandIn
  let schema: EmptySchema
  let warehouses: Warehouses
  let warehouse: Warehouse

  beforeAll(async () => {
    standIn = await redshiftStandIn()
  })
  afterAll(() => standIn[Symbol.asyncDispose]())

  beforeEach(async () => {
    schema = await redshiftOfTests(() => standIn).create()
    warehouses = createWarehouses({ allowPrivateAddresses: true })
    warehouse = await warehouses.open(schema.connection)
    setSpeaker(warehouse, {
      speak: speakRedshift,
      truths: ['true', 'false'],
      nameOf: (name) => name.toLowerCase(),
      // PostgreSQL keeps fewer bytes than Redshift.
      longName: 'ä'.repeat(27),
      refused: {
        'flatten-variant 1': /Nested data is not unfolded on Redshift/,
        'extract-nested-data 1': /Nested data is not unfolded on Redshift/,
      },
    })
    await warehouse.execute(sampleTables, { signal: new AbortController().signal })
  })

  afterEach(async () => {
    await warehouses.close()
    await schema.remove()
  })

  exampleTests(async () => warehouse)
  behaviourTests(async () => warehouse, { unfolds: false })
  describe('gates', () => gateTests(async () => warehouse))
})
