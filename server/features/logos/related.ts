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
type Candidate = { logo_id: number; designer_id: number; shape: number; colour: number; keywords: number }

/**
 * The four logos nearest to a logo by look and keywords together, of four other designers, with what weighs most of each. While
 * the index of looks is not loaded, by keywords alone.
 */
export async function listRelated(db: Db, look: Services['look'], logoId: number, viewer: Viewer) {
  const [byKeywords, byLook] = await Promise.all([
    listNearByKeywords(db, logoId, viewer),
    findByLook(db, look, logoId, viewer),
  ])
  const candidates = new Map<number, Candidate>()
  for (const near of byLook) candidates.set(near.logo_id, { ...near, keywords: 0 })
  for (const { logo_id, designer_id, nearness } of byKeywords) {
    const keywords = nearness / mostNearness
    candidates.set(logo_id, {
      shape: 0,
      colour: 0,
      ...candidates.get(logo_id),
      logo_id,
      designer_id,
      keywords,
    })
  }
  // Stable: equal ones stay in the order in which they were found.
  const order = [...byKeywords.map(near => near.logo_id), ...byLook.map(near => near.logo_id)]
  const sorted = [...candidates.values()].sort(
    (a, b) => weightOf(b) - weightOf(a) || order.indexOf(a.logo_id) - order.indexOf(b.logo_id),
  )
  const ofDesigner = new Set<number>()
  const chosen = sorted.filter(
    ({ designer_id }) => !ofDesigner.has(designer_id) && ofDesigner.add(designer_id),
  )
  const because = new Map(chosen.slice(0, relatedLogos).map(each => [each.logo_id, reasonOf(each)]))
  const logos = await listByIds(db, [...because.keys()], viewer)
  return logos.map(logo => ({ ...logo, because: because.get(logo.logo_id)! }))
}

const weightOf = ({ shape, colour, keywords }: Candidate) => shape + colour / 2 + keywords

function reasonOf({ shape, colour, keywords }: Candidate): Because {
  if (shape > 0 && shape >= keywords && shape >= colour / 2) return 'shape'
  return colour / 2 > keywords ? 'colour' : 'keywords'
}

async function findByLook(db: Db, look: Services['look'], logoId: number, viewer: Viewer) {
  if (!look.state()) {
    look.start()
    return []
  }
  const logo = await findLook(db, logoId, viewer)
  if (!logo?.views?.length) return []
  // Without the thread, or while it is busy, keywords are enough.
  const found = await look
    .neighbours({ logo_id: logoId, designer_id: logo.designer_id, views: logo.views })
    .catch(() => [])
  const above = (value: number, from: number) => Math.max(0, (value - from) / (100 - from))
  return (await keepShown(db, found, viewer))
    .map(({ logo_id, designer_id, shape, color }) => ({
      logo_id,
      designer_id,
      shape: above(shape, least.shape),
      colour: above(color, least.colour),
    }))
    .filter(near => near.shape || near.colour)
}
