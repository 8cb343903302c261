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
export function ColorField({ id, className, value, onChoose }: Props) {
  const noteId = useId()
  const colors = colorsIn(value)
  const isFull = colors.length >= mostColors
  const { text, isWrong, add, type, settle } = useTypedColor(color =>
    onChoose(colorsIn([...colors, color].join(',')).join(',')),
  )
  return (
    <div className={styles.field}>
      <input
        id={id}
        type="text"
        className={className}
        value={text}
        placeholder={isFull ? 'Three at most' : colors.length ? 'Another: e4002b' : 'Any, or e4002b'}
        // Never `disabled`: what has the focus when the third colour is added would lose it. Text can always be removed.
        readOnly={isFull && !text}
        aria-invalid={isWrong || undefined}
        aria-describedby={isWrong ? noteId : undefined}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        onChange={event => type(event.target.value)}
        onBlur={settle}
        onKeyDown={event => {
          if (event.key !== 'Enter' || !text.trim()) return
          event.preventDefault()
          settle()
        }}
      />
      <Picker isFull={isFull} onPick={add} />
      {hasEyeDropper && <Dropper isFull={isFull} onTake={add} />}
      {isWrong && (
        <div className={styles.note}>
          <FieldNote id={noteId} error="A colour is six hexadecimal digits, or three." />
        </div>
      )}
    </div>
  )
}

/** The typed text, which is empty once a colour was added, and whether it is no colour. */
function useTypedColor(onAdd: (color: string) => void) {
  const [text, setText] = useState('')
  const [isWrong, setIsWrong] = useState(false)
  const show = (typed: string) => {
    setText(typed)
    setIsWrong(false)
  }
  const add = (color: string) => {
    show('')
    onAdd(color)
  }
  return {
    text,
    isWrong,
    add,
    type(typed: string) {
      const digits = digitsOf(typed)
      if (colorPattern.test(digits)) add(digits)
      else show(typed)
    },
    /** The text is complete: three digits stand for six. */
    settle() {
      const digits = digitsOf(text)
      if (/^[0-9a-f]{3}$/i.test(digits)) add([...digits].map(digit => digit + digit).join(''))
      else setIsWrong(Boolean(digits))
    },
  }
}

const digitsOf = (text: string) => text.trim().replace(/^#/, '')

/** The browser's own picker. */
function Picker({ isFull, onPick }: { isFull: boolean; onPick: (color: string) => void }) {
  // React's onChange is the event `input`, which comes with each step of a drag in the picker.
  const listen = (picker: HTMLInputElement) => {
    const onChange = () => {
      onPick(picker.value.slice(1))
      // A picker reports changes only: without a reset, the same colour could not be chosen again once its chip was
      // removed.
      picker.value = picker.defaultValue
    }
    picker.addEventListener('change', onChange)
    return () => picker.removeEventListener('change', onChange)
  }
  return (
    <input
      ref={listen}
      type="color"
      className={styles.picker}
      // Beside e4002b: a picker reports changes only, so the colour that it starts with could not be chosen.
      defaultValue="#e4002c"
      aria-label="Choose a colour"
      aria-disabled={isFull || undefined}
      onClick={event => isFull && event.preventDefault()}
    />
  )
}

/** Takes a colour from anywhere on the screen. */
function Dropper({ isFull, onTake }: { isFull: boolean; onTake: (color: string) => void }) {
  const take = async () => {
    if (isFull) return
    // Rejected if the reader presses Escape.
    const taken = await new EyeDropper().open().catch(() => undefined)
    if (taken) onTake(taken.sRGBHex.slice(1))
  }
  return (
    <button
      type="button"
      className={styles.dropper}
      aria-label="Take a colour from the screen"
      title="Take a colour from the screen"
      aria-disabled={isFull || undefined}
      onClick={take}
    >
      <Pipette size={16} aria-hidden />
    </button>
  )
}
