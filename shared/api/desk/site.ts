import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import { maxLength } from '../../rules/limits.ts'
import { count, listOf, text, timestamp } from '../fields.ts'
import { siteName, siteValue } from '../site.ts'
import { deskList, versionNumber, versionOf } from './fields.ts'

/** Version 0 is the default. */
const version = z.object({ ...versionOf, value: siteValue })

const word = z.object({
  name: siteName,
  value: siteValue,
  /** The current version; 0 is the default. */
  version: count,
  /** When it was saved last; null for the default. */
  at: z.nullable(timestamp),
  who: z.nullable(z.string()),
})
export type SiteWordRow = z.output<typeof word>

const wordWithVersions = z.extend(word, {
  /** The newest first; the default, as version 0, is the last. */
  versions: z.array(version),
})
export type SiteWord = z.output<typeof wordWithVersions>

export const find = endpoint({
  method: 'GET',
  path: '/api/admin/site',
  who: 'can site',
  summary: 'One of the site’s words with its versions (name), or a list of all',
  input: z.object({
    ...deskList(['listed', 'name', 'newest', 'oldest']),
    name: z.optional(siteName),
  }),
  output: z.union([wordWithVersions, listOf(word)]),
  csv: ['name', 'value', 'version', 'at', 'who'],
})

export const save = endpoint({
  method: 'PUT',
  path: '/api/admin/site',
  who: 'can site',
  summary:
    'Save one of the site’s words as a new version (value), or take an earlier version back (version; 0 is the default); ' +
    'the last save counts, and every version stays',
  input: z.object({
    name: siteName,
    /** As in the answer; lists and objects also as JSON in a text. */
    value: z.optional(z.unknown()),
    version: z.optional(versionNumber),
    why: z.optional(text(maxLength.text)),
  }),
  output: wordWithVersions,
  bodyLimit: 500_000,
  needsConfirm: true,
})
