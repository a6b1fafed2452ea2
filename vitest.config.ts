import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './test/support/longest-first.ts'
import { SecondTries } from './test/support/second-tries.ts'

const unit = { name: 'unit', include: ['{src,test,web,bench}/**/*.test.ts'], testTimeout: 30_000 }
const database = { globalSetup: 'test/support/global-setup.ts', testTimeout: 60_000, hookTimeout: 60_000 }
/** What is polled for is there at once, but on a machine that has other things to do. */
const expect = { poll: { timeout: 15_000 } }

/**
 * Thousands of executions and processes that die, when everything else is over. Files mostly wait for leases
 * to end, so that three of them together use what two cores have.
 */
const faults = {
  testTimeout: 120_000,
  hookTimeout: 60_000,
  maxWorkers: 3,
  sequence: { groupOrder: 1 },
}

/** The file that `npm test` wants the results in. */
const report = process.env.HEADRACE_TEST_REPORT
const reporters = ['default', new SecondTries()]

export default defineConfig({
  test: {
    // Most of the time of a test is the database's or another process's: three share two cores well.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    sequence: { sequencer: LongestFirst },
    reporters: report === undefined ? reporters : [...reporters, ['json', { outputFile: report }]],
    projects: [
      {
        test: {
          ...unit,
          expect,
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
      { test: { name: 'db', include: ['{src,test}/**/*.db.test.ts'], expect, ...database } },
      { test: { name: 'faults', include: ['test/faults/**/*.test.ts'], expect, ...faults } },
      {
        test: {
          name: 'web',
          expect,
          include: ['test/web/**/*.test.ts'],
          globalSetup: 'test/support/web-setup.ts',
          testTimeout: 180_000,
          hookTimeout: 60_000,
          retry: 1, // hundreds of clicks race a page on a busy machine; `npm test` lists which needed it
          isolate: false, // files of one worker share what they import: Playwright and axe were loaded for each
          maxWorkers: 4, // they wait for the browser and the platform in turns
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: {
          name: 'e2e',
          expect,
          include: ['test/e2e/**/*.test.ts', 'test/security/*.e2e.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
