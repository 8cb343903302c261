import { ChevronDown, SlidersHorizontal } from 'lucide-react'
import { type ReactNode, type RefObject, useId, useState } from 'react'
import { countries } from '../../../shared/rules/countries.ts'
import { countryName } from '../../../shared/rules/format.ts'
import { maxLength } from '../../../shared/rules/limits.ts'
import { paletteKinds } from '../../../shared/rules/palette.ts'
import { searchClasses, searchSorts, searchTypes } from '../../../shared/rules/search.ts'
import { rememberSearch } from '../../domain/search/recent-searches.ts'
import { SuggestedInput } from '../../domain/search/SuggestedInput.tsx'
import type { Filters, Search, Sort } from '../../domain/search/search-path.ts'
import { useSession } from '../../lib/session/session.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { ColorField } from './ColorField.tsx'
import { followAddress } from './draft.ts'
import { distanceLabel, distanceOptions, filterLabels } from './filters.ts'
import styles from './SearchForm.module.css'
import { Swatches } from './Swatches.tsx'

type Props = {
  search: Search
  onSearch: (search: Search) => void
  keywordRef: RefObject<HTMLInputElement | null>
}

/** The kind of suggestions of each text field. A designer is suggested by the company's name. */
const suggested = {
  designer: 'company',
  design_firm: 'company',
  client: 'client',
  industry: 'industry',
} as const

const countryOptions = countries
  .map(({ code }) => [code, countryName(code)] as [string, string])
  .toSorted(([, a], [, b]) => a.localeCompare(b, 'en'))

/**
 * The search as a form: its keyword is the page's headline. Choices and suggestions apply at once, typed text on submit.
 */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: markup, one filter after the other
export function SearchForm({ search, onSearch, keywordRef }: Props) {
  const [draft, setDraft] = useState(search)
  const [shown, setShown] = useState(search)
  const [isOpen, setIsOpen] = useState(false)
  const filtersId = useId()
  const session = useSession()
  const [sent, setSent] = useState<Search | null>(null)
  // The address has changed, by this form, Back or a chip.
  if (search !== shown) {
    setShown(search)
    setDraft(followAddress(draft, { before: shown, after: search, sent }))
    setSent(null)
  }
  const set = (patch: Partial<Search>) => setDraft(before => ({ ...before, ...patch }))
  const send = (next: Search) => {
    setSent(next)
    onSearch(next)
  }
  const choose = (patch: Partial<Search>) => {
    set(patch)
    send({ ...draft, ...patch })
  }
  const filterCount = Object.keys(filterLabels).filter(
    name => name !== 'keyword' && search[name as keyof Filters],
  ).length

  const text = (name: 'designer' | 'design_firm' | 'client' | 'industry') => (
    <Cell label={filterLabels[name]}>
      {id => (
        <SuggestedInput
          id={id}
          name={name}
          className={styles.value}
          kind={suggested[name]}
          maxLength={maxLength.text}
          placeholder="Any"
          value={draft[name]}
          onChange={value => set({ [name]: value })}
          onChoose={value => choose({ [name]: value })}
        />
      )}
    </Cell>
  )

  return (
    // biome-ignore lint/a11y/useSemanticElements: <search> is not known to every browser we serve
    <form
      className={styles.form}
      role="search"
      onSubmit={event => {
        event.preventDefault()
        if (session) rememberSearch(session.designerId, draft)
        send(draft)
      }}
    >
      <div className={styles.headline}>
        <input
          ref={keywordRef}
          type="search"
          name="keyword"
          className={styles.keyword}
          value={draft.keyword}
          maxLength={maxLength.text}
          placeholder="Search by keyword..."
          aria-label="Keyword"
          autoComplete="off"
          autoCapitalize="none"
          enterKeyHint="search"
          onChange={event => set({ keyword: event.target.value })}
        />
        <Button kind="primary" type="submit">
          Search
        </Button>
      </div>
      <button
        type="button"
        className={styles.toggle}
        aria-expanded={isOpen}
        aria-controls={filtersId}
        onClick={() => setIsOpen(!isOpen)}
      >
        <SlidersHorizontal size={16} aria-hidden />
        Filters
        {filterCount > 0 && <span className={styles.number}>{filterCount}</span>}
      </button>
      <div className={styles.filters} id={filtersId} data-open={isOpen || undefined}>
        <Choice
          label={filterLabels.class}
          empty="Any"
          value={draft.class}
          options={Object.entries(searchClasses)}
          onChoose={value => choose({ class: value as Filters['class'] })}
        />
        <Choice
          label={filterLabels.type}
          empty="Any"
          value={draft.type}
          options={Object.entries(searchTypes)}
          onChoose={value => choose({ type: value as Filters['type'] })}
        />
        {text('designer')}
        {text('design_firm')}
        {text('client')}
        {text('industry')}
        <Choice
          label={filterLabels.country}
          empty="Anywhere"
          value={draft.country}
          options={countryOptions}
          onChoose={country => choose({ country })}
        />
        <Choice
          label={filterLabels.palette}
          empty="Any"
          value={draft.palette}
          options={Object.entries(paletteKinds)}
          onChoose={value => choose({ palette: value as Filters['palette'] })}
        />
        <div className={styles.colors}>
          <Cell label={filterLabels.color}>
            {id => (
              <ColorField
                id={id}
                className={styles.value}
                value={draft.color}
                onChoose={color => choose({ color })}
              />
            )}
          </Cell>
          <Swatches value={draft.color} onChoose={color => choose({ color })} />
          {draft.color && (
            <Cell label={distanceLabel}>
              {id => (
                <Select
                  id={id}
                  value={draft.within}
                  options={distanceOptions(draft.within)}
                  onChoose={within => choose({ within })}
                />
              )}
            </Cell>
          )}
        </div>
      </div>
    </form>
  )
}

/** The choice of the results' order. */
export function SortChoice({ sort, onSort }: { sort: Sort; onSort: (sort: Sort) => void }) {
  const id = useId()
  return (
    <div className={styles.sort}>
      <label htmlFor={id}>Sort</label>
      <Select
        id={id}
        value={sort}
        options={Object.entries(searchSorts)}
        onChoose={value => onSort(value as Sort)}
      />
    </div>
  )
}

type ChoiceProps = {
  value: string
  options: (readonly [string, string])[]
  onChoose: (value: string) => void
}

function Choice({ label, empty, ...choice }: ChoiceProps & { label: string; empty: string }) {
  return (
    <Cell label={label}>
      {id => (
        <Select {...choice} id={id} options={[['', empty], ...choice.options]} isQuiet={!choice.value} />
      )}
    </Cell>
  )
}

function Select({ id, value, options, onChoose, isQuiet }: ChoiceProps & { id: string; isQuiet?: boolean }) {
  return (
    <span className={styles.select}>
      <select
        id={id}
        className={styles.value}
        value={value}
        data-quiet={isQuiet || undefined}
        onChange={event => onChoose(event.target.value)}
      >
        {options.map(([option, words]) => (
          <option key={option} value={option}>
            {words}
          </option>
        ))}
      </select>
      <ChevronDown size={14} aria-hidden />
    </span>
  )
}

/** A field with its label above, in the row of filters. */
function Cell({ label, children }: { label: string; children: (id: string) => ReactNode }) {
  const id = useId()
  return (
    <div className={styles.cell}>
      <label htmlFor={id}>{label}</label>
      {children(id)}
    </div>
  )
}
