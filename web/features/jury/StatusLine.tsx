import { useState } from 'react'
import { Link } from 'react-router'
import type { Bench } from '../../../shared/api/jury.ts'
import { formatCount, formatDate, formatNumber } from '../../../shared/rules/format.ts'
import { loginPath } from '../../lib/session/session.ts'
import { inMinutes } from './pace.ts'
import { gridOf, gridSize, tileAt } from './tile-list.ts'
import { type useBench, usePace } from './use-bench.ts'

type Props = { bench: Bench; judging: ReturnType<typeof useBench> }

/** The current status message. Its line is always reserved, so that the layout does not shift. */
export function StatusLine({ bench, judging }: Props) {
  const { state, list, progress, dismissRefused } = judging
  const [firstTotal] = useState(bench.total)
  const [first] = state.refused
  const leftMs = usePace(progress.scored, bench.total - progress.scored)
  if (state.delivery === 'signed out')
    return (
      <p role="alert">
        You’ve been logged out. What you scored is kept here and goes once you’re back.{' '}
        {/* A new document: this one still holds the ended session, and the login page would return here. */}
        <Link to={loginPath('/jury')} reloadDocument>
          Log in
        </Link>
      </p>
    )
  if (state.delivery === 'blocked')
    return (
      <p role="alert">
        {state.obstacle?.error} What you scored is kept here and goes as soon as it can.{' '}
        {state.obstacle?.code === 'factor_required' && (
          <Link to={`/account/security?needed=1&next=${encodeURIComponent('/jury')}`}>
            Login and security
          </Link>
        )}
      </p>
    )
  if (first)
    return (
      <p role="alert">
        {formatCount(state.refused.length, 'decision')} not accepted: {first.refusal}{' '}
        <button type="button" onClick={() => void dismissRefused?.()}>
          OK
        </button>
      </p>
    )
  const tile = tileAt(list)
  if (tile?.is_calibration)
    return (
      <p>
        Calibration, {formatCount(progress.calibrationLeft, 'tile')} left: logos of the last book, to find
        your scale. They don’t count.
      </p>
    )
  if (bench.total > firstTotal)
    return (
      <p>
        {formatCount(bench.total - firstTotal, 'tile')} came in from another juror. They’re at the end; your
        places haven’t changed.
      </p>
    )
  if (!tile && progress.scored >= bench.total)
    return <p>Until the round ends you can still change a score.</p>
  const last = Math.max(0, Math.ceil(list.positions.length / gridSize) - 1)
  return (
    <p>
      {bench.book.due_at && `Please finish by ${formatDate(bench.book.due_at)}. `}
      {list.positions.length > 0 &&
        `Grid ${formatNumber(Math.min(gridOf(list.at), last) + 1)} of this sitting. `}
      {leftMs !== undefined &&
        bench.total > progress.scored &&
        `${capitalized(inMinutes(leftMs))} left at your pace.`}
    </p>
  )
}

const capitalized = (text: string) => text[0]!.toUpperCase() + text.slice(1)
