import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Collection } from '../../../shared/api/collections.ts'
import type { Logo } from '../../../shared/api/logos.ts'
import * as api from '../../../shared/api.ts'
import type { InputOf, OutputOf } from '../../../shared/endpoint.ts'
import { patchLogo } from '../../domain/logos/logo-cache.ts'
import { call } from '../../lib/api/call.ts'
import { recordOf, requireRecord } from '../../lib/api/record-of.ts'
import { setCached } from '../../lib/api/set-cached.ts'
import { navigateTo } from '../../lib/navigation/navigate.ts'
import { showToast, type ToastAction } from '../../lib/toast/toast.ts'
import { isPendingRemoval, removeWithUndo } from '../../lib/toast/undoable.ts'

/** A collection with its logos, in its own order. */
export const collectionQuery = (collectionId: number) =>
  queryOptions({
    queryKey: ['collections', 'one', collectionId],
    queryFn: async ({ signal }): Promise<Collection> => {
      const [collection] = await call(api.collections.find, { collection_id: collectionId }, { signal })
      const logos = collection!.logos!.filter(logo => !isPendingRemoval(savedKey(collectionId, logo.logo_id)))
      return { ...collection!, logos, count: logos.length }
    },
    meta: { error: 'Error getting collection.' },
  })

/** A designer's collections that the viewer may see, newest first; of the viewer's own list those helped with, too. */
export const designerCollectionsQuery = (designerId: number) =>
  queryOptions({
    queryKey: ['collections', 'of', designerId],
    queryFn: async ({ signal }) => {
      const collections = await call(api.collections.find, { designer_id: designerId }, { signal })
      return collections.filter(({ light_box_id }) => !isPendingRemoval(collectionKey(light_box_id)))
    },
    meta: { error: 'Error getting collections.' },
  })

/** The collections that the viewer owns or helps with, the one last saved to first, each with whether it holds the logo. */
export const choiceQuery = (logoId: number) =>
  queryOptions({
    queryKey: ['collections', 'choice', logoId],
    queryFn: async ({ signal }) => {
      const collections = await call(api.collections.find, { logo_id: logoId }, { signal })
      return collections.filter(({ light_box_id }) => !isPendingRemoval(collectionKey(light_box_id)))
    },
    // Always fetched: another page may have changed the choice a minute ago.
    staleTime: 0,
    meta: { error: 'Error getting collections.' },
  })

type Change = { collection: Collection; state: 0 | 1 }
type Saving = {
  changes: Change[]
  isCollected: boolean
  /** The toast's second action beside Undo; by default it opens the collection. */
  wayOn?: ToastAction
}

/**
 * Adds a logo to collections and removes it from others, one call after the other. An optimistic update: the logo shows
 * it at once, and afterwards the state that the server confirmed. Shows a toast for each; resolves to whether all succeeded.
 */
export function useSaveLogo(logo: Logo) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async ({ changes, isCollected, wayOn }: Saving) => {
      let agreed: Partial<Logo> = { is_collected: logo.is_collected, collection_ct: logo.collection_ct }
      const by = changes.reduce((sum, { state }) => sum + (state ? 1 : -1), 0)
      patchLogo(queryClient, logo.logo_id, {
        is_collected: isCollected ? 1 : 0,
        collection_ct: Math.max(0, logo.collection_ct + by),
      })
      let isComplete = true
      for (const { collection, state } of changes) {
        const { light_box_id, name } = collection
        try {
          const answer = await call(api.collections.save, {
            collection_id: light_box_id,
            logo_id: logo.logo_id,
            state,
          })
          const saved = recordOf(answer, 'is_collected', 'collection_ct')
          agreed = {
            is_collected: saved?.is_collected ?? (isCollected ? 1 : 0),
            collection_ct:
              saved?.collection_ct ?? Math.max(0, (agreed.collection_ct ?? 0) + (state ? 1 : -1)),
          }
          if (!state) takeOut(queryClient, light_box_id, logo.logo_id)
          showToast(`Collection "${name}" saved successfully.`, 'success', {
            actions: state
              ? [
                  { label: 'Undo', run: () => void takeOutAgain(queryClient, collection, logo) },
                  wayOn ?? { label: 'Open', run: () => navigateTo(`/collection/${light_box_id}`) },
                ]
              : undefined,
          })
        } catch {
          isComplete = false
          showToast(
            state ? `Failed to save to collection "${name}".` : `Failed to remove from collection "${name}".`,
          )
        }
      }
      patchLogo(queryClient, logo.logo_id, agreed)
      await queryClient.invalidateQueries({ queryKey: ['collections'] })
      return isComplete
    },
  })
}

/** Undoes a save: removes the logo from the collection again. */
async function takeOutAgain(queryClient: QueryClient, { light_box_id, name }: Collection, { logo_id }: Logo) {
  try {
    const input = { collection_id: light_box_id, logo_id, state: 0 } as const
    const { is_collected, collection_ct } = await call(api.collections.save, input)
    patchLogo(queryClient, logo_id, { is_collected, collection_ct })
    takeOut(queryClient, light_box_id, logo_id)
    await queryClient.invalidateQueries({ queryKey: ['collections'] })
  } catch {
    showToast(`Failed to remove from collection "${name}".`)
  }
}

/** Creates a collection. */
export function useCreateCollection() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (input: InputOf<typeof api.collections.create>) =>
      requireRecord(await call(api.collections.create, input), 'light_box_id'),
    onSuccess: () => refreshLists(queryClient),
    meta: { error: 'Error creating collection.' },
  })
}

/** Changes a collection's title, description or visibility. */
export function useUpdateCollection() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (input: InputOf<typeof api.collections.update>) => call(api.collections.update, input),
    // Any 2xx answer is a success, also one without a body.
    onSuccess: (answer, { collection_id }) => {
      const collection = recordOf(answer, 'light_box_id', 'name')
      const { queryKey } = collectionQuery(Number(collection_id))
      // Without its logos, which the answer does not carry.
      setCached(queryClient, queryKey, before =>
        before ? { ...before, ...collection, logos: before.logos } : undefined,
      )
      if (!collection) void queryClient.invalidateQueries({ queryKey })
      void refreshLists(queryClient)
    },
    meta: { error: 'Error saving collection details.' },
  })
}

/** Removes a logo from a collection's page; sent once it can no longer be undone. */
export function removeLogo(queryClient: QueryClient, { light_box_id, name }: Collection, logo: Logo) {
  const { logo_id } = logo
  takeOut(queryClient, light_box_id, logo_id)
  removeWithUndo({
    key: savedKey(light_box_id, logo_id),
    message: `“${logo.logo}” removed from “${name}”.`,
    async send() {
      const input = { collection_id: light_box_id, logo_id, state: 0 } as const
      const { is_collected, collection_ct } = await call(api.collections.save, input, { keepalive: true })
      patchLogo(queryClient, logo_id, { is_collected, collection_ct })
      void refreshLists(queryClient)
    },
    failure: `Failed to remove from collection "${name}".`,
    restore: () => queryClient.invalidateQueries({ queryKey: ['collections'] }),
  })
}

/** Deletes a collection; sent once it can no longer be undone. */
export function removeCollection(queryClient: QueryClient, { light_box_id, name }: Collection) {
  for (const list of ['of', 'choice'])
    queryClient.setQueriesData<Collection[]>({ queryKey: ['collections', list] }, collections =>
      collections?.filter(collection => collection.light_box_id !== light_box_id),
    )
  removeWithUndo({
    key: collectionKey(light_box_id),
    message: `Collection “${name}” deleted.`,
    async send() {
      await call(api.collections.remove, { collection_id: light_box_id }, { keepalive: true })
      queryClient.removeQueries({ queryKey: collectionQuery(light_box_id).queryKey })
      void refreshLists(queryClient)
    },
    failure: 'Error deleting collection.',
    restore: () => refreshLists(queryClient),
  })
}

const savedKey = (collectionId: number, logoId: number) => `collection ${collectionId} logo ${logoId}`
const collectionKey = (collectionId: number) => `collection ${collectionId}`

/** Removes a logo from a cached collection, as an optimistic update. */
function takeOut(queryClient: QueryClient, collectionId: number, logoId: number) {
  queryClient.setQueryData(collectionQuery(collectionId).queryKey, before => {
    const logos = before?.logos?.filter(logo => logo.logo_id !== logoId)
    return before && logos ? { ...before, logos, count: logos.length } : undefined
  })
}

/** Invalidates every list and count of collections. */
function refreshLists(queryClient: QueryClient) {
  return Promise.all([
    queryClient.invalidateQueries({ queryKey: ['collections', 'of'] }),
    queryClient.invalidateQueries({ queryKey: ['collections', 'choice'] }),
    queryClient.invalidateQueries({ queryKey: ['profile'] }),
  ])
}

/** The collection that a client link leads to. */
export const linkedCollectionQuery = (link: string) =>
  queryOptions({
    queryKey: ['collections', 'linked', link],
    queryFn: async ({ signal }) => (await call(api.collections.find, { link }, { signal }))[0]!,
  })

/** The client link of an own collection. */
export const clientLinkQuery = (collectionId: number) =>
  queryOptions({
    queryKey: ['collections', 'link', collectionId],
    queryFn: ({ signal }) => call(api.collections.findLink, { collection_id: collectionId }, { signal }),
    // Openings are counted while the page is away.
    staleTime: 0,
    meta: { error: 'Error getting the client link.' },
  })

/** Makes a client link; its address is in this answer alone. */
export function useMakeLink(collectionId: number) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (until: string) => call(api.collections.makeLink, { collection_id: collectionId, until }),
    onSuccess: link => setCached(queryClient, clientLinkQuery(collectionId).queryKey, { ...link, url: null }),
    meta: { error: 'Error making the client link.' },
  })
}

/** Ends the client link. */
export function useEndLink(collectionId: number) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => call(api.collections.removeLink, { collection_id: collectionId }),
    onSuccess: link => setCached(queryClient, clientLinkQuery(collectionId).queryKey, link),
    meta: { error: 'Error ending the client link.' },
  })
}

/** Moves a logo behind another, as an optimistic update. */
export function useMoveLogo(collectionId: number) {
  const queryClient = useQueryClient()
  const { queryKey } = collectionQuery(collectionId)
  const mutationKey = ['collections', 'move', collectionId]
  return useMutation({
    mutationKey,
    mutationFn: (move: { logo_id: number; after: number | null }) =>
      call(api.collections.order, { collection_id: collectionId, ...move }),
    onMutate: async ({ logo_id, after }) => {
      await queryClient.cancelQueries({ queryKey })
      queryClient.setQueryData(queryKey, before => {
        const moved = before?.logos?.find(logo => logo.logo_id === logo_id)
        if (!before?.logos || !moved) return before
        const rest = before.logos.filter(logo => logo !== moved)
        const at = rest.findIndex(logo => logo.logo_id === after) + 1
        return { ...before, logos: [...rest.slice(0, at), moved, ...rest.slice(at)] }
      })
    },
    // The reads that were cancelled, and those that may have been answered before the move; after the last of several moves.
    onSettled: () => {
      if (queryClient.isMutating({ mutationKey }) === 1) void queryClient.invalidateQueries({ queryKey })
    },
    meta: { error: 'The order wasn’t saved.' },
  })
}

/** Chooses the cover of an own collection, or none. */
export function useSetCover({ light_box_id, name }: Collection) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (cover_logo_id: number | null) =>
      call(api.collections.update, { collection_id: light_box_id, name, cover_logo_id }),
    onSuccess: ({ cover_logo_id }) => {
      setCached(queryClient, collectionQuery(light_box_id).queryKey, before =>
        before ? { ...before, cover_logo_id } : undefined,
      )
      void refreshLists(queryClient)
    },
    meta: { error: 'The cover wasn’t saved.' },
  })
}

/** Notes something to a logo of a collection. */
export function useSetNote(collectionId: number) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (input: { logo_id: number; note: string }) =>
      call(api.collections.note, { collection_id: collectionId, ...input }),
    onSuccess: ({ logo_id, note }) =>
      setCached(queryClient, collectionQuery(collectionId).queryKey, before => {
        const others = (before?.notes ?? []).filter(each => each.logo_id !== logo_id)
        return before ? { ...before, notes: note ? [...others, { logo_id, note }] : others } : undefined
      }),
    meta: { error: 'The note wasn’t saved.' },
  })
}

/** Who helps with an own collection. */
export const helpersQuery = (collectionId: number) =>
  queryOptions({
    queryKey: ['collections', 'helpers', collectionId],
    queryFn: ({ signal }) => call(api.collections.findHelpers, { collection_id: collectionId }, { signal }),
    // A helper may have left.
    staleTime: 0,
    meta: { error: 'Error getting the helpers.' },
  })

/** Invites a member to help with an own collection. The refusal is shown at the field. */
export function useAddHelper(collectionId: number) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (username: string) =>
      call(api.collections.addHelper, { collection_id: collectionId, username }),
    onSuccess: helpers => setCached(queryClient, helpersQuery(collectionId).queryKey, helpers),
  })
}

/** Ends a member's help with an own collection, or the viewer's own with another's. */
export function useRemoveHelper(collectionId: number) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (username: string) =>
      call(api.collections.removeHelper, { collection_id: collectionId, username }),
    onSuccess: helpers => {
      setCached(queryClient, helpersQuery(collectionId).queryKey, helpers)
      void refreshLists(queryClient)
    },
    meta: { error: 'That didn’t work. Please try again.' },
  })
}

export type Choice = OutputOf<typeof api.collections.find>[number]
