import { defineConfig } from 'vitest/config'

/**
 * What takes minutes and is no part of `npm test`: `npm run soak`, `npm run test:upgrade`,
 * `npm run test:orchestrators` and `npm run test:terraform`.
 */
export default defineConfig({
  test: {
    include: [
      'test/soak/**/*.soak.ts',
      'test/upgrade/**/*.upgrade.ts',
      'test/orchestrators/**/*.orchestrators.ts',
      'test/terraform/**/*.terraform.ts',
    ],
    testTimeout: 0,
    hookTimeout: 180_000,
    disableConsoleIntercept: true,
  },
})
