import { X } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { checkKeywords, parseKeywords } from '../../../shared/rules/keywords.ts'
import { maxKeywords, maxLength } from '../../../shared/rules/limits.ts'
import { FieldNote } from '../../ui/controls/Field.tsx'
import styles from './KeywordField.module.css'
import { isList, reduceTokens, type TokenAct } from './keyword-tokens.ts'

type Props = {
  /** Separated by commas. */
  value: string
  onChange: (value: string) => void
  error?: string
}

/** Keywords as tokens in one field: a comma or Enter ends each, a pasted list becomes several. */
export function KeywordField({ value, onChange, error }: Props) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [{ typed, said }, setCaret] = useState({ typed: '', said: '' })
  const keywords = parseKeywords(value)
  const fault = checkKeywords(value) ?? error
  const act = (done: TokenAct) => {
    const next = reduceTokens({ keywords, typed, said }, done)
    setCaret({ typed: next.typed, said: next.said })
    if (next.keywords !== keywords) onChange(next.keywords.join(','))
    // The button that was pressed is gone, and the focus with it.
    if (done.type === 'remove') input.current?.focus()
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
          <TokenList keywords={keywords} onRemove={keyword => act({ type: 'remove', keyword })} />
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
          onChange={event => act({ type: 'type', text: event.target.value })}
          onBlur={() => act({ type: 'end' })}
          onPaste={event => {
            const text = event.clipboardData.getData('text')
            if (!isList(text)) return
            event.preventDefault()
            act({ type: 'paste', text })
          }}
          onKeyDown={event => {
            if (event.nativeEvent.isComposing) return
            // Enter in an empty field sends the form.
            if (event.key === 'Enter' && typed.trim()) {
              event.preventDefault()
              act({ type: 'end' })
            }
            if (event.key === 'Backspace') act({ type: 'erase' })
          }}
        />
      </div>
      <FieldNote id={`${id}-note`} error={fault} hint={<Hint said={said} count={keywords.length} />} />
      <p className="visually-hidden" role="status">
        {said}
      </p>
    </div>
  )
}

function TokenList({ keywords, onRemove }: { keywords: string[]; onRemove: (keyword: string) => void }) {
  return (
    <ul className={styles.tokens} aria-label="Keywords so far">
      {keywords.map((keyword, i) => (
        <li
          key={keyword}
          className={styles.token}
          data-wrong={i >= maxKeywords || keyword.length > maxLength.keyword || undefined}
        >
          <span>{keyword}</span>
          <button type="button" aria-label={`Remove ${keyword}`} onClick={() => onRemove(keyword)}>
            <X size={14} aria-hidden />
          </button>
        </li>
      ))}
    </ul>
  )
}

const Hint = ({ said, count }: { said: string; count: number }) => (
  <span className={styles.hint}>
    <span>{said || 'Separate with commas or Enter'}</span>
    <span>
      {count} of {maxKeywords}
    </span>
  </span>
)
