import { describe } from 'vitest'
import { useMariaDb } from '../../../../test/support/mariadb.ts'
import { TEST_DATABASES } from '../../../warehouses/conformance/databases.ts'
import { mariaDbOfTests } from '../../../warehouses/conformance/mariadb.ts'
import { gatedLoadTests } from './testing/loads.ts'

const mariaDb = useMariaDb('gates of loads are not tested on it')

describe.each([...TEST_DATABASES, ...(mariaDb.isThere ? [mariaDbOfTests(mariaDb.server)] : [])])(
  '$name',
  gatedLoadTests,
)
