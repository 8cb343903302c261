import { useEffect, useEffectEvent, useState } from 'react'
import { useForm } from 'react-hook-form'
import { type AdminPost, add, update } from '../../../../shared/api/desk/posts.ts'
import * as api from '../../../../shared/api.ts'
import { setRefusal, useAct } from '../../../domain/desk/acts.ts'
import { resolveAs } from '../../../lib/forms/resolve.ts'
import { useSubmit } from '../../../lib/forms/use-submit.ts'
import { changesOf, type Facts, factsOf, fields, isSame, newPostOf } from './facts.ts'

/** The number of the current version. */
const versionOf = (post: AdminPost | undefined) => post?.versions?.[0]?.version ?? 0

/** The form of a post, or of a new one. Without unsaved changes, it follows what is stored. */
export function usePostForm(post: AdminPost | undefined, onSaved: (saved: AdminPost) => void) {
  const { mutateAsync: addPost } = useAct(api.desk.posts.add)
  const { mutateAsync: updatePost } = useAct(api.desk.posts.update)
  const [begun, setBegun] = useState(() => ({ post, facts: factsOf(post), version: versionOf(post) }))
  const form = useForm<Facts>({
    resolver: post
      ? resolveAs(update.input, facts => ({ post_id: post.post_id, ...changesOf(begun.facts, facts) }))
      : resolveAs(add.input, newPostOf),
    defaultValues: begun.facts,
  })
  const facts = form.watch()
  const isUnsent = !isSame(begun.facts, facts)
  const begin = () => {
    const next = factsOf(post)
    setBegun({ post, facts: next, version: versionOf(post) })
    form.reset(next)
  }
  const follow = useEffectEvent(() => {
    if (post !== begun.post && isSame(begun.facts, form.getValues())) begin()
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another answer, or every change is saved
  useEffect(() => follow(), [post, isUnsent])
  const send = useSubmit(
    async (sent: Facts) => {
      const saved = await (post
        ? updatePost({ post_id: post.post_id, ...changesOf(begun.facts, sent) })
        : addPost(newPostOf(sent)))
      setBegun({ post, facts: sent, version: versionOf(saved) })
      onSaved(saved)
    },
    fault => setRefusal(fault, fields, form.setError),
  )
  const { isSubmitting } = form.formState
  return {
    form,
    facts,
    isUnsent,
    /** Whether a later version than the one that is being changed is stored. */
    isOlder: isUnsent && !isSubmitting && begun.version < versionOf(post),
    begin,
    save: form.handleSubmit(sent => send(sent)),
  }
}
