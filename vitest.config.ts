import { defineConfig } from 'vitest/config'

const unit = { name: 'unit', include: ['{src,test}/**/*.test.ts'] }
const database = { globalSetup: 'test/support/global-setup.ts', testTimeout: 20_000, hookTimeout: 60_000 }

export default defineConfig({
  test: {
    projects: [
      { test: { ...unit, exclude: ['**/*.db.test.ts', 'test/e2e/**', '**/node_modules/**'] } },
      { test: { name: 'db', include: ['{src,test}/**/*.db.test.ts'], ...database } },
      { test: { name: 'e2e', include: ['test/e2e/**/*.test.ts'], testTimeout: 60_000, hookTimeout: 60_000 } },
    ],
  },
})
