import { describe } from 'vitest'
import { useMariaDb } from '../../../test/support/mariadb.ts'
import { mariaDbOfTests } from '../conformance/mariadb.ts'
import { conformanceTests } from '../conformance/suite.ts'

const mariaDb = useMariaDb('the warehouse MySQL and MariaDB is not tested')

describe.skipIf(!mariaDb.isThere)('MariaDB', () => {
  conformanceTests(mariaDbOfTests(mariaDb.server))
})
