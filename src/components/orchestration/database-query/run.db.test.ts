import { describe } from 'vitest'
import { databaseQueryTests } from '../../../../test/support/component-suites/database-queries.ts'
import { TEST_DATABASES } from '../../../warehouses/conformance/databases.ts'

describe.each(TEST_DATABASES)('PostgreSQL as a source of $name', (database) => databaseQueryTests(database))
