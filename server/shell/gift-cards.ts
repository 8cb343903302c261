import { open } from 'node:fs/promises'
import { z } from 'zod'
import type { Config } from '../config.ts'
import type { Db } from '../db/connect.ts'
import { drawGiftCardSheet } from '../features/gift-cards/gift-card-sheet.ts'
import { makeGiftCards, releaseCards, voidCard } from '../features/gift-cards/make-and-void.ts'
import { findVoidCard, listGiftCards } from '../features/gift-cards/queries.ts'
import { enqueueMail } from '../features/mail/queries.ts'
import { giftCardIssued } from '../features/membership/mails.ts'
import { HttpError } from '../http/errors.ts'
import { counted, inColumns, Mistake, numberOf, requireReason, say, shell } from './mistake.ts'

const termInWords = (months: number) => (months === 12 ? 'one year' : 'one month')
const now = () => new Date()

type Order = {
  count: string
  term: 'year' | 'month'
  note: string
  expires?: string | undefined
  sheet?: string | undefined
  mail?: string | undefined
}

/** Makes gift cards, and prints their codes. */
export async function createCardsAtShell(
  db: Db,
  { secret, publicUrl }: Config,
  { count, term, note, expires, sheet, mail }: Order,
) {
  if (!(/^\d{1,5}$/.test(count) && Number(count) >= 1 && Number(count) <= 10_000))
    throw new Mistake('--count takes 1 to 10000.')
  if (note.length > 200) throw new Mistake('--note takes 200 characters at most.')
  const expires_at = expires ? endOf(expires) : null
  if (expires_at && !(expires_at > new Date()))
    throw new Mistake('--expires takes a day in the future, as YYYY-MM-DD.')
  if (mail !== undefined && !z.email().safeParse(mail).success)
    throw new Mistake('--mail takes an email address.')
  // The file is written before the codes exist, and never over those of another day.
  const file = sheet === undefined ? undefined : await openNew(sheet)
  const order = {
    count: Number(count),
    term_months: term === 'year' ? 12 : 1,
    note,
    expires_at,
  } as const
  const cards = await makeGiftCards({ db, now, secret }, order, { ...shell, role: 'admin' })
  // The codes exist nowhere else: they are shown before anything else can fail.
  for (const card of cards) say(`${card.code}  ${termInWords(card.term_months)}`)
  await file?.writeFile(drawGiftCardSheet({ cards, publicUrl, expires_at }))
  await file?.close()
  if (mail)
    for (const card of cards)
      await enqueueMail(db, giftCardIssued(card, { to: mail, expires_at, now: now(), publicUrl }))
}

/** The last moment of a day; an invalid Date when there is no such day. */
function endOf(day: string): Date {
  const end = new Date(`${day}T23:59:59.999Z`)
  // Date would read 31 February as 3 March.
  return +end && end.toISOString().startsWith(day) ? end : new Date(Number.NaN)
}

async function openNew(path: string) {
  try {
    return await open(path, 'wx', 0o600)
  } catch (error) {
    const isThere = (error as NodeJS.ErrnoException).code === 'EEXIST'
    throw new Mistake(isThere ? `${path} is there already.` : `${path} cannot be written.`)
  }
}

/** Every card with its state. */
export async function listCardsAtShell(db: Db) {
  const cards = await listGiftCards(db)
  const state = (card: (typeof cards)[number]) => {
    if (card.redeemed_at) return `redeemed ${card.redeemed_at.toISOString().slice(0, 10)} by ${card.username}`
    if (card.held_at) return `held since ${card.held_at.toISOString().slice(0, 10)}, by a restore`
    if (card.voided_at) return `void since ${card.voided_at.toISOString().slice(0, 10)}`
    if (!card.expires_at) return 'unused'
    const day = card.expires_at.toISOString().slice(0, 10)
    return card.expires_at < new Date() ? `expired ${day}` : `unused, until ${day}`
  }
  for (const card of cards)
    say(
      inColumns(
        card.gift_card_id,
        `…${card.last4}`,
        termInWords(card.term_months).padEnd(9),
        state(card),
        card.note,
      ),
    )
  say(counted(cards.length, 'gift card', 'gift cards'))
}

/** Releases a gift card that a restore holds, or all of them. */
export async function releaseCardAtShell(db: Db, typed: string, why: string) {
  const reason = requireReason(why)
  const ids = await releaseCards(
    { db, now },
    { gift_card_id: typed === 'all' ? undefined : numberOf(typed), why: reason },
    shell,
  )
  say(`${counted(ids.length, 'gift card', 'gift cards')} released.`)
}

/** Voids a gift card; one that is void already stays so. */
export async function voidCardAtShell(db: Db, typed: string, why: string) {
  const reason = requireReason(why)
  const gift_card_id = numberOf(typed)
  try {
    const last4 = await voidCard({ db, now }, { gift_card_id, why: reason }, shell)
    say(`The card …${last4} is void.`)
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    const last4 = await findVoidCard(db, gift_card_id)
    if (!last4) throw new Mistake(`There is no unused card with the number ${typed}.`)
    say(`The card …${last4} is void already.`)
  }
}
