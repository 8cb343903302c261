import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { icons } from '../../../../scripts/draw-icons.ts'
import { contactSubjects } from '../../../../shared/api/contact.ts'
import * as api from '../../../../shared/api.ts'
import { siteNames } from '../../../../shared/site-words.ts'
import { createDesigner } from '../../../../tests/factories.ts'
import { type Client, refusal, startTestServer, type TestServer } from '../../../../tests/server.ts'

let server: TestServer
let admin: Client
let adminName: string
beforeAll(async () => {
  server = await startTestServer({
    SUPPORT_EMAIL: 'help@marks.example',
    SELLER: 'Marks Ltd; 1 Quay Street',
  })
  const account = await createDesigner(server.db, { role: 'admin' })
  adminName = account.username
  admin = await server.signIn(account)
})
afterAll(() => server.close())

const words = (names?: string) => server.visit().call(api.site.words, { names })
const wordOf = async (name: (typeof siteNames)[number]) => {
  const word = await admin.call(api.desk.site.find, { name })
  if (!('versions' in word)) throw new Error('A word was asked for')
  return word
}

describe('a site without saved words', () => {
  test('uses the defaults of the program and the environment, with names filled in', async () => {
    const all = await words()
    expect(Object.keys(all).toSorted()).toEqual([...siteNames].toSorted())
    expect(all).toMatchObject({
      series_name: 'Colophon Book',
      support_email: 'help@marks.example',
      seller: 'Marks Ltd\n1 Quay Street',
      social_links: [],
      ribbon: { text: '' },
    })
    expect(all.terms).toContain('By using Colophon you agree')
    expect(all.terms).toContain('the laws of the State of Kansas,')
    expect(JSON.stringify(all)).not.toMatch(/\{[a-z_]+\}/)
  })

  test('lists every word, with the default as version 0', async () => {
    const list = await admin.call(api.desk.site.find, {})
    if (!('data' in list)) throw new Error('A list was asked for')
    expect(list.data.map(({ name }) => name)).toEqual(siteNames)
    expect((await wordOf('compete')).versions).toMatchObject([{ version: 0, at: null, who: null }])
  })

  test('pages its list, searches and sorts it, and gives it as CSV', async () => {
    const list = async (query: object) => {
      const answer = await admin.call(api.desk.site.find, query)
      if (!('data' in answer)) throw new Error('A list was asked for')
      return { names: answer.data.map(({ name }) => name), count: answer.count }
    }
    expect(await list({ page: 2, page_size: 3 })).toEqual({
      names: siteNames.slice(3, 6),
      count: siteNames.length,
    })
    expect(await list({ q: 'refused CRAWLERS' })).toEqual({ names: ['crawlers'], count: 1 })
    expect((await list({ q: 'help@marks.example' })).names).toEqual(['support_email'])
    const { names } = await list({ sort: 'name', page_size: 3 })
    expect(names).toEqual(['about', 'compete', 'faq'])
    expect((await refusal(list({ page_size: 201 }))).status).toBe(400)
    const { body } = await admin.send({ method: 'GET', url: '/api/admin/site.csv?q=help@marks' })
    expect(body).toBe('name,value,version,at,who\r\nsupport_email,help@marks.example,0,,\r\n')
  })
})

test('a saved word is a version, takes effect at once in every text that names it, and can be reverted', async () => {
  const saved = await admin.call(api.desk.site.save, {
    name: 'site_name',
    value: ' Markenhalle ',
    why: 'New owners',
  })
  expect(saved).toMatchObject({ value: 'Markenhalle', version: 1, who: adminName })
  expect(await words('site_name,series_name,about')).toMatchObject({
    site_name: 'Markenhalle',
    series_name: 'Markenhalle Book',
    about: expect.stringContaining('Markenhalle is a wall'),
  })
  const taken = await admin.call(api.desk.site.save, { name: 'site_name', version: 0 })
  expect(taken.versions.map(({ version, value }) => [version, value])).toEqual([
    [2, 'Colophon'],
    [1, 'Markenhalle'],
    [0, 'Colophon'],
  ])
  expect(await words('site_name')).toEqual({ site_name: 'Colophon' })
  const acts = await server.db
    .selectFrom('staff_act')
    .where('what', '=', 'site.site_name')
    .orderBy('act_id')
    .select(['kind', 'subject_id', 'origin', 'before', 'after', 'why'])
    .execute()
  expect(acts).toEqual([
    {
      kind: 'site',
      subject_id: 1,
      origin: 'web',
      before: { version: 0 },
      after: { version: 1 },
      why: 'New owners',
    },
    {
      kind: 'site',
      subject_id: 2,
      origin: 'web',
      before: { version: 1 },
      after: { version: 2, taken_back: 0 },
      why: '',
    },
  ])
})

test('an equal value is not saved again, with its keys in any order', async () => {
  const value = [{ name: 'Mastodon', url: 'https://social.example/@marks' }]
  await admin.call(api.desk.site.save, { name: 'social_links', value })
  const again = await admin.call(api.desk.site.save, {
    name: 'social_links',
    value: '[{"url": "https://social.example/@marks", "name": "Mastodon"}]',
  })
  expect(again.version).toBe(1)
  expect(again.value).toEqual(value)
  const newest = await admin.call(api.desk.site.find, { sort: 'newest', page_size: 1 })
  expect(newest).toMatchObject({ data: [{ name: 'social_links' }] })
})

test('of two concurrent saves one is current, and both are kept as versions', async () => {
  const values = ['One', 'Two', 'Three', 'Four']
  await Promise.all(values.map(value => admin.call(api.desk.site.save, { name: 'tagline', value })))
  const { versions, value } = await wordOf('tagline')
  expect(versions.map(each => each.version)).toEqual([4, 3, 2, 1, 0])
  expect(
    versions
      .slice(0, 4)
      .map(each => each.value)
      .toSorted(),
  ).toEqual(values.toSorted())
  expect(value).toBe(versions[0]?.value)
  expect(await words('tagline')).toEqual({ tagline: value })
})

const svg = (inside: string, more = 'viewBox="0 0 100 20"') =>
  `<svg xmlns="http://www.w3.org/2000/svg" ${more}>${inside}</svg>`
const path = '<path d="M0 0h9v9z"/>'

describe('refused', () => {
  const faq = (answer: string) => [{ area: 'Books', questions: [{ question: 'Why?', answer }] }]
  test.each([
    ['site_name', '  ', 'The site needs a name.'],
    ['site_name', 'x'.repeat(61), 'At most 60 characters, please.'],
    ['site_name', 7, 'The site needs a name.'],
    ['tagline', 'Make <b>marks</b>', 'Plain text, please: HTML isn’t used here.'],
    ['about', '<script>alert(1)</script>', 'Plain text, please: HTML isn’t used here.'],
    ['about', '', 'Write something, or restore an earlier version.'],
    ['terms', 'x'.repeat(50_001), 'At most 50000 characters, please.'],
    ['support_email', 'nobody', 'Email is not valid'],
    ['social_links', '[{', 'That isn’t valid JSON.'],
    [
      'social_links',
      [{ name: 'X', url: 'javascript:alert(1)' }],
      'Enter the full address, beginning with https://',
    ],
    [
      'ribbon',
      { text: 'News', link: '//evil.example' },
      'The ribbon must lead to a page, such as /news, or to a full address.',
    ],
    [
      'ribbon',
      { text: 'News', link: '/news', from: '2027-02-01T00:00:00Z', until: '2027-01-01T00:00:00Z' },
      'The ribbon ends before it begins.',
    ],
    [
      'ribbon',
      { text: 'News', link: '/news', until: 'soon' },
      'Must be a moment, such as 2027-03-31T22:00:00Z.',
    ],
    ['join_ribbon', { title: 'Join', text: 'Now', button: '' }, 'The button needs a word.'],
    ['faq', faq(''), 'An answer is empty.'],
    ['faq', [{ area: 'Books', questions: [] }], 'Each area needs a question.'],
    ['faq', [...faq('So.'), ...faq('So.')], 'Two areas have the same name.'],
    ['faq', 'yes', 'That isn’t valid JSON.'],
    [
      'crawlers',
      'GPTBot\nGooglebot',
      'A search engine is on the list: no one would find the gallery any more.',
    ],
    ['crawlers', 'GPTBot\nDisallow: /x', 'One crawler name per line: letters, digits, dots and hyphens.'],
    ['wordmark', 'hello', 'We can’t read this as an SVG drawing.'],
    ['wordmark', '<!DOCTYPE svg [<!ENTITY a "b">]><svg/>', 'We can’t read this as an SVG drawing.'],
    ['wordmark', svg('<g>'), 'We can’t read this as an SVG drawing.'],
    ['wordmark', svg(path, ''), 'The drawing needs a viewBox, or a width and a height.'],
    ['wordmark', svg('<title>None</title>'), 'There is no shape in the drawing.'],
    ['wordmark', `${svg(path)}${' '.repeat(60_000)}x`, 'The drawing is too large: 60 kB at most.'],
    ...[
      `<script>alert(1)</script>${path}`,
      '<path onload="alert(1)" d="M0 0h9"/>',
      '<a href="https://evil.example"><path d="M0 0h9"/></a>',
      '<image xlink:href="https://evil.example/x.png"/>',
      '<foreignObject><div/></foreignObject>',
      '<path fill="url(https://evil.example/#a)" d="M0 0h9"/>',
      '<use href="#a"/>',
    ].map(
      inside =>
        [
          'wordmark',
          svg(inside),
          'The drawing holds more than shapes, such as scripts, links or pictures. Export it as plain SVG.',
        ] as const,
    ),
  ] as const)('%s %j', async (name, value, message) => {
    const before = await wordOf(name)
    const { status, body } = await refusal(admin.call(api.desk.site.save, { name, value }))
    expect([status, body.error]).toEqual([400, message])
    expect(Object.values(body.errors as object)).toContain(message)
    expect(await wordOf(name)).toEqual(before)
  })

  test.each([
    ['tagline', '', 'value'],
    ['ribbon', { text: 'News', link: '' }, 'link'],
    [
      'social_links',
      [
        { name: 'A', url: 'https://a.example/' },
        { name: 'B', url: 'b' },
      ],
      '1.url',
    ],
    [
      'faq',
      [...faq('So.'), { area: 'Jury', questions: [{ question: '', answer: 'So.' }] }],
      '1.questions.0.question',
    ],
    ['faq', [{ area: 'Jury', questions: [] }], '0.questions'],
  ] as const)('%s %j is refused at %s', async (name, value, path) => {
    const { body } = await refusal(admin.call(api.desk.site.save, { name, value }))
    expect(Object.keys(body.errors as object)).toEqual([path])
  })

  test('an unknown name, neither or both of value and version, or an unknown version', async () => {
    const save = (input: object) => refusal(admin.call(api.desk.site.save, input as never))
    expect(await save({ name: 'colour', value: 'red' })).toMatchObject({ status: 400 })
    expect(await save({ name: 'tagline' })).toMatchObject({
      status: 400,
      body: { errors: { value: expect.any(String) } },
    })
    expect(await save({ name: 'tagline', value: 'x', version: 1 })).toMatchObject({ status: 400 })
    expect(await save({ name: 'tagline', version: 99 })).toMatchObject({ status: 404 })
    expect(await save({ name: 'tagline', version: -1 })).toMatchObject({ status: 400 })
    expect(await refusal(words('tagline,colour'))).toMatchObject({ status: 400 })
  })
})

test('an uploaded wordmark is sanitized, and served as a file that cannot run scripts', async () => {
  const drawing = svg(
    `<!-- made with --><metadata><x:y/></metadata><style>path{fill:red}</style><g class="a" id="b">${path}</g>`,
    'width="100px" height="20"',
  )
  const { value } = await admin.call(api.desk.site.save, {
    name: 'wordmark',
    value: `<?xml version="1.0"?>${drawing}`,
  })
  expect(value).toBe(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 20"><g id="b"><path d="M0 0h9v9z"/></g></svg>',
  )
  const file = await server.visit().send({ method: 'GET', url: '/wordmark.svg?v=1' })
  expect([file.statusCode, file.body]).toEqual([200, value])
  expect(file.headers['content-type']).toBe('image/svg+xml')
  expect(file.headers['content-security-policy']).toContain('sandbox')
  await admin.call(api.desk.site.save, { name: 'wordmark', version: 0 })
  expect((await server.visit().send({ method: 'GET', url: '/wordmark.svg' })).statusCode).toBe(404)
})

test('the manifest of the installed application has the site’s name, and icons of each purpose', async () => {
  await admin.call(api.desk.site.save, { name: 'site_name', value: 'Marks' })
  const { body, headers } = await server.visit().send({ method: 'GET', url: '/manifest.webmanifest' })
  expect(headers['content-type']).toBe('application/manifest+json; charset=utf-8')
  expect(headers['cache-control']).toBe('public, max-age=3600')
  const manifest = JSON.parse(body)
  expect(manifest).toMatchObject({ id: '/', name: 'Marks', start_url: '/', display: 'standalone' })
  const drawn = icons.map(({ name, side }) => [`/icons/${name}.png`, `${side}x${side}`])
  const pngs = manifest.icons.filter((icon: { type: string }) => icon.type === 'image/png')
  expect(drawn).toEqual(
    expect.arrayContaining(pngs.map((icon: { src: string; sizes: string }) => [icon.src, icon.sizes])),
  )
  expect(new Set(pngs.map((icon: { purpose: string }) => icon.purpose))).toEqual(
    new Set(['any', 'maskable', 'monochrome']),
  )
  await admin.call(api.desk.site.save, { name: 'site_name', version: 0 })
})

test('robots.txt names the crawlers that train models, and keeps the rest from calls and searches', async () => {
  const robots = async () => (await server.visit().send({ method: 'GET', url: '/robots.txt' })).body
  expect(await robots()).toMatch(/^User-agent: \*\nDisallow: \/api\/\nDisallow: \/search\n/)
  expect(await robots()).toContain('User-agent: GPTBot\n')
  await admin.call(api.desk.site.save, { name: 'crawlers', value: 'OneBot\n\n Two-Bot ' })
  expect(await robots()).toContain('User-agent: OneBot\nUser-agent: Two-Bot\nDisallow: /\n')
  await admin.call(api.desk.site.save, { name: 'crawlers', value: '' })
  expect(await robots()).not.toContain('OneBot')
})

test('security.txt names the saved support address and expires within a year; passwords are changed in the account', async () => {
  await admin.call(api.desk.site.save, { name: 'support_email', value: 'safe@marks.example' })
  const { body, headers } = await server.visit().send({ method: 'GET', url: '/.well-known/security.txt' })
  expect(headers['content-type']).toBe('text/plain; charset=utf-8')
  const fields = Object.fromEntries(
    body
      .trim()
      .split('\n')
      .toReversed()
      .map(line => line.split(/: (.*)/).slice(0, 2)),
  )
  expect(fields).toMatchObject({
    Contact: 'mailto:safe@marks.example',
    Canonical: 'http://localhost:3000/.well-known/security.txt',
  })
  const days = (Date.parse(fields.Expires) - Date.now()) / 86_400_000
  expect(days).toBeGreaterThan(90)
  expect(days).toBeLessThan(365)
  const change = await server.visit().send({ method: 'GET', url: '/.well-known/change-password' })
  expect([change.statusCode, change.headers.location]).toEqual([302, '/account/password'])
})

test('mails contain the saved site name as text, and go to the saved support address', async () => {
  await admin.call(api.desk.site.save, { name: 'site_name', value: 'Markenhalle' })
  await admin.call(api.desk.site.save, { name: 'support_email', value: 'hello@marks.example' })
  await server.visit().call(api.contact.send, {
    name: 'Ada Vale',
    email: 'ada@example.com',
    subject: contactSubjects[0],
    message: 'Where is the book?',
  })
  const letters = await server.db
    .selectFrom('mail')
    .select(['to_address', 'subject', 'html'])
    .orderBy('created_at', 'desc')
    .execute()
  expect(letters.map(letter => letter.to_address)).toContain('hello@marks.example')
  expect(letters.every(({ html }) => !html.includes('Colophon') && !html.includes('cid:wordmark'))).toBe(true)
  await admin.call(api.desk.site.save, { name: 'site_name', version: 0 })
})
