import { readFileSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Kysely, PostgresDialect } from 'kysely'
import type { Pool } from 'pg'
import { format } from 'sql-formatter'
import { makeColorIndex } from '../../server/db/color-index.ts'
import { type Db, statementName } from '../../server/db/connect.ts'
import type { Database } from '../../server/db/types.ts'
import * as account from '../../server/features/account/queries.ts'
import * as affiliates from '../../server/features/affiliates/queries.ts'
import * as audit from '../../server/features/audit/queries.ts'
import * as auth from '../../server/features/auth/queries.ts'
import * as backups from '../../server/features/backups/queries.ts'
import * as blind from '../../server/features/blind/queries.ts'
import * as books from '../../server/features/books/queries.ts'
import * as bookSteps from '../../server/features/books/steps/queries.ts'
import * as cards from '../../server/features/cards/queries.ts'
import * as collectionHelpers from '../../server/features/collections/helpers/queries.ts'
import * as collections from '../../server/features/collections/queries.ts'
import * as contact from '../../server/features/contact/queries.ts'
import * as designers from '../../server/features/designers/queries.ts'
import * as deskBooks from '../../server/features/desk/books/queries.ts'
import * as deskMail from '../../server/features/desk/mail/queries.ts'
import * as deskMembers from '../../server/features/desk/members/queries.ts'
import * as deskMoney from '../../server/features/desk/money/queries.ts'
import * as deskReports from '../../server/features/desk/reports/queries.ts'
import * as deskToday from '../../server/features/desk/today/queries.ts'
import * as factors from '../../server/features/factors/queries.ts'
import * as feeds from '../../server/features/feeds/queries.ts'
import * as giftCards from '../../server/features/gift-cards/queries.ts'
import * as history from '../../server/features/history/queries.ts'
import * as judging from '../../server/features/judging/queries.ts'
import * as jury from '../../server/features/jury/queries.ts'
import * as logos from '../../server/features/logos/queries.ts'
import * as look from '../../server/features/look/queries.ts'
import * as mail from '../../server/features/mail/queries.ts'
import * as members from '../../server/features/members/queries.ts'
import * as membership from '../../server/features/membership/queries.ts'
import * as metrics from '../../server/features/metrics/queries.ts'
import * as news from '../../server/features/news/queries.ts'
import * as notices from '../../server/features/notices/queries.ts'
import * as palettes from '../../server/features/palettes/queries.ts'
import * as pictures from '../../server/features/pictures/queries.ts'
import * as plates from '../../server/features/plates/queries.ts'
import * as posts from '../../server/features/posts/queries.ts'
import * as reports from '../../server/features/reports/queries.ts'
import * as search from '../../server/features/search/queries.ts'
import * as searches from '../../server/features/searches/queries.ts'
import * as site from '../../server/features/site/queries.ts'
import * as sitemap from '../../server/features/sitemap/queries.ts'
import * as sixteen from '../../server/features/sixteen/queries.ts'
import * as statistics from '../../server/features/statistics/queries.ts'
import * as tiles from '../../server/features/tiles/queries.ts'
import * as tokens from '../../server/features/tokens/queries.ts'
import * as trends from '../../server/features/trends/queries.ts'
import * as vectors from '../../server/features/vectors/queries.ts'
import * as webhooks from '../../server/features/webhooks/queries.ts'
import type { Viewer } from '../../server/viewer.ts'
import { measures } from '../../shared/api/desk/today.ts'
import { noticeKinds } from '../../shared/rules/notices.ts'
import { abilities } from '../../shared/rules/roles.ts'
import { boundsOf } from '../../shared/rules/trends.ts'
import { playFlows } from './flows.ts'

const root = join(import.meta.dirname, '../..')

const viewer: Viewer = { id: 1, role: 'member', isActive: true }
const picture = { kind: 'logo', image: '0'.repeat(32) } as const
const page = { page: 2, page_size: 50 }

const now = new Date('2026-01-01')
const period = { designer_id: 1, from: '2026-01-01', to: '2026-01-31' }
const exampleView = {
  logo_id: 1,
  day: '2026-01-01',
  viewer: '1',
  viewer_id: 1,
  source: 'search',
  words: 'fox',
  searcher: '1',
} as const
const ranked = { logo_id: 1, rank: 1, u: 0.5, v: 0.1, p: 0.9, band: 5 as const, cross_check: 0.4 }
const letter = {
  mail_id: '00000000-0000-4000-8000-000000000000',
  to_address: 'ada@colophon.example',
  reply_to: null,
  unsubscribe_url: null,
  subject: 'Hello',
  html: '',
  text: '',
  created_at: now,
}

const dueNotices = noticeKinds.map(kind => ({ designer_id: 1, kind, since: now }))

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

const drawExample = (db: Db) =>
  sixteen.replaceAtlas(db, 1, [
    {
      image: '0'.repeat(32),
      small: Buffer.alloc(1),
      large: Buffer.alloc(1),
      squares: [{ logo_id: 1, picture: '0'.repeat(32), place: 7 }],
    },
  ])

/** Each query function once, with an example of its arguments. */
const examples: Record<string, Record<string, (db: Db) => Promise<unknown>>> = {
  'books/steps': {
    insertConflicts: db => bookSteps.insertConflicts(db, 1),
    listCrowdedEntries: db => bookSteps.listCrowdedEntries(db, 1),
    withdrawJurorsEntries: db => bookSteps.withdrawJurorsEntries(db, 1),
    numberJurors: db => bookSteps.numberJurors(db, 1),
    disqualifyHidden: db => bookSteps.disqualifyHidden(db, 1, now),
    countUnscored: db => bookSteps.countUnscored(db, 1, 1),
  },
  'desk/books': {
    listProgress: db => deskBooks.listProgress(db, 1, 1),
    listFlags: db => deskBooks.listFlags(db, 1),
    listDisqualified: db => deskBooks.listDisqualified(db, 1),
    countDeclared: db => deskBooks.countDeclared(db, 1),
  },
  webhooks: {
    listWebhooks: db => webhooks.listWebhooks(db, 1, 1),
    listDeliveries: db => webhooks.listDeliveries(db, 1),
    insertWebhook: db =>
      webhooks.insertWebhook(
        db,
        {
          designer_id: 1,
          url: 'https://studio.example/',
          events: ['logo.liked'],
          secret: Buffer.alloc(52),
          created_at: now,
          next_attempt_at: now,
        },
        5,
      ),
    updateWebhook: db => webhooks.updateWebhook(db, { designer_id: 1, webhook_id: 1 }, { is_paused: true }),
    deleteWebhook: db => webhooks.deleteWebhook(db, { designer_id: 1, webhook_id: 1 }),
    findTarget: db => webhooks.findTarget(db, { designer_id: 1, webhook_id: 1 }),
    queueResults: db => webhooks.queueResults(db, 1),
    claimWebhook: db => webhooks.claimWebhook(db, now, now),
    findNextDelivery: db => webhooks.findNextDelivery(db, 1),
    findOwner: db => webhooks.findOwner(db, 1),
    findActivityItem: db => webhooks.findActivityItem(db, 1, 1),
    listSelected: db => webhooks.listSelected(db, 1, 1),
    recordAttempt: db =>
      webhooks.recordAttempt(db, 1, { state: 'queued', status: 500, problem: 'Answered 500', at: now }),
    insertTest: db =>
      webhooks.insertTest(db, {
        webhook_id: 1,
        message_id: '00000000-0000-4000-8000-000000000000',
        state: 'delivered',
        status: 204,
        problem: '',
        at: now,
      }),
    deleteDelivery: db => webhooks.deleteDelivery(db, 1),
    settleWebhook: db =>
      webhooks.settleWebhook(
        db,
        { webhook_id: 1, designer_id: 1, url: '', secret: null, failure_ct: 0, next_attempt_at: now },
        { failure_ct: 0, next_attempt_at: now },
      ),
    endFailures: db => webhooks.endFailures(db, 1, now),
    clearOldDeliveries: db => webhooks.clearOldDeliveries(db, now),
  },
  cards: {
    noteCard: db => cards.noteCard(db, 'cards/1.jpg', now),
    listOldCards: db => cards.listOldCards(db, now),
    forgetCard: db => cards.forgetCard(db, 'cards/1.jpg'),
  },
  vectors: {
    findVector: db => vectors.findVector(db, 1, viewer),
    lockOwnLogo: db => vectors.lockOwnLogo(db, 1, viewer),
    findAccount: db => vectors.findAccount(db, 1),
    setVector: db =>
      vectors.setVector(db, {
        logo_id: 1,
        filename: 'Rosa.svg',
        bytes: 9,
        file: '0'.repeat(32),
        sent_at: now,
      }),
    deleteVector: db => vectors.deleteVector(db, 1, viewer),
    deleteVectorsOf: db => vectors.deleteVectorsOf(db, 1),
  },
  tokens: {
    listTokens: db => tokens.listTokens(db, 1),
    insertToken: db =>
      tokens.insertToken(
        db,
        { designer_id: 1, name: 'Website', scope: 'read', token_hash: Buffer.alloc(32), created_at: now },
        20,
      ),
    deleteToken: db => tokens.deleteToken(db, 1, 1),
    endTokens: db => tokens.endTokens(db, 1),
  },
  notices: {
    findPreferences: db => notices.findPreferences(db, 1),
    changePreferences: db => notices.changePreferences(db, 1, { comments: 'daily' }, now),
    endLetters: db => notices.endLetters(db, 1),
    listDue: db => notices.listDue(db, now),
    claimDue: db => notices.claimDue(db, [1], now),
    listReaders: db => notices.listReaders(db, [1], now),
    listHappened: db => notices.listHappened(db, dueNotices, now, now),
    listNewWork: db => notices.listNewWork(db, dueNotices, now, now),
    listNewMatches: db =>
      notices.listNewMatches(db, [1], { designer_id: 1, since: now, seen_id: 1 }, now, now),
    listPosts: db => notices.listPosts(db, dueNotices, now),
    listBooks: db => notices.listBooks(db, dueNotices, now, 'Book'),
  },
  searches: {
    listSaved: db => searches.listSaved(db, 1),
    lockOwner: db => searches.lockOwner(db, 1),
    insertSaved: db =>
      searches.insertSaved(db, { designer_id: 1, name: 'Fox', query: 'search_text=fox', created_at: now }),
    seeSaved: db => searches.seeSaved(db, 1, 1),
    deleteSaved: db => searches.deleteSaved(db, 1, 1),
    countNews: db => searches.countNews(db, [1], viewer, now),
    findMatches: db => searches.findMatches(db, makeColorIndex(), 'search_text=fox'),
  },
  statistics: {
    hasOwnLogo: db => statistics.hasOwnLogo(db, 1, 1),
    sumByDay: db => statistics.sumByDay(db, period, now),
    sumBySource: db => statistics.sumBySource(db, period),
    listWords: db => statistics.listWords(db, period),
    listHolding: db => statistics.listHolding(db, period, now),
  },
  trends: {
    listQuarters: db => trends.listQuarters(db),
    findTrends: db => trends.findTrends(db, '2026-3', { viewer, now }),
    tryLockCounting: db => trends.tryLockCounting(db),
    findChangedQuarter: db => trends.findChangedQuarter(db),
    removeChanges: db => trends.removeChanges(db, ['1']),
    listPublicIds: db => trends.listPublicIds(db, boundsOf('2026-3')),
    listCounted: db => trends.listCounted(db, [1]),
    setQuarter: db => trends.setQuarter(db, '2026-3', { logo_ct: 1, before_ct: 0, trends: [] }, now),
  },
  metrics: { findFigures: db => metrics.findFigures(db, now) },
  'desk/today': {
    countMatters: db => deskToday.countMatters(db, now),
    listOldestMails: async db => {
      await deskToday.listOldestMails(db, { state: 'undelivered', now, limit: 3 })
      await deskToday.listOldestMails(db, { state: 'late', now, limit: 3 })
    },
    listOldestMessages: db => deskToday.listOldestMessages(db, { now, limit: 3 }),
    sumByMonth: db => deskToday.sumByMonth(db, measures, now),
    findInstallation: db => deskToday.findInstallation(db),
    searchDesk: db => deskToday.searchDesk(db, 'ada', abilities, 8),
  },
  'desk/mail': {
    listExampleLogos: db => deskMail.listExampleLogos(db),
    listMails: db => deskMail.listMails(db, { q: 'receipt', state: 'dead' }, page),
    countMails: db => deskMail.countMails(db, {}),
  },
  'desk/members': {
    listAccounts: async db => {
      await deskMembers.listAccounts(db, { q: 'ada@', state: 'grace', role: 'staff' }, page, now)
      await deskMembers.listAccounts(db, { role: 'admin' }, { ...page, sort: 'name' }, now)
    },
    countAccounts: db => deskMembers.countAccounts(db, {}, now),
    findAccountDetails: db => deskMembers.findAccountDetails(db, 1, now),
    findLastSubscription: db => deskMembers.findLastSubscription(db, 1),
    listGrantsOf: db => deskMembers.listGrantsOf(db, 1),
    listLookalikes: db => deskMembers.listLookalikes(db, 1),
    listTimeline: db => deskMembers.listTimeline(db, 1),
    listPeople: db => deskMembers.listPeople(db, { q: 'ada', role: 'chair', factor: 'none' }, page, false),
    countPeople: db => deskMembers.countPeople(db, { factor: 'set' }),
  },
  'desk/money': {
    listGrants: db => deskMoney.listGrants(db, { q: 'ada', source: 'admin' }, page),
    countGrants: db => deskMoney.countGrants(db, {}),
    findShellGrant: db => deskMoney.findShellGrant(db, { designer_id: 1, days: 30, since: now }),
    listAllPayments: db => deskMoney.listAllPayments(db, { q: 'ada', status: 'completed' }, page),
    countAllPayments: db => deskMoney.countAllPayments(db, {}),
    listCases: db => deskMoney.listCases(db, { q: 'ada', state: 'open' }, page),
    countCases: db => deskMoney.countCases(db, { state: 'done' }),
    listCards: db => deskMoney.listCards(db, { q: 'ada', state: 'unused' }, page, now),
    countCards: db => deskMoney.countCards(db, {}, now),
    sumSupportGrants: db => deskMoney.sumSupportGrants(db, now),
  },
  'desk/reports': {
    listReports: db => deskReports.listReports({ db, publicUrl: 'https://colophon.example' }, {}, page),
    findReports: db => deskReports.findReports(db, '17', 8),
    listOldestCases: async db => {
      await deskReports.listOldestCases(db, { isAppeal: false, limit: 3 })
      await deskReports.listOldestCases(db, { isAppeal: true, limit: 3 })
    },
    countReports: db => deskReports.countReports(db, { state: 'open', kind: 'logo', q: 'ada' }),
    listSkimmedLogos: db => deskReports.listSkimmedLogos(db, {}, page),
    countSkimmedLogos: db => deskReports.countSkimmedLogos(db, { state: 'hidden', q: 'ada' }),
    listSkimmedComments: db => deskReports.listSkimmedComments(db, {}, page),
    countSkimmedComments: db => deskReports.countSkimmedComments(db, { state: 'shown' }),
  },
  reports: {
    lockSubject: async db => {
      for (const kind of ['logo', 'comment', 'designer', 'collection'] as const)
        await reports.lockSubject(db, { kind, id: 1 })
    },
    lockLogoOfComment: db => reports.lockLogoOfComment(db, 1),
    updateHidden: async db => {
      for (const kind of ['logo', 'comment', 'collection'] as const)
        await reports.updateHidden(db, { kind, id: 1 }, { at: now, by: 'staff', why: 'Copied' })
      await reports.updateHidden(
        db,
        { kind: 'logo', id: 1 },
        { at: now, by: 'staff', why: 'Copied', isRemoved: true },
      )
      await reports.updateHidden(db, { kind: 'logo', id: 1 }, null)
    },
    isInPublishedBook: db => reports.isInPublishedBook(db, 1),
    findReport: async db => {
      await reports.findReport(db, { kind: 'logo', id: 1 }, { reporter_id: 1 })
      await reports.findReport(db, { kind: 'logo', id: 1 }, { email: 'ada@example.com' })
    },
    insertReport: db =>
      reports.insertReport(db, {
        kind: 'logo',
        subject_id: 1,
        reason: 'copied',
        reporter_id: 1,
        created_at: now,
      }),
    reportSamePicture: db => reports.reportSamePicture(db, 1, now),
    reportSameLook: db => reports.reportSameLook(db, 1, { logo_id: 2, text: 'Alike' }, now),
    countReporters: db => reports.countReporters(db, 1),
    lockReports: db => reports.lockReports(db, [1]),
    insertDecision: db =>
      reports.insertDecision(db, {
        kind: 'logo',
        subject_id: 1,
        decision: 'hide',
        why: 'Copied',
        decided_by: 1,
        decided_at: now,
      }),
    findStandingDecision: db => reports.findStandingDecision(db, 1, 'hide'),
    lockDecision: db => reports.lockDecision(db, 1),
    listOtherHidings: db => reports.listOtherHidings(db, { kind: 'logo', id: 1 }, 1),
    findOtherSuspension: db => reports.findOtherSuspension(db, 1, 1, now),
    setDecided: db => reports.setDecided(db, [1], 1),
    undoDecision: db => reports.undoDecision(db, 1, now),
    insertAppealLink: db =>
      reports.insertAppealLink(db, { token_hash: Buffer.alloc(32), decision_id: 1, designer_id: 1 }),
    lockAppealLink: db => reports.lockAppealLink(db, Buffer.alloc(32)),
    markAppealed: db => reports.markAppealed(db, Buffer.alloc(32), now),
    findAddress: db => reports.findAddress(db, 1),
    hasOtherModerator: db => reports.hasOtherModerator(db, 1, now),
  },
  blind: {
    listPlayableBooks: db => blind.listPlayableBooks(db),
    isOffered: db => blind.isOffered(db, '2026-01-01'),
    listShownAwards: db => blind.listShownAwards(db, 1),
    findDay: db => blind.findDay(db, '2026-01-01'),
    findNumber: db => blind.findNumber(db, '2026-01-01'),
    insertDay: db =>
      blind.insertDay(db, {
        day: '2026-01-01',
        number: 1,
        book_id: 1,
        logo_ids: Array.from({ length: 20 }, (_, i) => i + 1),
      }),
    listTiles: db => blind.listTiles(db, [1, 2], viewer),
    hasPlayed: db => blind.hasPlayed(db, '2026-01-01', Buffer.alloc(32)),
    countPlayer: db => blind.countPlayer(db, '2026-01-01', Buffer.alloc(32), 31),
    findDayPicture: db => blind.findDayPicture(db, 1, 1),
    clearOldPlayers: db => blind.clearOldPlayers(db, now),
  },
  books: {
    listWinnersVectors: db => books.listWinnersVectors(db, 1),
    insertPublishedBook: db =>
      books.insertPublishedBook(db, {
        series: 'textbook',
        number: 9,
        title: 'Marks',
        published_month: '2020-05',
      }),
    listBooks: db => books.listBooks(db, 1),
    findNextBook: db => books.findNextBook(db),
    listAdminBooks: db => books.listAdminBooks(db, { q: 'annual', sort: 'newest', page: 1, page_size: 50 }),
    countAdminBooks: db => books.countAdminBooks(db, { q: 'annual' }),
    findAdminBook: db => books.findAdminBook(db, 'book-14'),
    listWinners: db => books.listWinners(db, 'book-13', viewer, { page: 1, page_size: 50 }),
    countWinners: db => books.countWinners(db, 'book-13'),
    findBook: db => books.findBook(db, 'book-14'),
    findBookById: db => books.findBookById(db, 1),
    lockBook: db => books.lockBook(db, 'book-14'),
    listBooksPastDate: db => books.listBooksPastDate(db, now),
    listRunningBooks: db => books.listRunningBooks(db),
    listEntries: db => books.listEntries(db, 1),
    listJurors: db => books.listJurors(db, 1),
    listConflicts: db => books.listConflicts(db, 1),
    listPanels: db => books.listPanels(db, 1, 1),
    listMoved: db => books.listMoved(db, 1),
    findLastScoreHash: db => books.findLastScoreHash(db, 1),
    findOpenBook: db => books.findOpenBook(db),
    enterHeld: db => books.enterHeld(db),
  },
  backups: {
    findLastBackup: db => backups.findLastBackup(db),
    findBackupProblem: db => backups.findBackupProblem(db),
  },
  plates: { findPlate: db => plates.findPlate(db, 1) },
  feeds: {
    listNewestUploads: db => feeds.listNewestUploads(db, 400, 1),
    listNewestSaves: db => feeds.listNewestSaves(db, 400, 1),
  },
  sixteen: {
    arrange: async db => {
      await sixteen.arrange(db, { sort: 'ground' }, viewer)
      await sixteen.arrange(db, { sort: 'country', ids: [1, 2], book: 'book-1' }, viewer)
    },
    findAtlasPicture: db => sixteen.findAtlasPicture(db, '0'.repeat(32), 'small'),
    countSquares: db => sixteen.countSquares(db, '0'.repeat(32)),
    listNames: db => sixteen.listNames(db, '0'.repeat(32), { viewer, isReader: false }),
    takeChanges: db => sixteen.takeChanges(db, 64),
    tryToDraw: db => sixteen.tryToDraw(db),
    listToDraw: db => sixteen.listToDraw(db, [1, 2]),
    listAtlasPlaces: db => sixteen.listAtlasPlaces(db),
    listSquaresOf: db => sixteen.listSquaresOf(db, [1, 2]),
    replaceAtlas: db => drawExample(db),
    findAtlas: async db => {
      await drawExample(db)
      const [first] = await sixteen.listAtlasPlaces(db)
      await sixteen.findAtlas(db, first!.atlas_id)
    },
  },
  sitemap: {
    listParts: db => sitemap.listParts(db, 'logos'),
    listPartPages: db => sitemap.listPartPages(db, 'logos', 1),
  },
  factors: {
    listPasskeys: db => factors.listPasskeys(db, 1),
    findPasskey: db => factors.findPasskey(db, 'credential'),
    insertPasskey: db =>
      factors.insertPasskey(db, {
        designer_id: 1,
        credential_id: 'credential',
        public_key: Buffer.alloc(77),
        sign_count: 0,
        transports: ['internal'],
        name: 'Phone',
        created_at: now,
      }),
    countPasskeyUse: db => factors.countPasskeyUse(db, 1, 2, now),
    deletePasskey: db => factors.deletePasskey(db, 1, 1),
    findTotp: db => factors.findTotp(db, 1),
    setPendingTotp: db => factors.setPendingTotp(db, 1, Buffer.alloc(48)),
    activateTotp: db => factors.activateTotp(db, 1, 59_000_000, now),
    takeTotpStep: db => factors.takeTotpStep(db, 1, 59_000_001),
    deleteTotp: db => factors.deleteTotp(db, 1),
    countRecoveryCodes: db => factors.countRecoveryCodes(db, 1),
    replaceRecoveryCodes: db => factors.replaceRecoveryCodes(db, 1, [Buffer.alloc(32)], now),
    takeRecoveryCode: db => factors.takeRecoveryCode(db, 1, Buffer.alloc(32)),
    lockFactors: db => factors.lockFactors(db, 1),
    findLack: db => factors.findLack(db, 1),
    listFactorKinds: db => factors.listFactorKinds(db, 1),
    removeFactorsSince: db => factors.removeFactorsSince(db, 1, now),
    insertFactorUndo: db =>
      factors.insertFactorUndo(db, {
        token_hash: Buffer.alloc(32),
        designer_id: 1,
        since: now,
        expires_at: now,
      }),
    findFactorUndo: db => factors.findFactorUndo(db, Buffer.alloc(32), now),
    deleteFactors: db => factors.deleteFactors(db, 1),
    insertHalfSignIn: db =>
      factors.insertHalfSignIn(db, {
        token_hash: Buffer.alloc(32),
        designer_id: 1,
        name_hash: 'hash',
        expires_at: now,
      }),
    findHalfSignIn: db => factors.findHalfSignIn(db, Buffer.alloc(32), now),
    takeHalfSignIn: db => factors.takeHalfSignIn(db, Buffer.alloc(32)),
    insertChallenge: db =>
      factors.insertChallenge(db, { challenge: 'challenge', designer_id: null, expires_at: now }),
    takeChallenge: db => factors.takeChallenge(db, 'challenge', null, now),
    clearExpiredSteps: db => factors.clearExpiredSteps(db, now),
  },
  history: {
    hasSearched: db => history.hasSearched(db, 1, 'ada@', now),
    recordAct: db =>
      history.recordAct(
        db,
        { designer_id: 1, origin: 'web' },
        { what: 'books.state', kind: 'book', id: 1, before: 'open', after: 'closed', why: 'The deadline' },
        now,
      ),
    findClosedUsername: db => history.findClosedUsername(db, 'ada'),
    listActs: db => history.listActs(db, 'designer', 1),
    listHistory: async db => {
      await history.listHistory(db, {}, { page: 2, page_size: 50 })
      await history.listHistory(
        db,
        { by: 1, q: 'role', from: 'web', designer_id: 1 },
        { page: 1, page_size: 50 },
      )
    },
    countHistory: db => history.countHistory(db, { from: 'ledger' }),
  },
  jury: {
    findSeat: db => jury.findSeat(db, 1),
    findProgress: db => jury.findProgress(db, 1, 1, 1),
    countSaves: db => jury.countSaves(db, 1, 1),
    listDeclared: db => jury.listDeclared(db, 1, 2),
    replaceDeclared: db => jury.replaceDeclared(db, 1, 2, [3]),
    listOpenAccounts: db => jury.listOpenAccounts(db, [3]),
    listEarlierScores: db => jury.listEarlierScores(db),
    listTiles: async db => {
      const seat = { book_id: 1, number: 1, round: 1 } as const
      for (const from of ['next', 'skipped', 'scored'] as const)
        await jury.listTiles(db, seat, { from, most: 20, skip: 0 })
    },
    lockChain: db => jury.lockChain(db, 1),
    listAnswered: db => jury.listAnswered(db, 1, ['key']),
    listOwnTiles: db => jury.listOwnTiles(db, 1, [1]),
    insertScores: db =>
      jury.insertScores(
        db,
        { book_id: 1, number: 1, designer_id: 1, round: 1 },
        { lines: [], counting: [], answers: [{ key: 'key', error: null }], kept_at: now },
      ),
    setTile: db => jury.setTile(db, 1, { is_skipped: true }),
    insertConflict: db => jury.insertConflict(db, { book_id: 1, logo_id: 1, number: 1, reason: 'known' }),
    setFlag: db =>
      jury.setFlag(db, { book_id: 1, logo_id: 1, number: 1, reason: 'copy', text: 'A copy', at: now }),
    findBenchPicture: db => jury.findBenchPicture(db, 1, 1, 1),
  },
  members: {
    countMembersByState: db => members.countMembersByState(db, now),
    findMember: db => members.findMember(db, 'ada'),
    searchMembers: db => members.searchMembers(db, 'ada'),
    listSeats: db => members.listSeats(db, 1),
    findRole: db => members.findRole(db, 1),
    hasAdmin: db => members.hasAdmin(db),
    hasOtherAdmin: db => members.hasOtherAdmin(db, 1, now),
    lockWithAdmins: db => members.lockWithAdmins(db, [1, 2]),
    updateSuspension: db => members.updateSuspension(db, 1, now),
  },
  tiles: {
    insertTiles: db => tiles.insertTiles(db, 1, [{ number: 1, logo_id: 1, round: 1, position: 1 }]),
    listBarred: db => tiles.listBarred(db, 1, [1]),
    listLoads: db => tiles.listLoads(db, 1, 1),
    listUnfinished: db => tiles.listUnfinished(db, 1, 1, [1]),
    moveTiles: db =>
      tiles.moveTiles(db, {
        book_id: 1,
        round: 1,
        moves: [{ tile: { assignment_id: 1, logo_id: 1, number: 1 }, to: 2 }],
        now,
      }),
  },
  account: {
    findContactInfo: db => account.findContactInfo(db, 1, now),
    lockAccount: db => account.lockAccount(db, 1),
    updateDesigner: db => account.updateDesigner(db, 1, { email: 'ada@example.com', avatar: null }),
    replaceProfileLogos: db => account.replaceProfileLogos(db, 1, []),
    insertEmailChange: db =>
      account.insertEmailChange(db, {
        designer_id: 1,
        old_email: 'ada@example.com',
        new_email: 'ada@example.org',
        confirm_hash: Buffer.alloc(32, 1),
        restore_hash: Buffer.alloc(32, 2),
        created_at: now,
      }),
    findEmailChange: db => account.findEmailChange(db, { confirm_hash: Buffer.alloc(32) }),
    withdrawEmailChange: db => account.withdrawEmailChange(db, 1),
    listEmailChangesSince: db => account.listEmailChangesSince(db, 1, now),
    setEmailChangeState: db =>
      account.setEmailChangeState(db, { email_change_id: 1, designer_id: 1 }, 'restored'),
    clearOldEmailChanges: db => account.clearOldEmailChanges(db, now),
    readEverything: db => account.readEverything(db, 1),
  },
  auth: {
    findAccount: db => auth.findAccount(db, 'ada'),
    listSessions: db => auth.listSessions(db, 1, Buffer.alloc(32), new Date(0)),
    listAddresses: db => auth.listAddresses(db, 1, now),
    endSession: db => auth.endSession(db, 1, '00000000-0000-4000-8000-000000000000'),
    findPassword: db => auth.findPassword(db, 1),
    lockPassword: db => auth.lockPassword(db, { designer_id: 1, password_hash: 'old' }),
    replacePassword: db => auth.replacePassword(db, { designer_id: 1, password_hash: 'old' }, 'new'),
    insertReset: db =>
      auth.insertReset(db, { token_hash: Buffer.alloc(32), designer_id: null, expires_at: now }),
    findReset: db => auth.findReset(db, Buffer.alloc(32), 1, now),
    deleteResets: db => auth.deleteResets(db, 1),
    voidPassword: db => auth.voidPassword(db, 1, 'hash', now),
    clearExpiredSessions: db => auth.clearExpiredSessions(db, now),
  },
  'collections/helpers': {
    listHelpers: db => collectionHelpers.listHelpers(db, 1, viewer),
    addHelper: db => collectionHelpers.addHelper(db, { collectionId: 1, username: 'rook', now }, viewer),
    removeHelper: db => collectionHelpers.removeHelper(db, 1, 'rook', viewer),
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
    moveLogo: db => collections.moveLogo(db, { collection_id: 1, logo_id: 1, after: 2 }, viewer),
    setNote: db =>
      collections.setNote(db, { collection_id: 1, logo_id: 1, note: 'The third draft.' }, viewer),
    listNotes: db => collections.listNotes(db, 1),
    findLink: db => collections.findLink(db, 1, viewer),
    replaceLink: db =>
      collections.replaceLink(
        db,
        { collectionId: 1, tokenHash: Buffer.alloc(32), until: now, now: new Date('2026-01-01') },
        viewer,
      ),
    deleteLink: db => collections.deleteLink(db, 1, viewer),
    findLinked: db => collections.findLinked(db, Buffer.alloc(32), viewer, now),
    recordOpening: db =>
      collections.recordOpening(db, Buffer.alloc(32), { viewerKey: '1', day: '2026-01-01', now }, viewer),
    clearOldOpenings: db => collections.clearOldOpenings(db, now),
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
    warnOfCompany: db => designers.warnOfCompany(db, 'Ada Lindqvist', 1),
    listChosenLogos: db => designers.listChosenLogos(db, 1, viewer),
    listProfileLogos: db => designers.listProfileLogos(db, 1, viewer),
    setBlocked: async db => {
      await designers.setBlocked(db, 1, 2, true, now)
      await designers.setBlocked(db, 1, 2, false, now)
    },
    listBlocked: db => designers.listBlocked(db, 1),
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
    countEntered: db => designers.countEntered(db, 1),
    countUnseen: db => designers.countUnseen(db, 1),
    seeActivity: db => designers.seeActivity(db, 1),
  },
  judging: {
    listCountedScores: db => judging.listCountedScores(db, 1),
    listStandingEntries: db => judging.listStandingEntries(db, 1),
    listSaved: db => judging.listSaved(db, 1),
    insertFirstRanking: db => judging.insertFirstRanking(db, 1, [ranked]),
    upsertRanking: db => judging.upsertRanking(db, 1, [ranked], { isFirst: true }),
    listRankable: db => judging.listRankable(db, 1),
    deleteGoneResults: db => judging.deleteGoneResults(db, 1),
    listResults: db => judging.listResults(db, 1, { offset: 0, limit: 20 }),
    countResults: db => judging.countResults(db, 1),
    listLedger: db => judging.listLedger(db, 1, 0, 2000),
    insertAwards: db => judging.insertAwards(db, 1, 5),
    markRanked: db => judging.markRanked(db, 1, 5),
    insertLettersToWrite: db => judging.insertLettersToWrite(db, 1),
    claimEntrants: db => judging.claimEntrants(db, 200, now),
    noteLetters: db => judging.noteLetters(db, [], now),
  },
  look: {
    setLook: db => look.setLook(db, 1, Buffer.alloc(0)),
    enqueueLookCheck: db => look.enqueueLookCheck(db, 1),
    claimLookCheck: db => look.claimLookCheck(db),
    findFirstPictures: db => look.findFirstPictures(db, 1, [2]),
    findLook: db => look.findLook(db, 1, viewer),
    keepShown: db => look.keepShown(db, [], viewer),
    listByIds: db => look.listByIds(db, [1], viewer),
    listUndescribed: db => look.listUndescribed(db, 0, 8),
    setLooks: db => look.setLooks(db, []),
    tryLockDescribing: db => look.tryLockDescribing(db),
  },
  logos: {
    findLogo: db => logos.findLogo(db, 1, viewer),
    findLogoDetails: db => logos.findLogoDetails(db, 1, viewer),
    listFreshLogos: db => logos.listFreshLogos(db, page, viewer),
    listBeyond: db => logos.listBeyond(db),
    listDesignerLogos: db => logos.listDesignerLogos(db, 1, page, viewer),
    listFollowingLogos: db => logos.listFollowingLogos(db, page, viewer),
    listNearByKeywords: db => logos.listNearByKeywords(db, 1, viewer),
    hasLogo: db => logos.hasLogo(db, 1, viewer),
    lockSuspension: db => logos.lockSuspension(db, 1),
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
    lockReplaceable: db => logos.lockReplaceable(db, 1, new Date('2026-01-01'), viewer),
    writeReplacement: db =>
      logos.writeReplacement(
        db,
        1,
        { image: 'a'.repeat(32), ground: null },
        { image: 'b'.repeat(32), side: 900, ground: null },
        now,
      ),
    deleteLogo: db => logos.deleteLogo(db, 1, new Date('2026-01-01'), viewer),
    findOwner: db => logos.findOwner(db, 1),
    setLike: async db => {
      await logos.setLike(db, 1, 1, true)
      await logos.setLike(db, 1, 1, false)
    },
    recordViews: db => logos.recordViews(db, [exampleView]),
    clearOldViews: db => logos.clearOldViews(db, now),
    listComments: db => logos.listComments(db, 1, viewer, { page: 1, page_size: 50 }),
    findComment: db => logos.findComment(db, 1),
    insertComment: db => logos.insertComment(db, 1, 1, 'Fine.'),
    deleteComment: db => logos.deleteComment(db, 1, 1),
  },
  news: {
    listPosts: db =>
      news.listPosts(
        db,
        { at: now, categories: [1], exclude: [6], slugs: ['one-ink-first'] },
        { limit: 6, skip: 3 },
      ),
    countPosts: db => news.countPosts(db, { at: now, categories: [1] }),
    findPost: async db => {
      await news.findPost(db, { slug: 'one-ink-first' }, now)
      await news.findPost(db, { post_id: 1 }, now)
    },
    findNextPost: db => news.findNextPost(db, { post_id: 1, published_at: new Date(0) }, now),
    listCategories: db => news.listCategories(db, now),
    listMedia: db => news.listMedia(db, now),
  },
  posts: {
    listAllPosts: db =>
      posts.listAllPosts(db, { at: now, q: 'ink', state: 'out' }, { page: 2, page_size: 50 }),
    countAllPosts: db => posts.countAllPosts(db, { at: now, state: 'draft' }),
    findAnyPost: async db => {
      await posts.findAnyPost(db, { slug: 'one-ink-first' })
      await posts.findAnyPost(db, { post_id: 1 })
    },
    lockPosts: db => db.transaction().execute(trx => posts.lockPosts(trx)),
    chooseSlug: db => posts.chooseSlug(db, 'one-ink-first'),
    insertPost: db => posts.insertPost(db, { slug: 'one-ink-first', title: 'One ink', body: 'Text.' }),
    updatePost: db => posts.updatePost(db, 1, { title: 'One ink' }),
    setKinds: db => posts.setKinds(db, 1, []),
    insertMedia: db =>
      posts.insertMedia(db, { path: `/images/${'0'.repeat(32)}-post.webp`, width: 1600, height: 1000 }),
    findMedia: db => posts.findMedia(db, '/posts/one-ink.svg'),
    setAltText: db => posts.setAltText(db, '/posts/one-ink.svg', 'Two half circles'),
    deleteUnusedMedia: db => posts.deleteUnusedMedia(db, ['/posts/one-ink.svg']),
    deletePost: db => posts.deletePost(db, 1),
    wasPostRemoved: db => posts.wasPostRemoved(db, 'one-ink-first'),
  },
  site: {
    listSaved: db => site.listSaved(db),
    listVersions: db => site.listVersions(db, 'tagline'),
    lockNewest: db => db.transaction().execute(trx => site.lockNewest(trx, 'tagline')),
    insertVersion: db =>
      site.insertVersion(db, { name: 'tagline', version: 1, value: 'Hello', at: now, designer_id: null }),
    readWords: db => site.readWords(db),
  },
  pictures: {
    lockPicture: db => db.transaction().execute(trx => pictures.lockPicture(trx, '0'.repeat(32), 'alone')),
    isPictureUsed: async db => {
      await pictures.isPictureUsed(db, picture)
      await pictures.isPictureUsed(db, { ...picture, kind: 'avatar' })
    },
    queueForRemoval: db => pictures.queueForRemoval(db, [picture]),
    findUnused: db => pictures.findUnused(db),
    enqueuePicture: db => pictures.enqueuePicture(db, picture.image),
    claimPictureJob: db => pictures.claimPictureJob(db),
    tryLockPicture: db => pictures.tryLockPicture(db, picture.image),
    listImageNames: db => pictures.listImageNames(db, picture.image),
    renameImage: db => pictures.renameImage(db, picture.image, `${picture.image}-2`),
    finishPictureJob: db => pictures.finishPictureJob(db, picture.image),
    delayPictureJob: db => pictures.delayPictureJob(db, picture.image, 60),
    countPictureJobs: db => pictures.countPictureJobs(db),
    listHiddenPictures: db => pictures.listHiddenPictures(db),
    isPictureOfOwn: db => pictures.isPictureOfOwn(db, picture.image, 1),
    listRemoved: db => pictures.listRemoved(db, now),
    lockRemoved: async db => {
      for (const kind of ['logo', 'comment', 'collection'] as const)
        await pictures.lockRemoved(db, now, { kind, id: 1 })
    },
    deleteRemovedOne: async db => {
      for (const kind of ['logo', 'comment', 'collection'] as const)
        await pictures.deleteRemovedOne(db, { kind, id: 1 })
    },
    dequeueRemoval: db => pictures.dequeueRemoval(db, picture),
  },
  mail: {
    enqueueMails: db => mail.enqueueMails(db, []),
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
  affiliates: {
    createAffiliate: db => affiliates.createAffiliate(db, { code: 'FERRO', username: 'ferro', now }),
    findAffiliate: db => affiliates.findAffiliate(db, 'FERRO', 'ferro'),
    creditAffiliate: db =>
      affiliates.creditAffiliate(db, { designer_id: 1, grant_id: 1, subscription_id: 'I-1' }, now),
    listAffiliates: db => affiliates.listAffiliates(db),
  },
  audit: {
    audit: db => audit.audit(db, { at: now, designer_id: 1, subscription_id: null, what: 'account opened' }),
  },
  'gift-cards': {
    lockSupportCards: db => giftCards.lockSupportCards(db),
    countSupportCards: db => giftCards.countSupportCards(db, now),
    releaseGiftCards: db => giftCards.releaseGiftCards(db, 1),
    createGiftCards: db =>
      giftCards.createGiftCards(db, 'secret', { count: 1, term_months: 12, note: '', expires_at: null, now }),
    voidGiftCard: db => giftCards.voidGiftCard(db, 1, now),
    isRedeemable: db => giftCards.isRedeemable({ db, now: () => now, secret: 'secret' }, '0'.repeat(16)),
    claimGiftCard: db =>
      giftCards.claimGiftCard(db, 'secret', { typed: '0'.repeat(16), designer_id: 1, at: now }),
    listGiftCards: db => giftCards.listGiftCards(db),
    findVoidCard: db => giftCards.findVoidCard(db, 1),
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
    refuseIntents: db => membership.refuseIntents(db, 1, new Date(0)),
    isClosedAccount: db => membership.isClosedAccount(db, 1),
    findFreeSlug: db => membership.findFreeSlug(db, 'Ferro & Co'),
    findIntentOf: db => membership.findIntentOf(db, 'I-1'),
    lockIntentOf: db => membership.lockIntentOf(db, 'I-1'),
    isKnownSubscription: db => membership.isKnownSubscription(db, 'I-1'),
    requestCancellation: db => membership.requestCancellation(db, 'I-1', new Date('2026-01-01')),
    closeOldIntents: db => membership.closeOldIntents(db, now),
    clearOldEvents: db => membership.clearOldEvents(db, now),
    forgetRegistrations: db => membership.forgetRegistrations(db, 'ada@example.com'),
    forgetPayer: db => membership.forgetPayer(db, 1),
  },
  palettes: {
    claimColorless: db => palettes.claimColorless(db),
    setPalette: db =>
      palettes.setPalette(db, 1, { colors: [{ hex: '#e4002b', share: 1 }], kind: 'one-color' }),
    countColorless: db => palettes.countColorless(db),
  },
  search: {
    findLogos: db =>
      db.transaction().execute(async trx => {
        // Terms there are, so that the logos are looked for; and then there are none again.
        const filters = { search_text: 'rose', filter_type: 'symbols' } as const
        await trx
          .insertInto('search_term')
          .values([{ term: '~tSymbol', is_frequent: true }, { term: 'rose' }])
          .execute()
        for (const sort of ['recent', 'oldest', 'popular'] as const) {
          await search.findLogos(trx, { filter_type: 'symbols', sort }, page)
          await search.findLogos(trx, { ...filters, sort }, page)
        }
        throw new Error('Undone')
      }),
    searchLogos: db => search.searchLogos(db, { ...everyFilter, sort: 'popular' }, page, viewer),
    listSharing: db => search.listSharing(db, [{ term: 'rose', logo_ct: 3, is_frequent: false }]),
    chooseBitmaps: db => search.chooseBitmaps(db, { least: 4000 }),
    findCorrection: db => search.findCorrection(db, 'compas ros'),
    listSuggestions: db => search.listSuggestions(db, 'keyword', 'comp'),
    findQuickly: db => search.findQuickly(db, 'pol'),
    refreshSuggestions: db => search.refreshSuggestions(db),
  },
}

/**
 * What each folder of the server sends, by the path of its `queries.sql`: first each query function with an example of its
 * arguments, then the flows that write in several steps. So that a reviewer reads SQL. Throws when a function of a
 * queries.ts has no example, or no statement of another file was recorded.
 */
export async function writeQueriesSql(pool: Pool): Promise<Map<string, string>> {
  await assertComplete()
  const folders = new Map<string, string[]>()
  const add = (folder: string, ...parts: string[]) => {
    const path = `server/${folder}/queries.sql`
    folders.set(path, [...(folders.get(path) ?? [header]), ...parts])
  }
  const recorded = new Set<string>()
  for (const [feature, functions] of Object.entries(examples))
    for (const [name, run] of Object.entries(functions)) {
      const sent = new Set<string>()
      // The database is empty: an insert may be refused, but it has been sent.
      await run(recording(pool, text => sent.add(text))).catch(() => {})
      for (const text of sent) recorded.add(text)
      add(`features/${feature}`, `-- ${name}`, ...[...sent].map(readable))
    }
  const senders = await recordFlows(pool, recorded)
  for (const [sender, sent] of [...senders].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const { folder, label } = JSON.parse(sender) as Sender
    add(folder, `-- ${label}`, ...[...sent].map(readable))
  }
  return new Map([...folders].map(([path, parts]) => [path, `${parts.join('\n\n')}\n`]))
}

const header =
  '-- Generated by `npm run generate`; do not edit. What each function here sends, in the order it sends it.'

const recording = (pool: Pool, record: (text: string) => void): Db =>
  new Kysely<Database>({
    dialect: new PostgresDialect({ pool }),
    log: event => record(event.query.sql),
  })

/** The folder of the file that sent a statement, and `file: function`. */
type Sender = { folder: string; label: string }

/** Plays the flows; what each function sent that is not in `recorded`, by its Sender as JSON. */
async function recordFlows(pool: Pool, recorded: ReadonlySet<string>) {
  const senders = new Map<string, Set<string>>()
  const files = new Set<string>()
  // Each statement is filed under the function of ours that is next in the (asynchronous) stack.
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 60
  const db = recording(pool, text => {
    const [, folder, file, line] = frame.exec(new Error().stack ?? '') ?? []
    if (!folder || !file) return
    files.add(`${folder}/${file}`)
    if (recorded.has(text) || /^(begin|commit|rollback)$|"payment_sandbox"/.test(text)) return
    const sender = JSON.stringify({ folder, label: `${file}: ${functionAt(folder, file, Number(line))}` })
    const sent = senders.get(sender) ?? new Set()
    senders.set(sender, sent.add(text))
  })
  try {
    await playFlows(db)
  } finally {
    Error.stackTraceLimit = stackTraceLimit
  }
  await assertPlayed(files)
  return senders
}

const frame = /\/server\/(features\/desk\/\w+|features\/[\w-]+|jobs|http)\/([\w/-]+\.ts):(\d+):/

/** The name of the top-level function of a file that this line is in. */
function functionAt(folder: string, file: string, line: number): string {
  const lines = readFileSync(join(root, 'server', folder, file), 'utf8')
    .split('\n')
    .slice(0, line)
  const names = lines.flatMap(
    text => /^(?:export )?(?:async )?(?:function|const) (\w+)/.exec(text)?.[1] ?? [],
  )
  return names.at(-1) ?? '?'
}

const readable = (text: string) => {
  const name = statementName(text)
  const sql = format(text, { language: 'postgresql', expressionWidth: 100 })
  return `${name ? `-- prepared: ${name}\n` : ''}${sql};`
}

async function assertComplete() {
  const features = join(root, 'server/features')
  for (const file of await readdir(features, { recursive: true })) {
    if (!file.endsWith('/queries.ts')) continue
    const feature = dirname(file)
    const queries = (await import(join(features, file))) as object
    for (const name of Object.keys(queries))
      if (!examples[feature]?.[name])
        throw new Error(`Add an example of ${feature}.${name} to scripts/generate/queries-sql.ts`)
  }
}

/** Files that no flow has to reach. ledger-job.ts and housekeeping.ts ask on a timer whose turn it is, and send no more. */
const unplayed = /queries\.ts$|routes\.ts$|\.test\.ts$|(ledger-job|housekeeping)\.ts$/

async function assertPlayed(files: ReadonlySet<string>) {
  const folder = join(root, 'server')
  for (const entry of await readdir(folder, { recursive: true })) {
    if (!/^(features|jobs)\/.*\.ts$/.test(entry) || unplayed.test(entry) || files.has(entry)) continue
    if (/\.execute(TakeFirst(OrThrow)?)?\(/.test(await readFile(join(folder, entry), 'utf8')))
      throw new Error(`No statement of server/${entry} was recorded: play it in scripts/generate/flows.ts`)
  }
}
