import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Navigate, useLocation, useNavigate, useSearchParams } from 'react-router'
import type { Collection } from '../../shared/api/collections.ts'
import { MembersOnly } from '../domain/page/MembersOnly.tsx'
import { Page } from '../domain/page/Page.tsx'
import { ClientLink } from '../features/collections/ClientLink.tsx'
import { CollectionForm } from '../features/collections/CollectionForm.tsx'
import { Helpers } from '../features/collections/Helpers.tsx'
import { collectionQuery, removeCollection, useUpdateCollection } from '../features/collections/queries.ts'
import { statusOf } from '../lib/api/query-client.ts'
import { useSession } from '../lib/session/session.ts'
import { Button, ButtonLink } from '../ui/controls/Button.tsx'
import { TitledColumn } from '../ui/layout/TitledColumn.tsx'
import { EmptyState } from '../ui/messages/EmptyState.tsx'
import { LoadError } from '../ui/messages/LoadError.tsx'
import styles from './CollectionEditPage.module.css'

/** Editing an own collection: /collection-edit?collectionId=, or the id in the router's state. */
export default function CollectionEditPage() {
  const session = useSession()
  const [query] = useSearchParams()
  const { state } = useLocation()
  const parameter = query.get('collectionId') ?? state?.collectionId?.toString() ?? null
  if (session && parameter === null) return <Navigate to="/" replace />
  return (
    <MembersOnly title="Edit Collection">
      <Page title="Edit Collection">
        <TitledColumn title="Edit Collection">
          {/^[1-9]\d{0,14}$/.test(parameter ?? '') ? (
            <Edit key={parameter} collectionId={Number(parameter)} designerId={session?.designerId} />
          ) : (
            <NoCollection />
          )}
        </TitledColumn>
      </Page>
    </MembersOnly>
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

  if (statusOf(error) === 404) return <NoCollection />
  if (isError && !collection) return <LoadError what="The collection" error={error} onRetry={refetch} />
  if (!collection || designerId === undefined)
    return (
      <div className={styles.waiting} role="status" aria-label="Loading">
        <span />
        <span />
        <span />
      </div>
    )
  if (collection.designer_id !== designerId) return <NotOwner collection={collection} />
  if (collection.is_hidden)
    return (
      <>
        <Hidden collection={collection} />
        <ClientLink collectionId={collectionId} />
        <Helpers collectionId={collectionId} />
      </>
    )

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
            navigate('/designers?tab=collections', { replace: true })
          }}
        >
          Delete Collection
        </Button>
      </div>
    </>
  )
}

function NotOwner({ collection: { light_box_id, name, company } }: { collection: Collection }) {
  return (
    <EmptyState
      title={`“${name}” is ${company}’s`}
      action={
        <ButtonLink to={`/collection/${light_box_id}`} kind="primary">
          See the collection
        </ButtonLink>
      }
    >
      Only its owner can edit a collection. If it’s yours, log in with the account you made it with.
    </EmptyState>
  )
}

/** The server refuses every change of a hidden collection, but its link may be ended and a helper removed. */
function Hidden({ collection: { name, hidden_why } }: { collection: Collection }) {
  return (
    <EmptyState
      title={`“${name}” is hidden`}
      action={
        <ButtonLink to="/contact" kind="primary">
          Write to us
        </ButtonLink>
      }
    >
      <p>Hidden from others: {hidden_why}</p>
      <p>It can’t be changed while it’s hidden. Write to us if you want it deleted.</p>
    </EmptyState>
  )
}

function NoCollection() {
  return (
    <EmptyState
      title="Collection not found"
      action={
        <ButtonLink to="/designers?tab=collections" kind="primary">
          See your collections
        </ButtonLink>
      }
    >
      The address may be mistyped, or the collection was deleted or is private.
    </EmptyState>
  )
}
