import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { count, flag, id, rowId, text, timestamp } from './fields.ts'
import { logo } from './logos.ts'

const profile = z.object({
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
  is_followed: flag,
  /** At most ten, chosen by the designer; the newest ten where none are chosen. */
  profile_logos: z.array(logo),
  /** Only on one's own. */
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
