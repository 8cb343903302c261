import { dayMs, hourMs } from '../shared/rules/time.ts'
import { type DemoAccount, demoAccounts } from './accounts.ts'
import { chooseMark, type MarkChoice } from './choice.ts'
import { ADA, type DemoDesigner, makeDesigner } from './designer.ts'
import type { Drawing } from './marks/picture.ts'
import { createRandom, type Random } from './random.ts'

// The whole demonstration is planned before a row is written. So it can be filled in any order, stopped and resumed,
// and is the same each time. Ids count from 1.

/** The size of the demonstration that `npm start` shows. */
export const demoSeed = 'colophon'
const designerCount = 300

type PlannedDesigner = {
  designer_id: number
  profile: DemoDesigner
  account: DemoAccount | undefined
  member_since: Date
  /** Last day of the membership, UTC. */
  member_expire: string
}

type PlannedBook = {
  series: 'book' | 'master-book'
  number: number
  /** The open book has none. */
  published_on: string | null
  deadline: Date
}

type Act = { designer_id: number; at: Date }

export type PlannedLogo = {
  /** In upload order. */
  logo_id: number
  designer_id: number
  mark: MarkChoice
  upload_date: Date
  is_ranked: boolean
  view_ct: number
  /** Indexes of books. */
  entered: number[]
  awarded: number[]
  likes: Act[]
  comments: Act[]
  saves: { collection_id: number; at: Date }[]
  /** Position among the owner's profile logos, 1 to 10, or 0. */
  profile_position: number
}

type PlannedCollection = {
  collection_id: number
  designer_id: number
  is_public: boolean
  created_at: Date
}
type PlannedFollow = { follower_id: number; followed_id: number; at: Date }

export type DemoPlan = {
  designers: PlannedDesigner[]
  books: PlannedBook[]
  logos: PlannedLogo[]
  collections: PlannedCollection[]
  follows: PlannedFollow[]
}

/** How many of ada's logos were sent in for each book (0 for the open one), and how many of them won. */
const adaByBook: Record<number, { sent: number; won: number }> = {
  8: { sent: 5, won: 2 },
  9: { sent: 6, won: 2 },
  10: { sent: 7, won: 3 },
  11: { sent: 12, won: 9 },
  12: { sent: 8, won: 3 },
  13: { sent: 8, won: 4 },
  0: { sent: 14, won: 0 },
}

/** The accounts whose number of logos is promised or matters; every other designer's number is random. */
const fixedLogoCounts: Record<string, number> = { ben: 12, newcomer: 0, lapsed: 5, mismatch: 6, admin: 0 }

/**
 * Plans the content as of `now`: `logoCount` logos (at least 100) of 300 designers over twenty years, with likes,
 * comments, collections, follows and the awards of thirteen books and four volumes of the Master Library.
 */
export function planDemo(seed: string, logoCount: number, now: Date): DemoPlan {
  const random = createRandom(`${seed} plan`)
  const books = planBooks(now)
  const designers = planDesigners(random.fork('designers'), seed, now)
  const uploads = planUploads(random.fork('uploads'), designers, books, logoCount, now)
  const logos = planMarks(seed, designers, uploads)
  awardLogos(random.fork('awards'), logos, books)
  const follows = planFollows(random.fork('follows'), designers, now)
  const collections = planCollections(random.fork('collections'), designers, logos, now)
  planLikes(random.fork('likes'), designers, logos, now)
  planComments(random.fork('comments'), designers, logos, now)
  return { designers, books, logos, collections, follows }
}

/** Books 1 to 13, one every year and a half; the Master Library; and book 14, which is open. */
function planBooks(now: Date): PlannedBook[] {
  const book = (series: PlannedBook['series'], number: number, daysAgo: number): PlannedBook => ({
    series,
    number,
    published_on: utcDay(new Date(now.getTime() - daysAgo * dayMs)),
    deadline: new Date(now.getTime() - (daysAgo + 270) * dayMs),
  })
  return [
    ...Array.from({ length: 13 }, (_, i) => book('book', i + 1, 300 + (12 - i) * 548)),
    ...[4800, 3700, 2500, 1100].map((daysAgo, i) => book('master-book', i + 1, daysAgo)),
    { series: 'book', number: 14, published_on: null, deadline: now },
  ]
}

function planDesigners(random: Random, seed: string, now: Date): PlannedDesigner[] {
  return Array.from({ length: designerCount }, (_, i) => {
    const r = random.fork(i)
    const account = demoAccounts[i]
    const yearsAgo = account?.username === 'newcomer' ? 0.005 : account ? r.range(9, 19) : r.range(0.3, 23)
    const daysLeft =
      account?.username === 'lapsed' ? -60 : account?.username === 'mismatch' ? -30 : r.int(40, 360)
    return {
      designer_id: i + 1,
      profile: makeDesigner(seed, i, i === 0 ? ADA : undefined),
      account,
      member_since: new Date(now.getTime() - yearsAgo * 365 * dayMs),
      member_expire: utcDay(new Date(now.getTime() + daysLeft * dayMs)),
    }
  })
}

function planUploads(
  random: Random,
  designers: PlannedDesigner[],
  books: PlannedBook[],
  logoCount: number,
  now: Date,
): Omit<PlannedLogo, 'mark'>[] {
  const latest = now.getTime() - hourMs
  const uploads: { designer_id: number; at: number }[] = []
  for (const [number, { sent }] of Object.entries(adaByBook)) {
    const end = Number(number) ? books[Number(number) - 1]!.deadline.getTime() : latest
    const start = Number(number) ? end - 540 * dayMs : books[12]!.deadline.getTime() + dayMs
    for (let i = 0; i < sent; i++) uploads.push({ designer_id: 1, at: random.range(start, end - dayMs) })
  }
  const drawn: [PlannedDesigner, number][] = []
  for (const designer of designers.slice(1)) {
    const fixed = designer.account && fixedLogoCounts[designer.account.username]
    if (fixed === undefined) drawn.push([designer, Math.exp(random.normal(0, 0.9))])
    for (let i = 0; i < (fixed ?? 0); i++) uploads.push(upload(random, designer, latest))
  }
  while (uploads.length < logoCount) uploads.push(upload(random, random.weighted(drawn), latest))

  const chosen = new Map<number, number>()
  return uploads
    .sort((a, b) => a.at - b.at)
    .map(({ designer_id, at }, i) => {
      const nth = (chosen.get(designer_id) ?? 0) + 1
      chosen.set(designer_id, nth)
      return {
        logo_id: i + 1,
        designer_id,
        upload_date: new Date(Math.floor(at)),
        is_ranked: false,
        view_ct: 0,
        entered: [],
        awarded: [],
        likes: [],
        comments: [],
        saves: [],
        // Some designers choose; ada shows every seventh.
        profile_position:
          designer_id === 1 ? (nth % 7 === 0 ? nth / 7 : 0) : designer_id % 3 === 0 && nth <= 6 ? nth : 0,
      }
    })
}

/** Later years have more activity. */
function upload(random: Random, designer: PlannedDesigner, latest: number) {
  const since = designer.member_since.getTime()
  return {
    designer_id: designer.designer_id,
    at: since + (latest - since) * random.range(0, 1) ** 0.75,
  }
}

/** The subjects that people search for first. */
const likelySubjects = new Set('owl fox bear bird fish whale lion horse wolf tree sun house'.split(' '))
const maxShownPerDrawing = 4
/** The least distance between two logos with the same drawing, in upload order. */
const minDistance = 300

/**
 * Decides what each logo shows, for the whole demonstration, so that no drawing looks copied: a designer shows a
 * subject once, and a drawing is shown at most four times, far apart. The newest logos choose first, because people
 * see them first.
 */
function planMarks(
  seed: string,
  designers: PlannedDesigner[],
  logos: Omit<PlannedLogo, 'mark'>[],
): PlannedLogo[] {
  const shownBy = new Map<number, Set<string>>()
  const shownAt = new Map<Drawing, number[]>()
  const planned = logos.toReversed().map((logo): PlannedLogo => {
    const subjects = shownBy.get(logo.designer_id) ?? new Set()
    shownBy.set(logo.designer_id, subjects)
    const mark = chooseMark(seed, logo.logo_id - 1, designers[logo.designer_id - 1]!.profile, drawing => {
      const shown = shownAt.get(drawing) ?? []
      const isNear = shown.some(logo_id => logo_id - logo.logo_id <= minDistance)
      if (shown.length === maxShownPerDrawing || isNear || subjects.has(drawing.subject)) return 0
      // Prefers drawings that were shown less, so that a likely subject appears in all of its drawings.
      return (likelySubjects.has(drawing.subject) ? 4 : 1) / (1 + shown.length) ** 2
    })
    if (mark.drawing) {
      subjects.add(mark.drawing.subject)
      shownAt.set(mark.drawing, [...(shownAt.get(mark.drawing) ?? []), logo.logo_id])
    }
    return { ...logo, mark }
  })
  return planned.toReversed()
}

function awardLogos(random: Random, logos: PlannedLogo[], books: PlannedBook[]) {
  let opened = 0
  for (const [index, book] of books.entries()) {
    if (book.series === 'master-book') continue
    const entries = logos.filter(l => l.upload_date.getTime() >= opened && l.upload_date < book.deadline)
    opened = book.deadline.getTime()
    for (const logo of entries) logo.entered.push(index)
    if (!book.published_on) continue
    const adas = random.shuffle(entries.filter(l => l.designer_id === 1))
    const others = random.shuffle(entries.filter(l => l.designer_id !== 1))
    const winners = [
      ...adas.slice(0, adaByBook[book.number]?.won ?? 0),
      ...others.slice(0, Math.max(6, others.length * 0.12)),
    ]
    for (const logo of winners) logo.awarded.push(index)
    for (const logo of [...winners, ...others.slice(0, others.length * 0.3)]) logo.is_ranked = true
  }
  for (const [index, book] of books.entries()) {
    if (book.series !== 'master-book') continue
    const awarded = logos.filter(l => l.awarded.length && l.upload_date < book.deadline)
    for (const logo of random.sample(awarded, Math.min(36, Math.floor(awarded.length / 2))))
      logo.awarded.push(index)
  }
}

function planFollows(random: Random, designers: PlannedDesigner[], now: Date): PlannedFollow[] {
  const follows: PlannedFollow[] = []
  const order = random.shuffle(designers.slice(5))
  for (const designer of designers) {
    const name = designer.account?.username
    if (name === 'newcomer') continue
    const count =
      name === 'ben'
        ? 40
        : name === 'ada'
          ? 22
          : Math.min(80, 1 + Math.floor(Math.exp(random.normal(1.6, 0.9))))
    const followed = new Set<number>()
    if (name === 'ben') followed.add(1)
    while (followed.size < count) followed.add(order[random.zipf(order.length, 0.7)]!.designer_id)
    // One in six follows ada.
    if (designer.designer_id > 5 && random.chance(1 / 6)) followed.add(1)
    followed.delete(designer.designer_id)
    for (const followed_id of followed) {
      const both = Math.max(
        designer.member_since.getTime(),
        designers[followed_id - 1]!.member_since.getTime(),
      )
      follows.push({ follower_id: designer.designer_id, followed_id, at: between(random, both, now) })
    }
  }
  return follows
}

function planCollections(random: Random, designers: PlannedDesigner[], logos: PlannedLogo[], now: Date) {
  const collections: PlannedCollection[] = []
  for (const designer of designers) {
    const name = designer.account?.username
    const count = name === 'ada' ? 7 : name === 'newcomer' ? 0 : random.chance(0.4) ? random.int(1, 4) : 0
    for (let i = 0; i < count; i++) {
      const collection: PlannedCollection = {
        collection_id: collections.length + 1,
        designer_id: designer.designer_id,
        is_public: name === 'ada' ? i < 5 : random.chance(0.8),
        created_at: between(random, designer.member_since.getTime(), now),
      }
      collections.push(collection)
      const size = Math.min(name === 'ada' ? 8 + i * 3 : random.int(3, 24), Math.floor(logos.length / 3))
      const others = logos.filter(l => l.designer_id !== designer.designer_id)
      for (const logo of random.sample(others, size)) {
        const from = Math.max(collection.created_at.getTime(), logo.upload_date.getTime())
        logo.saves.push({ collection_id: collection.collection_id, at: between(random, from, now) })
      }
    }
  }
  return collections
}

function planLikes(random: Random, designers: PlannedDesigner[], logos: PlannedLogo[], now: Date) {
  const exact: Record<string, number> = { ada: 45, ben: 60, newcomer: 0 }
  const likers = designers.filter(d => exact[d.account?.username ?? ''] === undefined)
  for (const logo of logos) {
    const appeal = Math.exp(random.normal(1.9, 0.9)) * (logo.awarded.length ? 2.2 : 1)
    for (const designer of random.sample(likers, Math.min(140, Math.floor(appeal))))
      like(random, designer.designer_id, logo, now)
  }
  for (const designer of designers) {
    const others = logos.filter(l => l.designer_id !== designer.designer_id)
    const count = exact[designer.account?.username ?? ''] ?? 0
    for (const logo of random.sample(others, count)) like(random, designer.designer_id, logo, now)
  }
  for (const logo of logos)
    logo.view_ct = Math.floor((logo.likes.length + random.range(0.5, 3)) * random.range(5, 14))
}

function like(random: Random, designer_id: number, logo: PlannedLogo, now: Date) {
  if (designer_id === logo.designer_id) return
  logo.likes.push({ designer_id, at: soonAfter(random, logo.upload_date, now) })
}

function planComments(random: Random, designers: PlannedDesigner[], logos: PlannedLogo[], now: Date) {
  const talkers = designers.filter(d => d.account?.username !== 'newcomer')
  for (const logo of logos) {
    const mean = Math.log1p(logo.likes.length) * 0.3
    const count = Math.max(0, Math.round(random.normal(mean - 0.4, 0.9)))
    for (let i = 0; i < count; i++) {
      const { designer_id } = random.pick(talkers)
      if (designer_id !== logo.designer_id)
        logo.comments.push({ designer_id, at: soonAfter(random, logo.upload_date, now) })
    }
  }
}

/** Most activity on a logo happens in its first weeks. */
function soonAfter(random: Random, upload: Date, now: Date): Date {
  const days = Math.exp(random.normal(1.5, 1.6))
  const latest = now.getTime() - 60_000
  const at = upload.getTime() + days * dayMs
  return at < latest ? new Date(Math.floor(at)) : between(random, upload.getTime(), now)
}

function between(random: Random, from: number, now: Date): Date {
  const latest = now.getTime() - 60_000
  return new Date(Math.floor(random.range(Math.min(from, latest), latest)))
}

function utcDay(time: Date): string {
  return time.toISOString().slice(0, 10)
}
