import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { type SiteName, siteNames } from '../site-words.ts'
import { flag } from './fields.ts'

const link = z.object({ name: z.string(), url: z.string() })
const ribbon = z.object({
  text: z.string(),
  link: z.string(),
  from: z.nullable(z.string()),
  until: z.nullable(z.string()),
})
const joinRibbon = z.object({ title: z.string(), text: z.string(), button: z.string() })
const faqArea = z.object({
  area: z.string(),
  questions: z.array(z.object({ question: z.string(), answer: z.string() })),
})

/** A word as it was saved: a text, or for a few names a list or an object. */
export const siteValue = z.union([z.string(), z.array(link), ribbon, joinRibbon, z.array(faqArea)])
export type SiteValue = z.output<typeof siteValue>

export const siteName = z.enum(siteNames, 'That isn’t one of the site’s words.')
const isName = (word: string): word is SiteName => siteNames.some(name => name === word)

export const words = endpoint({
  method: 'GET',
  path: '/api/site',
  who: 'anyone',
  summary: 'The site’s own words, all or those named (names, apart by commas), as they are shown',
  input: z.object({
    names: z.optional(
      z.pipe(
        z
          .string('Names apart by commas, please.')
          .check(z.refine(list => list.split(',').every(isName), `Names are: ${siteNames.join(', ')}.`)),
        z.transform(list => list.split(',').filter(isName)),
      ),
    ),
  }),
  output: z.partial(
    z.object({
      site_name: z.string(),
      series_name: z.string(),
      tagline: z.string(),
      wordmark: z.string(),
      support_email: z.string(),
      seller: z.string(),
      governing_law: z.string(),
      social_links: z.array(link),
      ribbon,
      join_ribbon: joinRibbon,
      faq: z.array(faqArea),
      about: z.string(),
      terms: z.string(),
      privacy: z.string(),
      compete: z.string(),
      crawlers: z.string(),
    }),
  ),
})

export const state = endpoint({
  method: 'GET',
  path: '/api/site/state',
  who: 'anyone',
  summary:
    'How far the site is set up: whether it has an administrator, a book that is open for entries, and one to play Blind with',
  input: z.object({}),
  output: z.object({ has_admin: flag, has_open_book: flag, has_blind: flag }),
})
