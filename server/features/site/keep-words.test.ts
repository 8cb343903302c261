import { expect, test } from 'vitest'
import * as api from '../../../shared/api.ts'
import { defaultWords } from '../../../shared/site-defaults.ts'
import { fillIn, pageWordsOf } from '../../../shared/site-words.ts'
import { createDesigner } from '../../../tests/factories.ts'
import { startTestServer } from '../../../tests/server.ts'

test('a word saved by another process is used by this one', async () => {
  const server = await startTestServer()
  try {
    const tagline = async () => (await server.visit().call(api.site.words, { names: 'tagline' })).tagline
    expect(await tagline()).toBe(defaultWords.tagline)
    // Straight into the table, as another process would.
    await server.db
      .insertInto('site_version')
      .values({ name: 'tagline', version: 1, value: JSON.stringify('Hung with care'), at: new Date() })
      .execute()
    await expect.poll(tagline, { timeout: 30_000 }).toBe('Hung with care')
  } finally {
    await server.close()
  }
})

test('names in braces are filled in, also in lists; unknown names stay as they are', () => {
  const words = fillIn({
    ...defaultWords,
    site_name: 'Markenhalle',
    tagline: '{site_name}, {nothing}',
    faq: [{ area: 'About', questions: [{ question: 'What is {site_name}?', answer: '{series_name}' }] }],
  })
  expect(words.tagline).toBe('Markenhalle, {nothing}')
  expect(words.faq[0]?.questions[0]).toEqual({ question: 'What is Markenhalle?', answer: 'Markenhalle Book' })
})

test.each([
  ['2027-01-31T23:59:59Z', false],
  ['2027-02-01T00:00:00Z', true],
  ['2027-02-28T23:59:59Z', true],
  ['2027-03-01T00:00:00Z', false],
])('a ribbon from February to March is shown at %s: %s', (at, isShown) => {
  const ribbon = { text: 'Open', link: '/news', from: '2027-02-01T00:00:00Z', until: '2027-03-01T00:00:00Z' }
  const page = pageWordsOf({ ...defaultWords, ribbon }, 3, new Date(at))
  expect(page.ribbon).toEqual(isShown ? { id: '3', text: 'Open', link: '/news' } : null)
})

test('a new site reports that it lacks an administrator and an open book, until it has them', async () => {
  const server = await startTestServer()
  try {
    const state = () => server.visit().call(api.site.state, {})
    expect(await state()).toEqual({ has_admin: 0, has_open_book: 0, has_blind: 0 })
    const { designer_id } = await createDesigner(server.db, { role: 'admin' })
    await server.db.insertInto('book').values({ series: 'book', number: 1, state: 'open' }).execute()
    expect(await state()).toEqual({ has_admin: 1, has_open_book: 1, has_blind: 0 })
    await server.db
      .updateTable('designer')
      .set({ role: 'member' })
      .where('designer_id', '=', designer_id)
      .execute()
    expect((await state()).has_admin).toBe(0)
  } finally {
    await server.close()
  }
})
