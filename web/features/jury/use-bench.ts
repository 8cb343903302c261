import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { Bench } from '../../../shared/api/jury.ts'
import type { Round } from '../../../shared/rules/books.ts'
import { showToast } from '../../lib/toast/toast.ts'
import type { NewAct } from './outbox-store.ts'
import { addScore, noPace, timeLeft } from './pace.ts'
import { benchQuery } from './queries.ts'
import { sayScore } from './scale.ts'
import { changeTile, moveTo, scoreTile, tileAt, undoScore } from './tile-list.ts'
import type { UndoneScore } from './Undone.tsx'
import { useOutbox } from './use-outbox.ts'
import { useTileList } from './use-tile-list.ts'

/** The bench's state and the juror's acts. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: one function for each act of a juror
export function useBench(bench: Bench & { stage: Round }, designerId: number) {
  const round = `${bench.book.slug} ${bench.stage}`
  const [said, setSaid] = useState('')
  const [undone, setUndone] = useState<UndoneScore>()
  const { outbox, state, isMissing } = useOutbox(designerId, round, act => apply(act))
  const kept = state.isReady ? state.kept : undefined
  const unsent = useMemo(() => {
    if (!kept) return
    return new Map(
      kept.flatMap(act =>
        act.kind === 'score' && act.round === round ? [[act.assignment_id, act.score] as const] : [],
      ),
    )
  }, [kept, round])
  const { list, latest, change, supply } = useTileList(unsent)
  /** Earlier scores by tile, which undo restores. */
  const before = useRef(new Map<number, number | null>())
  // Once all of one's own tiles are here, further ones come from a colleague.
  const fresh = useFreshProgress(state.sent, supply === 'complete' ? list.tiles.size : 0)

  function apply(act: NewAct) {
    change(list => {
      const id = act.assignment_id
      if (act.kind === 'score') return changeTile(list, id, { score: act.score, is_skipped: 0 })
      if (act.kind === 'saved') return changeTile(list, id, { is_saved: act.state })
      if (act.kind === 'skipped') return changeTile(list, id, { is_skipped: act.state })
      return act.kind === 'conflict' ? changeTile(list, id, { isGone: true }) : list
    })
  }

  function keep(act: NewAct) {
    apply(act)
    outbox?.keep(act).catch(() => showToast('This device couldn’t keep that. Is its storage full?'))
  }

  /** The current tile, while it can be judged. */
  function current() {
    const tile = tileAt(latest.current)
    return tile && !tile.isGone && outbox ? tile : undefined
  }

  const acts = {
    score(score: number) {
      const tile = current()
      if (!tile) return
      before.current.set(tile.assignment_id, tile.score)
      change(list => scoreTile(list, score))
      keep({ kind: 'score', assignment_id: tile.assignment_id, score })
      setSaid(`${tile.logo}: ${sayScore(bench.stage, score)}.`)
    },
    async undo() {
      if (!latest.current.scored.length) return setSaid('Nothing to undo.')
      const tile = tileAt(change(undoScore))
      if (!tile || !outbox) return
      const id = tile.assignment_id
      setUndone(tile.score === null ? undefined : { assignment_id: id, score: tile.score })
      const isWithdrawn = await outbox.withdraw(id)
      if (isWithdrawn) change(list => changeTile(list, id, { score: before.current.get(id) ?? null }))
      setSaid(
        isWithdrawn
          ? 'The score is withdrawn.'
          : 'Back at the tile. Its score was sent: give another to change it.',
      )
    },
    skip() {
      const tile = current()
      if (!tile) return
      keep({ kind: 'skipped', assignment_id: tile.assignment_id, state: 1 })
      change(list => moveTo(list, list.at + 1))
      setSaid(`${tile.logo}: skipped. It comes back later.`)
    },
    save() {
      const tile = current()
      if (!tile) return
      if (tile.is_calibration) return setSaid('Calibration tiles can’t be saved.')
      if (!tile.is_saved && savesLeft <= 0) return setSaid('You have no saves left.')
      keep({ kind: 'saved', assignment_id: tile.assignment_id, state: tile.is_saved ? 0 : 1 })
      setSaid(tile.is_saved ? `${tile.logo}: no longer saved.` : `${tile.logo}: saved.`)
    },
    /** Declares a conflict: the tile goes to another juror. */
    know(assignmentId: number) {
      keep({ kind: 'conflict', assignment_id: assignmentId })
      change(list => (tileAt(list)?.assignment_id === assignmentId ? moveTo(list, list.at + 1) : list))
      setSaid('The tile will go to another juror.')
    },
    flag(assignmentId: number, reason: 'copy' | 'rules', text: string) {
      keep({ kind: 'flag', assignment_id: assignmentId, reason, text })
      setSaid('The chair will look at it.')
    },
    move: (by: number) => void change(list => moveTo(list, list.at + by)),
    goTo: (position: number) => void change(list => moveTo(list, position)),
    say: setSaid,
  }

  const pendingSaves = state.kept.reduce(
    (sum, act) => (act.kind === 'saved' ? sum + (act.state ? 1 : -1) : sum),
    0,
  )
  const savesLeft = bench.saves_left - pendingSaves
  return {
    acts,
    list,
    supply,
    state,
    isMissing,
    dismissRefused: outbox?.dismissRefused,
    savesLeft,
    said,
    undone,
    dismissUndone: () => setUndone(undefined),
    progress: useProgress(bench, state.kept, list.tiles, before.current, fresh),
  }
}

/**
 * The server's figures, refetched after each accepted batch and each arrival of tiles. Returns how often they have been refetched with
 * nothing sent in between: these figures count everything that was sent.
 */
function useFreshProgress(sent: number, tiles: number) {
  const queryClient = useQueryClient()
  const [fresh, setFresh] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what was sent and what came counts
  useEffect(() => {
    let isLatest = true
    const refetch = async () => {
      await queryClient.invalidateQueries(benchQuery)
      if (isLatest) setFresh(count => count + 1)
    }
    const timer = setTimeout(refetch, 300)
    return () => {
      isLatest = false
      clearTimeout(timer)
    }
  }, [sent, tiles, queryClient])
  return fresh
}

/** The server's figures plus unsent acts. */
function useProgress(
  bench: Bench,
  kept: readonly NewAct[],
  tiles: ReturnType<typeof useTileList>['list']['tiles'],
  before: ReadonlyMap<number, number | null>,
  fresh: number,
) {
  const distribution = [...bench.distribution]
  let scored = bench.scored
  let calibrationLeft = bench.calibration_left
  for (const act of kept) {
    if (act.kind !== 'score') continue
    const tile = tiles.get(act.assignment_id)
    const isNew = (before.get(act.assignment_id) ?? null) === null
    if (tile?.is_calibration) {
      if (isNew) calibrationLeft -= 1
      continue
    }
    distribution[act.score] = (distribution[act.score] ?? 0) + 1
    if (isNew) scored += 1
  }
  // The maximum keeps progress from going back between an answer and the refetched figures.
  const most = useRef(0)
  // Figures that were read while a score was under way may have counted it already: fresh ones correct the maximum.
  const corrected = useRef(fresh)
  if (corrected.current !== fresh && kept.length === 0) {
    corrected.current = fresh
    most.current = 0
  }
  most.current = Math.max(most.current, Math.min(scored, bench.total))
  return { distribution, scored: most.current, calibrationLeft: Math.max(0, calibrationLeft) }
}

const restAfterTiles = 300
const restAfterMs = 45 * 60_000
const pauseMs = 5 * 60_000

/** How long the tiles that are left take at the juror's pace, in ms; undefined while there are too few scores to tell. */
export function usePace(scored: number, left: number) {
  const pace = useRef(noPace)
  const last = useRef(scored)
  if (scored > last.current) pace.current = addScore(pace.current, Date.now())
  last.current = scored
  return timeLeft(pace.current, left)
}

/**
 * Whether it is time to rest the eyes, after many tiles or a long while without a pause; and the act that postpones that.
 */
export function useRest(scored: number) {
  const since = useRef({ at: Date.now(), scored, last: Date.now() })
  const [isDue, setIsDue] = useState(false)
  useEffect(() => {
    const now = Date.now()
    if (now - since.current.last > pauseMs) since.current = { at: now, scored, last: now }
    since.current.last = now
    if (scored - since.current.scored >= restAfterTiles || now - since.current.at >= restAfterMs)
      setIsDue(true)
  }, [scored])
  return {
    isDue,
    putOff() {
      since.current = { at: Date.now(), scored, last: Date.now() }
      setIsDue(false)
    },
  }
}
