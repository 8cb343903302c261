import { z } from 'zod'
import { emailAddress, longText, requiredText, text } from '../../../shared/api/fields.ts'
import type { SiteName } from '../../../shared/site-words.ts'
import { HttpError, invalid } from '../../http/errors.ts'
import { cleanSvg, longestSvg } from '../../lib/clean-svg.ts'

/** Texts hold no HTML: it would be shown as it is typed. */
const noHtml = (value: string) => !/<[a-z/!?][^<>]*>/i.test(value)
const plainOnly = 'Plain text, please: HTML isn’t used here.'
const line = (message: string, most: number) => requiredText(message, most).check(z.refine(noHtml, plainOnly))
const optionalLine = (most: number) => text(most).check(z.refine(noHtml, plainOnly))
const article = longText(50_000).check(
  z.refine(value => value !== '', 'Write something, or restore an earlier version.'),
  z.refine(noHtml, plainOnly),
)

/** A page of our own, or an address elsewhere. */
const isAddress = (value: string) =>
  /^\/(?![/\\])\S*$/.test(value) || (/^https?:\/\//.test(value) && URL.canParse(value))
const moment = z.nullable(
  z.iso.datetime({ offset: true, error: 'Must be a moment, such as 2027-03-31T22:00:00Z.' }),
)

const searchEngines =
  /^(\*|googlebot(-(image|news|video))?|bingbot|msnbot|slurp|duckduckbot|baiduspider|yandex(bot|images)?|applebot|qwantify|seznambot|mojeekbot)$/i

const crawlers = longText(5000).check(
  z.refine(
    list => list.split('\n').every(each => /^[A-Za-z0-9 ._/-]{0,60}$/.test(each.trim())),
    'One crawler name per line: letters, digits, dots and hyphens.',
  ),
  z.refine(
    list => !list.split('\n').some(each => searchEngines.test(each.trim())),
    'A search engine is on the list: no one would find the gallery any more.',
  ),
)

const ribbon = z
  .strictObject({
    text: optionalLine(120),
    link: text(300),
    from: z._default(moment, null),
    until: z._default(moment, null),
  })
  .check(
    z.refine(({ text, link }) => !text || isAddress(link), {
      error: 'The ribbon must lead to a page, such as /news, or to a full address.',
      path: ['link'],
    }),
    z.refine(({ from, until }) => !from || !until || Date.parse(from) < Date.parse(until), {
      error: 'The ribbon ends before it begins.',
      path: ['until'],
    }),
  )

const socialLinks = z
  .array(
    z.strictObject({
      name: line('Each link needs a name.', 40),
      url: text(300).check(
        z.refine(
          url => /^https?:\/\//.test(url) && URL.canParse(url),
          'Enter the full address, beginning with https://',
        ),
      ),
    }),
  )
  .check(z.maxLength(12, 'At most 12 links, please.'))

const faq = z
  .array(
    z.strictObject({
      area: line('Each area needs a name.', 80),
      questions: z
        .array(
          z.strictObject({
            question: line('A question is empty.', 200),
            answer: longText(3000).check(
              z.refine(value => value !== '', 'An answer is empty.'),
              z.refine(noHtml, plainOnly),
            ),
          }),
        )
        .check(
          z.minLength(1, 'Each area needs a question.'),
          z.maxLength(60, 'At most 60 questions, please.'),
        ),
    }),
  )
  .check(
    z.maxLength(20, 'At most 20 areas, please.'),
    z.refine(
      areas => new Set(areas.map(({ area }) => area.toLowerCase())).size === areas.length,
      'Two areas have the same name.',
    ),
  )

const rules: Record<SiteName, z.core.$ZodType> = {
  site_name: line('The site needs a name.', 60),
  series_name: line('The series needs a name.', 60),
  tagline: line('Write a tagline.', 120),
  wordmark: z
    .string('Must be an SVG drawing.')
    .check(z.maxLength(longestSvg, 'The drawing is too large: 60 kB at most.'), z.trim()),
  support_email: emailAddress,
  seller: longText(1000).check(
    z.refine(value => value !== '', 'Say who sells memberships.'),
    z.refine(noHtml, plainOnly),
  ),
  governing_law: line('Name the law, such as the State of Kansas.', 120),
  social_links: socialLinks,
  ribbon,
  join_ribbon: z.strictObject({
    title: line('The join ribbon needs a title.', 120),
    text: line('The join ribbon needs a text.', 300),
    button: line('The button needs a word.', 30),
  }),
  faq,
  about: article,
  terms: article,
  privacy: article,
  compete: article,
  crawlers,
}

const isText = (name: SiteName) => !['social_links', 'ribbon', 'join_ribbon', 'faq'].includes(name)

/**
 * The value of a word as it is stored. A refusal names the place within it, such as `1.url` for the second link's address,
 * and `value` for the whole.
 */
export function checkWord(name: SiteName, value: unknown): unknown {
  const { data, error } = z.safeParse(
    rules[name],
    isText(name) || typeof value !== 'string' ? value : parseJson(value),
  )
  if (error) {
    const errors: Record<string, string> = {}
    for (const { path, message } of error.issues) errors[path.join('.') || 'value'] ??= message
    throw new HttpError(400, error.issues[0]!.message, { errors })
  }
  if (name !== 'wordmark' || data === '') return data
  const cleaned = cleanSvg(data as string)
  if ('fault' in cleaned) throw invalid('value', cleaned.fault)
  return cleaned.svg
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw invalid('value', 'That isn’t valid JSON.')
  }
}
