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

/** Reads the site's words, and again whenever any process has saved one or may have while nothing was heard. */
export async function keepWords(
  db: Db,
  settings: Settings,
  announcements: Announcements | undefined,
  onError: (error: unknown) => void,
) {
  // Without a database it is still a site: it listens, and reads its words once it is heard.
  await loadWords(db, settings).catch(onError)
  for (const event of ['site', 'listening'] as const)
    announcements?.on(event, () => void readWords(db).catch(onError))
}
