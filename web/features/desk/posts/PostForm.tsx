import { useEffect, useState } from 'react'
import type { AdminPost } from '../../../../shared/api/desk/posts.ts'
import * as api from '../../../../shared/api.ts'
import { fieldErrorOf, hasPlace, refusalOf, useAct, useFocusOnError } from '../../../domain/desk/acts.ts'
import { toIso } from '../../../domain/desk/local-time.ts'
import { SaveButtons } from '../../../domain/desk/SaveButtons.tsx'
import { SavedInTheMeantime } from '../../../domain/desk/VersionList.tsx'
import writing from '../../../domain/desk/Writing.module.css'
import { showToast } from '../../../lib/toast/toast.ts'
import { FieldNote } from '../../../ui/controls/Field.tsx'
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

/** The form of a post beside how it will be read. Long for its markup. */
export function PostForm({ post, onUnsent, onSaved }: Props) {
  const { begun, facts, isUnsent, setFacts, setBegun, begin } = useFacts(post)
  const { isPending, error, reset, save } = useSave(post)
  const form = useFocusOnError(error)
  useEffect(() => onUnsent(isUnsent), [isUnsent, onUnsent])
  const change = (next: Facts) => {
    if (error) reset()
    setFacts(next)
  }
  const isOlder = isUnsent && !isPending && begun.version < versionOf(post)
  const others = isOlder && post?.versions?.[0]
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
          save(begun.facts, facts, saved => {
            setBegun({ post, facts, version: versionOf(saved) })
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
        {others && <SavedInTheMeantime version={others} />}
        {/* What is wrong with a field is said there. */}
        <FieldNote error={(!hasPlace(error) && refusalOf(error)) || undefined} />
        <div className={writing.buttons}>
          <SaveButtons
            label={facts.is_draft ? 'Save draft' : 'Save'}
            isUnsent={isUnsent}
            isPending={isPending}
            onDiscard={() => {
              reset()
              begin()
            }}
          />
          <span className={writing.quiet}>
            <Outcome facts={facts} slug={post && !post.is_draft ? post.slug : undefined} />
          </span>
        </div>
      </form>
      <PostPreview facts={facts} picture={post?.picture?.path} />
    </div>
  )
}

/** What the form holds. While nothing in it is unsent, it follows what is stored. */
function useFacts(post: AdminPost | undefined) {
  const [begun, setBegun] = useState(() => ({ post, facts: factsOf(post), version: versionOf(post) }))
  const [facts, setFacts] = useState(begun.facts)
  const isUnsent = JSON.stringify(begun.facts) !== JSON.stringify(facts)
  const begin = () => {
    const next = factsOf(post)
    setBegun({ post, facts: next, version: versionOf(post) })
    setFacts(next)
  }
  if (post !== begun.post && !isUnsent) begin()
  return { begun, facts, isUnsent, setFacts, setBegun, begin }
}

/** The number of the current version. */
const versionOf = (post: AdminPost | undefined) => post?.versions?.[0]?.version ?? 0

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
  const add = useAct(api.desk.posts.add)
  const update = useAct(api.desk.posts.update)
  const { isPending, error, reset } = post ? update : add
  const save = (begun: Facts, facts: Facts, onSuccess: (saved: AdminPost) => void) =>
    post
      ? update.mutate({ post_id: post.post_id, ...changesOf(begun, facts) }, { onSuccess })
      : add.mutate(newPostOf(facts), { onSuccess })
  return { isPending, error, reset, save }
}
