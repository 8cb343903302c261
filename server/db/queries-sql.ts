import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Kysely, PostgresDialect } from 'kysely'
import type { Pool } from 'pg'
import { format } from 'sql-formatter'
import * as account from '../features/account/queries.ts'
import * as auth from '../features/auth/queries.ts'
import * as collections from '../features/collections/queries.ts'
import * as contact from '../features/contact/queries.ts'
import * as designers from '../features/designers/queries.ts'
import * as logos from '../features/logos/queries.ts'
import * as mail from '../features/mail/queries.ts'
import * as membership from '../features/membership/queries.ts'
import * as news from '../features/news/queries.ts'
import * as pictures from '../features/pictures/queries.ts'
import * as search from '../features/search/queries.ts'
import type { Viewer } from '../viewer.ts'
import type { Db } from './connect.ts'
import type { Database } from './types.ts'

const viewer: Viewer = { id: 1, role: 'member', isActive: true }
const picture = { kind: 'logo', image: '0'.repeat(32) } as const
const page = { page: 2, page_size: 50 }

const now = new Date('2026-01-01')
const letter = {
  mail_id: '00000000-0000-4000-8000-000000000000',
  to_address: 'ada@colophon.example',
  reply_to: null,
  subject: 'Hello',
  html: '',
  text: '',
  created_at: now,
}

const everyFilter = {
  search_text: 'compass ro',
  filter_category: 'books',
  filter_type: 'symbols',
  search_design_firm: 'ferro',
  search_designer: 'ada',
  search_industry: 'food',
  search_client: 'fern',
  filter_country: 'SE',
} as const

/** Each query function once, with an example of its arguments. */
const examples: Record<string, Record<string, (db: Db) => Promise<unknown>>> = {
  account: {
    findContactInfo: db => account.findContactInfo(db, 1),
    lockAccount: db => account.lockAccount(db, 1),
    updateDesigner: db => account.updateDesigner(db, 1, { email: 'ada@example.com', avatar: null }),
    replaceProfileLogos: db => account.replaceProfileLogos(db, 1, []),
    readEverything: db => account.readEverything(db, 1),
  },
  auth: {
    findAccount: db => auth.findAccount(db, 'ada'),
    listSessions: db => auth.listSessions(db, 1, Buffer.alloc(32), new Date(0)),
    endSession: db => auth.endSession(db, 1, '00000000-0000-4000-8000-000000000000'),
    findPassword: db => auth.findPassword(db, 1),
    holdPassword: db => auth.holdPassword(db, { designer_id: 1, password_hash: 'old' }),
    replacePassword: db => auth.replacePassword(db, { designer_id: 1, password_hash: 'old' }, 'new'),
    insertReset: db =>
      auth.insertReset(db, { token_hash: Buffer.alloc(32), designer_id: null, expires_at: now }),
    findReset: db => auth.findReset(db, Buffer.alloc(32), 1, now),
    deleteResets: db => auth.deleteResets(db, 1),
  },
  collections: {
    findCollection: db => collections.findCollection(db, 1, viewer),
    listCollections: db => collections.listCollections(db, 1, 1, viewer),
    listCollectionLogos: db => collections.listCollectionLogos(db, 1, viewer),
    insertCollection: db =>
      collections.insertCollection(db, { designer_id: 1, name: 'Owls', description: '', is_public: true }),
    updateCollection: db =>
      collections.updateCollection(db, 1, { name: 'Owls', description: '', is_public: false }, viewer),
    deleteCollection: db => collections.deleteCollection(db, 1, viewer),
    setSaved: async db => {
      await collections.setSaved(db, 1, 1, viewer, true)
      await collections.setSaved(db, 1, 1, viewer, false)
    },
  },
  contact: {
    findSender: db => contact.findSender(db, 1),
  },
  designers: {
    findProfile: db => designers.findProfile(db, { slug: 'ada' }, viewer),
    findDesigner: db => designers.findDesigner(db, { slug: 'ada' }),
    listChosenLogos: db => designers.listChosenLogos(db, 1, viewer),
    listProfileLogos: db => designers.listProfileLogos(db, 1, viewer),
    setFollow: async db => {
      await designers.setFollow(db, 1, 2, true)
      await designers.setFollow(db, 1, 2, false)
    },
    listPeople: async db => {
      await designers.listPeople(db, 1, 'followers', page, viewer)
      await designers.listPeople(db, 1, 'following', page, viewer)
    },
    listLikedLogos: db => designers.listLikedLogos(db, page, viewer),
    listAwards: db => designers.listAwards(db, 1, 'book-12', viewer),
    listActivity: db => designers.listActivity(db, 1, page),
    countActivity: db => designers.countActivity(db, 1),
    countUnseen: db => designers.countUnseen(db, 1),
    seeActivity: db => designers.seeActivity(db, 1),
  },
  logos: {
    findLogo: db => logos.findLogo(db, 1, viewer),
    listFreshLogos: db => logos.listFreshLogos(db, page, viewer),
    listDesignerLogos: db => logos.listDesignerLogos(db, 1, page, viewer),
    listFollowingLogos: db => logos.listFollowingLogos(db, page, viewer),
    listRelatedLogos: db => logos.listRelatedLogos(db, 1, viewer),
    hasLogo: db => logos.hasLogo(db, 1),
    insertLogo: db =>
      logos.insertLogo(db, {
        designer_id: 1,
        title: 'Rosa',
        logotype: 'Symbol',
        image: '0'.repeat(32),
        side: 900,
      }),
    findUpload: db => logos.findUpload(db, 1, 'a-key-of-mine'),
    updateLogo: db => logos.updateLogo(db, 1, { title: 'Rosa', keywords: ['rose'] }, viewer),
    deleteLogo: db => logos.deleteLogo(db, 1, new Date('2026-01-01'), viewer),
    findOwner: db => logos.findOwner(db, 1),
    setLike: async db => {
      await logos.setLike(db, 1, 1, true)
      await logos.setLike(db, 1, 1, false)
    },
    recordView: db => logos.recordView(db, 1, '1', viewer, '2026-01-01'),
    listComments: db => logos.listComments(db, 1),
    findComment: db => logos.findComment(db, 1),
    insertComment: db => logos.insertComment(db, 1, 1, 'Fine.'),
    deleteComment: db => logos.deleteComment(db, 1, viewer),
  },
  news: {
    listPosts: db =>
      news.listPosts(db, { categories: [1], exclude: [6], slugs: ['one-ink-first'] }, { limit: 6, skip: 3 }),
    countPosts: db => news.countPosts(db, { categories: [1] }),
    findPost: async db => {
      await news.findPost(db, { slug: 'one-ink-first' })
      await news.findPost(db, { post_id: 1 })
    },
    findNextPost: db => news.findNextPost(db, { post_id: 1, published_at: new Date(0) }),
    listCategories: db => news.listCategories(db),
    listMedia: db => news.listMedia(db),
  },
  pictures: {
    lockPicture: db => db.transaction().execute(trx => pictures.lockPicture(trx, '0'.repeat(32), 'alone')),
    isPictureUsed: async db => {
      await pictures.isPictureUsed(db, picture)
      await pictures.isPictureUsed(db, { ...picture, kind: 'avatar' })
    },
    listUnused: db => pictures.listUnused(db, [picture]),
    findUnused: db => pictures.findUnused(db),
    strikeOff: db => pictures.strikeOff(db, picture),
  },
  mail: {
    enqueueMail: db =>
      mail.enqueueMail(db, {
        kind: 'hello',
        dedupeKey: '1',
        to: 'ada@colophon.example',
        subject: '',
        blocks: [],
      }),
    claimMails: db => mail.claimMails(db, 5, now),
    settleMail: async db => {
      const claimed = { ...letter, kind: 'hello', attempts: 1, interruptions: 0, is_suppressed: false }
      await mail.settleMail(db, { ...claimed, token_until: now }, { status: 'sent' })
      await mail.settleMail(
        db,
        { ...claimed, token_until: null },
        { status: 'queued', problem: 'No answer', next_attempt_at: now },
      )
    },
    suppressAddress: db => mail.suppressAddress(db, 'Ada@colophon.example', '550 No such user', now),
    forgetMailsOf: db => mail.forgetMailsOf(db, 'ada@colophon.example'),
    clearOldMails: db => mail.clearOldMails(db, now),
  },
  membership: {
    findMembership: db => membership.findMembership(db, 1),
    findCheckoutInfo: db => membership.findCheckoutInfo(db, 1),
    findRunningSubscription: db => membership.findRunningSubscription(db, 1),
    listPayments: db => membership.listPayments(db, 1),
    findReceipt: db => membership.findReceipt(db, 1, 1001),
    findReceiptId: db => membership.findReceiptId(db, 'S-1'),
    listAttention: db => membership.listAttention(db, new Date(0)),
    findTakenNames: db => membership.findTakenNames(db, { username: 'ada', email: 'ada@example.com' }, null),
    lockNames: db => membership.lockNames(db),
    refuseIntents: db => membership.refuseIntents(db, 1),
    isClosedAccount: db => membership.isClosedAccount(db, 1),
    findFreeSlug: db => membership.findFreeSlug(db, 'Ferro & Co'),
    findIntentOf: db => membership.findIntentOf(db, 'I-1'),
    closeOldIntents: db => membership.closeOldIntents(db, now),
    clearOldEvents: db => membership.clearOldEvents(db, now),
    forgetRegistrations: db => membership.forgetRegistrations(db, 'ada@example.com'),
    forgetPayer: db => membership.forgetPayer(db, 1),
  },
  search: {
    findLogos: db =>
      db.transaction().execute(async trx => {
        // Terms there are, so that the logos are looked for; and then there are none again.
        const known = { search_text: 'rose', filter_type: 'symbols' } as const
        await trx
          .insertInto('search_term')
          .values([{ term: '~tSymbol', is_frequent: true }, { term: 'rose' }])
          .execute()
        for (const sort of ['recent', 'oldest', 'popular'] as const) {
          await search.findLogos(trx, { filter_type: 'symbols', sort }, page)
          await search.findLogos(trx, { ...known, sort }, page)
        }
        throw new Error('Undone')
      }),
    searchLogos: db => search.searchLogos(db, { ...everyFilter, sort: 'popular' }, page, viewer),
    listSharing: db => search.listSharing(db, [{ term: 'rose', logo_ct: 3, is_frequent: false }]),
    chooseBitmaps: db => search.chooseBitmaps(db, { least: 4000 }),
    findCorrection: db => search.findCorrection(db, 'compas ros'),
    listSuggestions: db => search.listSuggestions(db, 'keyword', 'comp'),
    refreshSuggestions: db => search.refreshSuggestions(db),
  },
}

/**
 * The SQL that each query function sends, in the order it sends it: so that a reviewer reads SQL. Throws when a
 * function of a queries.ts has no example.
 */
export async function writeQueriesSql(pool: Pool): Promise<string> {
  await assertComplete()
  const parts = ['-- Generated by `node server/db/generate.ts`; do not edit. What each query function sends.']
  for (const [feature, functions] of Object.entries(examples))
    for (const [name, run] of Object.entries(functions)) {
      const sent: string[] = []
      const db = new Kysely<Database>({
        dialect: new PostgresDialect({ pool }),
        log: event => void sent.push(event.query.sql),
      })
      // The database is empty: an insert may be refused, but it has been sent.
      await run(db).catch(() => {})
      parts.push(`-- ${feature}.${name}`, ...new Set(sent.map(readable)))
    }
  return `${parts.join('\n\n')}\n`
}

const readable = (sql: string) => `${format(sql, { language: 'postgresql', expressionWidth: 100 })};`

async function assertComplete() {
  const features = join(import.meta.dirname, '../features')
  for (const feature of await readdir(features)) {
    const queries = (await import(join(features, feature, 'queries.ts')).catch(() => ({}))) as object
    for (const name of Object.keys(queries))
      if (!examples[feature]?.[name])
        throw new Error(`Add an example of ${feature}.${name} to server/db/queries-sql.ts`)
  }
}
