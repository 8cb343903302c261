import { expect } from '@playwright/test'
import PostalMime from 'postal-mime'
import { readMailFolder } from '../../server/outside/mail.ts'

/**
 * Waits for a letter to this address whose text matches, and gives that text. Letters are read where they are
 * delivered: the sender clears the text of the row in the database once it is sent.
 */
export async function waitForLetter(folder: string, address: string, pattern: RegExp): Promise<string> {
  const letters = readMailFolder(folder)
  let found: string | undefined
  await expect(async () => {
    for (const name of await letters.list(200)) {
      const { to, text } = await PostalMime.parse((await letters.read(name))!)
      if (to?.[0]?.address === address && text && pattern.test(text)) found = text
    }
    expect(found).toBeDefined()
  }).toPass({ timeout: 60_000 })
  return found!
}
