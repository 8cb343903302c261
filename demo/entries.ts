import type { Db } from '../server/db/connect.ts'

type Entry = { book_id: number; logo_id: number; created_at: Date }

/**
 * Enters logos of the demonstration in their books, except in one that was closed in the meantime: somebody may play the open book
 * on while logos are still drawn, and from its closing on its list of entries is final.
 */
export async function insertEntries(trx: Db, entries: readonly Entry[]) {
  // Locked, so that a closing waits for these entries, or they see it.
  const books = await trx.selectFrom('book').forShare().select(['book_id', 'closed_at']).execute()
  const closed = new Set(books.filter(book => book.closed_at).map(book => book.book_id))
  const open = entries.filter(entry => !closed.has(entry.book_id))
  if (open.length) await trx.insertInto('entry').values(open).execute()
}
