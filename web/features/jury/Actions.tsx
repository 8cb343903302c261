import { Bookmark, Flag, SkipForward, Undo2, UserCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Tile } from '../../../shared/api/jury.ts'
import type { Round } from '../../../shared/rules/books.ts'
import styles from './Actions.module.css'
import { keyOfScore, scoresOf, wordOf } from './scale.ts'

type Props = {
  stage: Round
  tile: Tile | undefined
  savesLeft: number
  onScore: (score: number) => void
  onUndo: () => void
  onSkip: () => void
  onSave: () => void
  onKnow: () => void
  onFlag: () => void
}

/** The bench's buttons at the lower edge, in fixed positions. */
export function Actions({ stage, tile, savesLeft, ...on }: Props) {
  const isOff = !tile
  const hasSaves = stage === 'first'
  return (
    <div className={styles.actions}>
      <fieldset className={styles.scores} data-stage={stage} aria-label="Score">
        {scoresOf(stage).map(score => (
          <button
            key={score}
            type="button"
            className={styles.score}
            aria-keyshortcuts={keyOfScore(score)}
            aria-pressed={tile?.score === score}
            aria-disabled={isOff}
            onClick={() => on.onScore(score)}
          >
            <span className={styles.digit}>{score}</span>{' '}
            <span className={styles.word}>{wordOf(stage, score)}</span>
          </button>
        ))}
      </fieldset>
      <div className={styles.others}>
        <Act name="Undo" shortcut="u" onPress={on.onUndo}>
          <Undo2 size={18} aria-hidden />
        </Act>
        <Act name="Skip" shortcut="s" isOff={isOff} onPress={on.onSkip}>
          <SkipForward size={18} aria-hidden />
        </Act>
        {hasSaves && (
          <Act
            name={tile?.is_saved ? `Saved · ${savesLeft} left` : `Save · ${savesLeft} left`}
            shortcut="v"
            isOff={isOff || (!tile?.is_saved && savesLeft <= 0)}
            onPress={on.onSave}
          >
            <Bookmark size={18} fill={tile?.is_saved ? 'currentColor' : 'none'} aria-hidden />
          </Act>
        )}
        <Act name="I know this" shortcut="k" isOff={isOff} onPress={on.onKnow}>
          <UserCheck size={18} aria-hidden />
        </Act>
        <Act name="Flag" shortcut="f" isOff={isOff} onPress={on.onFlag}>
          <Flag size={18} aria-hidden />
        </Act>
      </div>
    </div>
  )
}

type ActProps = { name: string; shortcut: string; isOff?: boolean; onPress: () => void; children: ReactNode }

const Act = ({ name, shortcut, isOff, onPress, children }: ActProps) => (
  <button
    type="button"
    className={styles.act}
    aria-keyshortcuts={shortcut}
    aria-disabled={isOff || undefined}
    onClick={onPress}
  >
    {children}
    <span>{name}</span>
    <kbd className={styles.key} aria-hidden>
      {shortcut}
    </kbd>
  </button>
)
