import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import type { Logo } from '../../shared/api/logos.ts'
import { visitorPages } from '../../shared/rules/limits.ts'
import { type SixteenSort, sixteenSorts } from '../../shared/rules/sixteen.ts'
import { booksQuery } from '../domain/books/books-query.ts'
import { readSearch, type Search, searchPath } from '../domain/search/search-path.ts'
import { useLogoOverlay } from '../features/logos/logo-overlay.tsx'
import { chipsOf } from '../features/search/filters.ts'
import { type Asked, sixteenQuery } from '../features/sixteen/queries.ts'
import { Sixteen } from '../features/sixteen/Sixteen.tsx'
import { statusOf } from '../lib/api/query-client.ts'
import type { RoutePrefetch } from '../lib/loading/route-prefetch.ts'
import { useTitle } from '../lib/navigation/title.ts'
import { ButtonLink } from '../ui/controls/Button.tsx'
import { EmptyState } from '../ui/messages/EmptyState.tsx'
import { LoadError } from '../ui/messages/LoadError.tsx'
import { NothingFound } from './NothingFound.tsx'
import { RefusedPage } from './RefusedPage.tsx'

/** @public The router loads it with the page. */
export const handle: RoutePrefetch = queryClient =>
  queryClient.prefetchQuery(sixteenQuery(readAsked(new URLSearchParams(location.search))))

/** Opened without the list: the loupe alone knows a logo's neighbours. */
const noList: Logo[] = []

/** Sixteen: every logo at sixteen pixels. The address holds the order and search's filters. */
export default function SixteenPage() {
  useTitle('Sixteen')
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const [query] = useSearchParams()
  const asked = useMemo(() => readAsked(query), [query])
  const { wall, openTile, overlay } = useLogoOverlay<HTMLDivElement>(noList)
  const { data, error, isError, isPlaceholderData, refetch } = useQuery({
    ...sixteenQuery(asked),
    // While another order loads, the one before stays.
    placeholderData: before => before,
  })
  /** What the squares that are shown were asked by. */
  const [answered, setAnswered] = useState(asked)
  if (!isPlaceholderData && answered !== asked) setAnswered(asked)
  const found = useWords(answered)
  if (statusOf(error) === 401 || statusOf(error) === 403)
    return (
      <RefusedPage
        title="Filters are for members"
        action={
          <ButtonLink to="/sixteen" kind="primary">
            See all logos
          </ButtonLink>
        }
      >
        Every logo is shown to all. Searching among them comes with a membership.
      </RefusedPage>
    )
  if (!data)
    return (
      <main id="main" style={{ padding: 'var(--s6) var(--margin)' }} aria-busy={!isError}>
        <h1 className="visually-hidden">Sixteen</h1>
        {isError && <LoadError what="The logos" error={error} onRetry={refetch} />}
      </main>
    )
  return (
    <>
      <Sixteen
        ref={wall}
        answer={data}
        found={found}
        sortedBy={sixteenSorts[answered.sort].toLowerCase()}
        choices={<Choices asked={asked} />}
        isCovered={query.has('logo_id')}
        // Past the newest a visitor is shown the end of the wall.
        onOpen={logoId => (logoId === null ? navigate(`/fresh/${visitorPages + 1}`) : openTile(logoId))}
        onOld={() => void queryClient.invalidateQueries({ queryKey: ['sixteen'] })}
      >
        <main id="main">
          <Nothing asked={answered} />
        </main>
      </Sixteen>
      {overlay}
    </>
  )
}

/** The parameters of the address, without those that the server would refuse. A number names a book of the competition. */
function readAsked(query: URLSearchParams): Asked {
  const { sort: _, page: __, ...filters } = readSearch(query)
  const sort = query.get('sort') ?? ''
  const book = (query.get('book') ?? '').replace(/^\d+$/, 'book-$&')
  return {
    sort: sort in sixteenSorts ? (sort as SixteenSort) : 'ground',
    book: /^[a-z0-9-]{1,60}$/.test(book) ? book : '',
    filters,
  }
}

/** The address of these squares. */
function sixteenPath({
  sort,
  book,
  filters,
}: {
  sort: SixteenSort
  book?: string
  filters?: Partial<Search>
}) {
  const query = new URLSearchParams(searchPath(filters ?? {}).split('?')[1])
  if (book) query.set('book', book)
  if (sort !== 'ground') query.set('sort', sort)
  return query.size ? `/sixteen?${query}` : '/sixteen'
}

const chipsIn = ({ filters }: Asked) => chipsOf({ ...filters, sort: 'recent' })

/** Which logos these are, such as "of Colophon Book 12 for “Poland”"; empty for all of them. */
function useWords(asked: Asked): string {
  const { data: books } = useQuery(booksQuery)
  const title = books?.find(({ slug }) => slug === asked.book)?.title ?? asked.book
  const words = chipsIn(asked).map(chip => chip.words)
  return [title && `of ${title}`, words.length > 0 && `for “${words.join(', ')}”`].filter(Boolean).join(' ')
}

/** The orders, the newest published book alone, and all logos again. */
function Choices({ asked }: { asked: Asked }) {
  const { data: books } = useQuery(booksQuery)
  const newest = books?.find(({ series, state }) => series === 'book' && state === 'published')
  const { sort, book } = asked
  return (
    <>
      {(Object.keys(sixteenSorts) as SixteenSort[]).map(each => (
        <Link key={each} to={sixteenPath({ ...asked, sort: each })} aria-current={sort === each || undefined}>
          {sixteenSorts[each]}
        </Link>
      ))}
      {newest && (
        <Link
          to={sixteenPath({ ...asked, book: book === newest.slug ? '' : newest.slug })}
          aria-current={book === newest.slug || undefined}
        >
          {`Book ${newest.number}`}
        </Link>
      )}
      {(book || chipsIn(asked).length > 0) && <Link to={sixteenPath({ sort })}>See all logos</Link>}
    </>
  )
}

function Nothing({ asked }: { asked: Asked }) {
  const { sort, book } = asked
  const found = useWords(asked)
  const chips = chipsIn(asked)
  if (chips.length && !book)
    return <NothingFound chips={chips} pathOf={filters => sixteenPath({ sort, filters })} />
  if (!book)
    return (
      <EmptyState
        title="No logos yet"
        action={
          <ButtonLink to="/" kind="primary">
            See the gallery
          </ButtonLink>
        }
      >
        Every logo of the gallery stands here, at 16 px.
      </EmptyState>
    )
  return (
    <EmptyState
      title={`There are no logos ${found}`}
      action={
        <>
          {chips.length > 0 && <ButtonLink to={sixteenPath({ sort, book })}>See the whole book</ButtonLink>}
          <ButtonLink to={sixteenPath({ sort })} kind="primary">
            See all logos
          </ButtonLink>
        </>
      }
    >
      {chips.length > 0 ? 'Other books may have some.' : 'A book’s logos are shown when it is published.'}
    </EmptyState>
  )
}
