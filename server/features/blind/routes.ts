import { createHmac } from 'node:crypto'
import { type BlindNames, find, reveal } from '../../../shared/api/blind.ts'
import {
  blindDayEnds,
  blindDayOf,
  blindKeeps,
  isBlindDayOpen,
  placesOfBits,
  playersForShares,
} from '../../../shared/rules/blind.ts'
import type { Db } from '../../db/connect.ts'
import { HttpError } from '../../http/errors.ts'
import { addressKey, countHit } from '../../http/limits.ts'
import { route } from '../../http/serve.ts'
import type { Viewer } from '../../viewer.ts'
import { findBookById } from '../books/queries.ts'
import { pictureToken } from '../pictures/picture-token.ts'
import { drawDay } from './draw-day.ts'
import { countPlayer, findDay, hasPlayed, listTiles } from './queries.ts'
import { sealNames } from './seal-names.ts'

const perAddress = {
  name: 'blind:address',
  most: 20,
  seconds: 3600,
  sentence: 'Many have played from your network in the last hour. Your five are kept on this device.',
}

/** The designers of a day's logos, without the logos that the viewer may not see. */
async function nameTiles(db: Db, logoIds: readonly number[], viewer: Viewer): Promise<BlindNames> {
  const shown = await listTiles(db, logoIds, viewer)
  const byId = new Map(
    shown.map(({ logo_id, logo, designer_id, slug, company, is_followed }) => [
      logo_id,
      { logo_id, logo, designer_id, slug, company, is_followed },
    ]),
  )
  return {
    tiles: logoIds.map(logoId => byId.get(logoId) ?? null),
    liked: shown
      .sort((a, b) => b.like_ct - a.like_ct || a.logo_id - b.logo_id)
      .slice(0, blindKeeps)
      .map(({ logo_id }) => logoIds.indexOf(logo_id)),
  }
}

export const blindRoutes = [
  route(find, async ({ db, callsDb, secret, viewer, now }) => {
    const drawn = await drawDay({ db, callsDb, secret }, blindDayOf(now()))
    if (!drawn) return null
    const { day, number, book_id, logo_ids } = drawn
    const names = await nameTiles(db, logo_ids, viewer)
    const { slug, title } = await findBookById(db, book_id)
    return {
      day,
      number,
      book: { slug, title },
      ends_at: blindDayEnds(day),
      tiles: names.tiles.map(
        tile =>
          tile && {
            image: `blind/${pictureToken(secret, 'blind', { list: number, logo_id: tile.logo_id })}`,
          },
      ),
      names: await sealNames(secret, day, names),
    }
  }),

  route(reveal, async ({ db, secret, viewer, request, now, input }) => {
    const { day, kept } = input
    const isOpen = isBlindDayOpen(day, now()) && (await findDay(db, day)) !== undefined
    if (!isOpen) throw new HttpError(409, 'That day is over. Today’s twenty are waiting.')
    const device = createHmac('sha256', secret).update(`blind ${day} ${input.device}`).digest()
    if (!(await hasPlayed(db, day, device))) {
      await countHit(db, perAddress, addressKey(request.ip), now())
      await countPlayer(db, day, device, kept)
    }
    const { logo_ids, kept_cts, player_ct } = (await findDay(db, day))!
    const { tiles, liked } = await nameTiles(db, logo_ids, viewer)
    return {
      players: player_ct,
      tiles: tiles.map(
        (tile, place) => tile && { ...tile, kept_ct: player_ct < playersForShares ? null : kept_cts[place]! },
      ),
      liked_ct: placesOfBits(kept).filter(place => liked.includes(place)).length,
    }
  }),
]
