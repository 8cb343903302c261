import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { BlindDay } from '../../../shared/api/blind.ts'
import { blindKeeps, blindTiles } from '../../../shared/rules/blind.ts'
import { useMedia } from '../../lib/browser/media.ts'
import { readShortcut } from '../../lib/keyboard/shortcuts.ts'
import { Button, IconButton } from '../../ui/controls/Button.tsx'
import { NamelessPicture } from './NamelessPicture.tsx'
import styles from './Play.module.css'
import type { Game } from './use-game.ts'

type Props = {
  today: BlindDay
  /** Which book it is, or that its day is over; undefined where the header says it. */
  about: string | undefined
  game: Game
  isLarge: boolean
  onLarge: (isLarge: boolean) => void
  onReveal: () => void
  onNext: () => void
}

/** The twenty squares, or one of them large. Arrows move, Space or a press keeps, Enter is large, U undoes. */
export function Play({ today, about, game, isLarge, onLarge, onReveal, onNext }: Props) {
  const [at, setAt] = useState(0)
  const work = useRef<HTMLDivElement>(null)
  const takesFocus = useRef(false)
  const isNarrow = useMedia('(width < 640px)')
  const { kept, delivery, isOnline } = game
  const isFull = kept.length === blindKeeps

  const move = (by: number) => {
    const place = at + by
    if (place < 0 || place >= blindTiles) return
    takesFocus.current = true
    setAt(place)
  }
  const enlarge = (isTo: boolean) => {
    takesFocus.current = isTo !== isLarge
    onLarge(isTo)
  }
  useKeys({
    arrowleft: () => move(-1),
    arrowright: () => move(1),
    arrowup: () => move(isLarge ? -1 : isNarrow ? -4 : -5),
    arrowdown: () => move(isLarge ? 1 : isNarrow ? 4 : 5),
    enter: () => enlarge(!isLarge),
    escape: () => enlarge(false),
    u: game.undo,
  })

  // What a key has reached is focused once it is there.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each square, in either view
  useEffect(() => {
    if (!takesFocus.current) return
    takesFocus.current = false
    work.current?.querySelector<HTMLElement>(`[data-place="${at}"]`)?.focus()
  }, [at, isLarge])

  const resend = useEffectEvent(onReveal)
  const isWaiting = delivery.state === 'waiting'
  useEffect(() => {
    if (isWaiting && isOnline) resend()
  }, [isWaiting, isOnline])

  const squareAt = (place: number) => (
    <Square
      key={place}
      place={place}
      image={today.tiles[place]?.image}
      rank={kept.indexOf(place) + 1}
      isCurrent={place === at}
      onFocus={() => setAt(place)}
      onToggle={() => game.toggle(place)}
    />
  )

  return (
    <>
      <main id="main" className={styles.play}>
        <div className={styles.words}>
          <h1 className={styles.title} tabIndex={-1}>
            Keep five.
          </h1>
          <p className={styles.lead}>No names, no likes, no titles. That’s how the jury saw them.</p>
          {about && <p className={styles.about}>{about}</p>}
        </div>
        <div ref={work} className={styles.place}>
          {isLarge ? (
            <div className={styles.large}>
              {squareAt(at)}
              <div className={styles.turn}>
                <IconButton label="The logo before" disabled={at === 0} onClick={() => setAt(at - 1)}>
                  <ChevronLeft size={20} />
                </IconButton>
                <span>
                  {at + 1} of {blindTiles}
                </span>
                <IconButton
                  label="The next logo"
                  disabled={at === blindTiles - 1}
                  onClick={() => setAt(at + 1)}
                >
                  <ChevronRight size={20} />
                </IconButton>
              </div>
            </div>
          ) : (
            <section className={styles.grid} aria-label="Twenty logos without names">
              {today.tiles.map((_, place) => squareAt(place))}
            </section>
          )}
        </div>
      </main>
      <footer className={styles.foot}>
        <p className={styles.dots} aria-hidden>
          {Array.from({ length: blindKeeps }, (_, n) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: dots have no other name
            <span key={n} data-on={n < kept.length || undefined} />
          ))}
        </p>
        <p className={styles.said} role="status">
          {describe(game)}
        </p>
        <p className={styles.keys} aria-hidden>
          <kbd>←</kbd>
          <kbd>↑</kbd>
          <kbd>→</kbd>
          <kbd>↓</kbd> move <kbd>Space</kbd> keep <kbd>Enter</kbd> large <kbd>U</kbd> undo
        </p>
        {delivery.state === 'refused' && delivery.isOver ? (
          <Button kind="primary" onClick={onNext}>
            Play today’s twenty
          </Button>
        ) : (
          <Button kind="primary" disabled={!isFull || delivery.state === 'sending'} onClick={onReveal}>
            Show the names
          </Button>
        )}
      </footer>
    </>
  )
}

/** The line at the foot: a refusal, why a press changed nothing, or how many are kept. */
function describe({ kept, said, delivery }: Game): string {
  if (delivery.state === 'refused') return delivery.sentence
  if (delivery.state === 'waiting')
    return 'You’re offline. Your five are kept here, and the names come when you’re back.'
  if (said) return said
  const left = blindKeeps - kept.length
  return left ? `${kept.length} kept, ${left} to go` : '5 kept'
}

type SquareProps = {
  place: number
  /** Undefined for a logo that is no longer shown. */
  image: string | undefined
  /** From 1, in the order of keeping; 0 for one that isn't kept. */
  rank: number
  isCurrent: boolean
  onFocus: () => void
  onToggle: () => void
}

function Square({ place, image, rank, isCurrent, onFocus, onToggle }: SquareProps) {
  const what = image ? `a logo without name, ${rank ? 'kept' : 'not kept'}` : 'no longer shown'
  return (
    <button
      type="button"
      className={styles.square}
      data-place={place}
      data-kept={rank || undefined}
      aria-label={`Tile ${place + 1}, ${what}`}
      tabIndex={isCurrent ? 0 : -1}
      onFocus={onFocus}
      onClick={onToggle}
    >
      <span className={styles.art}>{image && <NamelessPicture image={image} />}</span>
    </button>
  )
}

/** Acts on keys anywhere on the page. Enter presses the focused control, unless that is a square: there it is large. */
function useKeys(keys: Record<string, () => void>) {
  const act = useEffectEvent((event: KeyboardEvent) => {
    const key = readShortcut(event)
    const run = key === undefined ? undefined : keys[key]
    if (!run) return
    const target = event.target as Element
    if (key === 'enter' && target.matches('a, button:not([data-place])')) return
    event.preventDefault()
    if (!event.repeat || key?.startsWith('arrow')) run()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => act(event)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
}
