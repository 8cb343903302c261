import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Navigate, useLocation, useNavigate } from 'react-router'
import { CollectionForm } from '../features/collections/CollectionForm.tsx'
import { collectionQuery, removeCollection, useUpdateCollection } from '../features/collections/queries.ts'
import { statusOf } from '../lib/query-client.ts'
import { loginPath, useSession } from '../lib/session.ts'
import { Button, ButtonLink } from '../ui/Button.tsx'
import { NotArrived } from '../ui/NotArrived.tsx'
import { Notice } from '../ui/Notice.tsx'
import { Page } from '../ui/Page.tsx'
import styles from './CollectionEditPage.module.css'

/** Editing the collection that the button leading here has named. */
export default function CollectionEditPage() {
  const session = useSession()
  const { state } = useLocation()
  const collectionId = Number((state as { collectionId?: unknown } | null)?.collectionId)
  if (session === null) return <Navigate to={loginPath('/collection-edit')} replace />
  if (!(collectionId > 0)) return <Navigate to="/" replace />
  return (
    <Page title="Edit Collection">
      <div className={styles.column}>
        <h1 className={styles.title} tabIndex={-1}>
          Edit Collection
        </h1>
        <Edit collectionId={collectionId} designerId={session?.designerId} />
      </div>
    </Page>
  )
}

function Edit({ collectionId, designerId }: { collectionId: number; designerId: number | undefined }) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const { mutateAsync: updateCollection } = useUpdateCollection()
  const {
    data: collection,
    error,
    isError,
    refetch,
  } = useQuery({ ...collectionQuery(collectionId), meta: { error: 'Error getting collection details.' } })
  const path = `/collection/${collectionId}`

  if (statusOf(error) === 404)
    return (
      <Notice
        title="There is no collection here"
        action={
          <ButtonLink to="/" kind="primary">
            See what is fresh
          </ButtonLink>
        }
      />
    )
  if (isError && !collection) return <NotArrived what="The collection" error={error} onAgain={refetch} />
  if (!collection || designerId === undefined)
    return (
      <div className={styles.waiting} role="status" aria-label="Loading">
        <span />
        <span />
        <span />
      </div>
    )
  if (collection.designer_id !== designerId) return <Navigate to={path} replace />

  const { name, description, is_public } = collection
  return (
    <>
      <CollectionForm
        facts={{ name, description, is_public }}
        onSave={async facts => {
          await updateCollection({ ...facts, collection_id: collectionId })
          navigate(path)
        }}
      >
        <ButtonLink to={path}>Cancel</ButtonLink>
      </CollectionForm>
      <div className={styles.removal}>
        <p>Its logos stay in the gallery and in your other collections.</p>
        <Button
          onClick={() => {
            removeCollection(queryClient, collection)
            navigate('/designers?tab=collections')
          }}
        >
          Delete Collection
        </Button>
      </div>
    </>
  )
}
