import { mutationOptions, type QueryClient, useIsMutating, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import * as api from '../../../shared/api.ts'
import { call } from '../../lib/api/call.ts'
import { patchCached } from '../../lib/api/patch-cached.ts'
import { recordOf } from '../../lib/api/record-of.ts'
import { loginPath, useSession } from '../../lib/session/session.ts'
import { showToast } from '../../lib/toast/toast.ts'

type Followable = { designer_id: number; is_followed: 0 | 1 }

/**
 * Follows or unfollows a designer; a visitor is redirected to sign in. An optimistic update wherever the designer is shown,
 * rolled back when the server refuses it. One at a time: a click while a call is pending is ignored.
 */
export function useFollow({ designer_id, is_followed }: Followable) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const session = useSession()
  const isPending = useIsMutating({ mutationKey: ['follow', designer_id] }) > 0
  return {
    isPending,
    toggle() {
      if (isPending) return
      if (!session) return navigate(loginPath(location.pathname + location.search))
      // Without a hook's observer, which would take its sentence for a failure from the state already changed.
      queryClient
        .getMutationCache()
        .build(queryClient, followMutation(queryClient, designer_id, is_followed ? 0 : 1))
        .execute(undefined)
        .catch(() => {})
    },
  }
}

const followMutation = (queryClient: QueryClient, designer_id: number, state: 0 | 1) =>
  mutationOptions({
    mutationKey: ['follow', designer_id],
    mutationFn: () => call(api.designers.follow, { designer_id, state }),
    onMutate: () => patchDesigner(queryClient, designer_id, state),
    onError: () => patchDesigner(queryClient, designer_id, state ? 0 : 1),
    // Any 2xx answer is a success, also one without the new count.
    onSuccess: answer => {
      patchDesigner(queryClient, designer_id, state, recordOf(answer)?.follower_count)
      showToast(state ? 'Designer followed!' : 'Designer unfollowed.', 'success')
      // Lists that gain or lose this designer.
      queryClient.removeQueries({ queryKey: ['logos', 'following'], type: 'inactive' })
      queryClient.invalidateQueries({ queryKey: ['people'], refetchType: 'none' })
      queryClient.invalidateQueries({ queryKey: ['profile'], refetchType: 'none' })
    },
    networkMode: 'always',
    meta: { error: state ? 'Error following designer.' : 'Error unfollowing designer.' },
  })

/** Changes a designer wherever cached: on profiles, in lists, behind logos. Without `followers` the count moves by one. */
function patchDesigner(queryClient: QueryClient, designerId: number, state: 0 | 1, followers?: number) {
  patchCached(queryClient, object => {
    if (!isFollowable(object) || object.designer_id !== designerId) return object
    if (!('follower_count' in object)) return { ...object, is_followed: state }
    const count = Number(object.follower_count) + state - object.is_followed
    return { ...object, is_followed: state, follower_count: followers ?? count }
  })
}

const isFollowable = (object: object): object is Followable =>
  'designer_id' in object && 'is_followed' in object
