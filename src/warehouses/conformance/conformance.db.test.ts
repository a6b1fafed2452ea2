import { describe } from 'vitest'
import { TEST_DATABASES } from './databases.ts'
import { functionTests } from './functions.ts'
import { conformanceTests } from './suite.ts'

describe.each(TEST_DATABASES)('$name', (database) => {
  conformanceTests(database, (bench) => describe('functions', () => functionTests(bench)))
})
