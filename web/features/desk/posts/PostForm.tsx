import { useEffect } from 'react'
import type { AdminPost } from '../../../../shared/api/desk/posts.ts'
import { SaveButtons, saveKey } from '../../../domain/desk/SaveButtons.tsx'
import { SavedInTheMeantime } from '../../../domain/desk/VersionList.tsx'
import writing from '../../../domain/desk/Writing.module.css'
import { showToast } from '../../../lib/toast/toast.ts'
import { FieldNote } from '../../../ui/controls/Field.tsx'
import { dateOf, type Facts } from './facts.ts'
import { PostFields } from './PostFields.tsx'
import { PostPreview } from './PostPreview.tsx'
import { stateOf } from './state.ts'
import { usePostForm } from './use-post-form.ts'

type Props = {
  /** Missing for a new one. */
  post: AdminPost | undefined
  onUnsent: (isUnsent: boolean) => void
  onSaved: (post: AdminPost) => void
}

/** The form of a post beside how it will be read. */
export function PostForm({ post, onUnsent, onSaved }: Props) {
  const { form, facts, isUnsent, isOlder, begin, save } = usePostForm(post, saved => {
    showToast('The post is saved.')
    onSaved(saved)
  })
  const { errors, isSubmitting } = form.formState
  useEffect(() => onUnsent(isUnsent), [isUnsent, onUnsent])
  const others = isOlder && post?.versions?.[0]
  return (
    <div className={writing.sides}>
      <form
        className={writing.form}
        aria-label="Post"
        noValidate
        onChange={() => errors.root && form.clearErrors('root')}
        onSubmit={event => {
          event.preventDefault()
          if (isUnsent && !isSubmitting) void save(event)
        }}
        onKeyDown={saveKey}
      >
        {/* Once a new post is saved, its own room opens: what was typed in the meantime would be lost. */}
        <PostFields form={form} picture={post?.picture?.path} isLocked={!post && isSubmitting} />
        {others && <SavedInTheMeantime version={others} />}
        <FieldNote error={errors.root?.message} />
        <div className={writing.buttons}>
          <SaveButtons
            label={facts.is_draft === '1' ? 'Save draft' : 'Save'}
            isUnsent={isUnsent}
            isPending={isSubmitting}
            onDiscard={begin}
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

/** Who sees the post once it is saved. */
function Outcome({ facts: { is_draft, date }, slug }: { facts: Facts; slug: string | undefined }) {
  const state = stateOf({
    is_draft: is_draft === '1' ? 1 : 0,
    date: dateOf(date),
  })
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
