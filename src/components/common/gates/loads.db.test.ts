import { afterAll, beforeAll, describe } from 'vitest'
import { hasMariaDb, type MariaDb, startMariaDb } from '../../../../test/support/mariadb.ts'
import { TEST_DATABASES } from '../../../warehouses/conformance/databases.ts'
import { mariaDbOfTests } from '../../../warehouses/conformance/mariadb.ts'
import { gatedLoadTests } from './testing/loads.ts'

const isThere = hasMariaDb()
if (!isThere) console.warn('No MariaDB server is installed: gates of loads are not tested on it')

let mariaDb: MariaDb | undefined
beforeAll(async () => {
  if (!isThere) return
  mariaDb = await startMariaDb()
  mariaDb.execute(`grant all on *.* to reader@'127.0.0.1'`)
}, 120_000)
afterAll(() => mariaDb?.[Symbol.asyncDispose]())

describe.each([...TEST_DATABASES, ...(isThere ? [mariaDbOfTests(() => mariaDb!)] : [])])(
  '$name',
  gatedLoadTests,
)
