import { LRUCache } from 'lru-cache'
import type { Related } from '../../../shared/api/logos.ts'
import { relatedLogos } from '../../../shared/rules/limits.ts'
import type { Db } from '../../db/connect.ts'
import type { Services } from '../../services.ts'
import type { Viewer } from '../../viewer.ts'
import { findLook, keepShown, listByIds } from '../look/queries.ts'
import { listNearByKeywords } from './queries.ts'

/**
 * The least similarity of shape, and of colours, that is given as a reason. Logos that resemble each other by chance are
 * below it.
 */
const least = { shape: 70, colour: 85 }
/** The greatest nearness by keywords, industry and kind. */
const mostNearness = 145

type Because = Related['because']
type Near = { logo_id: number; nearness: number }
type Look = NonNullable<Awaited<ReturnType<typeof findLook>>>

/** Neighbours by keywords that are found: of these the viewer may see some, and the best are shown. */
export const mostNear = 20
/** How many logos' neighbours by keywords are cached, about 2 kB each, and for how long: a new or edited logo may be missing until then. */
const cached = { logos: 5000, ms: 10 * 60_000 }

/** The neighbours of logos by keywords. The key holds everything about the logo itself that decides its neighbours, so that an edit of it counts at once. */
export const makeKeywordCache = (now: () => Date) =>
  new LRUCache<string, Near[]>({
    max: cached.logos,
    ttl: cached.ms,
    perf: { now: () => now().getTime() },
    ttlResolution: 0,
  })

/**
 * The four logos nearest to a logo by look and keywords together, of four other designers, with what weighs most of each;
 * undefined if `viewer` sees no such logo. While the index of looks is not loaded, by keywords alone.
 */
export async function listRelated(
  db: Db,
  services: Pick<Services, 'look' | 'keywordCache'>,
  logoId: number,
  viewer: Viewer,
) {
  const logo = await findLook(db, logoId, viewer)
  if (!logo) return undefined
  const [byKeywords, byLook] = await Promise.all([
    findByKeywords(db, services.keywordCache, logoId, logo),
    findByLook(services.look, logoId, logo),
  ])
  const candidates = new Map(
    byKeywords.map(({ logo_id, nearness }) => [
      logo_id,
      { logo_id, shape: 0, colour: 0, keywords: nearness / mostNearness },
    ]),
  )
  for (const near of byLook)
    candidates.set(near.logo_id, { ...near, keywords: candidates.get(near.logo_id)?.keywords ?? 0 })
  const shown = await keepShown(db, [...candidates.values()], viewer)
  // Stable: equal ones stay in the order in which they were found.
  const sorted = shown.sort((a, b) => weightOf(b) - weightOf(a))
  const ofDesigner = new Set<number>()
  const chosen = sorted.filter(
    ({ designer_id }) => !ofDesigner.has(designer_id) && ofDesigner.add(designer_id),
  )
  const because = new Map(chosen.slice(0, relatedLogos).map(each => [each.logo_id, reasonOf(each)]))
  const logos = await listByIds(db, [...because.keys()], viewer)
  return logos.map(logo => ({ ...logo, because: because.get(logo.logo_id)! }))
}

type Weights = { shape: number; colour: number; keywords: number }

const weightOf = ({ shape, colour, keywords }: Weights) => shape + colour / 2 + keywords

function reasonOf({ shape, colour, keywords }: Weights): Because {
  if (shape > 0 && shape >= keywords && shape >= colour / 2) return 'shape'
  return colour / 2 > keywords ? 'colour' : 'keywords'
}

async function findByKeywords(
  db: Db,
  cache: Services['keywordCache'],
  logoId: number,
  { designer_id, facts }: Look,
): Promise<Near[]> {
  const key = `${logoId} ${designer_id} ${facts}`
  const known = cache.get(key)
  if (known) return known
  const near = await listNearByKeywords(db, logoId, mostNear)
  // A shorter list is not cached: in a small gallery any new logo may join it, and finding it is cheap there.
  if (near.length === mostNear) cache.set(key, near)
  return near
}

async function findByLook(look: Services['look'], logoId: number, { designer_id, views }: Look) {
  if (!look.state()) {
    look.start()
    return []
  }
  if (!views?.length) return []
  // Without the thread, or while it is busy, keywords are enough.
  const found = await look.neighbours({ logo_id: logoId, designer_id, views }).catch(() => [])
  const above = (value: number, from: number) => Math.max(0, (value - from) / (100 - from))
  return found
    .map(({ logo_id, shape, color }) => ({
      logo_id,
      shape: above(shape, least.shape),
      colour: above(color, least.colour),
    }))
    .filter(near => near.shape || near.colour)
}
