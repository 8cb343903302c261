import { defineConfig } from '@playwright/test'
import { browserFlags, findBrowser } from './scripts/browser.ts'

/**
 * Files whose journeys look at no picture: their browser loads none, which is a third of its CPU. A file that measures or
 * compares a picture, or chooses one from the disk, isn't among them.
 */
const withoutPictures =
  /\/(activity|awards|checkout|checkout-v5|comments|contact|factors|join|live|login|membership|missing|operator|passwords|paypal-js|profile-tabs|reading|screen-reader|search|shell)\.spec\.ts$/

const executablePath = findBrowser()
const desktop = { grepInvert: /@phone/, use: { viewport: { width: 1440, height: 900 } } }
const phone = {
  grep: /@phone|@both/,
  use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
}

/** The same project twice: for the files with pictures, and for those without. */
const both = (name: string, { use, ...which }: typeof desktop | typeof phone) => [
  {
    name,
    ...which,
    testIgnore: withoutPictures,
    use: { ...use, launchOptions: { executablePath, args: browserFlags } },
  },
  {
    name: `${name}, no pictures`,
    ...which,
    testMatch: withoutPictures,
    use: {
      ...use,
      launchOptions: { executablePath, args: [...browserFlags, '--blink-settings=imagesEnabled=false'] },
    },
  },
]

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
  use: { screenshot: 'only-on-failure' },
  projects: [...both('desktop', desktop), ...both('phone', phone)],
})
