import { afterAll, beforeAll, describe } from 'vitest'
import { hasMariaDb, type MariaDb, startMariaDb } from '../../../test/support/mariadb.ts'
import { mariaDbOfTests } from '../conformance/mariadb.ts'
import { conformanceTests } from '../conformance/suite.ts'

const isThere = hasMariaDb()
if (!isThere) console.warn('No MariaDB server is installed: the warehouse MySQL and MariaDB is not tested')

describe.skipIf(!isThere)('MariaDB', () => {
  let server: MariaDb
  beforeAll(async () => {
    server = await startMariaDb()
    server.execute(`grant all on *.* to reader@'127.0.0.1'`)
  }, 120_000)
  afterAll(() => server?.[Symbol.asyncDispose]())

  conformanceTests(mariaDbOfTests(() => server))
})
