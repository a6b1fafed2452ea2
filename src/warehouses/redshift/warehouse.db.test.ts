import { afterAll, beforeAll, describe } from 'vitest'
import { redshiftOfTests, redshiftStandIn } from '../conformance/redshift.ts'
import { conformanceTests } from '../conformance/suite.ts'
import type { StandIn } from './stand-in.ts'

/** A minute of its own: `npm run test:warehouses`. What users do with Redshift first is tested without it. */
const isWanted = process.env['HEADRACE_TEST_WAREHOUSES'] === 'true'

describe.skipIf(!isWanted)('Redshift, as PostgreSQL stands in for it', () => {
  let standIn: StandIn
  beforeAll(async () => {
    standIn = await redshiftStandIn()
  })
  afterAll(() => standIn[Symbol.asyncDispose]())

  conformanceTests(redshiftOfTests(() => standIn))
})
