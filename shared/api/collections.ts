import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { maxLength } from '../rules/limits.ts'
import { count, designerOrMe, flag, id, longText, requiredText, rowId } from './fields.ts'
import { logo } from './logos.ts'

const isPublic = z.enum(['0', '1'], "Must be '1' (public) or '0' (private).")

const collection = z.object({
  light_box_id: rowId,
  name: z.string(),
  description: z.string(),
  is_public: isPublic,
  /** How many logos it holds. */
  count,
  /** Of the newest six, joined by commas; pictures of 320 px. */
  logo_ids_list: z.string(),
  logo_urls_list: z.string(),
  designer_id: rowId,
  slug: z.string(),
  company: z.string(),
  /** All of them, the last saved first; only in the answer about a single collection. */
  logos: z.optional(z.array(logo)),
  /** Only in the answer about a single collection that is hidden, which its owner and staff get: and why. */
  is_hidden: z.optional(z.literal(1)),
  hidden_why: z.optional(z.string()),
  /** Whether it holds the logo that the call asks about. */
  is_saved: z.optional(flag),
})

export type Collection = z.output<typeof collection>

export const find = endpoint({
  method: 'GET',
  path: '/api/collections',
  who: 'anyone',
  summary:
    "One collection with its logos (collection_id), a designer's (designer_id), or one's own and which hold a logo (logo_id; the one last saved to first)",
  input: z
    .object({
      collection_id: z.optional(id),
      designer_id: z.optional(designerOrMe),
      logo_id: z.optional(id),
    })
    .check(
      z.refine(q => q.collection_id ?? q.designer_id ?? q.logo_id, {
        error: 'Say which: collection_id, designer_id or logo_id.',
        path: ['collection_id'],
      }),
    ),
  output: z.array(collection),
})

const name = requiredText('Title is required', maxLength.collectionName)
const description = longText(maxLength.description)

export const create = endpoint({
  method: 'POST',
  path: '/api/collections',
  who: 'active member',
  summary: 'Make a collection',
  input: z.object({
    name,
    description: z._default(description, ''),
    is_public: z._default(isPublic, '1'),
  }),
  output: collection,
})

export const update = endpoint({
  method: 'PUT',
  path: '/api/collections',
  who: 'active member',
  summary: "Change one's own collection; description and is_public stay when left out",
  input: z.object({
    collection_id: id,
    name,
    description: z.optional(description),
    is_public: z.optional(isPublic),
  }),
  output: collection,
})

export const remove = endpoint({
  method: 'DELETE',
  path: '/api/collections',
  who: 'active member',
  summary: "Delete one's own collection; its logos stay",
  input: z.object({ collection_id: id }),
  output: z.object({ light_box_id: rowId }),
})

export const save = endpoint({
  method: 'POST',
  path: '/api/logos/save',
  who: 'active member',
  summary: "Put a logo into one's own collection (state 1) or take it out (0)",
  input: z.object({ collection_id: id, logo_id: id, state: flag }),
  output: z.object({
    logo_id: rowId,
    collection_id: rowId,
    /** Whether any of the viewer's collections holds it now. */
    is_collected: flag,
    /** How many collections of all designers hold it. */
    collection_ct: count,
  }),
})
