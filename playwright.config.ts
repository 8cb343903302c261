import { defineConfig } from '@playwright/test'
import { browserFlags, findBrowser } from './scripts/browser.ts'

/** Journeys through the running product. A test tagged @phone runs on the phone, one tagged @both there too. */
export default defineConfig({
  testDir: 'tests/browser',
  globalSetup: './tests/browser/global-setup.ts',
  // Short in a log, so that a log's end shows everything that failed.
  reporter: [[process.stdout.isTTY ? 'list' : 'dot'], ['./tests/file-times.ts']],
  // A third of the time a journey waits for something that takes no CPU: a third one fills it.
  workers: 3,
  fullyParallel: true,
  // A test that passes the second time has still failed.
  retries: 0,
  timeout: 240_000,
  // Two browsers, a server and a database share what may be two busy cores.
  expect: { timeout: 30_000 },
  use: {
    launchOptions: { executablePath: findBrowser(), args: browserFlags },
    screenshot: 'only-on-failure',
  },
  projects: [
    { name: 'desktop', grepInvert: /@phone/, use: { viewport: { width: 1440, height: 900 } } },
    {
      name: 'phone',
      grep: /@phone|@both/,
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
    },
  ],
})
