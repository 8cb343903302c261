import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import { Link, useLocation, useNavigate, useNavigation, useNavigationType } from 'react-router'
import { formatCount } from '../../shared/rules/format.ts'
import { pageSize } from '../../shared/rules/limits.ts'
import { EmptyWall } from '../domain/logos/EmptyWall.tsx'
import { MembersOnly } from '../domain/page/MembersOnly.tsx'
import { Page } from '../domain/page/Page.tsx'
import { readSearch, type Search, searchPath } from '../domain/search/search-path.ts'
import { LogoGrid } from '../features/logos/LogoGrid.tsx'
import { LogosLoadError } from '../features/logos/LogosLoadError.tsx'
import { findStartPage, forgetLaterPages, searchQuery } from '../features/logos/search-query.ts'
import { keepSearchedPicture } from '../features/logos/searched-picture.ts'
import { TileSizer } from '../features/logos/TileSizer.tsx'
import { Chips } from '../features/search/Chips.tsx'
import { chipsOf } from '../features/search/filters.ts'
import { SavedSearches, SaveSearch } from '../features/search/SavedSearches.tsx'
import { SearchForm, SortChoice } from '../features/search/SearchForm.tsx'
import { isDialogOpen, useDroppedFiles } from '../lib/browser/dropped-files.ts'
import { useSlashKey } from '../lib/keyboard/slash-key.ts'
import { useEndlessScroll } from '../lib/navigation/endless-scroll.ts'
import { useSession } from '../lib/session/session.ts'
import { Button, ButtonLink } from '../ui/controls/Button.tsx'
import { EmptyState } from '../ui/messages/EmptyState.tsx'
import { NothingFound } from './NothingFound.tsx'
import styles from './SearchPage.module.css'

/** Search, for members. The address holds all state: filters, order and page. */
export default function SearchPage() {
  return (
    <MembersOnly title="Search">
      <Found />
    </MembersOnly>
  )
}

/** The search and its results. Long because the scroll position is kept while results are replaced. */
function Found() {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const { search, page } = useSearch()
  const startPage = findStartPage(queryClient, search, page)
  const found = useInfiniteQuery(searchQuery(search, startPage))
  const { logos = [], count = 0, firstPage = startPage, lastPage = startPage, correctedTo } = found.data ?? {}
  const onMore = useEndlessScroll(found, logos.length)
  usePageInAddress(found.isSuccess ? lastPage : page)

  const designerId = useSession()?.designerId
  const isOver = useDroppedFiles(async ([file]) => {
    if (file && !isDialogOpen()) await navigate(await keepSearchedPicture(file, designerId))
  })
  const keyword = useRef<HTMLInputElement>(null)
  useSlashKey(() => keyword.current?.select())
  const results = useRef<HTMLElement>(null)
  useTop(startPage > 1 && found.isPending)
  useStillness(results, search, firstPage, logos[0]?.logo_id)

  const chips = chipsOf(search)
  const isWaiting = found.isPending || found.isFetchingNextPage
  const isEnd = found.isSuccess && !found.hasNextPage && !found.isFetching
  const openSearch = useOpenSearch(search)
  return (
    <Page
      title={[chips.map(chip => chip.words).join(', '), 'Search'].filter(Boolean).join(' · ')}
      ending={isEnd && logos.length > 0 ? formatCount(count, 'logo') : undefined}
    >
      <SearchForm
        search={search}
        onSearch={({ sort: _, ...filters }) => openSearch(filters)}
        keywordRef={keyword}
      />
      <div className={styles.bar}>
        <h1 className={styles.count} tabIndex={-1}>
          <span className="visually-hidden">Search </span>
          <span role="status">{found.isSuccess && formatCount(count, 'logo')}</span>
        </h1>
        <Chips chips={chips} />
        {chips.length > 0 && <SaveSearch search={search} words={chips.map(chip => chip.words).join(', ')} />}
        <div className={styles.tools}>
          <Link to="/similar" title="Or drop or paste a picture here">
            {isOver ? 'Drop to search by it' : 'By picture'}
          </Link>
          <TileSizer />
          <SortChoice sort={search.sort} onSort={sort => openSearch({ sort })} />
        </div>
      </div>

      {chips.length === 0 && <SavedSearches />}
      {correctedTo !== undefined && (
        <p className={styles.corrected} role="status">
          Nothing found for “{search.keyword}”. Showing results for{' '}
          <Link to={searchPath({ ...search, keyword: correctedTo })}>“{correctedTo}”</Link>.
        </p>
      )}
      {startPage > 1 && logos.length > 0 && (
        <div className={styles.earlier} data-done={firstPage === 1 || undefined}>
          <Button onClick={() => found.fetchPreviousPage()} disabled={found.isFetchingPreviousPage}>
            {found.isFetchPreviousPageError ? 'Earlier logos didn’t load. Try again' : 'Show earlier logos'}
          </Button>
          <span>{formatCount((firstPage - 1) * pageSize.search, 'logo')} before these</span>
        </div>
      )}

      <section ref={results} className={styles.results} aria-label="Results" aria-busy={isWaiting}>
        <LogoGrid
          key={searchPath(search)}
          logos={logos}
          onMore={onMore}
          skeletons={isWaiting ? (logos.length ? 12 : 30) : 0}
        />
      </section>

      {found.isError && !found.isFetchPreviousPageError && (
        <LogosLoadError list={found} isNext={logos.length > 0} />
      )}
      {isEnd &&
        logos.length === 0 &&
        (count > 0 ? (
          <PastTheEnd search={search} />
        ) : chips.length > 0 ? (
          <NothingFound chips={chips} pathOf={searchPath} />
        ) : (
          <EmptyWall
            isForUploads
            title="No logos yet"
            action={
              <ButtonLink to="/submit" kind="primary">
                Upload the first logo
              </ButtonLink>
            }
          />
        ))}
    </Page>
  )
}

/** The search in the address. A repeated search starts with its first page. */
function useSearch() {
  const queryClient = useQueryClient()
  const location = useLocation()
  const type = useNavigationType()
  const { page, ...filters } = readSearch(new URLSearchParams(location.search))
  const words = JSON.stringify(filters)
  const search = useMemo(() => JSON.parse(words) as Search, [words])

  const isNewSearch = type === 'PUSH' && page === 1 && !location.search.includes('logo_id')
  // biome-ignore lint/correctness/useExhaustiveDependencies: each visit counts
  useLayoutEffect(() => {
    if (isNewSearch) forgetLaterPages(queryClient, search)
  }, [location.key])
  return { search, page }
}

/** Opens the search with changed parameters. A change made while the page of the one before renders is added to that one. */
function useOpenSearch(search: Search) {
  const navigate = useNavigate()
  const latest = useRef(search)
  useLayoutEffect(() => {
    latest.current = search
  }, [search])
  return (change: Partial<Search>) => {
    latest.current = { ...latest.current, ...change }
    return navigate(searchPath(latest.current))
  }
}

/** Keeps `page` in the address with history.replace, so that Back leaves the search instead of stepping through its pages. */
function usePageInAddress(page: number) {
  const navigate = useNavigate()
  const { state: going } = useNavigation()
  const { search, state } = useLocation()

  useEffect(() => {
    if (going !== 'idle' || readSearch(new URLSearchParams(search)).page === page) return
    // A step in the logo dialog may be triggered by the same answer, and navigates first.
    const timer = setTimeout(() => {
      const query = new URLSearchParams(window.location.search)
      if (page === 1) query.delete('page')
      else query.set('page', String(page))
      navigate(`?${query}`, { replace: true, preventScrollReset: true, state })
    }, 50)
    return () => clearTimeout(timer)
  }, [going, navigate, page, search, state])
}

/** When the list starts again at a later page, the position restored for it is invalid, and the list is shown from its top. */
function useTop(isBeginning: boolean) {
  const hasBegun = useRef(false)
  useEffect(() => {
    // Again when the logos have loaded: scroll restoration may have moved the page in between.
    if (isBeginning || hasBegun.current) scrollTo({ top: 0, behavior: 'instant' })
    hasBegun.current = isBeginning
  }, [isBeginning])
}

/** Scroll anchoring: keeps visible logos in place when earlier ones are prepended. */
function useStillness(
  list: RefObject<HTMLElement | null>,
  search: Search,
  firstPage: number,
  firstId?: number,
) {
  const before = useRef({ search, firstPage, firstId })

  useLayoutEffect(() => {
    const was = before.current
    before.current = { search, firstPage, firstId }
    if (was.search !== search || firstPage >= was.firstPage || !was.firstId) return
    const topOf = (id?: number) =>
      list.current?.querySelector(`[data-logo="${id}"]`)?.getBoundingClientRect().top ?? 0
    scrollBy({ top: topOf(was.firstId) - topOf(firstId), behavior: 'instant' })
  }, [list, search, firstPage, firstId])
}

function PastTheEnd({ search }: { search: Search }) {
  return (
    <EmptyState
      title="There are no more results"
      action={
        <ButtonLink to={searchPath(search)} kind="primary">
          See the first logos
        </ButtonLink>
      }
    />
  )
}
