import { Fragment, Suspense } from 'react'
import { Link } from 'react-router'
import type { FoundLogo as Logo } from '../../../shared/api/logos.ts'
import { masterSeries } from '../../../shared/rules/books.ts'
import { deletableUntil } from '../../../shared/rules/delete-window.ts'
import { formatCount, formatDate, formatNumber } from '../../../shared/rules/format.ts'
import { parseKeywords } from '../../../shared/rules/keywords.ts'
import { useOpenBook } from '../../domain/books/books-query.ts'
import { searchPath } from '../../domain/search/search-path.ts'
import { lazyOptional } from '../../lib/loading/lazy-optional.ts'
import { useSession } from '../../lib/session/session.ts'
import { site } from '../../lib/site.ts'
import { Swatch } from '../../ui/display/Swatch.tsx'
import styles from './LogoFacts.module.css'

const ReportButton = lazyOptional(() => import('../../domain/moderation/ReportButton.tsx'))
const ShareButton = lazyOptional(() => import('../../domain/page/ShareButton.tsx'))

/** The largest number of collections that are listed. */
const named = 3

/** A value with its link; plain text without one. */
type Item = [text: string, to?: string]

/** A logo's credits, client, type, keywords, books, collections and counts, as a list. */
export function LogoFacts({ logo }: { logo: Logo }) {
  const isOwn = useSession()?.designerId === logo.designer_id
  const keywords = parseKeywords(logo.keywords)
  const collections = logo.collections ?? []
  return (
    <div>
      <dl className={styles.list}>
        {logo.is_hidden && (
          <Fact
            name="Hidden"
            items={[[logo.hidden_why || 'Until someone has looked at it']]}
            variant="signal"
          />
        )}
        {creditsOf(logo).map(({ roles, name, to }) => (
          <Fact key={name} name={roles} items={[[name, to]]} />
        ))}
        <Fact name="Client" items={[[logo.client, searchPath({ client: logo.client })]]} />
        <Fact
          name="Type"
          items={[[logo.logotype], [logo.industry, searchPath({ industry: logo.industry })]]}
          separator=" · "
        />
        <Colors logo={logo} />
        <Fact
          name="Keywords"
          items={keywords.map(keyword => [keyword, searchPath({ keyword })])}
          variant="quiet"
        />
        <BookStanding logo={logo} />
        <Fact name="Selected for" items={selectedFor(logo)} variant="signal" />
        <VectorFact logo={logo} />
        {collections.length > 0 && (
          <Fact
            name={`In ${formatCount(logo.collection_ct, 'collection')}`}
            items={collections
              .slice(0, named)
              .map(({ light_box_id, name }) => [name, `/collection/${light_box_id}`])}
            more={logo.collection_ct - named}
            variant="quiet"
          />
        )}
        <Fact name="Uploaded" items={[[formatDate(logo.upload_date)]]} />
        {logo.training === '0' && (
          <Fact name="Training" items={[['Not for training models', '/terms']]} variant="quiet" />
        )}
        {logo.replaced_at && <Fact name="Replaced on" items={[[formatDate(logo.replaced_at)]]} />}
      </dl>
      <p className={styles.counts}>
        {formatCount(logo.view_count, 'view')} · {formatCount(logo.collection_ct, 'save')}
        <Suspense>
          {' · '}
          <ShareButton path={`/logo/${logo.logo_id}`} title={logo.logo} className={styles.report} />
          {!isOwn && (
            <>
              {' · '}
              <ReportButton kind="logo" id={logo.logo_id} name={logo.logo} className={styles.report} />
            </>
          )}
        </Suspense>
      </p>
    </div>
  )
}

type FactProps = {
  name: string
  items: Item[]
  separator?: string
  more?: number
  variant?: 'quiet' | 'signal'
}

/** A row of the list; nothing without a value. */
function Fact({ name, items, separator = ', ', more = 0, variant }: FactProps) {
  const shown = items.filter(([text]) => text)
  if (!shown.length) return null
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd data-variant={variant}>
        {shown.map(([text, to], i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two collections may have one name
          <Fragment key={i}>
            {i > 0 && separator}
            {to ? <Link to={to}>{text}</Link> : text}
          </Fragment>
        ))}
        {more > 0 && ` and ${formatNumber(more)} more`}
      </dd>
    </div>
  )
}

/** The logo's colours; each leads to the logos that have it, too. */
function Colors({ logo: { colors } }: { logo: Logo }) {
  // An answer of the release before, which runs beside this one during an upgrade, lacks it.
  if (!colors?.length) return null
  return (
    <div className={styles.fact}>
      <dt>Colours</dt>
      <dd>
        <ul className={styles.colors}>
          {colors.map(({ hex }) => (
            <li key={hex}>
              <Link to={searchPath({ color: hex.slice(1) })}>
                <Swatch hex={hex} /> {hex}
              </Link>
            </li>
          ))}
        </ul>
      </dd>
    </div>
  )
}

/** Credits as rows: several roles of one person are one row. The account's own name links to the profile. */
function creditsOf(logo: Logo) {
  const isSame = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase()
  const credits: { roles: string; name: string; to?: string }[] = []
  for (const [role, name] of [
    ['Designer', logo.designer],
    ['Art director', logo.art_director],
    ['Creative director', logo.creative_director],
    ['Associate creative director', logo.assoc_creative_director],
    ['Illustrator', logo.illustrator],
    ['Photographer', logo.photographer],
  ] as const) {
    const before = credits.find(credit => isSame(credit.name, name))
    if (before) before.roles += `, ${role.toLowerCase()}`
    else if (name) credits.push({ roles: role, name, to: role === 'Designer' ? addressOf(name) : undefined })
  }
  return credits

  function addressOf(designer: string) {
    if (logo.slug && isSame(designer, logo.company)) return `/designers/${logo.slug}?tab=logos`
    return searchPath({ designer })
  }
}

/** The state of an entry, as its owner reads it. */
function describeStanding({ standing, closes_at, band }: BookStandingFacts, uploadDate: string) {
  if (standing === 'entered') {
    const until = deletableUntil(new Date(uploadDate))
    if (Date.now() < until.getTime())
      return `Entered. Until ${formatDate(until.toISOString())} you can withdraw it by deleting the logo`
    return closes_at
      ? `Entered. Judged after the book closes on ${formatDate(closes_at)}`
      : 'Entered. Judged after the deadline'
  }
  if (standing === 'judging') return 'Entered. Being judged now'
  const standingInWords = band && (band === 100 ? 'below the top 50 %' : `top ${band} %`)
  if (standing === 'selected') return standingInWords
  const kept = standing === 'kept' ? 'Kept past the first cut' : 'Not in the book'
  return standingInWords ? `${kept}, ${standingInWords}` : kept
}

type BookStandingFacts = NonNullable<Logo['book_standing']>

/** Shows its owner the state of the logo's entry; a published book is shown to all, by the line after this one. */
function BookStanding({ logo: { book_id, book_standing, upload_date } }: { logo: Logo }) {
  if (book_standing === null && book_id === null) return <NoOpenBook />
  const words = book_standing && describeStanding(book_standing, upload_date)
  if (!words) return null
  return <Fact name={`Book ${book_standing.book}`} items={[[words]]} />
}

/** Tells the owner of a logo in no book that no book can be entered now. */
const NoOpenBook = () =>
  useOpenBook() === null && <Fact name="Book" items={[['No book is open for entries right now']]} />

/** Shows the vector original to its owner, and asks for one once the logo is in a book. */
function VectorFact({ logo: { vector, logo_id, book_id, master_book_id } }: { logo: Logo }) {
  const isAsked = vector === null && (book_id !== null || master_book_id !== null)
  if (!vector && !isAsked) return null
  return (
    <Fact
      name="For print"
      items={[[vector ?? 'Please add its vector file', `/edit?logoId=${logo_id}`]]}
      variant={isAsked ? 'signal' : 'quiet'}
    />
  )
}

function selectedFor(logo: Logo): Item[] {
  const books: Item[] = []
  const page = (book: string) => (logo.slug ? `/award/${logo.slug}/${book}` : undefined)
  if (logo.book_id !== null)
    books.push([`${site().series_name} ${logo.book_id}`, page(`book-${logo.book_id}`)])
  if (logo.master_book_id !== null)
    books.push([`${masterSeries} ${logo.master_book_id}`, page(`master-book-${logo.master_book_id}`)])
  return books
}
