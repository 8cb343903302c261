import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Bench as BenchFacts } from '../../../shared/api/jury.ts'
import type { Round } from '../../../shared/rules/books.ts'
import { formatCount } from '../../../shared/rules/format.ts'
import { useOwnNotice } from '../../lib/api/connection.ts'
import { useMedia } from '../../lib/browser/media.ts'
import { useUnsentWork } from '../../lib/navigation/unsent-work.ts'
import { Button, ButtonLink } from '../../ui/controls/Button.tsx'
import { ConfirmDialog } from '../../ui/messages/ConfirmDialog.tsx'
import { EmptyState } from '../../ui/messages/EmptyState.tsx'
import { Actions } from './Actions.tsx'
import styles from './Bench.module.css'
import { Directions } from './Directions.tsx'
import { FlagDialog } from './FlagDialog.tsx'
import { describeOutbox, Progress } from './Progress.tsx'
import { Stage, Views } from './Stage.tsx'
import { StatusLine } from './StatusLine.tsx'
import { keyOfScore, scoresOf } from './scale.ts'
import { TileGrid } from './TileGrid.tsx'
import { looks } from './TilePicture.tsx'
import { gridSize, tileAt } from './tile-list.ts'
import { Undone } from './Undone.tsx'
import { useBench, useRest } from './use-bench.ts'
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
      <Top bench={bench} judging={judging}>
        <Button kind="quiet" onClick={() => setIsLarge(!isLarge)}>
          {isLarge ? 'Grid' : 'Large'}
        </Button>
        <Button kind="quiet" aria-keyshortcuts="?" onClick={() => setAsked('directions')}>
          Help
        </Button>
        <ButtonLink kind="quiet" to="/">
          Leave
        </ButtonLink>
      </Top>
      <div className={styles.line}>
        <StatusLine bench={bench} judging={judging} />
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
      <Dialogs
        open={openDialog}
        stage={bench.stage}
        tile={judged}
        acts={acts}
        onClose={() => setAsked(undefined)}
      />
    </main>
  )
}

type TopProps = Pick<Props, 'bench'> & { judging: ReturnType<typeof useBench>; children: ReactNode }

/** The header of the bench: the round, its progress, whether the scores are sent, and the tools. */
function Top({ bench, judging: { progress, state }, children }: TopProps) {
  const isOnline = useOwnNotice()
  return (
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
      <div className={styles.tools}>{children}</div>
    </header>
  )
}

type DialogsProps = {
  open: BenchDialog | undefined
  stage: Round
  /** The tile that is asked about. */
  tile: ReturnType<typeof tileAt>
  acts: ReturnType<typeof useBench>['acts']
  onClose: () => void
}

/** The directions, and the two questions about a tile: whether the juror knows it, and what is wrong with it. */
function Dialogs({ open, stage, tile, acts, onClose }: DialogsProps) {
  return (
    <>
      <Directions stage={stage} isOpen={open === 'directions'} onClose={onClose} />
      <ConfirmDialog
        isOpen={open === 'know'}
        title="Do you know this work?"
        cancel="Keep scoring it"
        confirm="Pass it on"
        onCancel={onClose}
        onConfirm={() => {
          onClose()
          if (tile) acts.know(tile.assignment_id)
        }}
      >
        “{tile?.logo}” will go to another juror. You won’t see it again.
      </ConfirmDialog>
      <FlagDialog
        // The flag dialog starts empty for each tile.
        key={tile?.assignment_id}
        name={tile?.logo ?? ''}
        isOpen={open === 'flag'}
        onClose={onClose}
        onFlag={(reason, text) => tile && acts.flag(tile.assignment_id, reason, text)}
      />
    </>
  )
}

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
