import { defineConfig } from 'vitest/config'

/** What takes minutes and is no part of `npm test`: `npm run soak`, `npm run test:upgrade`, and `npm run test:orchestrators`. */
export default defineConfig({
  test: {
    include: [
      'test/soak/**/*.soak.ts',
      'test/upgrade/**/*.upgrade.ts',
      'test/orchestrators/**/*.orchestrators.ts',
    ],
    testTimeout: 0,
    hookTimeout: 180_000,
    disableConsoleIntercept: true,
  },
})
