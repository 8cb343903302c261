import { useQuery } from '@tanstack/react-query'
import { ArrowRight, History, Search as SearchIcon, X } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import type { QuickSearch } from '../../../shared/api/search.ts'
import * as api from '../../../shared/api.ts'
import { countryName, formatCount } from '../../../shared/rules/format.ts'
import { avifSet, imageUrl } from '../../../shared/rules/image-url.ts'
import { maxLength } from '../../../shared/rules/limits.ts'
import {
  forgetRecentSearches,
  forgetSearch,
  readRecentSearches,
  rememberSearch,
} from '../../domain/search/recent-searches.ts'
import { Suggestion } from '../../domain/search/Suggestion.tsx'
import { readSearch, type Search, searchPath } from '../../domain/search/search-path.ts'
import { suggesting, useOptions, useTyped } from '../../domain/search/suggestions.ts'
import { call } from '../../lib/api/call.ts'
import { useDismiss } from '../../lib/browser/dismiss.ts'
import { IconButton } from '../../ui/controls/Button.tsx'
import { Avatar } from '../../ui/display/Avatar.tsx'
import { chipsOf } from './filters.ts'
import styles from './SearchPanel.module.css'

const focusDelayMs = 100

type Props = {
  designerId: number
  /** Elements that count as inside, with the opener: the focus event that opened the panel may not have arrived yet. */
  inside: RefObject<HTMLElement | null>
  /** `returnsFocus`: closed by keyboard from inside, so the field gets the focus back. */
  onClose: (returnsFocus: boolean) => void
}

/**
 * The panel of the header's search: recent searches and subjects for an empty text, interpretations of the text otherwise.
 */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: its options share one keyboard index, which splitting would pass around
export function SearchPanel({ designerId, inside, onClose }: Props) {
  const navigate = useNavigate()
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const [recent, setRecent] = useState(() => readRecentSearches(designerId))
  const [removed, setRemoved] = useState('')
  const found = useQuickSearch(text)
  const groups = found?.text ? groupsFound(found) : groupsToBeginWith(recent, found)
  const options = groups.flatMap(group => group.options)
  const { active, reset, onArrow, field, listId, option } = useOptions(options.length, index =>
    choose(options[index]!),
  )
  // The options have changed, so no option is active.
  const [shown, setShown] = useState(found?.text)
  if (found?.text !== shown) {
    setShown(found?.text)
    reset()
  }

  useEffect(() => {
    const timer = setTimeout(() => input.current?.focus(), focusDelayMs)
    return () => clearTimeout(timer)
  }, [])

  useDismiss(inside, onClose)

  const openPath = (path: string, search?: Partial<Search>) => {
    if (search) rememberSearch(designerId, search)
    onClose(false)
    navigate(path)
  }
  const choose = ({ path, search }: Option) => openPath(path, search)
  const remove = ({ path, name }: Option) => {
    forgetSearch(designerId, path)
    setRecent(readRecentSearches(designerId))
    setRemoved(`Removed ${name}`)
  }
  const clear = () => {
    forgetRecentSearches()
    setRecent([])
    setRemoved('Recent searches cleared')
    input.current?.focus()
  }

  const trimmed = text.trim()
  return (
    <div className={styles.panel}>
      {/* biome-ignore lint/a11y/useSemanticElements: <search> is not known to every browser we serve */}
      <form
        className={styles.field}
        role="search"
        onSubmit={event => {
          event.preventDefault()
          const chosen = options[active]
          if (chosen) choose(chosen)
          else openPath(searchPath({ keyword: text }), { keyword: text })
        }}
      >
        <SearchIcon size={18} className={styles.icon} aria-hidden />
        <input
          ref={input}
          className={styles.input}
          type="search"
          {...field}
          placeholder={matchMedia('(width < 900px)').matches ? 'Search logos' : 'Search 400,000+ logos'}
          aria-label="Search logos"
          autoCapitalize="none"
          enterKeyHint="search"
          maxLength={maxLength.text}
          value={text}
          onChange={event => {
            setText(event.target.value)
            setRemoved('')
            reset()
          }}
          onKeyDown={event => {
            if (onArrow(event) || event.key !== 'Delete') return
            const current = options[active]
            if (!current?.isRecent) return
            event.preventDefault()
            remove(current)
          }}
        />
        <span className={styles.close}>
          <IconButton label="Close search" onClick={() => onClose(true)}>
            <X size={18} aria-hidden />
          </IconButton>
        </span>
      </form>
      <div id={listId} role="listbox" aria-label="Suggestions" className={styles.list}>
        {groups.map(({ label, options: members }) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset does not belong into a list of options
          <div key={label} role="group" aria-label={label}>
            <p className={styles.label} aria-hidden>
              {label}
            </p>
            <div role="presentation" className={members[0]?.logo && styles.thumbnails}>
              {members.map(member => {
                const props = option(options.indexOf(member))
                if (member.logo) return <Thumbnail key={member.path} {...props} logo={member.logo} />
                if (!member.isRecent)
                  return <Suggestion key={member.path} {...props} {...member.row} name={member.name} />
                return (
                  <Suggestion
                    key={member.path}
                    {...props}
                    aria-description="Delete removes it"
                    before={<History size={16} aria-hidden />}
                    name={member.name}
                    count={
                      <span className={styles.remove} data-remove title="Remove" aria-hidden>
                        <X size={14} />
                      </span>
                    }
                    onClick={({ target }) =>
                      (target as Element).closest('[data-remove]') ? remove(member) : choose(member)
                    }
                  />
                )
              })}
            </div>
          </div>
        ))}
      </div>
      <p className="visually-hidden" role="status">
        {removed || (found?.text && wordsFor(found, options.length))}
      </p>
      <div className={styles.ending}>
        <Link
          to={searchPath({ keyword: text })}
          className={styles.all}
          onClick={() => {
            rememberSearch(designerId, { keyword: text })
            onClose(false)
          }}
        >
          {trimmed ? `All logos for “${trimmed}”` : 'All filters'}
          <ArrowRight size={16} aria-hidden />
        </Link>
        {!found?.text && recent.length > 0 && (
          <button type="button" className={styles.clear} onClick={clear}>
            Clear recent searches
          </button>
        )}
      </div>
    </div>
  )
}

type Found = QuickSearch & { text: string }

/** The interpretations of the text; the previous answer while the next one loads. */
function useQuickSearch(typed: string): Found | undefined {
  const paused = useTyped(typed)
  const text = typed.trim() ? paused : ''
  const { data } = useQuery({
    ...suggesting,
    queryKey: ['quick-search', text],
    queryFn: async ({ signal }) => ({ ...(await call(api.search.quickSearch, { text }, { signal })), text }),
  })
  return data
}

type Option = {
  name: string
  path: string
  /** The search that is stored as recent when this option is chosen. */
  search?: Partial<Search>
  isRecent?: boolean
  logo?: QuickSearch['logos'][number]
  row?: { before?: React.ReactNode; count: string }
}
type Group = { label: string; options: Option[] }

const byKeyword = ({ name, logo_ct }: QuickSearch['keywords'][number]): Option => ({
  name,
  path: searchPath({ keyword: name }),
  search: { keyword: name },
  row: { count: formatCount(logo_ct, 'logo') },
})

function groupsToBeginWith(recent: string[], found: Found | undefined): Group[] {
  const searches = recent.flatMap(path => {
    const search = readSearch(new URLSearchParams(path.split('?')[1]))
    const name = chipsOf(search)
      .map(chip => chip.words)
      .join(', ')
    return name ? [{ name, path, search, isRecent: true }] : []
  })
  return [
    { label: 'Recent searches', options: searches },
    { label: 'Subjects', options: found?.keywords.map(byKeyword) ?? [] },
  ].filter(isFilled)
}

function groupsFound({ text, logos, count, designers, keywords, countries }: Found): Group[] {
  const search = { keyword: text }
  return [
    {
      label: formatCount(count, 'logo'),
      options: logos.map(logo => ({
        name: logo.logo,
        path: `${searchPath(search)}&logo_id=${logo.logo_id}`,
        search,
        logo,
      })),
    },
    {
      label: 'Designers',
      options: designers.map(({ slug, company, avatar_url, logo_ct }) => ({
        name: company,
        path: `/designers/${encodeURIComponent(slug)}?tab=logos`,
        row: { before: <Avatar url={avatar_url} size={24} />, count: formatCount(logo_ct, 'logo') },
      })),
    },
    { label: 'Keywords', options: keywords.map(byKeyword) },
    {
      label: 'Countries',
      options: countries.map(({ code, logo_ct }) => ({
        name: countryName(code),
        path: searchPath({ country: code }),
        search: { country: code },
        row: { count: formatCount(logo_ct, 'logo') },
      })),
    },
  ].filter(isFilled)
}

const isFilled = (group: Group) => group.options.length > 0

/** The option's accessible name. */
function wordsFor({ count }: Found, options: number) {
  return options ? `${formatCount(count, 'logo')}, ${formatCount(options, 'suggestion')}` : 'No suggestions'
}

function Thumbnail({
  logo: { image, ground, logo },
  ...option
}: React.ComponentProps<'div'> & { logo: NonNullable<Option['logo']> }) {
  const avif = avifSet(image)
  return (
    <div
      {...option}
      className={`framed ${styles.thumbnail}`}
      title={logo}
      style={{ backgroundColor: ground ?? undefined }}
    >
      <picture>
        {avif && <source type="image/avif" srcSet={avif} sizes="48px" />}
        <img
          src={imageUrl(image, 320)}
          alt={logo}
          width={48}
          height={48}
          decoding="async"
          draggable={false}
        />
      </picture>
    </div>
  )
}
