import { formatCount } from '../../../shared/rules/format.ts'
import { siteWords } from '../../lib/site-words.ts'
import type { Mail } from '../mail/queries.ts'
import type { Block, LogoRow } from '../mail/template.ts'
import type { CameOut, Happened, NewLogo, Reader } from './queries.ts'

/** Side of a logo's picture, in CSS pixels, and how many of a section have one: what bounds a letter's size. */
const side = 160
const mostShown = 6
const mostNamed = 5
const longestComment = 280

/** What is new for one member. */
export type News = {
  happened: Happened[]
  new_work: NewLogo[]
  searches: FoundLogos[]
  posts: CameOut[]
  books: CameOut[]
}

/** New matches of a member's saved search, the newest first. */
export type FoundLogos = { designer_id: number; name: string; query: string; logos: NewLogo[] }

export const isNothing = ({ happened, ...lists }: News) =>
  happened.length === 0 && Object.values(lists).every(list => list.length === 0)

/** A section of the letter, and what it holds in a few words, for the subject. */
type Section = { words: string; blocks: Block[] }

/** The one letter that tells a member what is new. `key` names the member's period: it is written once. */
export function writeNews(
  news: News,
  {
    reader,
    key,
    unsubscribeUrl,
  }: { reader: Pick<Reader, 'email' | 'first_name'>; key: string; unsubscribeUrl: string },
  publicUrl: string,
): Mail {
  const sections = [
    ...tellComments(news, publicUrl),
    ...tellFollows(news),
    ...tellLikes(news, publicUrl),
    ...tellNewWork(news, publicUrl),
    ...news.searches.map(found => tellSearch(found, publicUrl)),
    ...tellCameOut('News', news.posts, publicUrl),
    ...tellCameOut('Books', news.books, publicUrl),
  ]
  const subject = subjectOf(sections.map(({ words }) => words))
  return {
    kind: 'news-letter',
    dedupeKey: key,
    to: reader.email,
    unsubscribeUrl,
    subject,
    blocks: [
      { type: 'heading', text: subject },
      { type: 'text', text: `Hello ${reader.first_name},` },
      { type: 'text', text: `Here’s what’s new for you at ${siteWords().site_name}, all in one email.` },
      ...sections.flatMap(({ blocks }) => blocks),
      { type: 'button', label: 'See all activity', href: `${publicUrl}/activity` },
      { type: 'note', text: 'You choose what we write about, and how often.' },
      { type: 'link', label: 'Change your emails', href: `${publicUrl}/account/emails` },
      { type: 'link', label: 'Stop these emails', href: unsubscribeUrl },
    ],
  }
}

/** “2 new comments, 3 new followers and more”. */
function subjectOf(words: string[]): string {
  const [first = '', second, ...rest] = words
  if (!second) return capital(first)
  return capital(rest.length ? `${first}, ${second} and more` : `${first} and ${second}`)
}

const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)
const cut = (text: string, most: number) =>
  text.length > most ? `${text.slice(0, most - 1).trimEnd()}…` : text

/** “Studio A, Studio B and 3 others”; each name once. */
function nameAll(names: string[]): string {
  const each = [...new Set(names)]
  const shown = each.length > mostNamed ? each.slice(0, mostNamed - 1) : each
  const rest = each.length - shown.length
  const parts = rest ? [...shown, `${rest} others`] : shown
  return new Intl.ListFormat('en-US').format(parts)
}

const logoLink = (publicUrl: string, logoId: number) => ({
  label: 'See the logo',
  href: `${publicUrl}/logo/${logoId}`,
})

/** The first rows, and how many more there are. */
function showRows<Row>(rows: Row[], show: (row: Row) => LogoRow): Block[] {
  const rest = rows.length - mostShown
  return [
    { type: 'logos', rows: rows.slice(0, mostShown).map(show) },
    ...(rest > 0 ? [{ type: 'note', text: `And ${rest} more.` } as const] : []),
  ]
}

const onLogos = (happened: Happened[], kind: Happened['kind']) =>
  happened.flatMap(item =>
    item.kind === kind && item.logo_id && item.title !== null
      ? [{ ...item, logo_id: item.logo_id, title: item.title }]
      : [],
  )

function tellComments({ happened }: News, publicUrl: string): Section[] {
  const comments = onLogos(happened, 'comments')
  if (!comments.length) return []
  const words = formatCount(comments.length, 'new comment')
  const show = ({ logo_id, title, image, by, comment }: (typeof comments)[number]): LogoRow => ({
    title,
    image,
    side,
    note: `${by}: “${cut(comment ?? '', longestComment)}”`,
    link: { label: 'Answer', href: `${publicUrl}/logo/${logo_id}` },
  })
  return [{ words, blocks: [{ type: 'section', text: capital(words) }, ...showRows(comments, show)] }]
}

function tellFollows({ happened }: News): Section[] {
  const names = happened.filter(({ kind }) => kind === 'follows').map(({ by }) => by)
  if (!names.length) return []
  const words = formatCount(names.length, 'new follower')
  const verb = new Set(names).size === 1 ? 'follows' : 'follow'
  return [
    {
      words,
      blocks: [
        { type: 'section', text: capital(words) },
        { type: 'text', text: `${nameAll(names)} now ${verb} you.` },
      ],
    },
  ]
}

function tellLikes({ happened }: News, publicUrl: string): Section[] {
  const marks = onLogos(happened, 'likes')
  if (!marks.length) return []
  const count = (type: Happened['type']) => marks.filter(mark => mark.type === type).length
  const words = [
    ...(count('like') ? [formatCount(count('like'), 'new like')] : []),
    ...(count('save') ? [formatCount(count('save'), 'new save')] : []),
  ].join(' and ')
  const logos = [...Map.groupBy(marks, ({ logo_id }) => logo_id).values()]
  const show = (ofLogo: typeof marks): LogoRow => {
    const { logo_id, title, image } = ofLogo[0]!
    return {
      title,
      image,
      side,
      note: `From ${nameAll(ofLogo.map(({ by }) => by))}`,
      link: logoLink(publicUrl, logo_id),
    }
  }
  return [{ words, blocks: [{ type: 'section', text: capital(words) }, ...showRows(logos, show)] }]
}

const showByCompany =
  (publicUrl: string) =>
  ({ logo_id, title, image, company }: NewLogo): LogoRow => ({
    title,
    image,
    side,
    note: `By ${company}`,
    link: logoLink(publicUrl, logo_id),
  })

function tellNewWork({ new_work }: News, publicUrl: string): Section[] {
  if (!new_work.length) return []
  const words = `${formatCount(new_work.length, 'new logo')} by designers you follow`
  return [
    {
      words,
      blocks: [{ type: 'section', text: capital(words) }, ...showRows(new_work, showByCompany(publicUrl))],
    },
  ]
}

function tellSearch({ name, query, logos }: FoundLogos, publicUrl: string): Section {
  const words = `${formatCount(logos.length, 'new logo')} for “${name}”`
  return {
    words,
    blocks: [
      { type: 'section', text: capital(words) },
      ...showRows(logos, showByCompany(publicUrl)),
      { type: 'link', label: 'See them all', href: `${publicUrl}/search?${query}` },
    ],
  }
}

function tellCameOut(title: string, things: CameOut[], publicUrl: string): Section[] {
  if (!things.length) return []
  return [
    {
      words: cut(things[0]!.title, 60),
      blocks: [
        { type: 'section', text: title },
        ...things
          .slice(0, mostShown)
          .flatMap(({ title: name, path, excerpt }): Block[] => [
            { type: 'text', text: name },
            ...(excerpt ? [{ type: 'note', text: cut(excerpt, longestComment) } as const] : []),
            { type: 'link', label: 'Read on', href: `${publicUrl}${path}` },
          ]),
      ],
    },
  ]
}
