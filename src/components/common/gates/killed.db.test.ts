import { describe } from 'vitest'
import { useMariaDb } from '../../../../test/support/mariadb.ts'
import { TEST_DATABASES } from '../../../warehouses/conformance/databases.ts'
import { mariaDbOfTests } from '../../../warehouses/conformance/mariadb.ts'
import { killedTests } from './testing/killed.ts'

const mariaDb = useMariaDb('no gate is killed on it')

describe.each([...TEST_DATABASES, ...(mariaDb.isThere ? [mariaDbOfTests(mariaDb.server)] : [])])(
  '$name',
  killedTests,
)
