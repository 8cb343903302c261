import { X } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { checkKeywords, parseKeywords } from '../../../shared/rules/keywords.ts'
import { maxKeywords, maxLength } from '../../../shared/rules/limits.ts'
import { FieldNote } from '../../ui/controls/Field.tsx'
import styles from './KeywordField.module.css'

type Props = {
  /** Separated by commas. */
  value: string
  onChange: (value: string) => void
  error?: string
}

/**
 * Keywords as tokens in one field: a comma or Enter ends each, a pasted list becomes several.
 */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: typing, pasting and removing share the state of the caret
export function KeywordField({ value, onChange, error }: Props) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const [said, setSaid] = useState('')
  const keywords = parseKeywords(value)
  const fault = checkKeywords(value) ?? error

  const set = (next: string[]) => onChange(next.join(','))
  const add = (text: string) => {
    setTyped('')
    const next = parseKeywords([...keywords, text].join(','))
    const repeated = parseKeywords(text).filter(word => !next.slice(keywords.length).includes(word))
    setSaid(repeated.length ? `${quote(repeated)} ${repeated.length > 1 ? 'are' : 'is'} already there.` : '')
    if (next.length > keywords.length) set(next)
  }
  const remove = (keyword: string) => {
    setSaid(`${quote([keyword])} removed.`)
    set(keywords.filter(other => other !== keyword))
    input.current?.focus()
  }

  return (
    <div>
      <label className={styles.label} htmlFor={id}>
        Keywords
      </label>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the pointer's larger way into the field within */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard is in the field */}
      <div
        className={styles.box}
        data-invalid={fault ? true : undefined}
        onClick={event => event.target === event.currentTarget && input.current?.focus()}
      >
        {keywords.length > 0 && (
          <ul className={styles.tokens} aria-label="Keywords so far">
            {keywords.map((keyword, i) => (
              <li
                key={keyword}
                className={styles.token}
                data-wrong={i >= maxKeywords || keyword.length > maxLength.keyword || undefined}
              >
                <span>{keyword}</span>
                <button type="button" aria-label={`Remove ${keyword}`} onClick={() => remove(keyword)}>
                  <X size={14} aria-hidden />
                </button>
              </li>
            ))}
          </ul>
        )}
        <input
          ref={input}
          id={id}
          className={styles.input}
          value={typed}
          placeholder={keywords.length ? undefined : 'rose, compass, serif'}
          autoComplete="off"
          autoCapitalize="none"
          enterKeyHint="enter"
          aria-invalid={fault ? true : undefined}
          aria-describedby={`${id}-note`}
          onChange={({ target }) => (target.value.includes(',') ? add(target.value) : setTyped(target.value))}
          onBlur={() => typed.trim() && add(typed)}
          onPaste={event => {
            const pasted = event.clipboardData.getData('text')
            if (!/[,;\n\t]/.test(pasted)) return
            event.preventDefault()
            // Lists pasted from spreadsheets are separated by line breaks and tabs.
            add(typed + pasted.replace(/[;\r\n\t]+/g, ','))
          }}
          onKeyDown={event => {
            if (event.nativeEvent.isComposing) return
            if (event.key === 'Enter' && typed.trim()) {
              event.preventDefault()
              add(typed)
            }
            if (event.key === 'Backspace' && !typed && keywords.length) remove(keywords.at(-1)!)
          }}
        />
      </div>
      <FieldNote
        id={`${id}-note`}
        error={fault}
        hint={
          <span className={styles.hint}>
            <span>{said || 'Separate with commas or Enter'}</span>
            <span>
              {keywords.length} of {maxKeywords}
            </span>
          </span>
        }
      />
      <p className="visually-hidden" role="status">
        {said}
      </p>
    </div>
  )
}

const quote = (words: string[]) => words.map(word => `“${word}”`).join(', ')
