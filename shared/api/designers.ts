import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { pageSize } from '../rules/limits.ts'
import {
  count,
  designerOrMe,
  flag,
  id,
  listOf,
  pageNumber,
  pageOf,
  pageSizeOf,
  requiredText,
  rowId,
  text,
  timestamp,
} from './fields.ts'
import { logo, logoList } from './logos.ts'
import { training } from './profile-form.ts'

export const profile = z.object({
  designer_id: rowId,
  slug: z.string(),
  company: z.string(),
  company_description: z.string(),
  url: z.string(),
  city: z.string(),
  state: z.string(),
  country: z.string(),
  avatar_url: z.string(),
  twitter: z.string(),
  facebook: z.string(),
  dribbble: z.string(),
  instagram: z.string(),
  behance: z.string(),
  follower_count: count,
  following_count: count,
  logo_count: count,
  award_count: count,
  collection_count: count,
  member_since: timestamp,
  training,
  is_followed: flag,
  /** Whether the viewer has blocked the designer, who cannot tell. */
  is_blocked: z.optional(flag),
  /** At most ten, chosen by the designer; the newest ten where none are chosen. */
  profile_logos: z.array(logo),
  /** Only on the viewer's own profile. */
  first_name: z.optional(z.string()),
  last_name: z.optional(z.string()),
})
export type Profile = z.output<typeof profile>

export const findProfile = endpoint({
  method: 'GET',
  path: '/api/designers/profile',
  who: 'anyone',
  summary: "A designer's public profile; without parameters one's own",
  input: z.object({ designer_id: z.optional(id), folder_url: z.optional(text()) }),
  output: profile,
})

export const profileLogos = endpoint({
  method: 'GET',
  path: '/api/designers/profile/logos',
  who: 'anyone',
  summary: 'The logos a designer chose for the profile, in their order',
  input: z.object({ designer_id: id }),
  output: logoList,
})

export const follow = endpoint({
  method: 'POST',
  path: '/api/designers/follow',
  who: 'active member',
  summary: 'Follow a designer (state 1) or no longer (0)',
  input: z.object({ designer_id: id, state: flag }),
  output: z.object({ designer_id: rowId, is_followed: flag, follower_count: count }),
})

const awardGroup = z.object({
  /** 'Book 12' or 'Master Book 2'. */
  book: z.string(),
  /** 'book-12' or 'master-book-2'. */
  slug: z.string(),
  logos: z.array(logo),
})

export const awards = endpoint({
  method: 'GET',
  path: '/api/designers/awards',
  who: 'anyone',
  summary: "A designer's awards by published book, regular books first; or those of one book",
  input: z.object({
    folder_url: requiredText("Say whose: the designer's slug."),
    book_slug: z.optional(text()),
  }),
  output: listOf(awardGroup),
})

const activityItem = z.object({
  type: z.enum(['like', 'save', 'comment', 'follow']),
  timestamp,
  /** Who did it. */
  designer_id: rowId,
  slug: z.string(),
  company: z.string(),
  avatar_url: z.string(),
  /** The logo it was done to; a follow has none. The picture is 320 px wide. */
  logo_id: z.nullable(rowId),
  logo_name: z.nullable(z.string()),
  logo_url: z.nullable(z.string()),
  /** Of a save. */
  collection_id: z.nullable(rowId),
  collection_name: z.nullable(z.string()),
  /** Of a comment. */
  comment_text: z.nullable(z.string()),
})

export const activity = endpoint({
  method: 'GET',
  path: '/api/designers/activity',
  who: 'active member',
  summary: "What others did to one's logos, and follows, newest first; short: the newest five alone",
  input: z.object({
    short: z.optional(z.literal([1, '1'], 'Must be 1 or left out.')),
    page: pageNumber,
    per_page: pageSizeOf(pageSize.activity, 'per_page'),
  }),
  output: z.object({
    activity: z.array(activityItem),
    /** The total count. */
    count: z.optional(z.array(count)),
    /** How many of the viewer's logos are entered for the next book, if any are; never with `short`. */
    entered: z.optional(z.object({ book: count, logos: count })),
  }),
})

const unseen = z.object({
  /** 100 means more than 99. */
  unseen: count,
})

export const unseenActivity = endpoint({
  method: 'GET',
  path: '/api/designers/activity/unseen',
  // The page polls this call, so the session may just have ended: a 401 is not an error here.
  who: 'anyone',
  summary:
    'How much there is in the own feed that was not there when one last looked at it; none for who has no feed',
  input: z.object({}),
  output: unseen,
})

export const seeActivity = endpoint({
  method: 'POST',
  path: '/api/designers/activity/unseen',
  who: 'active member',
  whileSuspended: true,
  summary: 'The own feed was looked at: what is in it is not unseen any more',
  input: z.object({}),
  output: unseen,
})

export const likes = endpoint({
  method: 'GET',
  path: '/api/designers/likes',
  who: 'active member',
  summary: "The logos one likes, newest like first; another's are nobody's business",
  input: z.object({ designer_id: z._default(designerOrMe, 'me'), ...pageOf(pageSize.likes) }),
  output: logoList,
})

const person = z.object({
  designer_id: rowId,
  slug: z.string(),
  company: z.string(),
  avatar_url: z.string(),
  logo_count: count,
  award_count: count,
  is_followed: flag,
})

const people = {
  who: 'active member',
  input: z.object({ designer_id: z._default(designerOrMe, 'me'), ...pageOf(pageSize.people) }),
  output: listOf(person),
} as const

export const block = endpoint({
  method: 'PUT',
  path: '/api/designers/block',
  who: 'signed in',
  summary:
    'Block a designer (state 1) or end it (0): follows between the two end, and neither can write to the other',
  input: z.object({ designer_id: id, state: flag }),
  output: z.object({ designer_id: rowId, is_blocked: flag }),
})

const blockedDesigner = z.object({
  designer_id: rowId,
  slug: z.string(),
  company: z.string(),
  avatar_url: z.string(),
  created_at: timestamp,
})

export const blocked = endpoint({
  method: 'GET',
  path: '/api/designers/blocked',
  who: 'signed in',
  summary: 'The designers whom one has blocked, the newest first',
  input: z.object({}),
  output: listOf(blockedDesigner),
})

export const followers = endpoint({
  method: 'GET',
  path: '/api/designers/followers',
  summary: 'Who follows a designer, newest first',
  ...people,
})

export const following = endpoint({
  method: 'GET',
  path: '/api/designers/following',
  summary: 'Whom a designer follows, newest first',
  ...people,
})
