import { afterAll, beforeAll, describe, vi } from 'vitest'
import { databaseQueryTests } from '../../../test/support/component-suites/database-queries.ts'
import { fileLoadTests } from '../../../test/support/component-suites/file-loads.ts'
import { fileUnloadTests } from '../../../test/support/component-suites/file-unloads.ts'
import { killedLoadTests } from '../../../test/support/component-suites/killed-loads.ts'
import { tableCreationTests } from '../../../test/support/component-suites/table-creations.ts'
import type { TestDatabase } from '../../warehouses/conformance/databases.ts'
import { EMULATORS } from '../../warehouses/conformance/emulators.ts'

// Spark needs seconds for what others do in milliseconds.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 })

describe.skipIf(EMULATORS.length === 0)(
  'components that move data, on warehouses that are services, as emulators stand in',
  () => {
    describe.each(EMULATORS)('$name', ({ name, start }) => {
      let running: ({ readonly database: TestDatabase } & AsyncDisposable) | undefined
      beforeAll(async () => {
        running = await start()
      })
      afterAll(() => running?.[Symbol.asyncDispose]())
      const database: TestDatabase = {
        name,
        create: () => running!.database.create(),
        numbers: (end) => running!.database.numbers(end),
        // Of an emulator that has not started yet: only BigQuery has one type of whole numbers.
        hasFewNumbers: name === 'BigQuery',
        nameOf: (column) => running!.database.nameOf?.(column) ?? column,
        spoken: (warehouse) => running!.database.spoken?.(warehouse) ?? warehouse,
      }

      describe('tables', () => tableCreationTests(database))
      describe('loads of files', () => fileLoadTests(database))
      describe('unloads into files', () => fileUnloadTests(database))
      describe('queries of databases', () => databaseQueryTests(database))
      // Loads into ClickHouse have no transaction, and tests of their own.
      if (name !== 'ClickHouse')
        describe('F30: loads whose runner is killed', () => killedLoadTests(database))
    })
  },
)
