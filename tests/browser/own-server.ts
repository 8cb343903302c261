import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startDemoServer } from './memory.ts'
import { test as base } from './test.ts'

type OwnServer = { origin: string; takeGiftCode: () => Promise<string> }

/**
 * The journeys' test on a server of its own with demonstration content, so that purchases there are invisible to
 * other tests.
 */
export const test = base.extend<object, { server: OwnServer; sdk: 'v6' | 'v5'; serverOf: string }>({
  /** Files that change the same account name themselves: otherwise one worker runs them on one server. */
  serverOf: ['', { option: true, scope: 'worker' }],
  /** The version of the provider's script that the page loads. */
  sdk: ['v6', { option: true, scope: 'worker' }],
  server: [
    async ({ sdk }, use) => {
      const { origin, folder, end } = await startDemoServer({ PAYPAL_SDK: sdk })
      const taken = new Set<string>()
      await use({
        origin,
        /** A gift card code for a year that no other test uses. */
        async takeGiftCode() {
          const lines = (await readFile(join(folder, 'demo-gift-codes.txt'), 'utf8')).split('\n')
          const code = lines
            .filter(line => line.endsWith('one year'))
            .map(line => line.trim().split(/\s+/)[0]!)
            .find(each => !taken.has(each))!
          taken.add(code)
          return code
        },
      })
      await end()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  baseURL: async ({ server }, use) => use(server.origin),
})
