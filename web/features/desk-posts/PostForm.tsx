import { useEffect, useState } from 'react'
import type { AdminPost } from '../../../shared/api/admin-posts.ts'
import * as api from '../../../shared/api.ts'
import { fieldErrorOf, hasPlace, refusalOf, useAct, useFocusOnError } from '../../domain/desk/acts.ts'
import { toIso } from '../../domain/desk/local-time.ts'
import writing from '../../domain/desk/Writing.module.css'
import { showToast } from '../../lib/toast/toast.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { FieldNote } from '../../ui/controls/Field.tsx'
import { changesOf, type Facts, factsOf, newPostOf } from './facts.ts'
import { PostFields } from './PostFields.tsx'
import { PostPreview } from './PostPreview.tsx'
import { stateOf } from './state.ts'

type Props = {
  /** Missing for a new one. */
  post: AdminPost | undefined
  onUnsent: (isUnsent: boolean) => void
  onSaved: (post: AdminPost) => void
}

/** The form of a post beside how it will be read. */
export function PostForm({ post, onUnsent, onSaved }: Props) {
  const [begun, setBegun] = useState(() => factsOf(post))
  const [facts, setFacts] = useState(begun)
  const { isPending, error, reset, save } = useSave(post)
  const form = useFocusOnError(error)
  const isUnsent = JSON.stringify(begun) !== JSON.stringify(facts)
  useEffect(() => onUnsent(isUnsent), [isUnsent, onUnsent])
  const change = (next: Facts) => {
    if (error) reset()
    setFacts(next)
  }
  return (
    <div className={writing.sides}>
      <form
        ref={form}
        className={writing.form}
        aria-label="Post"
        noValidate
        onSubmit={event => {
          event.preventDefault()
          if (!isUnsent || isPending) return
          save(begun, facts, saved => {
            const next = factsOf(saved)
            setBegun(next)
            setFacts(next)
            showToast('The post is saved.')
            onSaved(saved)
          })
        }}
        onKeyDown={event => {
          if (event.key !== 's' || !(event.metaKey || event.ctrlKey)) return
          event.preventDefault()
          event.currentTarget.requestSubmit()
        }}
      >
        <PostFields
          facts={facts}
          picture={post?.picture?.path}
          errorOf={field => fieldErrorOf(error, field)}
          onChange={change}
        />
        {/* What is wrong with a field is said there. */}
        <FieldNote error={(!hasPlace(error) && refusalOf(error)) || undefined} />
        <div className={writing.buttons}>
          <Button
            kind="primary"
            type="submit"
            aria-keyshortcuts="Control+S Meta+S"
            disabled={!isUnsent || isPending}
          >
            {isPending ? 'Saving…' : facts.is_draft ? 'Save draft' : 'Save'}
          </Button>
          <span className={writing.quiet}>
            <Outcome facts={facts} slug={post && !post.is_draft ? post.slug : undefined} />
          </span>
        </div>
      </form>
      <PostPreview facts={facts} picture={post?.picture?.path} />
    </div>
  )
}

/** Who sees the post once it is saved. */
function Outcome({ facts: { is_draft, date }, slug }: { facts: Facts; slug: string | undefined }) {
  const state = stateOf({ is_draft, date: toIso(date) ?? new Date().toISOString() })
  return (
    <>
      {state === 'draft' && 'Only staff can see it.'}
      {state === 'later' && 'Everyone can read it from that date on.'}
      {state === 'out' && 'Everyone can read it.'}
      {slug && state === 'out' && (
        <>
          {' '}
          <a href={`/news/${slug}`}>See it on the site</a>
        </>
      )}
    </>
  )
}

/** Adds a post, or changes one. */
function useSave(post: AdminPost | undefined) {
  const add = useAct(api.adminPosts.add)
  const update = useAct(api.adminPosts.update)
  const { isPending, error, reset } = post ? update : add
  const save = (begun: Facts, facts: Facts, onSuccess: (saved: AdminPost) => void) =>
    post
      ? update.mutate({ post_id: post.post_id, ...changesOf(begun, facts) }, { onSuccess })
      : add.mutate(newPostOf(facts), { onSuccess })
  return { isPending, error, reset, save }
}
