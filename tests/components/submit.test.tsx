// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { refreshSuggestions } from '../../server/features/search/queries.ts'
import * as api from '../../shared/api.ts'
import { createDesigner, createLogo, makePicture } from '../factories.ts'
import { address, button, field, input, untilAt, untilDescribed, untilFocused, untilSaid } from './find.ts'
import { lost, testSite } from './site.tsx'

const site = testSite()

const fileOf = (name: string, bytes: Buffer) => new File([new Uint8Array(bytes)], name, { type: 'image/png' })
const png = async (name: string) => fileOf(name, await makePicture())
const letter = () => fileOf('letter.png', Buffer.from('a letter'))
const wrongKind = 'File must be a JPG, PNG or GIF image.'

const chooser = () => screen.getAllByLabelText(/^(Choose|Add more)/).at(-1)!
const submit = () => button(/^Submit/)
const part = (file: string) => within(screen.getByRole('group', { name: file }))
const textbox = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })
const forAll = () => within(screen.getByRole('region', { name: /^For all/ }))
const tokens = () =>
  within(screen.getByRole('list', { name: 'Keywords so far' }))
    .getAllByRole('listitem')
    .map(item => item.textContent)
const untilTokens = (...words: string[]) => waitFor(() => expect(tokens()).toEqual(words))

/** Opens the form as a new member and chooses these files. */
async function begin(...files: File[]) {
  const member = await createDesigner(site.db)
  const { call } = await site.signIn(member)
  const user = site.open('/submit')
  await screen.findByLabelText('Title')
  if (files.length) await user.upload(chooser(), files)
  if (files.length === 1) await screen.findByRole('img', { name: `Your logo, ${files[0]!.name}` })
  const ownLogos = async () => (await call(api.logos.find, { designer_id: 'me', page_size: 'all' })).data
  return { user, member, ownLogos }
}

async function untilOnProfile(...titles: string[]) {
  await untilAt('/designers?tab=logos')
  for (const title of titles)
    await waitFor(() =>
      expect(screen.getAllByRole('img', { name: new RegExp(`^${title} by`) })).toHaveLength(1),
    )
  expect(document.querySelectorAll('[data-logo]')).toHaveLength(titles.length)
}

test('a site without an administrator says so to those who submit', async () => {
  const said = 'This site has no administrator yet.'
  await begin()
  await untilSaid(said)
  await createDesigner(site.db, { role: 'admin' })
  let isAnswered = false
  site.answer('GET /api/site/state', async ({ forward }) => {
    const answer = await forward()
    expect(await answer.clone().json()).toMatchObject({ has_admin: 1 })
    isAnswered = true
    return answer
  })
  site.reload()
  await screen.findByRole('heading', { name: 'Submit Your Logo' })
  await waitFor(() => expect(isAnswered).toBe(true))
  await screen.findByLabelText('Title')
  expect(document.body.textContent).not.toContain(said)
})

test('missing or invalid fields show errors, and the first of them gets the focus', async () => {
  const { user, ownLogos } = await begin()
  await user.click(submit())
  await untilDescribed(chooser(), 'Choose an image.')
  await untilFocused(chooser())
  const alerts = () => screen.getAllByRole('alert').map(alert => alert.textContent)
  expect(alerts()).toEqual(expect.arrayContaining(['Title is required', 'Logotype is required']))

  const wrong: [string, Buffer][] = [
    ['File must be a square.', await makePicture({ width: 600, height: 400 })],
    ['File must be 900 x 900 or less.', await makePicture({ side: 901 })],
    ['File size must be < 2MB', Buffer.alloc(2_000_000)],
    [wrongKind, Buffer.from('a letter')],
  ]
  for (const [message, bytes] of wrong) {
    await user.upload(chooser(), fileOf('wrong.png', bytes))
    await untilDescribed(chooser(), message)
  }
  await user.upload(chooser(), await png('right.png'))
  await waitFor(() => expect(screen.queryByText(wrongKind)).toBeNull())
  expect(screen.queryByText('Title is required')).toBeNull()
  await user.click(submit())
  await untilFocused(screen.getByRole('radio', { name: 'Symbol' }))
  await user.click(field('Description'))
  await user.paste('x'.repeat(2001))
  await screen.findByText('1 characters too many')
  await user.click(screen.getByRole('radio', { name: 'Symbol' }))
  await user.click(submit())
  await screen.findByText('At most 2000 characters, please.')
  expect(await ownLogos()).toEqual([])
})

test('keywords become tokens by comma, Enter and pasted lists; too many or too long ones show an error', async () => {
  const { user, ownLogos } = await begin(await png('Rose.png'))
  const keywords = () => textbox('Keywords')
  await user.click(screen.getByRole('radio', { name: 'Symbol' }))
  await user.type(keywords(), 'rose , compass,')
  await user.type(keywords(), 'serif{Enter}')
  await untilTokens('rose', 'compass', 'serif')
  await user.type(keywords(), 'Rose,')
  await waitFor(() =>
    expect(screen.getAllByRole('status').map(status => status.textContent)).toContain(
      '“Rose” is already there.',
    ),
  )
  await user.keyboard('{Backspace}')
  await untilTokens('rose', 'compass')
  await user.click(button('Remove rose'))
  await untilFocused(keywords())

  await user.paste(' north ,south\nwest\twest;  two words ')
  await untilTokens('compass', 'north', 'south', 'west', 'two words')
  await user.paste(Array.from({ length: 26 }, (_, i) => `k${i}`).join(', '))
  const tooMany = 'At most 30 keywords, please.'
  await screen.findByText(tooMany)
  await user.click(button('Remove k25'))
  await waitFor(() => expect(screen.queryByText(tooMany)).toBeNull())
  await user.keyboard('{Backspace}')
  await user.type(keywords(), 'x'.repeat(51))
  await user.click(submit())
  await screen.findByText('A keyword may have at most 50 characters.')
  await user.click(keywords())
  await user.keyboard('{Backspace}'.repeat(25))

  // Unfinished text counts, too.
  await user.clear(keywords())
  await user.type(keywords(), 'last')
  let sent: unknown
  site.answer('POST /api/logos', ({ forward, body }) => {
    sent = body
    return forward()
  })
  await user.click(submit())
  await untilOnProfile('Rose')
  expect(sent).toMatchObject({ keywords: ',compass,north,south,west,two words,last' })
  expect((await ownLogos())[0]!.keywords).toBe('compass,north,south,west,two words,last')
})

test('client and industry suggest what other members have entered', async () => {
  await createLogo(site.db, { client: 'Fernhill Tea', industry: 'Forestry' })
  await refreshSuggestions(site.db)
  const { user } = await begin()
  await user.type(field('Client'), 'fern')
  await screen.findByRole('option', { name: /^Fernhill Tea/ })
  expect(field('Client').getAttribute('aria-expanded')).toBe('true')
  await user.keyboard('{ArrowDown}{Enter}')
  await waitFor(() => expect(input('Client').value).toBe('Fernhill Tea'))
  await waitFor(() => expect(screen.queryByRole('option')).toBeNull())
  expect(field('Client').getAttribute('aria-expanded')).toBe('false')
  await user.type(field('Industry'), 'forest')
  await user.click(await screen.findByRole('option', { name: /^Forestry/ }))
  await waitFor(() => expect(input('Industry').value).toBe('Forestry'))
  await user.keyboard('{Backspace}')
  await screen.findByRole('option')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('option')).toBeNull())
  expect(input('Industry').value).toBe('Forestr')
  await user.keyboard('{ArrowDown}')
  await screen.findByRole('option')
})

test('a double click submits one logo, with every credit, and shows it at once', async () => {
  const member = await createDesigner(site.db)
  const { call } = await site.signIn(member)
  const user = site.open('/designers?tab=logos')
  await screen.findByRole('heading', { name: 'You have no logos yet' })
  await user.click(screen.getAllByRole('link', { name: 'Upload' })[0]!)
  await screen.findByLabelText('Title')
  await user.upload(chooser(), await png('Twice.png'))
  await user.click(screen.getByRole('radio', { name: 'Combo' }))
  const credits = {
    Designer: 'Ada',
    'Art director': 'Ben',
    'Creative director': 'Cleo',
    'Associate creative director': 'Dov',
    Illustrator: 'Esme',
    Photographer: 'Finn',
  }
  for (const [label, name] of Object.entries(credits)) await user.type(field(label), name)
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  let uploads = 0
  site.answer('POST /api/logos', async ({ forward }) => {
    uploads += 1
    await held
    return forward()
  })
  await user.dblClick(submit())
  // A further press does nothing.
  await user.pointer([{ keys: '[MouseLeft]', target: await screen.findByText('Submitting…') }])
  release()
  await untilOnProfile('Twice')
  expect(uploads).toBe(1)
  expect((await call(api.logos.find, { designer_id: 'me', page_size: 'all' })).data).toMatchObject([
    {
      designer_id: member.designer_id,
      logotype: 'Combo',
      designer: 'Ada',
      art_director: 'Ben',
      creative_director: 'Cleo',
      assoc_creative_director: 'Dov',
      illustrator: 'Esme',
      photographer: 'Finn',
    },
  ])
})

test('a submission whose answer is lost is retried and stored once, even if edited in between', async () => {
  const { user, ownLogos } = await begin(await png('First title.png'))
  await user.click(screen.getByRole('radio', { name: 'Symbol' }))
  const restore = site.answer('POST /api/logos', async ({ forward }) => {
    await forward()
    throw new TypeError('Failed to fetch')
  })
  await user.click(submit())
  await untilSaid('The connection was lost, but your logo wasn’t.')
  await screen.findByText('Error submitting logo.')
  expect((await ownLogos()).map(logo => logo.logo)).toEqual(['First title'])

  // The edit cancels the automatic retry, which would otherwise send the first title.
  await user.clear(field('Title'))
  await user.type(field('Title'), 'Second title')
  restore()
  await user.click(button('Try again'))
  await untilOnProfile('Second title')
  expect((await ownLogos()).map(logo => logo.logo)).toEqual(['Second title'])
})

test('an upload whose connection is refused is retried a few times, then left to the member', async () => {
  const { user } = await begin(await png('Refused.png'))
  await user.click(screen.getByText('Symbol'))
  let tries = 0
  site.answer('POST /api/logos', call => {
    tries += 1
    return tries < 5 ? lost(call) : call.forward()
  })
  await user.click(submit())
  const connectionLost = 'The connection was lost, but your logo wasn’t.'
  await untilSaid(`${connectionLost} We’ll send it again in a few seconds; it’s stored only once.`)
  await untilSaid(`${connectionLost} Please try again; it’s stored only once.`)
  expect(tries).toBe(4)
  await user.click(button('Try again'))
  await untilOnProfile('Refused')
})

test('a chosen picture stays when text is pasted or a wrong file is chosen', async () => {
  const { user } = await begin(await png('Kept.png'))
  // Spreadsheets put a picture of the cells beside their text.
  const cells = new DataTransfer()
  cells.items.add(await png('Cells.png'))
  cells.setData('text/plain', 'one\ttwo')
  expect(cells.files).toHaveLength(1)
  const pasteCells = async (target: HTMLElement) => {
    await user.click(target)
    await user.paste(cells)
  }
  await pasteCells(textbox('Keywords'))
  await untilTokens('one', 'two')
  await pasteCells(field('Client'))
  await user.upload(chooser(), letter())
  await untilDescribed(chooser(), wrongKind)
  screen.getByRole('img', { name: 'Your logo, Kept.png' })
  await user.click(screen.getByRole('radio', { name: 'Symbol' }))
  await user.click(submit())
  await untilOnProfile('Kept')
})

test('a queue sends two files at once, shares credits, retries failures and keeps what was sent', async () => {
  const names = ['Ash', 'Birch', 'Cedar', 'Elm', 'Fir']
  const files = await Promise.all(names.map(name => png(`${name}.png`)))
  const { user, ownLogos } = await begin(...files, letter())
  const untilRefused = async () =>
    expect(
      (await within(await screen.findByRole('group', { name: 'letter.png' })).findByRole('alert'))
        .textContent,
    ).toBe(wrongKind)
  await untilRefused()
  expect(screen.getAllByLabelText('Title')).toHaveLength(5)

  await user.click(button('Submit'))
  await part('Ash.png').findByText('Logotype is required')
  for (const name of names) await user.click(part(`${name}.png`).getByRole('radio', { name: 'Typographic' }))
  await user.type(part('Cedar.png').getByLabelText('Keywords'), 'cedar, tree')
  await user.type(field('Designer'), 'Ada Ferro')

  let underWay = 0
  let most = 0
  let failures = 1
  const { promise: twoUnderWay, resolve: both } = Promise.withResolvers<void>()
  site.answer('POST /api/logos', async ({ forward, body }) => {
    underWay += 1
    most = Math.max(most, underWay)
    if (underWay === 2) both()
    await twoUnderWay
    // A third would have begun by now.
    await new Promise(resolve => setTimeout(resolve, 20))
    underWay -= 1
    if ((body as { logo: string }).logo !== 'Birch' || failures-- <= 0) return forward()
    return Response.json({ error: 'Many uploads are arriving.' }, { status: 503 })
  })
  await user.click(button('Submit 5 logos'))
  await screen.findByText('4 of 6 in the gallery')
  await screen.findByText('We’re receiving a lot of uploads. Wait a moment, then try again.')
  expect(screen.getAllByText('In the gallery')).toHaveLength(4)
  expect(screen.getAllByLabelText('Title')).toHaveLength(1)
  expect(most).toBe(2)

  await user.click(button('Try Birch again'))
  // A file that cannot be sent blocks nothing, and keeps its message.
  await screen.findByText('5 of 6 in the gallery')
  await untilRefused()
  await user.click(button('Remove letter.png'))
  await untilOnProfile(...names)
  const logos = await ownLogos()
  expect(logos).toHaveLength(5)
  for (const logo of logos) expect(logo).toMatchObject({ designer: 'Ada Ferro', logotype: 'Typographic' })
  expect(logos.find(logo => logo.logo === 'Cedar')!.keywords).toBe('cedar,tree')
})

test('shared fields stay with the last logo of a queue', async () => {
  const { user } = await begin(await png('Mark A.png'), await png('Mark B.png'))
  await screen.findByRole('group', { name: 'Mark B.png' })
  await user.click(forAll().getByRole('radio', { name: 'Combo' }))
  await user.type(forAll().getByRole('textbox', { name: 'Keywords' }), 'rose,')
  await user.click(button('Remove Mark A.png'))
  await screen.findByRole('img', { name: 'Your logo, Mark B.png' })
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Combo' }).checked).toBe(true)
  expect(tokens()).toEqual(['rose'])
  expect(address()).toBe('/submit')
})
