import { afterAll, beforeAll, describe, vi } from 'vitest'
import type { TestDatabase } from '../../../warehouses/conformance/databases.ts'
import { EMULATORS } from '../../../warehouses/conformance/emulators.ts'
import { killedTests } from './testing/killed.ts'
import { gatedLoadTests } from './testing/loads.ts'

// Spark needs seconds for what others do in milliseconds.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 })

describe.skipIf(EMULATORS.length === 0)(
  'gates on warehouses that are services, as emulators stand in',
  () => {
    describe.each(EMULATORS)('$name', ({ start }) => {
      let running: ({ readonly database: TestDatabase } & AsyncDisposable) | undefined
      beforeAll(async () => {
        running = await start()
      })
      afterAll(() => running?.[Symbol.asyncDispose]())
      const database: Pick<TestDatabase, 'create' | 'spoken'> = {
        create: () => running!.database.create(),
        spoken: (warehouse) => running!.database.spoken?.(warehouse) ?? warehouse,
      }

      killedTests(database)
      gatedLoadTests(database)
    })
  },
)
