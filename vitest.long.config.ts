import { defineConfig } from 'vitest/config'

/** What takes minutes and is no part of `npm test`: `npm run soak`, and `npm run test:upgrade`. */
export default defineConfig({
  test: {
    include: ['test/soak/**/*.soak.ts', 'test/upgrade/**/*.upgrade.ts'],
    testTimeout: 0,
    hookTimeout: 180_000,
    disableConsoleIntercept: true,
  },
})
