import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Navigate, useLocation, useNavigate } from 'react-router'
import { Page } from '../domain/page/Page.tsx'
import { ClientLink } from '../features/collections/ClientLink.tsx'
import { CollectionForm } from '../features/collections/CollectionForm.tsx'
import { Helpers } from '../features/collections/Helpers.tsx'
import { collectionQuery, removeCollection, useUpdateCollection } from '../features/collections/queries.ts'
import { statusOf } from '../lib/api/query-client.ts'
import { loginPath, useSession } from '../lib/session/session.ts'
import { Button, ButtonLink } from '../ui/controls/Button.tsx'
import { TitledColumn } from '../ui/layout/TitledColumn.tsx'
import { EmptyState } from '../ui/messages/EmptyState.tsx'
import { LoadError } from '../ui/messages/LoadError.tsx'
import styles from './CollectionEditPage.module.css'

/** Editing the collection named in the navigation state. */
export default function CollectionEditPage() {
  const session = useSession()
  const { state } = useLocation()
  const collectionId = Number((state as { collectionId?: unknown } | null)?.collectionId)
  if (session === null) return <Navigate to={loginPath('/collection-edit')} replace />
  if (!(collectionId > 0)) return <Navigate to="/" replace />
  return (
    <Page title="Edit Collection">
      <TitledColumn title="Edit Collection">
        <Edit collectionId={collectionId} designerId={session?.designerId} />
      </TitledColumn>
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
      <EmptyState
        title="Collection not found"
        action={
          <ButtonLink to="/" kind="primary">
            Browse Fresh
          </ButtonLink>
        }
      />
    )
  if (isError && !collection) return <LoadError what="The collection" error={error} onRetry={refetch} />
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
      <ClientLink collectionId={collectionId} />
      <Helpers collectionId={collectionId} />
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
