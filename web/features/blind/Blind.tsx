import { useState } from 'react'
import { Link } from 'react-router'
import type { BlindDay } from '../../../shared/api/blind.ts'
import { useMedia } from '../../lib/browser/media.ts'
import { Button, ButtonLink } from '../../ui/controls/Button.tsx'
import { Wordmark } from '../../ui/display/Wordmark.tsx'
import styles from './Blind.module.css'
import { Play } from './Play.tsx'
import { Result } from './Result.tsx'
import { measurePlaces, type Places } from './use-flight.ts'
import { newDay, useGame } from './use-game.ts'
import { useNow } from './use-now.ts'

type Props = { today: BlindDay; onNext: () => void }

/** A day of Blind: twenty logos without names, and once five are kept, whose they are. */
export function Blind({ today, onNext }: Props) {
  const leftMs = Date.parse(today.ends_at) - useNow()
  const isOver = leftMs <= 0
  const game = useGame(today, isOver)
  const [isLarge, setIsLarge] = useState(false)
  const [from, setFrom] = useState<Places>()
  // In the header, and where that is narrow, below the title.
  const isNarrow = useMedia('(width < 640px)')
  const about = isOver ? newDay : `Twenty from ${today.book.title}, the same for everyone today`
  const { result } = game

  const reveal = async () => {
    const answer = await game.send()
    if (!answer) return
    setFrom(measurePlaces(document))
    game.show(answer)
    window.scrollTo(0, 0)
  }

  return (
    <div className={styles.page} data-shown={result ? '' : undefined}>
      <header className={styles.top}>
        <Link to="/" className={styles.home}>
          <Wordmark />
        </Link>
        <p className={styles.name}>Blind {today.number}</p>
        {!result && !isNarrow && <p className={styles.about}>{about}</p>}
        <div className={styles.tools}>
          {!result && (
            <Button kind="quiet" onClick={() => setIsLarge(!isLarge)}>
              {isLarge ? 'Grid' : 'Large'}
            </Button>
          )}
          <ButtonLink kind="quiet" to="/">
            Leave
          </ButtonLink>
        </div>
      </header>
      {result ? (
        <Result
          today={today}
          kept={game.kept}
          result={result}
          refusal={game.refusal}
          from={from}
          leftMs={leftMs}
          onNext={onNext}
        />
      ) : (
        <Play
          today={today}
          about={isNarrow ? about : undefined}
          game={game}
          isLarge={isLarge}
          onLarge={setIsLarge}
          onReveal={() => void reveal()}
          onNext={onNext}
        />
      )}
    </div>
  )
}
