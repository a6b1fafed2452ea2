import { describe } from 'vitest'
import { tableCreationTests } from '../../../../test/support/component-suites/table-creations.ts'
import { useMariaDb } from '../../../../test/support/mariadb.ts'
import { TEST_DATABASES } from '../../../warehouses/conformance/databases.ts'
import { mariaDbOfTests } from '../../../warehouses/conformance/mariadb.ts'

const mariaDb = useMariaDb('creating tables is not tested on it')
const databases = [...TEST_DATABASES, ...(mariaDb.isThere ? [mariaDbOfTests(mariaDb.server)] : [])]

describe.each(databases)('Tables of $name', (database) => tableCreationTests(database))
