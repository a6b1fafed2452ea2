import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './test/support/longest-first.ts'

const unit = { name: 'unit', include: ['{src,test,web}/**/*.test.ts'] }
const database = { globalSetup: 'test/support/global-setup.ts', testTimeout: 20_000, hookTimeout: 60_000 }

/**
 * Thousands of executions and processes that die, when everything else is over. Files mostly wait for leases to end, so
 * that three of them together use what two cores have.
 */
const faults = {
  testTimeout: 120_000,
  hookTimeout: 60_000,
  maxWorkers: 3,
  sequence: { groupOrder: 1 },
}

export default defineConfig({
  test: {
    // Most of the time of a test is the database's or another process's: two share one core well.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          ...unit,
          exclude: [
            '**/*.db.test.ts',
            '**/*.e2e.test.ts',
            'test/e2e/**',
            'test/faults/**',
            'test/web/**',
            '**/node_modules/**',
          ],
        },
      },
      { test: { name: 'db', include: ['{src,test}/**/*.db.test.ts'], ...database } },
      { test: { name: 'faults', include: ['test/faults/**/*.test.ts'], ...faults } },
      {
        test: {
          name: 'web',
          include: ['test/web/**/*.test.ts'],
          globalSetup: 'test/support/web-setup.ts',
          testTimeout: 60_000,
          hookTimeout: 60_000,
          maxWorkers: 4, // they mostly wait for the browser and the platform
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts', 'test/security/*.e2e.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
