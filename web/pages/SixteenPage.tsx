import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useSearchParams } from 'react-router'
import type { Logo } from '../../shared/api/logos.ts'
import { countryName } from '../../shared/rules/format.ts'
import { visitorPages } from '../../shared/rules/limits.ts'
import { paletteKinds } from '../../shared/rules/palette.ts'
import { type SixteenSort, sixteenSorts } from '../../shared/rules/sixteen.ts'
import { booksQuery } from '../domain/books/books-query.ts'
import { colorsIn, filterNames, readSearch } from '../domain/search/search-path.ts'
import { useLogoOverlay } from '../features/logos/logo-overlay.tsx'
import { type Asked, sixteenQuery } from '../features/sixteen/queries.ts'
import { Sixteen } from '../features/sixteen/Sixteen.tsx'
import { statusOf } from '../lib/api/query-client.ts'
import type { RoutePrefetch } from '../lib/loading/route-prefetch.ts'
import { useTitle } from '../lib/navigation/title.ts'
import { ButtonLink } from '../ui/controls/Button.tsx'
import { EmptyState } from '../ui/messages/EmptyState.tsx'
import { LoadError } from '../ui/messages/LoadError.tsx'
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
  const asked = readAsked(query)
  const { wall, openTile, overlay } = useLogoOverlay<HTMLDivElement>(noList)
  const { data, error, isError, refetch } = useQuery({
    ...sixteenQuery(asked),
    // While another order loads, the one before stays.
    placeholderData: before => before,
  })
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
        noun={data.count === 1 ? 'logo' : 'logos'}
        sortedBy={sixteenSorts[asked.sort].toLowerCase()}
        choices={<Choices asked={asked} />}
        isCovered={query.has('logo_id')}
        // Past the newest a visitor is shown the end of the wall.
        onOpen={logoId => (logoId === null ? navigate(`/fresh/${visitorPages + 1}`) : openTile(logoId))}
        onOld={() => void queryClient.invalidateQueries({ queryKey: ['sixteen'] })}
      >
        <main id="main">
          <Nothing asked={asked} />
        </main>
      </Sixteen>
      {overlay}
    </>
  )
}

/** The parameters of the address, without those that the server would refuse. */
function readAsked(query: URLSearchParams): Asked {
  const { sort: _, page: __, ...filters } = readSearch(query)
  const sort = query.get('sort') ?? ''
  const book = query.get('book') ?? ''
  return {
    sort: sort in sixteenSorts ? (sort as SixteenSort) : 'ground',
    book: /^[a-z0-9-]{1,60}$/.test(book) ? book : '',
    filters,
  }
}

/** The orders, and the newest published book alone. */
function Choices({ asked }: { asked: Asked }) {
  const [query] = useSearchParams()
  const { data: books } = useQuery(booksQuery)
  const newest = books?.find(({ series, state }) => series === 'book' && state === 'published')
  const pathWith = (changes: Record<string, string>) => {
    const next = new URLSearchParams(query)
    for (const [name, value] of Object.entries(changes))
      if (value) next.set(name, value)
      else next.delete(name)
    return next.size ? `?${next}` : '/sixteen'
  }
  return (
    <>
      {Object.entries(sixteenSorts).map(([sort, name]) => (
        <Link
          key={sort}
          to={pathWith({ sort: sort === 'ground' ? '' : sort })}
          aria-current={asked.sort === sort || undefined}
        >
          {name}
        </Link>
      ))}
      {newest && (
        <Link
          to={pathWith({ book: asked.book === newest.slug ? '' : newest.slug })}
          aria-current={asked.book === newest.slug || undefined}
        >
          {`Book ${newest.number}`}
        </Link>
      )}
    </>
  )
}

/** A filter as its value is called. */
function wordOf(name: (typeof filterNames)[number], filters: Asked['filters']): string {
  if (name === 'country') return countryName(filters.country)
  if (name === 'color')
    return colorsIn(filters.color)
      .map(color => `#${color}`)
      .join(', ')
  if (name === 'palette' && filters.palette) return paletteKinds[filters.palette].toLowerCase()
  return filters[name]
}

function Nothing({ asked: { filters, book } }: { asked: Asked }) {
  const words = filterNames.filter(name => filters[name]).map(name => wordOf(name, filters))
  const isAsked = words.length > 0 || book !== ''
  return (
    <EmptyState
      isPage
      title={
        words.length ? `Nothing found for “${words.join(', ')}”` : isAsked ? 'Nothing found' : 'No logos yet'
      }
      action={
        <ButtonLink to={isAsked ? '/sixteen' : '/'} kind="primary">
          {isAsked ? 'See all logos' : 'See the gallery'}
        </ButtonLink>
      }
    >
      {isAsked
        ? 'Try other words, or look at all of them.'
        : 'Every logo of the gallery stands here, at 16 px.'}
    </EmptyState>
  )
}
