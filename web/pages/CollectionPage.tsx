import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Lock } from 'lucide-react'
import { Link, Navigate, useLocation, useParams } from 'react-router'
import type { Collection } from '../../shared/api/collections.ts'
import { formatCount } from '../../shared/rules/format.ts'
import { collectionQuery, removeLogo } from '../features/collections/queries.ts'
import { LogoGrid } from '../features/logos/LogoGrid.tsx'
import { readOpenLogo } from '../features/logos/open-logo.ts'
import { statusOf } from '../lib/query-client.ts'
import { loginPath, useSession } from '../lib/session.ts'
import { ButtonLink } from '../ui/Button.tsx'
import { KeptFocus } from '../ui/KeptFocus.tsx'
import { NotArrived } from '../ui/NotArrived.tsx'
import { Notice } from '../ui/Notice.tsx'
import { Page } from '../ui/Page.tsx'
import styles from './CollectionPage.module.css'

/** A collection's logos; under /collectionX its owner takes them out. */
export default function CollectionPage() {
  const { collectionId } = useParams()
  if (!/^[1-9]\d{0,14}$/.test(collectionId ?? '')) return <NoCollection />
  return <OneCollection key={collectionId} collectionId={Number(collectionId)} />
}

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
          <NotArrived what="The collection" error={error} onAgain={refetch} />
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
  // A visitor has the collection by its link; what is not in it is for members.
  if (session === null && openId !== null && !logos.some(logo => logo.logo_id === openId))
    return <Navigate to={loginPath(pathname + search)} replace />

  const isOwn = session?.designerId === collection.designer_id
  const isRemoving = isOwn && pathname.startsWith('/collectionX/')
  return (
    <Page title={collection.name}>
      <Head collection={collection} isOwn={isOwn} isRemoving={isRemoving} />
      <KeptFocus item="[data-logo]" target={isRemoving ? '[data-remove]' : 'a'}>
        <LogoGrid
          logos={logos}
          onRemove={isRemoving ? logo => removeLogo(queryClient, collection, logo) : undefined}
        />
      </KeptFocus>
      {logos.length === 0 && (
        <Notice
          title={isOwn ? 'Nothing saved here yet' : 'An empty sheet'}
          action={
            <ButtonLink to="/" kind="primary">
              See what is fresh
            </ButtonLink>
          }
        >
          {isOwn
            ? 'Open any logo and press Save: it will hang here, the last saved first.'
            : `${collection.company} has not saved a logo here so far.`}
        </Notice>
      )}
    </Page>
  )
}

type HeadProps = { collection: Collection; isOwn: boolean; isRemoving: boolean }

function Head({ collection, isOwn, isRemoving }: HeadProps) {
  const { light_box_id, name, company, slug, count, description, is_public } = collection
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
        {description && <p className={styles.description}>{description}</p>}
      </div>
      {isOwn && (
        <div className={styles.actions}>
          {isRemoving ? (
            <ButtonLink to={`/collection/${light_box_id}`} kind="primary" preventScrollReset>
              Done
            </ButtonLink>
          ) : (
            count > 0 && (
              <ButtonLink to={`/collectionX/${light_box_id}`} preventScrollReset>
                Remove logos
              </ButtonLink>
            )
          )}
          <ButtonLink to="/collection-edit" state={{ collectionId: light_box_id }}>
            Edit Collection
          </ButtonLink>
        </div>
      )}
    </header>
  )
}

function NoCollection() {
  return (
    <Page title="No collection">
      <h1 className="visually-hidden" tabIndex={-1}>
        No collection here
      </h1>
      <Notice
        title="There is no collection here"
        action={
          <ButtonLink to="/" kind="primary">
            See what is fresh
          </ButtonLink>
        }
      >
        The address may be mistyped, or its owner keeps it private.
      </Notice>
    </Page>
  )
}
