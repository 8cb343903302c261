import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Lock, X } from 'lucide-react'
import { Suspense } from 'react'
import { Link, Navigate, useLocation, useParams } from 'react-router'
import type { Collection } from '../../shared/api/collections.ts'
import type { Logo } from '../../shared/api/logos.ts'
import { formatCount } from '../../shared/rules/format.ts'
import { EmptyWall } from '../domain/logos/EmptyWall.tsx'
import { Page } from '../domain/page/Page.tsx'
import { ContactSheetButton } from '../features/collections/ContactSheetButton.tsx'
import { collectionQuery, removeLogo } from '../features/collections/queries.ts'
import { LogoGrid } from '../features/logos/LogoGrid.tsx'
import { readOpenLogo } from '../features/logos/open-logo.ts'
import { statusOf } from '../lib/api/query-client.ts'
import { lazyOptional } from '../lib/loading/lazy-optional.ts'
import { loginPath, useSession } from '../lib/session/session.ts'
import { ButtonLink } from '../ui/controls/Button.tsx'
import { FocusKeeper } from '../ui/layout/FocusKeeper.tsx'
import { EmptyState } from '../ui/messages/EmptyState.tsx'
import { LoadError } from '../ui/messages/LoadError.tsx'
import styles from './CollectionPage.module.css'

const HideForm = lazyOptional(async () => ({
  default: (await import('../features/desk/reports/HideForm.tsx')).HideForm,
}))
const ArrangeLogos = lazyOptional(() => import('../features/collections/ArrangeLogos.tsx'))
const CompareLogos = lazyOptional(() => import('../features/collections/CompareLogos.tsx'))
const LeaveButton = lazyOptional(() => import('../features/collections/LeaveButton.tsx'))
const ReportButton = lazyOptional(() => import('../domain/moderation/ReportButton.tsx'))
const ShareButton = lazyOptional(() => import('../domain/page/ShareButton.tsx'))

/** A collection's logos, compared with `?compare`; under /collectionX its owner and helpers remove them, with `?arrange` they order them. */
export default function CollectionPage() {
  const { collectionId } = useParams()
  if (!/^[1-9]\d{0,14}$/.test(collectionId ?? '')) return <NoCollection />
  return <OneCollection key={collectionId} collectionId={Number(collectionId)} />
}

/** A collection with its logos; its owner and helpers also arrange and remove them. */
function OneCollection({ collectionId }: { collectionId: number }) {
  const queryClient = useQueryClient()
  const session = useSession()
  const { pathname, search } = useLocation()
  const { data: collection, error, isError, refetch } = useQuery(collectionQuery(collectionId))
  if (statusOf(error) === 404) return <NoCollection />
  if (!collection)
    return (
      <Page title="Collection">
        {isError ? (
          <LoadError what="The collection" error={error} onRetry={refetch} />
        ) : (
          <>
            <div className={styles.waiting} role="status" aria-label="Loading" />
            <LogoGrid logos={[]} skeletons={10} />
          </>
        )}
      </Page>
    )

  const logos = collection.logos ?? []
  const openId = readOpenLogo(search)
  // Visitors may see a public collection by its link, but not other pages of members.
  if (session === null && openId !== null && !logos.some(logo => logo.logo_id === openId))
    return <Navigate to={loginPath(pathname + search)} replace />

  const isOwn = session?.designerId === collection.designer_id
  const isTheirs = isOwn || collection.is_helper === 1
  const isRemoving = isTheirs && pathname.startsWith('/collectionX/')
  const query = new URLSearchParams(search)
  const isArranging = isTheirs && !isRemoving && query.has('arrange')
  const isComparing = !isRemoving && !isArranging && query.has('compare') && logos.length > 1
  return (
    <Page title={collection.name}>
      <Head collection={collection} isOwn={isOwn} isBusy={isRemoving || isArranging || isComparing} />
      {isArranging || isComparing ? (
        <Suspense fallback={<LogoGrid logos={[]} skeletons={10} />}>
          {isArranging ? <ArrangeLogos collection={collection} /> : <CompareLogos logos={logos} />}
        </Suspense>
      ) : (
        <FocusKeeper item="[data-logo]" target={isRemoving ? '[data-remove]' : 'a'}>
          <LogoGrid
            logos={logos}
            action={
              isRemoving
                ? logo => (
                    <RemoveButton logo={logo} onRemove={() => removeLogo(queryClient, collection, logo)} />
                  )
                : undefined
            }
          />
        </FocusKeeper>
      )}
      {logos.length === 0 && <NoLogos collection={collection} isTheirs={isTheirs} />}
    </Page>
  )
}

const RemoveButton = ({ logo, onRemove }: { logo: Logo; onRemove: () => void }) => (
  <button
    type="button"
    className={styles.remove}
    data-remove
    aria-label={`Remove ${logo.logo}`}
    onClick={onRemove}
  >
    <X size={18} aria-hidden />
  </button>
)

const NoLogos = ({ collection, isTheirs }: { collection: Collection; isTheirs: boolean }) => (
  <EmptyWall
    title={isTheirs ? 'No logos saved yet' : 'An empty collection'}
    action={
      <ButtonLink to="/" kind="primary">
        Browse Fresh
      </ButtonLink>
    }
  >
    {isTheirs
      ? 'Open any logo and press Save. It appears here, last saved first.'
      : `${collection.company} hasn’t saved any logos here yet.`}
  </EmptyWall>
)

/** `isBusy`: its logos are compared, arranged or removed. */
type HeadProps = { collection: Collection; isOwn: boolean; isBusy: boolean }

function Head({ collection, isOwn, isBusy }: HeadProps) {
  const { light_box_id, name, company, slug, count, description, is_public } = collection
  const path = `/collection/${light_box_id}`
  const isHelper = collection.is_helper === 1
  return (
    <header className={styles.head}>
      <div>
        <h1 className={styles.name} tabIndex={-1}>
          {name}
        </h1>
        <p className={styles.line}>
          <span>
            by <Link to={`/designers/${slug}?tab=collections`}>{company}</Link>
          </span>
          <span>{formatCount(count, 'logo')}</span>
          {is_public === '0' && (
            <span className={styles.private}>
              <Lock size={14} aria-hidden /> Private
            </span>
          )}
        </p>
        {collection.is_hidden && <p className={styles.line}>Hidden from others: {collection.hidden_why}</p>}
        {description && <p className={styles.description}>{description}</p>}
        {(is_public !== '0' || !isOwn) && (
          <p className={styles.quiet}>
            <Suspense>
              {is_public !== '0' && <ShareButton path={path} title={name} className={styles.report} />}
              {isHelper && <LeaveButton collection={collection} className={styles.report} />}
              {!isOwn && (
                <ReportButton kind="collection" id={light_box_id} name={name} className={styles.report} />
              )}
            </Suspense>
          </p>
        )}
      </div>
      <div className={styles.actions}>
        {!isOwn && <Hiding collection={collection} />}
        {isBusy ? (
          <ButtonLink to={path} kind="primary" preventScrollReset>
            Done
          </ButtonLink>
        ) : (
          <>
            {count > 1 && (
              <ButtonLink to={`${path}?compare`} preventScrollReset>
                Compare
              </ButtonLink>
            )}
            {count > 0 && <ContactSheetButton collection={{ collection_id: light_box_id }} />}
            {(isOwn || isHelper) && count > 0 && (
              <>
                <ButtonLink to={`${path}?arrange`} preventScrollReset>
                  Arrange
                </ButtonLink>
                <ButtonLink to={`/collectionX/${light_box_id}`} preventScrollReset>
                  Remove logos
                </ButtonLink>
              </>
            )}
          </>
        )}
        {isOwn && (
          <ButtonLink to={`/collection-edit?collectionId=${light_box_id}`}>Edit Collection</ButtonLink>
        )}
      </div>
    </header>
  )
}

/** The form with which staff hide the collection, or show it again. */
function Hiding({ collection: { light_box_id, name, is_hidden } }: { collection: Collection }) {
  const queryClient = useQueryClient()
  const session = useSession()
  if (!session?.can.includes('hide')) return null
  return (
    <Suspense>
      <HideForm
        kind="collection"
        id={light_box_id}
        name={name}
        isHidden={is_hidden === 1}
        onDone={() => queryClient.invalidateQueries({ queryKey: collectionQuery(light_box_id).queryKey })}
      />
    </Suspense>
  )
}

function NoCollection() {
  return (
    <Page title="No collection">
      <h1 className="visually-hidden" tabIndex={-1}>
        No collection here
      </h1>
      <EmptyState
        title="Collection not found"
        action={
          <ButtonLink to="/" kind="primary">
            Browse Fresh
          </ButtonLink>
        }
      >
        The address may be mistyped, or the collection is private.
      </EmptyState>
    </Page>
  )
}
