import { defineConfig } from 'vitest/config'

/** `npm run soak`: one long run, which is no part of `npm test`. */
export default defineConfig({
  test: {
    include: ['test/soak/**/*.soak.ts'],
    testTimeout: 0,
    hookTimeout: 180_000,
    disableConsoleIntercept: true,
  },
})
