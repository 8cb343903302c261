import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useState } from 'react'
import * as api from '../../../shared/api.ts'
import { mostColors } from '../../../shared/rules/palette.ts'
import { hourMs } from '../../../shared/rules/time.ts'
import { colorsIn } from '../../domain/search/search-path.ts'
import { call } from '../../lib/api/call.ts'
import styles from './Swatches.module.css'

type Props = {
  /** Six hexadecimal digits each, with commas between. */
  value: string
  onChoose: (value: string) => void
}

/** The colours that most logos have; a press adds one to the search or takes it out. One stop of Tab, with arrow keys inside. */
export function Swatches({ value, onChoose }: Props) {
  const { data: suggested } = useQuery({
    queryKey: ['suggested-colors'],
    queryFn: ({ signal }) => call(api.search.suggestedColors, {}, { signal }),
    // A gallery that has just begun gets its first colours at any moment.
    staleTime: query => (query.state.data?.length ? hourMs : 0),
  })
  const [focused, setFocused] = useState(0)
  if (!suggested?.length) return null
  const chosen = colorsIn(value)
  const isFull = chosen.length >= mostColors
  const toggle = (color: string) => {
    if (chosen.includes(color)) onChoose(chosen.filter(other => other !== color).join(','))
    else if (!isFull) onChoose([...chosen, color].join(','))
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const to = step(event.key, focused, suggested.length)
    const button = to === undefined ? undefined : event.currentTarget.querySelectorAll('button')[to]
    if (!button) return
    event.preventDefault()
    button.focus()
  }
  return (
    <div className={styles.swatches} role="toolbar" aria-label="Colours in the gallery" onKeyDown={onKeyDown}>
      {suggested.map(({ hex, name }, i) => {
        const isChosen = chosen.includes(hex.slice(1))
        return (
          <button
            key={hex}
            type="button"
            className={styles.swatch}
            style={{ color: hex }}
            aria-label={`${name}, ${hex}`}
            title={`${name} ${hex}`}
            aria-pressed={isChosen}
            // Not `disabled`, so that the arrow keys still reach it.
            aria-disabled={isFull && !isChosen}
            tabIndex={i === Math.min(focused, suggested.length - 1) ? 0 : -1}
            onFocus={() => setFocused(i)}
            onClick={() => toggle(hex.slice(1))}
          />
        )
      })}
    </div>
  )
}

/** Where a key leads in a row of `count`; undefined for other keys. */
function step(key: string, from: number, count: number): number | undefined {
  if (key === 'ArrowRight' || key === 'ArrowDown') return (from + 1) % count
  if (key === 'ArrowLeft' || key === 'ArrowUp') return (from - 1 + count) % count
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
}
