import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import type { AdminPost } from '../../../../shared/api/desk/posts.ts'
import * as api from '../../../../shared/api.ts'
import { CallError } from '../../../../shared/endpoint.ts'
import { ActForm } from '../../../domain/desk/ActForm.tsx'
import { useDetailTitle } from '../../../domain/desk/detail-title.tsx'
import { Acts, Section } from '../../../domain/desk/Section.tsx'
import writing from '../../../domain/desk/Writing.module.css'
import { LeaveGuard } from '../../../domain/page/LeaveGuard.tsx'
import { call } from '../../../lib/api/call.ts'
import { statusOf } from '../../../lib/api/query-client.ts'
import { setCached } from '../../../lib/api/set-cached.ts'
import { ButtonLink } from '../../../ui/controls/Button.tsx'
import { LoadError } from '../../../ui/messages/LoadError.tsx'
import { PostForm } from './PostForm.tsx'
import styles from './Posts.module.css'
import { PostVersions } from './PostVersions.tsx'

/** Not a query of the desk: after an act has removed a post, it must not be read again. */
const keyOf = (which: string) => ['desk-post', which]

/** One post, or a new one. */
export function PostRoom({ which }: { which: string }) {
  const isNew = which === 'new'
  const { data, error, isError, refetch } = useQuery({
    queryKey: keyOf(which),
    queryFn: async ({ signal }): Promise<AdminPost> => {
      const { data } = await call(api.desk.posts.find, { post_id: which }, { signal })
      const [post] = data
      if (!post) throw new CallError(404, { error: 'Post not found' })
      return post
    },
    enabled: !isNew,
    // The form must not begin with a cached answer of an earlier visit.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    // Refetched, because another person may save it while it is being written here.
    refetchInterval: 10_000,
  })
  useDetailTitle(isNew ? undefined : (data?.title ?? (isError ? which : undefined)))
  if (isError && !data)
    return (
      <LoadError what="The post" error={error} onRetry={refetch}>
        {[400, 404].includes(statusOf(error)) ? 'There is no such post.' : undefined}
      </LoadError>
    )
  if (!isNew && !data) return <p className={writing.quiet}>Loading…</p>
  return <Post post={data} />
}

function Post({ post }: { post: AdminPost | undefined }) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const [isUnsent, setIsUnsent] = useState(false)
  const [next, setNext] = useState<string>()
  // After the leave guard has registered that nothing is unsent.
  useEffect(() => {
    if (next !== undefined) void navigate(next, { replace: true })
  }, [next, navigate])
  const forgetNews = () => void queryClient.invalidateQueries({ queryKey: ['news'] })
  const keep = (saved: AdminPost) => {
    forgetNews()
    setCached(queryClient, keyOf(String(saved.post_id)), saved)
  }
  return (
    <>
      <PostForm
        post={post}
        onUnsent={setIsUnsent}
        onSaved={saved => {
          keep(saved)
          if (!post) setNext(`/admin/posts/${saved.post_id}`)
        }}
      />
      {post && <PostVersions post={post} isUnsent={isUnsent} onTakenBack={keep} />}
      {post && (
        <Section title="Actions">
          <Acts>
            <ActForm
              endpoint={api.desk.posts.remove}
              label="Remove post"
              why="optional"
              done="The post is removed."
              inputOf={why => ({ post_id: post.post_id, why: why || undefined })}
              onDone={() => {
                forgetNews()
                setNext('/admin/posts')
              }}
            >
              {() => <p className={styles.warning}>This can’t be undone: links to it will stop working.</p>}
            </ActForm>
            <ButtonLink size="small" to={`/admin/history?q=${encodeURIComponent(post.title)}`}>
              What was changed
            </ButtonLink>
          </Acts>
        </Section>
      )}
      <LeaveGuard isUnsent={isUnsent && next === undefined} title="Leave without saving?">
        What you wrote will be lost.
      </LeaveGuard>
    </>
  )
}
