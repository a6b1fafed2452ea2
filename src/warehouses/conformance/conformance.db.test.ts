import { describe } from 'vitest'
import { TEST_DATABASES } from './databases.ts'
import { conformanceTests } from './suite.ts'

describe.each(TEST_DATABASES)('$name', conformanceTests)
