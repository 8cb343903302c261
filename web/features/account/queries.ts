import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Profile } from '../../../shared/api/designers.ts'
import * as api from '../../../shared/api.ts'
import { CallError, type InputOf } from '../../../shared/endpoint.ts'
import { profileQuery } from '../../domain/designers/profile.ts'
import { call } from '../../lib/api/call.ts'
import { patchCached } from '../../lib/api/patch-cached.ts'
import { recordOf } from '../../lib/api/record-of.ts'
import { setCached } from '../../lib/api/set-cached.ts'
import { sessionQuery } from '../../lib/session/session.ts'
import { showToast } from '../../lib/toast/toast.ts'

/** The member's contact information. */
export const contactQuery = queryOptions({
  queryKey: ['account', 'contact'],
  queryFn: ({ signal }) => call(api.account.contactInfo, {}, { signal }),
  staleTime: 0,
  meta: { error: 'Error loading contact information.' },
})

/** Any 2xx answer is a success. The record is read where the answer has none; undefined where that fails, too. */
export function useUpdateContact() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (form: InputOf<typeof api.account.updateContactInfo>) => {
      // Both sets of names that the specification gives for these fields.
      const answer = await call(api.account.updateContactInfo, {
        ...form,
        address1: form.streetAddress,
        address2: form.suite,
        city: form.addressLocality,
        state: form.addressRegion,
        zip: form.postalCode,
      })
      const record = recordOf(
        answer,
        'email',
        'phone',
        'address1',
        'address2',
        'city',
        'state',
        'zip',
        'country',
      )
      if (record) setCached(queryClient, contactQuery.queryKey, record)
      return record ?? queryClient.fetchQuery(contactQuery).catch(() => undefined)
    },
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: ['profile'] })
      showToast('Contact information updated!', 'success')
    },
    meta: { error: 'Error updating contact information.' },
  })
}

/** The member's own profile as Account shows it, with the names. */
export const ownProfileQuery = profileQuery(undefined)

export function useUpdateProfile() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (input: InputOf<typeof api.account.updateProfile>) => {
      const answer = await call(api.account.updateProfile, input)
      // Null means failure.
      if (!recordOf(answer)) throw new CallError(200, { error: 'No profile' })
      const record = recordOf(answer, 'designer_id', 'slug', 'company', 'avatar_url')
      if (!record) return { profile: await queryClient.fetchQuery({ ...ownProfileQuery, staleTime: 0 }) }
      const { warnings, ...profile } = record
      return { profile, warnings }
    },
    onSuccess: ({ profile }) => {
      spreadProfile(queryClient, profile)
      showToast('Profile updated!', 'success')
    },
    meta: { error: 'Error updating profile.' },
  })
}

/** Saves the profile, then updates name and picture in every cached copy. */
function spreadProfile(queryClient: QueryClient, profile: Profile) {
  const { designer_id, company, avatar_url } = profile
  setCached(queryClient, ownProfileQuery.queryKey, profile)
  setCached(queryClient, profileQuery(profile.slug).queryKey, profile)
  setCached(
    queryClient,
    sessionQuery.queryKey,
    session => session && { ...session, company, avatar: avatar_url },
  )
  patchCached(queryClient, object =>
    'designer_id' in object && object.designer_id === designer_id && 'avatar_url' in object
      ? { ...object, company, avatar_url }
      : object,
  )
}

/** All logos of the member, newest first. */
export const ownLogosQuery = queryOptions({
  queryKey: ['account', 'logos'],
  queryFn: ({ signal }) => call(api.logos.find, { designer_id: 'me', page_size: 'all' }, { signal }),
  staleTime: 0,
  meta: { error: 'Error loading user logos.' },
})

/** The logos chosen for the profile, in their order. */
export const chosenLogosQuery = (designer_id: number) =>
  queryOptions({
    queryKey: ['account', 'chosen', designer_id],
    queryFn: ({ signal }) => call(api.designers.profileLogos, { designer_id }, { signal }),
    staleTime: 0,
    meta: { error: 'Error loading user logos.' },
  })

export function useSetProfileLogos() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (logoIds: number[]) => call(api.account.setProfileLogos, logoIds),
    onSuccess: async () => {
      void queryClient.invalidateQueries({ queryKey: ['profile'] })
      await queryClient.invalidateQueries({ queryKey: ['account', 'chosen'] })
      showToast('Profile logos updated successfully.', 'success')
    },
    meta: { error: 'Error updating profile logos.' },
  })
}

/** The member's sessions. */
export const sessionsQuery = queryOptions({
  queryKey: ['account', 'sessions'],
  queryFn: ({ signal }) => call(api.auth.sessions, {}, { signal }),
  staleTime: 0,
  meta: { error: 'Error loading where you’re logged in.' },
})

/** Signs out elsewhere: one session, or all the others. */
export function useEndSession() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (session_id: string) => call(api.auth.endSession, { session_id }),
    onSuccess: answer => {
      if (Array.isArray(answer)) setCached(queryClient, sessionsQuery.queryKey, answer)
      else void queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey })
      showToast('Logged out there.', 'success')
    },
    // A 404 means that it has ended already.
    onError: () => queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
    meta: { error: 'Error logging out there.' },
  })
}

/** Closes the account for good. The caller shows errors, and navigates to a public page. */
export const useCloseAccount = () =>
  useMutation({ mutationFn: (password: string) => call(api.auth.closeAccount, { password }) })
