import { type Db, transaction } from '../../db/connect.ts'
import { siteWords } from '../../lib/site-words.ts'
import type { Services } from '../../services.ts'
import { enqueueMails } from '../mail/queries.ts'
import { findMatches, listSaved } from '../searches/queries.ts'
import { type FoundLogos, isNothing, writeNews } from './messages.ts'
import {
  claimDue,
  type Due,
  listBooks,
  listDue,
  listHappened,
  listNewMatches,
  listNewWork,
  listPosts,
  listReaders,
} from './queries.ts'
import { unsubscribeToken } from './unsubscribe-token.ts'

/** What was written within the last seconds may not be committed yet. */
const settleMs = 10_000
/** What a member whose membership has ended still sees. */
const isPublic = ({ kind }: Due) => kind === 'new_work' || kind === 'news' || kind === 'results'

type Dependencies = Pick<Services, 'db' | 'now' | 'publicUrl' | 'secret' | 'colors' | 'blog'>

/**
 * Puts the letters that are due into the outbox, until `signal` aborts. Each portion is one transaction, which also notes
 * up to when its members are told: after a crash the rest is written, and no letter twice. Returns how many it wrote.
 */
export async function writeNotices(
  services: Dependencies,
  { signal, portion = 100 }: { signal?: AbortSignal; portion?: number } = {},
): Promise<number> {
  const upTo = new Date(services.now().getTime() - settleMs)
  const due = await listDue(services.db, upTo)
  let written = 0
  for (let at = 0; at < due.length && !signal?.aborted; at += portion)
    written += await writePortion(services, due.slice(at, at + portion), upTo)
  return written
}

/** Writes the letters of these members in one transaction; gives their number. */
function writePortion(services: Dependencies, designerIds: number[], upTo: Date): Promise<number> {
  const { db, now, publicUrl, secret } = services
  return transaction(db, async trx => {
    const claimed = await claimDue(trx, designerIds, upTo)
    const readers = await listReaders(trx, designerIds, now())
    const byId = new Map(readers.map(reader => [reader.designer_id, reader]))
    const due = claimed.filter(
      each => byId.get(each.designer_id)?.is_active || (byId.has(each.designer_id) && isPublic(each)),
    )
    const lists = await readLists({ ...services, db: trx }, due, upTo)
    const mails = readers.flatMap(reader => {
      const news = ofReader(lists, reader.designer_id)
      if (isNothing(news)) return []
      const token = unsubscribeToken(secret, reader.designer_id)
      const unsubscribeUrl = `${publicUrl}/unsubscribe?${new URLSearchParams({ token })}`
      const key = `${reader.designer_id} ${upTo.toISOString()}`
      return [writeNews(news, { reader, key, unsubscribeUrl }, publicUrl)]
    })
    if (mails.length) await enqueueMails(trx, mails)
    return mails.length
  })
}

async function readLists(services: Dependencies, due: Due[], upTo: Date) {
  const { db, now, blog } = services
  return {
    happened: await listHappened(db, due, upTo, now()),
    new_work: await listNewWork(db, due, upTo, now()),
    searches: await listFound(services, due, upTo),
    // A blog elsewhere has letters of its own.
    posts: blog ? [] : await listPosts(db, due, upTo),
    books: await listBooks(db, due, upTo, siteWords().series_name),
  }
}

type Lists = Awaited<ReturnType<typeof readLists>>

function ofReader({ happened, new_work, searches, posts, books }: Lists, designerId: number): Lists {
  const own = <Row extends { designer_id: number }>(rows: Row[]) =>
    rows.filter(({ designer_id }) => designer_id === designerId)
  return {
    happened: own(happened),
    new_work: own(new_work),
    searches: own(searches),
    posts: own(posts),
    books: own(books),
  }
}

/** New matches of the members' saved searches. The same search of several members is made once. */
async function listFound(
  { db, colors, now }: Pick<Dependencies, 'colors' | 'now'> & { db: Db },
  due: Due[],
  upTo: Date,
): Promise<FoundLogos[]> {
  const found: FoundLogos[] = []
  const matches = new Map<string, number[]>()
  for (const { kind, designer_id, since } of due) {
    if (kind !== 'saved_searches') continue
    for (const { name, query, seen_id } of await listSaved(db, designer_id)) {
      const ids = matches.get(query) ?? (await findMatches(db, colors, query))
      matches.set(query, ids)
      const logos = await listNewMatches(db, ids, { designer_id, since, seen_id }, upTo, now())
      if (logos.length) found.push({ designer_id, name, query, logos })
    }
  }
  return found
}
