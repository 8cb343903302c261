import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { Bench as BenchFacts } from '../../../shared/api/jury.ts'
import type { Round } from '../../../shared/rules/books.ts'
import { formatCount, formatDate, formatNumber } from '../../../shared/rules/format.ts'
import { useOwnNotice } from '../../lib/api/connection.ts'
import { useMedia } from '../../lib/browser/media.ts'
import { useUnsentWork } from '../../lib/navigation/unsent-work.ts'
import { loginPath } from '../../lib/session/session.ts'
import { Button, ButtonLink } from '../../ui/controls/Button.tsx'
import { ConfirmDialog } from '../../ui/messages/ConfirmDialog.tsx'
import { EmptyState } from '../../ui/messages/EmptyState.tsx'
import { Actions } from './Actions.tsx'
import styles from './Bench.module.css'
import { Directions } from './Directions.tsx'
import { FlagDialog } from './FlagDialog.tsx'
import { describeOutbox, Progress } from './Progress.tsx'
import { inMinutes } from './pace.ts'
import { Stage, Views } from './Stage.tsx'
import { keyOfScore, scoresOf } from './scale.ts'
import { TileGrid } from './TileGrid.tsx'
import { looks } from './TilePicture.tsx'
import { gridOf, gridSize, tileAt } from './tile-list.ts'
import { Undone } from './Undone.tsx'
import { useBench, usePace, useRest } from './use-bench.ts'
import { useBenchKeys } from './use-bench-keys.ts'

type Props = { bench: BenchFacts & { stage: Round }; designerId: number }
type BenchDialog = 'directions' | 'know' | 'flag'

/** The juror's bench: tiles, the current tile's views, and the buttons. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: the markup of one screen and its dialogs
export function Bench({ bench, designerId }: Props) {
  const judging = useBench(bench, designerId)
  const { acts, list, supply, state, savesLeft, said, progress, isMissing } = judging
  const isNarrow = useMedia('(width < 900px)')
  const [isLarge, setIsLarge] = useState(isNarrow)
  const [openDialog, setAsked] = useState<BenchDialog>()
  const rest = useRest(progress.scored)
  const tile = tileAt(list)
  // Never in the middle of a grid.
  const isResting = rest.isDue && !!tile && list.at % gridSize === 0
  const judged = tile?.isGone || isResting ? undefined : tile
  const columns = isLarge ? 1 : isNarrow && innerWidth < 640 ? 4 : 5
  const isOnline = useOwnNotice()
  // Marked as unsent work, so that the page does not reload by itself while the juror works.
  useUnsentWork(true)

  const ask = (what: BenchDialog) => judged && setAsked(what)
  const keys = {
    ...Object.fromEntries(scoresOf(bench.stage).map(score => [keyOfScore(score), () => acts.score(score)])),
    arrowleft: () => acts.move(-1),
    arrowright: () => acts.move(1),
    arrowup: () => acts.move(-columns),
    arrowdown: () => acts.move(Math.min(columns, Math.max(0, list.positions.length - list.at))),
    enter: () => setIsLarge(!isLarge),
    escape: () => setIsLarge(false),
    u: () => void acts.undo(),
    s: acts.skip,
    v: bench.stage === 'first' ? acts.save : undefined,
    k: () => ask('know'),
    f: () => (tile?.is_calibration ? acts.say('Calibration tiles can’t be flagged.') : ask('flag')),
    '?': () => setAsked('directions'),
  }
  const look = useBenchKeys(isResting ? { enter: rest.putOff, u: keys.u } : keys, looks)
  const undone = judging.undone && judging.undone.assignment_id === tile?.assignment_id && (
    <Undone score={judging.undone.score} onEnd={judging.dismissUndone} />
  )

  if (isMissing) return <NoStorage />
  return (
    <main id="main" className={styles.bench}>
      <header className={styles.top}>
        <h1 className={styles.title}>
          {bench.book.title}
          <span className={styles.round}>{bench.stage === 'border' ? 'Border round' : 'First round'}</span>
        </h1>
        <Progress
          scored={progress.scored}
          total={bench.total}
          skipped={bench.skipped}
          distribution={progress.distribution}
          expected={bench.expected_distribution}
        />
        <p className={styles.kept} data-delivery={isOnline ? state.delivery : 'waiting'}>
          {describeOutbox(state) || (isOnline ? '' : 'No connection')}
        </p>
        <span
          className={styles.done}
          style={{ width: `${bench.total ? (progress.scored / bench.total) * 100 : 0}%` }}
        />
        <div className={styles.tools}>
          <Button kind="quiet" onClick={() => setIsLarge(!isLarge)}>
            {isLarge ? 'Grid' : 'Large'}
          </Button>
          <Button kind="quiet" aria-keyshortcuts="?" onClick={() => setAsked('directions')}>
            Help
          </Button>
          <ButtonLink kind="quiet" to="/">
            Leave
          </ButtonLink>
        </div>
      </header>
      <div className={styles.line}>
        <Line bench={bench} judging={judging} />
      </div>
      <div className={styles.work}>
        {!tile ? (
          <NoTile
            bench={bench}
            supply={supply}
            isDone={progress.scored >= bench.total}
            kept={state.kept.length}
          />
        ) : isResting ? (
          <Rest onEnd={rest.putOff} />
        ) : isLarge ? (
          <Stage tile={tile} list={list} stage={bench.stage} look={look} undone={undone} onMove={acts.move} />
        ) : (
          <TileGrid
            list={list}
            stage={bench.stage}
            undone={undone}
            onGoTo={acts.goTo}
            onOpen={() => setIsLarge(true)}
          />
        )}
      </div>
      <div className={styles.views}>
        {tile && !isResting && (
          <Views
            tile={tile}
            at={list.at}
            isBrief={isNarrow && !isLarge}
            hasPicture={!isNarrow && !isLarge}
            look={look}
          />
        )}
      </div>
      <div className={styles.actions}>
        <Actions
          stage={bench.stage}
          tile={judged}
          savesLeft={savesLeft}
          onScore={acts.score}
          onUndo={() => void acts.undo()}
          onSkip={acts.skip}
          onSave={acts.save}
          onKnow={() => ask('know')}
          onFlag={() => ask('flag')}
        />
      </div>
      <p className="visually-hidden" role="status">
        {said}
      </p>
      <Directions
        stage={bench.stage}
        isOpen={openDialog === 'directions'}
        onClose={() => setAsked(undefined)}
      />
      <ConfirmDialog
        isOpen={openDialog === 'know'}
        title="Do you know this work?"
        cancel="Keep scoring it"
        confirm="Pass it on"
        onCancel={() => setAsked(undefined)}
        onConfirm={() => {
          setAsked(undefined)
          if (judged) acts.know(judged.assignment_id)
        }}
      >
        “{judged?.logo}” will go to another juror. You won’t see it again.
      </ConfirmDialog>
      <FlagDialog
        // The flag dialog starts empty for each tile.
        key={judged?.assignment_id}
        name={judged?.logo ?? ''}
        isOpen={openDialog === 'flag'}
        onClose={() => setAsked(undefined)}
        onFlag={(reason, text) => judged && acts.flag(judged.assignment_id, reason, text)}
      />
    </main>
  )
}

type LineProps = { bench: BenchFacts; judging: ReturnType<typeof useBench> }

/** The current status message. Its line is always reserved, so that the layout does not shift. */
function Line({ bench, judging }: LineProps) {
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

/** In place of a grid, after hours of looking. */
function Rest({ onEnd }: { onEnd: () => void }) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.focus(), [])
  return (
    <div className={styles.rest} role="status">
      <p>Look out of the window.</p>
      <Button kind="secondary" ref={button} onClick={onEnd}>
        Go on <kbd aria-hidden>↵</kbd>
      </Button>
    </div>
  )
}

type NoTileProps = { bench: BenchFacts; supply: string; isDone: boolean; kept: number }

function NoTile({ bench, supply, isDone, kept }: NoTileProps) {
  if (supply === 'loading' || supply === 'more')
    return <EmptyState title="Your tiles are on their way">They’ll appear here in a moment.</EmptyState>
  if (supply === 'unreachable')
    return (
      <EmptyState title="No more tiles on this device">
        We can’t reach the gallery for more. {kept > 0 && `${formatCount(kept, 'decision')} kept here. `}
        It goes on by itself once the connection is back.
      </EmptyState>
    )
  return (
    <EmptyState
      title={isDone ? 'You’ve scored every tile' : 'Nothing to score right now'}
      action={
        <ButtonLink to={`/books/${bench.book.slug}`} kind="primary">
          See the book
        </ButtonLink>
      }
    >
      {isDone
        ? 'Thank you. If a colleague’s tiles come to you, they’ll appear here.'
        : 'Tiles that come later appear here.'}
      {kept > 0 && ` ${formatCount(kept, 'decision')} kept here and on the way.`}
    </EmptyState>
  )
}

const NoStorage = () => (
  <main id="main" className={styles.alone}>
    <h1 className="visually-hidden">Jury</h1>
    <EmptyState title="This browser can’t store your scores">
      Your scores must be safe on this device before they’re sent. Turn off private browsing, or use another
      browser.
    </EmptyState>
  </main>
)
