import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { sheetCounts, sheetPapers } from '../rules/contact-sheet.ts'
import { maxLength } from '../rules/limits.ts'
import { count, designerOrMe, flag, id, longText, requiredText, rowId, text, timestamp } from './fields.ts'
import { logo } from './logos.ts'

const isPublic = z.enum(['0', '1'], "Must be '1' (public) or '0' (private).")

const collection = z.object({
  light_box_id: rowId,
  name: z.string(),
  description: z.string(),
  is_public: isPublic,
  /** How many logos it holds. */
  count,
  /** Of the cover and the newest, six in all, joined by commas; pictures of 320 px. */
  logo_ids_list: z.string(),
  logo_urls_list: z.string(),
  designer_id: rowId,
  slug: z.string(),
  company: z.string(),
  /** The cover that its owner has chosen, while it is among the logos. */
  cover_logo_id: z.optional(z.nullable(rowId)),
  /** All of them; only in the answer about a single collection. */
  logos: z.optional(z.array(logo)),
  /** Whether the viewer helps with it: its owner is another. */
  is_helper: flag,
  /** What has been noted to its logos: told to its owner, its helpers and the client with the link. */
  notes: z.optional(z.array(z.object({ logo_id: rowId, note: z.string() }))),
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
    "One collection with its logos (collection_id, or link: the token of a client link), a designer's (designer_id; with one's own those one helps with), or the latter and which hold a logo (logo_id; the one last saved to first)",
  input: z
    .object({
      collection_id: z.optional(id),
      link: z.optional(text()),
      /** Of one collection's logos: in its own order, or the last saved first. */
      sort: z.optional(z.enum(['own', 'newest'])),
      designer_id: z.optional(designerOrMe),
      logo_id: z.optional(id),
    })
    .check(
      z.refine(q => q.collection_id ?? q.designer_id ?? q.logo_id ?? q.link, {
        error: 'Say which: collection_id, link, designer_id or logo_id.',
        path: ['collection_id'],
      }),
    ),
  output: z.array(collection),
})

/** What `GET /api/collections/sheet` takes, which answers a PDF: which collection, as `find` does, how many logos to a page, and the paper. */
export const sheetInput = z
  .object({
    collection_id: z.optional(id),
    link: z.optional(text()),
    per_page: z._default(z.enum(sheetCounts, `per_page may be ${sheetCounts.join(', ')}.`), '12'),
    paper: z._default(z.enum(sheetPapers, 'paper may be a4 or letter.'), 'a4'),
  })
  .check(
    z.refine(q => q.collection_id ?? q.link, {
      error: 'Say which: collection_id or link.',
      path: ['collection_id'],
    }),
  )

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
  summary: "Change one's own collection; what is left out stays. cover_logo_id null: no cover",
  input: z.object({
    collection_id: id,
    name,
    description: z.optional(description),
    is_public: z.optional(isPublic),
    cover_logo_id: z.optional(z.nullable(id)),
  }),
  output: collection,
})

const inCollection = z.object({ logo_id: rowId, collection_id: rowId })

export const order = endpoint({
  method: 'PUT',
  path: '/api/collections/order',
  who: 'active member',
  summary:
    'Move a logo of a collection that one owns or helps with behind another (after), or to the front (null)',
  input: z.object({
    collection_id: id,
    logo_id: id,
    after: z.nullable(id),
  }),
  output: inCollection,
})

export const note = endpoint({
  method: 'PUT',
  path: '/api/collections/note',
  who: 'active member',
  summary: 'Note something to a logo of a collection that one owns or helps with; empty removes the note',
  input: z.object({ collection_id: id, logo_id: id, note: longText(maxLength.collectionNote) }),
  output: z.extend(inCollection, { note: z.string() }),
})

const link = z.object({
  /** The address, told once: when the link is made. */
  url: z.nullable(z.string()),
  until: z.nullable(timestamp),
  /** How many viewers have opened it, each counted once a day; the owner is not. */
  opened: count,
})

export const findLink = endpoint({
  method: 'GET',
  path: '/api/collections/link',
  who: 'active member',
  summary: "The client link of one's own collection, without its address; until null: there is none",
  input: z.object({ collection_id: id }),
  output: link,
})

export const makeLink = endpoint({
  method: 'POST',
  path: '/api/collections/link',
  who: 'active member',
  summary:
    "Make a client link to one's own collection, which ends the one before; until: at most a year away",
  input: z.object({
    collection_id: id,
    /** A day, or an instant in UTC. */
    until: z
      .string('When does the link end?')
      .check(z.regex(/^\d{4}-\d\d-\d\d(T[\d:.]+Z)?$/, 'When does the link end?')),
  }),
  output: link,
})

export const removeLink = endpoint({
  method: 'DELETE',
  path: '/api/collections/link',
  who: 'signed in',
  whileSuspended: true,
  summary: "End the client link of one's own collection",
  input: z.object({ collection_id: id }),
  output: link,
})

const helpers = z.array(
  z.object({ designer_id: rowId, username: z.string(), slug: z.string(), company: z.string() }),
)
const username = requiredText('Whose username?', maxLength.name)

export const findHelpers = endpoint({
  method: 'GET',
  path: '/api/collections/helpers',
  who: 'active member',
  summary: "Who helps with one's own collection; of another's only oneself",
  input: z.object({ collection_id: id }),
  output: helpers,
})

export const addHelper = endpoint({
  method: 'POST',
  path: '/api/collections/helpers',
  who: 'active member',
  summary:
    "Let a member help with one's own collection: see it, add logos and take them away, order them and take notes; 20 at most",
  input: z.object({ collection_id: id, username }),
  output: helpers,
})

export const removeHelper = endpoint({
  method: 'DELETE',
  path: '/api/collections/helpers',
  who: 'signed in',
  whileSuspended: true,
  summary: "End a member's help with one's own collection, or one's own with another's",
  input: z.object({ collection_id: id, username }),
  output: helpers,
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
  summary: 'Put a logo into a collection that one owns or helps with (state 1) or take it out (0)',
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
