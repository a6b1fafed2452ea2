import { afterAll, beforeAll, describe, vi } from 'vitest'
import { hasMariaDb, type MariaDb, startMariaDb } from '../../../test/support/mariadb.ts'
import { TEST_DATABASES, type TestDatabase } from '../../warehouses/conformance/databases.ts'
import { EMULATORS } from '../../warehouses/conformance/emulators.ts'
import { mariaDbOfTests } from '../../warehouses/conformance/mariadb.ts'
import { redshiftOfTests, redshiftStandIn } from '../../warehouses/conformance/redshift.ts'
import type { StandIn } from '../../warehouses/redshift/stand-in.ts'
import { schemaScratchTests } from './testing/schema-tests.ts'

// Spark needs seconds for what others do in milliseconds.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 })

describe.each(TEST_DATABASES.filter(({ name }) => name === 'lake'))('$name', schemaScratchTests)

const isThere = hasMariaDb()
if (!isThere) console.warn('No MariaDB server is installed: no test of a pipeline runs on it')

describe.skipIf(!isThere)('MariaDB', () => {
  let server: MariaDb
  beforeAll(async () => {
    server = await startMariaDb()
    server.execute(`grant all on *.* to reader@'127.0.0.1'`)
  })
  afterAll(() => server?.[Symbol.asyncDispose]())
  schemaScratchTests(mariaDbOfTests(() => server))
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
