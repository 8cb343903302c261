import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    environment: 'node',
    include: ['{shared,server,web,demo,bench,tests}/**/*.test.ts'],
    exclude: ['tests/browser/**'],
    globalSetup: 'tests/database-setup.ts',
    maxWorkers: 2,
    // Password hashing and image decoding take their time on a busy machine.
    testTimeout: 20_000,
    hookTimeout: 30_000,
  },
})
