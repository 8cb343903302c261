import type { Db } from '../server/db/connect.ts'
import { defaultWords } from '../shared/site-defaults.ts'
import type { SiteName, SiteWords } from '../shared/site-words.ts'
import { fillPosts } from './posts.ts'

/** What the demonstration says of itself, in place of the honest defaults of an empty site. */
const words: Partial<SiteWords> = {
  ribbon: {
    text: 'The wall has been rehung. Read about the redesign',
    link: '/news/the-wall-rehung',
    from: null,
    until: null,
  },
  social_links: [
    { name: 'Instagram', url: 'https://www.instagram.com/colophonbooks' },
    { name: 'Dribbble', url: 'https://dribbble.com/colophonbooks' },
    { name: 'Behance', url: 'https://www.behance.net/colophonbooks' },
  ],
  about: replaced(
    defaultWords.about,
    [
      'Designers from many countries hang their logos here.',
      'More than 20,000 designers from more than 68 countries hang their logos here, more than 400,000 so far.',
    ],
    [
      'the selected ones are printed.',
      'the selected ones are printed: thirteen editions by now, a Master Library in four volumes that sorts them by subject, and a textbook.',
    ],
  ),
  faq: defaultWords.faq.map(each =>
    each.area === 'Books'
      ? {
          ...each,
          questions: each.questions.toSpliced(2, 0, {
            question: 'What is the Master Library?',
            answer:
              'Four volumes that take the logos of the editions and arrange them by subject, from initials to calligraphy. [See all books.](/books)',
          }),
        }
      : each,
  ),
}

function replaced(text: string, ...pairs: [string, string][]) {
  return pairs.reduce((now, [before, after]) => now.replace(before, after), text)
}

/** Saves the words and the news of the demonstration, once: what somebody changed or removed stays so. */
export async function fillSite(trx: Db, at: Date) {
  const saved = await trx
    .selectFrom('site_version')
    .where('name', '=', 'ribbon')
    .select('version')
    .executeTakeFirst()
  if (saved) return
  await fillPosts(trx)
  for (const [name, value] of Object.entries(words) as [SiteName, unknown][])
    await trx
      .insertInto('site_version')
      .values({ name, version: 1, value: JSON.stringify(value), at })
      .onConflict(c => c.doNothing())
      .execute()
}
