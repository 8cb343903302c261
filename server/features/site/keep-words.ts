import type { Db } from '../../db/connect.ts'
import type { Announcements } from '../../db/listen.ts'
import { setWordDefaults } from '../../lib/site-words.ts'
import { readWords } from './queries.ts'

type Settings = { supportEmail: string; seller: string[] }

/** Reads the site's words, over what the environment says. */
export function loadWords(db: Db, { supportEmail, seller }: Settings) {
  setWordDefaults({ support_email: supportEmail, seller: seller.join('\n') })
  return readWords(db)
}

/** Reads the site's words, and again after each notification of a save and after each lost connection. */
export async function keepWords(
  db: Db,
  settings: Settings,
  announcements: Announcements | undefined,
  onError: (error: unknown) => void,
) {
  // While the database is away, the site runs with the defaults, and reads the words once it listens.
  await loadWords(db, settings).catch(onError)
  for (const event of ['site', 'listening'] as const)
    announcements?.on(event, () => void readWords(db).catch(onError))
}
