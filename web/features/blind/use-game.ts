import { useCallback, useEffect, useState } from 'react'
import type { BlindDay, BlindResult } from '../../../shared/api/blind.ts'
import * as api from '../../../shared/api.ts'
import { CallError } from '../../../shared/endpoint.ts'
import { bitsOfPlaces, blindKeeps } from '../../../shared/rules/blind.ts'
import { call } from '../../lib/api/call.ts'
import { useOwnNotice } from '../../lib/api/connection.ts'
import { openNames } from './open-names.ts'
import { readGame, type SavedGame, writeGame } from './saved-game.ts'

/** The state of sending the five: refused with a sentence, or put off until there is a connection. */
type Delivery =
  | { state: 'none' | 'sending' | 'waiting' }
  | { state: 'refused'; sentence: string; isOver: boolean }

/** Sends a day's five. The names come from the server, or where it counts nothing, from those that the page has sealed. */
function useSending(today: BlindDay, { day, kept, device }: SavedGame) {
  const [delivery, setDelivery] = useState<Delivery>({ state: 'none' })
  const [refusal, setRefusal] = useState('')
  const ask = useCallback(
    () => call(api.blind.reveal, { day, kept: bitsOfPlaces(kept), device }),
    [day, kept, device],
  )
  const send = useCallback(async () => {
    // A send that waits for the connection stays in that state until it is answered.
    setDelivery(before => (before.state === 'waiting' ? before : { state: 'sending' }))
    try {
      const result = await ask()
      setDelivery({ state: 'none' })
      return result
    } catch (error) {
      const { status, body } = error instanceof CallError ? error : { status: 0, body: { error: '' } }
      // Neither a lost connection nor the limit of a network withholds names that the page has.
      const opened = [0, 429].includes(status) && (await openNames(today, kept).catch(() => undefined))
      if (opened) {
        setDelivery({ state: 'none' })
        setRefusal(status ? body.error : '')
        return opened
      }
      setDelivery(
        status === 0
          ? { state: 'waiting' }
          : { state: 'refused', sentence: body.error, isOver: status === 409 },
      )
      return undefined
    }
  }, [ask, today, kept])
  return { delivery, refusal, setRefusal, ask, send }
}

export const newDay = 'A new day has begun. You can still finish this one.'

/**
 * A day's game: what is kept, its undo, and the names. Stored on this device with every press. `isOver`: the next day has
 * begun.
 */
export function useGame(today: BlindDay, isOver: boolean) {
  const [game, setGame] = useState(() => readGame(today.day))
  const [earlier, setEarlier] = useState<(readonly number[])[]>([])
  const [said, setSaid] = useState('')
  const isOnline = useOwnNotice()
  const { kept, day, result } = game
  const { delivery, refusal, setRefusal, ask, send } = useSending(today, game)

  useEffect(() => writeGame(game), [game])

  // In the status line until the next press, so that a screen reader announces it.
  useEffect(() => {
    if (isOver) setSaid(newDay)
  }, [isOver])

  const show = useCallback((result: BlindResult) => setGame(game => ({ ...game, result })), [])
  /** Fetches the shares for names that are shown already. Without a connection it changes nothing. */
  const askAgain = useCallback(
    () =>
      ask().then(show, error =>
        setRefusal(error instanceof CallError && error.status ? error.body.error : ''),
      ),
    [ask, show, setRefusal],
  )

  /** Newer shares for names that are shown already. */
  useEffect(() => {
    if (readGame(day).result) void askAgain()
  }, [day, askAgain])

  /** Names that the page opened itself: the five are sent once there is a connection; after a refusal, with the next visit. */
  const isUnsent = result?.players === 0
  useEffect(() => {
    if (isUnsent && isOnline && !refusal) void askAgain()
  }, [isUnsent, isOnline, refusal, askAgain])

  return {
    kept,
    result,
    /** Why the five were not counted, although their names are shown. */
    refusal: isUnsent ? refusal : '',
    delivery,
    said,
    isOnline,
    send,
    show,
    /** Keeps the logo at a place, or releases it. A sixth logo is not kept. */
    toggle(place: number) {
      const isKept = kept.includes(place)
      if (!isKept && !today.tiles[place]) return setSaid('This logo is no longer shown.')
      if (!isKept && kept.length === blindKeeps) return setSaid('Five are kept. Let one go first.')
      setSaid('')
      setEarlier([...earlier, kept])
      setGame({ ...game, kept: isKept ? kept.filter(each => each !== place) : [...kept, place] })
    },
    undo() {
      const before = earlier.at(-1)
      if (!before) return setSaid('Nothing to undo.')
      setSaid('')
      setEarlier(earlier.slice(0, -1))
      setGame({ ...game, kept: [...before] })
    },
  }
}
export type Game = ReturnType<typeof useGame>
