import { afterAll, beforeAll, describe, vi } from 'vitest'
import { useMariaDb } from '../../../test/support/mariadb.ts'
import { TEST_DATABASES, type TestDatabase } from '../../warehouses/conformance/databases.ts'
import { EMULATORS } from '../../warehouses/conformance/emulators.ts'
import { mariaDbOfTests } from '../../warehouses/conformance/mariadb.ts'
import { redshiftOfTests, redshiftStandIn } from '../../warehouses/conformance/redshift.ts'
import type { StandIn } from '../../warehouses/redshift/stand-in.ts'
import { schemaScratchTests } from './testing/schema-tests.ts'

// Spark needs seconds for what others do in milliseconds.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 })

describe.each(TEST_DATABASES.filter(({ name }) => name === 'lake'))('$name', schemaScratchTests)

const mariaDb = useMariaDb('no test of a pipeline runs on it')

describe.skipIf(!mariaDb.isThere)('MariaDB', () => {
  schemaScratchTests(mariaDbOfTests(mariaDb.server))
})

describe('Redshift, as PostgreSQL stands in', () => {
  let standIn: StandIn
  beforeAll(async () => {
    standIn = await redshiftStandIn()
  })
  afterAll(() => standIn[Symbol.asyncDispose]())
  schemaScratchTests(redshiftOfTests(() => standIn))
})

describe.skipIf(EMULATORS.length === 0)('services, as emulators stand in', () => {
  describe.each(EMULATORS)('$name', ({ start }) => {
    let running: ({ readonly database: TestDatabase } & AsyncDisposable) | undefined
    beforeAll(async () => {
      running = await start()
    })
    afterAll(() => running?.[Symbol.asyncDispose]())
    schemaScratchTests({ create: () => running!.database.create() })
  })
})
