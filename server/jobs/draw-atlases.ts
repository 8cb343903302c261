import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { atlasSquares } from '../../shared/rules/sixteen.ts'
import { type Db, transaction } from '../db/connect.ts'
import { readFromStore } from '../features/pictures/read-from-store.ts'
import {
  findAtlas,
  listAtlasPlaces,
  listSquaresOf,
  listToDraw,
  type NewAtlas,
  replaceAtlas,
  takeChanges,
  tryToDraw,
} from '../features/sixteen/queries.ts'
import { pictureHash } from '../outside/images.ts'
import { drawAtlas, placeOf, readAtlas, readSquare, type Square } from '../outside/squares.ts'
import type { Services } from '../services.ts'

type Stores = Pick<Services, 'db' | 'files'>

/** Changes in one step. Each step draws an atlas at most once, so that many at a time cost less; 8 MB of pixels. */
const mostChanges = 2048
/** Squares of an atlas that was divided: the rest is for those to come. */
const roomySquares = 192
/** Pause after a step with more to do, in times of its duration. */
const restFactor = 1

/**
 * Draws the squares of logos that are new, and removes those that are hidden or deleted, until `stop`. One process at a time
 * does it; a step is one transaction, so a killed process leaves its changes in the queue. `db` should not be
 * the pool of requests.
 */
export function startDrawingAtlases(stores: Stores, log: FastifyBaseLogger, { everyMs = 1000 } = {}) {
  const stopping = new AbortController()
  const pause = (ms: number) => sleep(ms, undefined, { signal: stopping.signal }).catch(() => {})
  const run = async () => {
    let isFailing = false
    while (!stopping.signal.aborted) {
      const began = performance.now()
      try {
        const changed = await drawChanges(stores)
        isFailing = false
        await pause(changed < mostChanges ? everyMs : (performance.now() - began) * restFactor)
      } catch (error) {
        // Logged once while the database or the store is unreachable.
        if (!isFailing) log.warn({ err: error }, 'the atlases wait')
        isFailing = true
        await pause(everyMs)
      }
    }
  }
  const running = run()
  return {
    /** Resolves when the current step is done. */
    stop() {
      stopping.abort()
      return running
    },
  }
}

/** A logo's square with its place in the order of the grounds. */
type Member = { logo_id: number; picture: string; place: number; square: Square }

/** Does one step: at most `most` changes. Returns their number. Throws while the store is away. */
export function drawChanges({ db, files }: Stores, most = mostChanges): Promise<number> {
  return transaction(db, async trx => {
    if (!(await tryToDraw(trx))) return 0
    const changes = await takeChanges(trx, most)
    if (!changes.length) return 0
    const ids = [...new Set(changes.map(change => change.logo_id))]
    const shown = await listToDraw(trx, ids)
    const drawn = new Map((await listSquaresOf(trx, ids)).map(square => [square.logo_id, square]))
    const isDrawn = (logo: { logo_id: number; image: string }) =>
      drawn.get(logo.logo_id)?.picture === pictureHash(logo.image)
    const joining = await readMembers(
      { db: trx, files },
      shown.filter(logo => !isDrawn(logo)),
    )
    const staying = new Set(shown.filter(isDrawn).map(logo => logo.logo_id))
    const leaving = new Set([...drawn.keys()].filter(id => !staying.has(id)))
    const places = await listAtlasPlaces(trx)
    const atlases = Map.groupBy(joining, ({ place, logo_id }) => {
      const after = places.findIndex(
        ({ first_place, first_logo_id }) =>
          first_place > place || (first_place === place && first_logo_id > logo_id),
      )
      return places.at(after < 0 ? -1 : Math.max(0, after - 1))?.atlas_id
    })
    for (const id of leaving)
      if (!atlases.has(drawn.get(id)!.atlas_id)) atlases.set(drawn.get(id)!.atlas_id, [])
    for (const [atlasId, members] of atlases) await drawAgain(trx, atlasId, members, leaving)
    return changes.length
  })
}

/** The squares of these logos. One without files is left out, until it has others. */
async function readMembers(
  stores: Stores,
  logos: readonly { logo_id: number; image: string; ground: string | null }[],
): Promise<Member[]> {
  const members: Member[] = []
  for (const { logo_id, image, ground } of logos) {
    const square = await readFromStore(stores, () => readSquare(stores.files, image))
    if (square) members.push({ logo_id, picture: pictureHash(image), place: placeOf(square, ground), square })
  }
  return members
}

/** Draws an atlas again without the squares that leave it and with those that join it, in as many parts as they need. */
async function drawAgain(
  trx: Db,
  atlasId: number | undefined,
  joining: readonly Member[],
  leaving: ReadonlySet<number>,
): Promise<void> {
  const members = [...joining]
  if (atlasId !== undefined) {
    const atlas = await findAtlas(trx, atlasId)
    const pictures = await readAtlas(atlas, atlas.logo_ct)
    for (const { logo_id, slot, picture, place } of atlas.squares)
      if (!leaving.has(logo_id)) members.push({ logo_id, picture, place, square: pictures[slot]! })
  }
  members.sort((a, b) => a.place - b.place || a.logo_id - b.logo_id)
  const parts = members.length > atlasSquares ? Math.ceil(members.length / roomySquares) : 1
  const size = Math.ceil(members.length / parts)
  const drawn: NewAtlas[] = []
  for (let i = 0; i < members.length; i += size) {
    const part = members.slice(i, i + size)
    const pictures = await drawAtlas(part)
    drawn.push({ ...pictures, squares: part.map(({ square: _, ...member }) => member) })
  }
  await replaceAtlas(trx, atlasId, drawn)
}
