import type { AdminPost, update } from '../../../../shared/api/desk/posts.ts'
import type { InputOf } from '../../../../shared/endpoint.ts'
import { toIso, toLocal } from '../../../domain/desk/local-time.ts'

/** The list that shows a post: the news, the top of their page, or none. */
export type Placement = 'news' | 'feature' | 'none'

/** The values of a post's form. */
export type Facts = {
  title: string
  text: string
  excerpt: string
  /** Of a `datetime-local` field; empty: when it becomes public. */
  date: string
  is_draft: 0 | 1
  placement: Placement
  alt: string
  /** A data URL; null removes the picture, undefined leaves it. */
  picture?: string | null
}

const kindsOf: Record<Placement, ('news' | 'feature-post')[]> = {
  news: ['news'],
  feature: ['news', 'feature-post'],
  none: [],
}

export function factsOf(post: AdminPost | undefined): Facts {
  if (!post) return { title: '', text: '', excerpt: '', date: '', is_draft: 1, placement: 'news', alt: '' }
  const { title, text, excerpt, is_draft, kinds } = post
  // The date of a draft is when it was begun.
  const hasDate = !is_draft || new Date(post.date) > new Date()
  const placement = kinds.includes('feature-post') ? 'feature' : kinds.includes('news') ? 'news' : 'none'
  const alt = post.picture?.alt_text ?? ''
  return { title, text, excerpt, date: hasDate ? toLocal(post.date) : '', is_draft, placement, alt }
}

type Change = Omit<InputOf<typeof update>, 'post_id'>

/** The values that differ from how the form began, as they are sent. */
export function changesOf(begun: Facts, facts: Facts): Change {
  const { title, text, excerpt, date, is_draft, placement, alt, picture } = facts
  const becomesPublic = is_draft === 0 && date === ''
  return {
    ...(title !== begun.title && { title }),
    ...(text !== begun.text && { text }),
    ...(excerpt !== begun.excerpt && { excerpt }),
    ...(is_draft !== begun.is_draft && { is_draft }),
    ...(date !== begun.date && date && { date: toIso(date) }),
    ...(becomesPublic && { date: new Date().toISOString() }),
    ...(placement !== begun.placement && { kinds: kindsOf[placement] }),
    ...(alt !== begun.alt && { picture_alt: alt }),
    ...(picture !== undefined && { picture_base64: picture }),
  }
}

/** A new post as it is sent: its date is the server's where none is given. */
export const newPostOf = ({ title, text, excerpt, date, is_draft, placement, alt, picture }: Facts) => ({
  title,
  text,
  excerpt,
  is_draft,
  kinds: kindsOf[placement],
  date: toIso(date),
  picture_alt: alt,
  picture_base64: picture ?? undefined,
})
