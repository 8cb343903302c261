import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { UnitFileTimes } from './tests/file-times.ts'

/**
 * On a clean checkout Vitest begins with the largest files, and small ones that take long would be the last. Component
 * tests stand together: a worker ends when the next file needs another environment, and the next worker loads all pages again.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const rank = ({ moduleId }: TestSpecification) => {
      if (/\/(bench\/bench|tests\/fleet)\.test\.ts$/.test(moduleId)) return 0
      return moduleId.includes('/tests/components/') ? 1 : 2
    }
    const sorted = await super.sort(files)
    return sorted.toSorted((a, b) => rank(a) - rank(b))
  }
}

export default defineConfig({
  test: {
    environment: 'node',
    include: ['{shared,server,web,demo,bench,scripts,tests}/**/*.test.{ts,tsx}'],
    exclude: ['tests/browser/**'],
    globalSetup: 'tests/database-setup.ts',
    setupFiles: ['tests/site-words-setup.ts', 'tests/whole-hour-setup.ts', 'tests/decoders-setup.ts'],
    // A third of the time a test waits for something that takes no CPU, and the test of a fleet nearly always: two more workers than cores fill it.
    maxWorkers: 4,
    // The program's modules are loaded once per worker instead of once per file, which took a sixth of the time. What a
    // test replaces, it gives back.
    isolate: false,
    restoreMocks: true,
    unstubGlobals: true,
    reporters: ['default', new UnitFileTimes()],
    sequence: { sequencer: LongestFirst },
    // Password hashing and image decoding take their time on a busy machine.
    testTimeout: 120_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 30_000 } },
  },
})
