import { Pipette } from 'lucide-react'
import { useId, useState } from 'react'
import { colorPattern, mostColors } from '../../../shared/rules/palette.ts'
import { colorsIn } from '../../domain/search/search-path.ts'
import { FieldNote } from '../../ui/controls/Field.tsx'
import styles from './ColorField.module.css'

type Props = {
  id: string
  className?: string | undefined
  /** Six hexadecimal digits each, with commas between. */
  value: string
  onChoose: (value: string) => void
}

/** Missing in TypeScript's library, because only Chromium has it. */
declare const EyeDropper: { new (): { open(): Promise<{ sRGBHex: string }> } }
const hasEyeDropper = typeof window !== 'undefined' && 'EyeDropper' in window

/** Adds a colour to a search: typed or pasted with or without `#`, chosen with the browser's own picker, or taken from the screen. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: long for its markup
export function ColorField({ id, className, value, onChoose }: Props) {
  const [text, setText] = useState('')
  const [isWrong, setIsWrong] = useState(false)
  const noteId = useId()
  const colors = colorsIn(value)
  const isFull = colors.length >= mostColors
  const add = (color: string) => {
    setText('')
    setIsWrong(false)
    onChoose(colorsIn([...colors, color].join(',')).join(','))
  }
  // React's onChange is the event `input`, which comes with each step of a drag in the picker.
  const listen = (picker: HTMLInputElement) => {
    const onPick = () => {
      add(picker.value.slice(1))
      // A picker reports changes only: without a reset, the same colour could not be chosen again once its chip was
      // removed.
      picker.value = picker.defaultValue
    }
    picker.addEventListener('change', onPick)
    return () => picker.removeEventListener('change', onPick)
  }
  /** The typed text in full: three digits stand for six. */
  const settle = () => {
    const digits = text.trim().replace(/^#/, '')
    if (/^[0-9a-f]{3}$/i.test(digits)) add([...digits].map(digit => digit + digit).join(''))
    else setIsWrong(Boolean(digits))
  }
  const takeFromScreen = async () => {
    if (isFull) return
    // Rejected if the reader presses Escape.
    const taken = await new EyeDropper().open().catch(() => undefined)
    if (taken) add(taken.sRGBHex.slice(1))
  }
  return (
    <>
      <span className={styles.field}>
        <input
          id={id}
          type="text"
          className={className}
          value={text}
          placeholder={isFull ? 'Three at most' : colors.length ? 'And e4002b' : 'Any, or e4002b'}
          // Never `disabled`: what has the focus when the third colour is added would lose it. Text can always be removed.
          readOnly={isFull && !text}
          aria-invalid={isWrong || undefined}
          aria-describedby={isWrong ? noteId : undefined}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          onChange={event => {
            const typed = event.target.value
            const color = typed.trim().replace(/^#/, '')
            if (colorPattern.test(color)) add(color)
            else {
              setText(typed)
              setIsWrong(false)
            }
          }}
          onBlur={settle}
          onKeyDown={event => {
            if (event.key !== 'Enter' || !text.trim()) return
            event.preventDefault()
            settle()
          }}
        />
        <input
          ref={listen}
          type="color"
          className={styles.picker}
          defaultValue="#e4002b"
          aria-label="Choose a colour"
          aria-disabled={isFull || undefined}
          onClick={event => isFull && event.preventDefault()}
        />
        {hasEyeDropper && (
          <button
            type="button"
            className={styles.dropper}
            aria-label="Take a colour from the screen"
            title="Take a colour from the screen"
            aria-disabled={isFull || undefined}
            onClick={takeFromScreen}
          >
            <Pipette size={16} aria-hidden />
          </button>
        )}
      </span>
      {isWrong && <FieldNote id={noteId} error="A colour is six digits, such as e4002b." />}
    </>
  )
}
