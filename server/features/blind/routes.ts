import { createHmac } from 'node:crypto'
import { find, reveal } from '../../../shared/api/blind.ts'
import {
  blindDayEnds,
  blindDayOf,
  blindKeeps,
  isBlindDayOpen,
  placesOfBits,
  playersForShares,
} from '../../../shared/rules/blind.ts'
import { HttpError } from '../../http/errors.ts'
import { addressKey, countHit } from '../../http/limits.ts'
import { route } from '../../http/serve.ts'
import { findBookById } from '../books/queries.ts'
import { pictureToken } from '../pictures/picture-token.ts'
import { drawDay } from './draw-day.ts'
import { countPlayer, findDay, hasPlayed, listTiles } from './queries.ts'

const perAddress = {
  name: 'blind:address',
  most: 20,
  seconds: 3600,
  sentence: 'Many have played from your network in the last hour. Your five are kept on this device.',
}

export const blindRoutes = [
  route(find, async ({ db, secret, viewer, now }) => {
    const drawn = await drawDay({ db, secret }, blindDayOf(now()))
    if (!drawn) return null
    const { day, number, book_id, logo_ids } = drawn
    const shown = new Set((await listTiles(db, logo_ids, viewer)).map(logo => logo.logo_id))
    const { slug, title } = await findBookById(db, book_id)
    return {
      day,
      number,
      book: { slug, title },
      ends_at: blindDayEnds(day),
      tiles: logo_ids.map(logo_id =>
        shown.has(logo_id)
          ? { image: `blind/${pictureToken(secret, 'blind', { list: number, logo_id })}` }
          : null,
      ),
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
    const shown = await listTiles(db, logo_ids, viewer)
    const byId = new Map(shown.map(logo => [logo.logo_id, logo]))
    const mostLiked = shown
      .sort((a, b) => b.like_ct - a.like_ct || a.logo_id - b.logo_id)
      .slice(0, blindKeeps)
      .map(logo => logo.logo_id)
    return {
      players: player_ct,
      tiles: logo_ids.map((logo_id, place) => {
        const logo = byId.get(logo_id)
        const kept_ct = player_ct < playersForShares ? null : kept_cts[place]!
        return logo ? { ...logo, kept_ct } : null
      }),
      liked_ct: placesOfBits(kept).filter(place => mostLiked.includes(logo_ids[place]!)).length,
    }
  }),
]
