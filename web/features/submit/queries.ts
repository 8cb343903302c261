import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import * as api from '../../../shared/api.ts'
import type { InputOf } from '../../../shared/endpoint.ts'
import { patchLogo } from '../../domain/logos/logo-cache.ts'
import { call } from '../../lib/api/call.ts'
import { recordOf, requireRecord } from '../../lib/api/record-of.ts'
import { readDataUrl } from '../../lib/browser/data-url.ts'
import { callWithProgress, sendFile } from './upload.ts'

type Submit = InputOf<typeof api.logos.submit>
type Update = InputOf<typeof api.logos.update>

export type Upload = {
  input: Submit
  /** Facts edited since an attempt whose answer was lost: the server may have stored older ones. */
  changes?: Omit<Update, 'logo_id'>
  onProgress: (part: number) => void
  signal: AbortSignal
}

/** Uploads a logo, then invalidates every list. */
export function useSubmitLogo() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async ({ input, changes, onProgress, signal }: Upload) => {
      const { logo_id } = await callWithProgress(onProgress)(api.logos.submit, input, { signal })
      if (changes) await call(api.logos.update, { logo_id, ...changes }, { signal })
    },
    onSuccess: () => forgetLists(queryClient),
    meta: { error: 'Error submitting logo.' },
  })
}

/** Saves a logo's facts and updates every cached copy. */
export function useUpdateLogo() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (input: Update) => call(api.logos.update, input),
    onSuccess: answer => {
      const logo = recordOf(answer, 'logo_id')
      if (logo) patchLogo(queryClient, logo.logo_id, logo)
      // Its search results and related logos may have changed.
      void queryClient.invalidateQueries({ queryKey: ['logos'], refetchType: logo ? 'none' : 'active' })
    },
    meta: { error: 'Error updating logo.' },
  })
}

/** Replaces a logo's picture and updates every cached copy. */
export function useReplacePicture(logoId: number) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (file: File) =>
      call(api.logos.replacePicture, { logo_id: logoId, file_base64: await readDataUrl(file) }),
    onSuccess: answer => {
      const logo = recordOf(answer, 'logo_id')
      if (logo) patchLogo(queryClient, logoId, logo)
      void queryClient.invalidateQueries({ queryKey: ['logos'], refetchType: logo ? 'none' : 'active' })
    },
    meta: { error: 'Error replacing the picture.' },
  })
}

type VectorUpload = { file: File; onProgress: (part: number) => void; signal: AbortSignal }

/** Sends the vector original of a logo, or removes it (null), and updates every cached copy of the logo. */
export function useSetVector(logoId: number) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (upload: VectorUpload | null) => {
      const input = { logo_id: logoId }
      if (!upload) {
        await call(api.vectors.remove, input)
        return null
      }
      const { file, onProgress, signal } = upload
      const filename = file.name.slice(-200)
      const answer = await sendFile(file, onProgress)(api.vectors.put, { ...input, filename }, { signal })
      return requireRecord(answer, 'filename').filename
    },
    onSuccess: vector => patchLogo(queryClient, logoId, { vector }),
  })
}

/** Deletes a logo, then invalidates every list. */
export function useDeleteLogo() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (logo_id: number) => call(api.logos.remove, { logo_id }),
    onSuccess: () => forgetLists(queryClient),
    meta: { error: 'Error deleting logo' },
  })
}

/** Invalidates walls, profiles, collections and the feed after a logo was added or deleted, without refetching what is on screen. */
function forgetLists(queryClient: QueryClient) {
  queryClient.removeQueries({ type: 'inactive', predicate: query => query.queryKey[0] !== 'session' })
  void queryClient.invalidateQueries({
    refetchType: 'none',
    predicate: query => query.queryKey[0] !== 'session',
  })
}

/** A logo's picture, downloaded and encoded to base64 again. */
export const pictureQuery = (url: string) =>
  queryOptions({
    queryKey: ['picture', url],
    queryFn: async ({ signal }) => {
      const answer = await fetch(url, { signal })
      if (!answer.ok) throw new Error(`The picture didn’t load (${answer.status})`)
      return readDataUrl(await answer.blob())
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
