import type { AdminPost, update } from '../../../../shared/api/desk/posts.ts'
import type { InputOf } from '../../../../shared/endpoint.ts'
import { toIso, toLocal } from '../../../domain/desk/local-time.ts'

/** The list that shows a post: the news, the top of their page, or none. */
type Placement = 'news' | 'feature' | 'none'

/** The values of a post's form. */
export type Facts = {
  title: string
  text: string
  excerpt: string
  /** Of a `datetime-local` field; empty: when it becomes public. */
  date: string
  is_draft: '0' | '1'
  kinds: Placement
  picture_alt: string
  /** A data URL; null removes the picture, undefined leaves it. */
  picture_base64?: string | null
}

/** The names of the fields, as the contract has them. */
export const fields = [
  'title',
  'text',
  'excerpt',
  'date',
  'is_draft',
  'kinds',
  'picture_alt',
  'picture_base64',
] as const satisfies (keyof Facts)[]

/** Whether the form holds the same. */
export const isSame = (one: Facts, other: Facts) => fields.every(name => one[name] === other[name])

const kindsOf: Record<Placement, ('news' | 'feature-post')[]> = {
  news: ['news'],
  feature: ['news', 'feature-post'],
  none: [],
}

export function factsOf(post: AdminPost | undefined): Facts {
  if (!post)
    return { title: '', text: '', excerpt: '', date: '', is_draft: '1', kinds: 'news', picture_alt: '' }
  const { title, text, excerpt } = post
  // The date of a draft is when it was begun.
  const hasDate = !post.is_draft || new Date(post.date) > new Date()
  return {
    title,
    text,
    excerpt,
    date: hasDate ? toLocal(post.date) : '',
    is_draft: post.is_draft ? '1' : '0',
    kinds: post.kinds.includes('feature-post') ? 'feature' : post.kinds.includes('news') ? 'news' : 'none',
    picture_alt: post.picture?.alt_text ?? '',
  }
}

/** The date of a post with this field: now while the field is empty or holds no date. */
export const dateOf = (local: string) => {
  const iso = toIso(local)
  return iso && !Number.isNaN(Date.parse(iso)) ? iso : new Date().toISOString()
}

type Change = Omit<InputOf<typeof update>, 'post_id'>

const flagOf = (is_draft: Facts['is_draft']) => (is_draft === '1' ? (1 as const) : (0 as const))

/** The values that differ from how the form began, as they are sent. */
export function changesOf(begun: Facts, facts: Facts): Change {
  const { title, text, excerpt, date, is_draft, kinds, picture_alt, picture_base64 } = facts
  const becomesPublic = is_draft === '0' && date === ''
  return {
    ...(title !== begun.title && { title }),
    ...(text !== begun.text && { text }),
    ...(excerpt !== begun.excerpt && { excerpt }),
    ...(is_draft !== begun.is_draft && { is_draft: flagOf(is_draft) }),
    ...(date !== begun.date && date && { date: toIso(date) }),
    ...(becomesPublic && { date: new Date().toISOString() }),
    ...(kinds !== begun.kinds && { kinds: kindsOf[kinds] }),
    ...(picture_alt !== begun.picture_alt && { picture_alt }),
    ...(picture_base64 !== undefined && { picture_base64 }),
  }
}

/** A new post as it is sent: its date is the server's where none is given. */
export const newPostOf = ({ title, text, excerpt, date, is_draft, kinds, ...picture }: Facts) => ({
  title,
  text,
  excerpt,
  is_draft: flagOf(is_draft),
  kinds: kindsOf[kinds],
  date: toIso(date),
  picture_alt: picture.picture_alt,
  picture_base64: picture.picture_base64 ?? undefined,
})
