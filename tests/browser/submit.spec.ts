import type { Page, Route } from '@playwright/test'
import sharp from 'sharp'
import { demoPassword } from '../../demo/accounts.ts'
import * as api from '../../shared/api.ts'
import { httpClient } from '../http-client.ts'
import { findFaults } from './axe.ts'
import { type ChosenFile, makeTransfer, pasteFiles, pngFile } from './files.ts'
import { test } from './members-server.ts'
import { becomeVisitor, openListening, signOut } from './sign-in.ts'
import { expect } from './test.ts'
import { tilesOf } from './wall.ts'

// One server for all tests, in one worker.
test.describe.configure({ mode: 'default' })

const chooser = (page: Page) => page.getByLabel(/^(Choose|Add more)/).last()
const submit = (page: Page) => page.getByRole('button', { name: /^Submit/ })
const part = (page: Page, file: string) => page.getByRole('group', { name: file, exact: true })
const forAll = (page: Page) => page.getByRole('region', { name: /^For all/ })
const tokens = (page: Page) => page.getByRole('list', { name: 'Keywords so far' }).getByRole('listitem')
const lost = 'The connection was lost, but your logo wasn’t.'

async function ownLogos(page: Page) {
  const { data } = await (await page.request.get('/api/logos?designer_id=me&page_size=all')).json()
  return data as Record<string, string>[]
}

/** Opens the form with these files. */
async function begin(page: Page, ...files: ChosenFile[]) {
  await page.goto('/submit')
  if (files.length) await chooser(page).setInputFiles(files)
}

async function expectOnProfile(page: Page, ...titles: string[]) {
  await expect(page).toHaveURL('/designers?tab=logos')
  await expect(tilesOf(page)).toHaveCount(titles.length)
  for (const title of titles)
    await expect(tilesOf(page).getByRole('img', { name: `${title} by` })).toHaveCount(1)
}

/** Lets `answer` handle each upload. */
const onUpload = (page: Page, answer: (route: Route) => unknown) =>
  page.route('**/api/logos', route =>
    route.request().method() === 'POST' ? answer(route) : route.fallback(),
  )

test('a file is chosen, dropped or pasted, and its name is the default title', async ({
  page,
  member: _,
}) => {
  await begin(page, await pngFile('Heron.png'))
  await expect(page.getByLabel('Title')).toHaveValue('Heron')
  await expect(page.getByRole('img', { name: 'Your logo, Heron.png' })).toBeVisible()
  await expect(page.getByRole('img', { name: 'Your logo at 64, 32, 24 and 16 pixels' })).toBeVisible()
  await expect(page.getByText('900 × 900 px', { exact: true })).toBeVisible()

  const dataTransfer = await makeTransfer(page, [await pngFile('Otter.v2.png', 300)])
  const board = page.getByRole('img', { name: /^Your logo, / })
  await board.dispatchEvent('dragover', { dataTransfer })
  await board.dispatchEvent('drop', { dataTransfer })
  await expect(page.getByLabel('Title')).toHaveValue('Otter.v2')
  await expect(page.getByText('300 × 300 px. 900 × 900 prints best.')).toBeVisible()

  await page.getByLabel('Title').fill('My own title')
  await pasteFiles(page, [await pngFile('Wren.png')])
  await expect(page.getByRole('img', { name: 'Your logo, Wren.png' })).toBeVisible()
  await expect(page.getByLabel('Title')).toHaveValue('My own title')
})

test('the artboard fills columns 1 to 4 with the sizes beside it; its chooser is on it and keeps the focus', async ({
  page,
  member: _,
}) => {
  await begin(page)
  const box = async (locator: ReturnType<Page['getByText']>) => (await locator.boundingBox())!
  const text = await box(page.getByText('Drop or choose your logo'))
  const choose = await box(page.getByText('Choose a file'))
  const sizes = await box(page.getByText('At size'))
  const title = await box(page.getByLabel('Title'))
  expect(choose.y).toBeGreaterThan(text.y)
  expect(choose.y - text.y).toBeLessThan(100)
  expect(sizes.x).toBeGreaterThan(24 + 456)
  expect(sizes.x).toBeLessThan(title.x - 64)
  expect(sizes.y).toBeLessThan(text.y)
  const bar = await box(page.getByRole('button', { name: 'Submit', exact: true }))
  expect(bar.y + bar.height).toBeGreaterThan(900 - 64)

  await chooser(page).focus()
  await chooser(page).setInputFiles(await pngFile('Heron.png'))
  await expect(page.getByText('Choose another')).toBeVisible()
  await expect(chooser(page)).toBeFocused()
})

test('on a phone the credits of a queue are closed, and say how many of them are filled', async ({
  page,
  member: _,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await begin(page, await pngFile('Heron.png'))
  await page.getByLabel('Illustrator').fill('Rosa Lund')
  await chooser(page).setInputFiles([await pngFile('Wren.png')])
  await page.getByLabel('Add more').setInputFiles([await pngFile('Kite.png')])
  await expect(forAll(page).getByText('Credits, 1 filled')).toBeVisible()
  await expect(forAll(page).getByLabel('Illustrator')).toBeHidden()
  await forAll(page).getByText('Credits, 1 filled').click()
  await expect(forAll(page).getByLabel('Illustrator')).toHaveValue('Rosa Lund')
})

test('an upload that loses its connection shows that, and continues once it is back', async ({
  page,
  context,
  member: _,
  expectFailures,
}) => {
  expectFailures([/ERR_INTERNET_DISCONNECTED/])
  await begin(page, await pngFile('Offline.png'), await pngFile('Cable.png'))
  for (const file of ['Offline.png', 'Cable.png'])
    await part(page, file).getByText('Symbol', { exact: true }).click()
  await context.setOffline(true)
  await submit(page).click()
  await expect(page.getByText(lost)).toHaveCount(2)
  await context.setOffline(false)
  await expectOnProfile(page, 'Offline', 'Cable')
})

test('a draft belongs to one tab; another tab says so, takes nothing from it, and has it once the first is closed', async ({
  page,
  context,
  member: _,
}) => {
  await begin(page, await pngFile('Mine.png'))
  await expect.poll(() => page.evaluate(() => localStorage.getItem('submit-draft'))).toContain('Mine')
  const other = await context.newPage()
  await other.clock.install()
  await begin(other, await pngFile('Other.png'))
  await expect(other.getByText('Another tab is saving your draft.')).toBeVisible()
  // Longer than the debounce of saving a draft.
  await other.clock.runFor(1000)
  await other.close()
  page.on('dialog', dialog => void dialog.accept())
  const next = await context.newPage()
  await next.goto('/submit')
  await expect(next.getByText('Another tab is saving your draft.')).toBeVisible()
  await page.close()
  await expect(next.getByRole('img', { name: 'Your logo, Mine.png' })).toBeVisible()
})

test('signing out deletes the draft, also one that another tab holds', async ({
  page,
  context,
  member,
  signIn,
}) => {
  await page.clock.install()
  await begin(page, await pngFile('Secret.png'))
  const stored = (where: Page) => where.evaluate(() => localStorage.getItem('submit-draft'))
  await expect.poll(() => stored(page)).toContain('Secret')
  const other = await context.newPage()
  await openListening(other, '/books')
  await signOut(other)
  await expect(page).toHaveURL(/\/login/)
  await expect(page.getByLabel('Username')).toBeVisible()
  // Longer than the debounce of saving a draft.
  await page.clock.runFor(1000)
  expect(await stored(page)).toBeNull()
  await expect
    .poll(() => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name)))
    .toEqual([])
  await signIn(member.username)
  await begin(page)
  await expect(page.getByLabel('Title')).toHaveValue('')
})

test('a rate-limited queue shows when it continues, and does so by itself', async ({
  page,
  member: _,
  expectFailures,
}) => {
  expectFailures([/429 \(Too Many Requests\)/])
  await page.clock.install({ time: '2026-11-22T09:00:00' })
  const names = ['Ash', 'Birch', 'Cedar']
  await begin(page, ...(await Promise.all(names.map(name => pngFile(`${name}.png`)))))
  for (const name of names) await part(page, `${name}.png`).getByText('Symbol', { exact: true }).click()
  const answers = [1800, 1800]
  let tries = 0
  await onUpload(page, async route => {
    tries += 1
    const seconds = answers.shift()
    if (!seconds) return route.continue()
    const headers = { 'retry-after': String(seconds) }
    await route.fulfill({ status: 429, headers, json: { error: 'You’ve uploaded a lot of logos.' } })
  })
  await page.getByRole('button', { name: 'Submit 3 logos' }).click()
  const paused = page.getByText(/^You’ve uploaded a lot .* sent at 9:3\d\sAM/)
  await expect(paused).toHaveCount(2)
  await page.clock.runFor('29:00')
  await expect(paused).toHaveCount(2)
  expect(tries).toBe(2)

  // In small steps: half a minute of the page's time without an answer counts as a lost connection.
  const resume = async () => {
    await page.clock.runFor(5000)
    return tries > 2
  }
  await expect.poll(resume, { intervals: [100] }).toBe(true)
  await expectOnProfile(page, ...names)
  expect(tries).toBe(5)
})

test('a draft survives a reload with its pictures until it is sent or discarded', async ({
  page,
  gallery,
  member: _,
  signIn,
}) => {
  await begin(page, await pngFile('Fern.png'), await pngFile('Moss.png'))
  await part(page, 'Moss.png').getByLabel('Title').fill('Wet moss')
  await part(page, 'Moss.png').getByText('Combo', { exact: true }).click()
  await part(page, 'Moss.png').getByLabel('Keywords').fill('green, soft')
  await forAll(page).getByLabel('Keywords').fill('plant,')
  await page.getByLabel('Client').fill('Fernhill')
  await expect.poll(() => page.evaluate(() => localStorage.getItem('submit-draft'))).toContain('Fernhill')
  page.on('dialog', dialog => void dialog.accept())
  await page.reload()

  await expect(page.getByText('Your draft is back as you left it.')).toBeVisible()
  await expect(part(page, 'Moss.png').getByLabel('Title')).toHaveValue('Wet moss')
  await expect(part(page, 'Moss.png').getByRole('radio', { name: 'Combo' })).toBeChecked()
  await expect(part(page, 'Moss.png').getByLabel('Keywords')).toHaveValue('green, soft')
  await expect(tokens(page)).toHaveText(['plant'])
  await expect(page.getByLabel('Client')).toHaveValue('Fernhill')
  await part(page, 'Fern.png').getByText('Symbol', { exact: true }).click()
  await page.getByRole('button', { name: 'Submit 2 logos' }).click()
  await expectOnProfile(page, 'Fern', 'Wet moss')

  await page.goto('/submit')
  await expect(page.getByLabel('Title')).toHaveValue('')
  await expect(page.getByText('Your draft is back')).toBeHidden()
  await page.getByLabel('Title').fill('Half a thought')
  await expect.poll(() => page.evaluate(() => localStorage.getItem('submit-draft'))).toContain('Half')
  await page.reload()
  await page.getByRole('button', { name: 'Discard draft' }).click()
  await expect(page.getByLabel('Title')).toHaveValue('')
  await expect.poll(() => page.evaluate(() => localStorage.getItem('submit-draft'))).toBeNull()

  // No one else sees it.
  await page.getByLabel('Title').fill('Private thought')
  await expect.poll(() => page.evaluate(() => localStorage.getItem('submit-draft'))).toContain('Private')
  await becomeVisitor(page)
  await signIn(gallery.members.pop()!.username)
  await page.goto('/submit')
  await expect(page.getByLabel('Title')).toHaveValue('')
  await expect.poll(() => page.evaluate(() => localStorage.getItem('submit-draft'))).toBeNull()
})

test('leaving with unsent work asks for confirmation', async ({ page, member: _ }) => {
  await begin(page)
  await page.getByRole('banner').getByRole('link', { name: 'Books' }).click()
  await expect(page).toHaveURL('/books')

  await begin(page, await pngFile('Unsent.png'))
  await page.getByRole('banner').getByRole('link', { name: 'Books' }).click()
  const question = page.getByRole('alertdialog', { name: 'Leave without submitting?' })
  await question.getByRole('button', { name: 'Stay' }).click()
  await expect(question).toBeHidden()
  await expect(page).toHaveURL('/submit')
  await expect(page.getByLabel('Title')).toHaveValue('Unsent')

  const dialogEvent = page.waitForEvent('dialog')
  await page.evaluate(() => void setTimeout(() => location.reload()))
  const dialog = await dialogEvent
  expect(dialog.type()).toBe('beforeunload')
  await dialog.dismiss()
  await expect(page.getByLabel('Title')).toHaveValue('Unsent')

  await page.getByRole('banner').getByRole('link', { name: 'Books' }).click()
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL('/books')
  await page.getByRole('banner').getByRole('link', { name: 'Upload' }).click()
  await expect(page.getByText('Your draft is back as you left it.')).toBeVisible()
  await expect(page.getByRole('img', { name: 'Your logo, Unsent.png' })).toBeVisible()
})

test('a keyboard is enough to submit a logo', async ({ page, member: _ }) => {
  // Awaited before the click, because a chooser that opens earlier is the system's own.
  const opened = page.waitForEvent('filechooser')
  await begin(page)
  const { keyboard } = page
  await expect(page.getByLabel('Title')).toBeVisible()
  await page.getByRole('heading', { name: 'Submit Your Logo' }).focus()
  await keyboard.press('Tab')
  await expect(chooser(page)).toBeFocused()
  await keyboard.press('Enter')
  await (await opened).setFiles(await pngFile('Keys.png'))
  await expect(page.getByLabel('Title')).toHaveValue('Keys')
  while (!(await page.getByLabel('Title').evaluate(input => input === document.activeElement)))
    await keyboard.press('Tab')
  await keyboard.press('Tab')
  await keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: 'Typographic' })).toBeChecked()
  await keyboard.press('Tab')
  await keyboard.type('keys,')
  await expect(tokens(page)).toHaveText(['keys'])
  await keyboard.press('Tab')
  await expect(page.getByLabel('Description')).toBeFocused()
  await keyboard.press('Tab')
  await keyboard.type('Ada')
  await keyboard.press('Enter')
  await expectOnProfile(page, 'Keys')
  expect(await ownLogos(page)).toMatchObject([{ logotype: 'Typographic', designer: 'Ada', keywords: 'keys' }])
})

/** That many files with names in alphabetical order. */
const pngFiles = (count: number) =>
  Promise.all(Array.from({ length: count }, (_, i) => pngFile(`Mark ${String.fromCharCode(65 + i)}.png`)))

test('a queue of eleven logos fits one screen, and its bar lists what is missing and leads there', async ({
  page,
  member: _,
}) => {
  await begin(page, ...(await pngFiles(11)))
  const rows = page.getByRole('region', { name: 'Queue' }).getByRole('listitem')
  await expect(rows).toHaveCount(11)
  // 11 × 72 and the bar's 64 px leave 44 px of 900: the title scrolls out of view.
  await page.mouse.wheel(0, 240)
  const bar = page.getByRole('button', { name: 'Submit', exact: true })
  await expect.poll(async () => (await rows.first().boundingBox())!.y).toBeLessThan(44)
  const heights = await rows.evaluateAll(all => all.map(row => row.getBoundingClientRect().height))
  expect(heights).toEqual(Array(11).fill(72))
  expect((await rows.first().boundingBox())!.y).toBeGreaterThanOrEqual(0)
  const last = (await rows.last().boundingBox())!
  expect(last.y + last.height).toBeLessThanOrEqual((await bar.boundingBox())!.y)

  await part(page, 'Mark A.png').getByText('Combo', { exact: true }).click()
  await part(page, 'Mark B.png').getByLabel('Title').fill('')
  await expect(page.getByText('1 ready · 1 needs a title · 9 need a logotype')).toBeVisible()
  await page.getByRole('button', { name: '9 need a logotype' }).click()
  await expect(part(page, 'Mark C.png').getByRole('radio', { name: 'Symbol' })).toBeFocused()
  await page.getByRole('button', { name: '1 needs a title' }).click()
  await expect(part(page, 'Mark B.png').getByLabel('Title')).toBeFocused()
  await page.keyboard.type('Be')
  await forAll(page).getByText('Symbol', { exact: true }).click()
  await expect(page.getByText('11 ready', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Submit 11 logos' })).toBeVisible()
  // Fields of a single logo stay.
  await expect(part(page, 'Mark A.png').getByRole('radio', { name: 'Combo' })).toBeChecked()
  await expect(part(page, 'Mark K.png').getByRole('radio', { name: 'Symbol' })).toBeChecked()
})

test('eight logos are uploaded with eight titles and five presses', async ({ page, member: _ }) => {
  let presses = 0
  const press = async (target: ReturnType<Page['getByRole']>) => {
    presses += 1
    await target.click()
  }
  await page.goto('/')
  await press(page.getByRole('link', { name: 'Upload' }))
  const chosen = page.waitForEvent('filechooser')
  await press(page.getByText('Choose a file'))
  await (await chosen).setFiles(await pngFiles(8))
  await press(forAll(page).getByText('Typographic', { exact: true }))
  await press(forAll(page).getByLabel('Keywords'))
  await page.keyboard.type('letter, serif')
  const titles = ['Ash', 'Birch', 'Cedar', 'Elm', 'Fir', 'Hazel', 'Ivy', 'Larch']
  for (const [i, title] of titles.entries()) {
    const field = page.getByRole('region', { name: 'Queue' }).getByLabel('Title').nth(i)
    await press(field)
    await field.fill(title)
  }
  await press(page.getByRole('button', { name: 'Submit 8 logos' }))
  // Eight pictures are decoded in the meantime, two at a time.
  await expect(page).toHaveURL('/designers?tab=logos', { timeout: 60_000 })
  await expectOnProfile(page, ...titles)
  expect(presses).toBe(5 + 8)
  for (const logo of await ownLogos(page))
    expect(logo).toMatchObject({ logotype: 'Typographic', keywords: 'letter,serif' })
})

test('axe finds nothing wrong with a queue, nor does it scroll sideways at 320 px', async ({
  page,
  member: _,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await begin(page, await pngFile('A name that is very long indeed, as long as they come.png'), {
    name: 'letter.png',
    mimeType: 'image/png',
    buffer: Buffer.from('a letter'),
  })
  await forAll(page).getByLabel('Keywords').fill('one, a keyword of nearly fifty characters in all words,')
  await page.getByRole('button', { name: /^Description of A name/ }).click()
  await submit(page).click()
  await expect(page.getByRole('button', { name: '1 needs a logotype' })).toBeVisible()
  await expect(page.getByRole('button', { name: '1 can’t be sent' })).toBeVisible()
  expect(await findFaults(page)).toEqual([])
  await page.setViewportSize({ width: 320, height: 640 })
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
})

test('pictures that do not fit are fitted: one on the artboard, a queue at once, an animation after asking', async ({
  page,
  member: _,
}) => {
  const drawn = (width: number, height: number, background = '#1b4d3e') =>
    sharp({ create: { width, height, channels: 3, background } })
  const list = (words: string[]) => words.map(word => `<rdf:li>${word}</rdf:li>`).join('')
  const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
    <rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/">
    <dc:title><rdf:Alt>${list(['Kite &amp; Co'])}</rdf:Alt></dc:title>
    <dc:creator><rdf:Seq>${list(['Rosa Lund'])}</rdf:Seq></dc:creator>
    <dc:subject><rdf:Bag>${list(['kite', 'red'])}</rdf:Bag></dc:subject>
    </rdf:Description></rdf:RDF></x:xmpmeta>`
  const frames = await Promise.all(
    ['#fff', '#000'].map(background => drawn(40, 40, background).png().toBuffer()),
  )
  const fitted = page.getByText(/^Fitted to 900 × 900: PNG, \d+ kB$/)
  const dialog = page.getByRole('dialog', { name: 'Fit to 900 × 900' })

  await begin(page, {
    name: 'wide.jpg',
    mimeType: 'image/jpeg',
    buffer: await drawn(1400, 700).withXmp(xmp).jpeg().toBuffer(),
  })
  await expect(chooser(page)).toHaveAccessibleDescription('File must be a square.')
  await expect(page.getByLabel('Title')).toHaveValue('Kite & Co')
  await expect(page.getByLabel('Designer', { exact: true })).toHaveValue('Rosa Lund')
  await expect(tokens(page)).toHaveText(['kite', 'red'])
  await page.getByRole('button', { name: 'Fit to 900 × 900: wide.jpg' }).click()
  const board = dialog.getByRole('application')
  await board.focus()
  await page.keyboard.press('+')
  await page.keyboard.press('ArrowDown')
  await expect(dialog.getByText('9 %')).toBeVisible()
  await board.hover()
  await page.mouse.wheel(0, 100)
  await expect(dialog.getByText('13 %')).toBeVisible()
  await expect(dialog.getByText(/^Fitted to 900 × 900: PNG/)).toBeVisible()
  expect(await findFaults(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Use picture' }).click()
  await expect(page.getByRole('img', { name: 'Your logo, wide.png' })).toBeVisible()
  await expect(fitted).toBeVisible()

  await page.getByLabel('Add more').setInputFiles([
    { name: 'tall.webp', mimeType: 'image/webp', buffer: await drawn(300, 500).webp().toBuffer() },
    {
      name: 'drawing.svg',
      mimeType: 'image/svg+xml',
      buffer: Buffer.from(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10"><circle cx="5" cy="5" r="4"/></svg>',
      ),
    },
    {
      name: 'loop.gif',
      mimeType: 'image/gif',
      buffer: await sharp(frames, { join: { animated: true } })
        .gif()
        .toBuffer(),
    },
  ])
  await page.getByRole('button', { name: 'Fit all 2' }).click()
  await expect(fitted).toHaveCount(3)
  await page.getByRole('button', { name: 'Fit to 900 × 900: loop.gif' }).click()
  await dialog.getByRole('button', { name: 'Use the first frame' }).click()
  await dialog.getByRole('button', { name: 'Use picture' }).click()
  await expect(fitted).toHaveCount(4)

  await forAll(page).getByText('Symbol', { exact: true }).click()
  await submit(page).click()
  await expectOnProfile(page, 'Kite & Co', 'tall', 'drawing', 'loop')
  for (const logo of await ownLogos(page)) expect(logo.side).toBe(900)
})

test('logos that look like a chosen picture stand beside it with owner and date, and the upload goes on', async ({
  page,
  member,
  gallery,
}) => {
  /** A letter F. */
  const draw = (background: string) => {
    const bar = (left: number, top: number, width: number, height: number) =>
      ({
        input: { create: { width, height, channels: 3, background } },
        left,
        top,
      }) as const
    return sharp({ create: { width: 500, height: 500, channels: 3, background: '#ffffff' } })
      .composite([bar(120, 80, 70, 340), bar(190, 80, 190, 70), bar(190, 210, 120, 70)])
      .png()
      .toBuffer()
  }
  const other = gallery.members.pop()!
  const pictures = { [member.username]: '#c8102e', [other.username]: '#0057b8' }
  const ids: number[] = []
  for (const [username, ink] of Object.entries(pictures)) {
    const { call } = httpClient(gallery.server.origin)
    await call(api.auth.login, { username, password: demoPassword })
    const file_base64 = (await draw(ink)).toString('base64')
    const { logo_id } = await call(api.logos.submit, {
      logo: `Letter ${ink}`,
      logotype: 'Symbol',
      file_base64,
    })
    ids.push(logo_id)
  }
  const similar = async () =>
    (await (await page.request.get(`/api/logos/similar?logo_id=${ids[0]}`)).json()).data
  await expect.poll(similar, { timeout: 30_000 }).toContainEqual(expect.objectContaining({ logo_id: ids[1] }))

  const file = { name: 'Letter.png', mimeType: 'image/png', buffer: await draw('#111111') }
  await begin(page, file)
  const neighbours = page.getByRole('region', { name: 'Logos similar to Letter.png' })
  await expect(neighbours.getByRole('listitem')).toHaveCount(2)
  await expect(neighbours.getByRole('link', { name: `Letter #c8102e Yours, ` })).toBeVisible()
  await expect(neighbours.getByRole('link', { name: `Letter #0057b8 ${other.company}, ` })).toHaveAttribute(
    'href',
    `/logo/${ids[1]}`,
  )
  expect(await findFaults(page)).toEqual([])
  await page.getByLabel('Add more').setInputFiles([await pngFile('Plain.png')])
  await expect(neighbours.getByRole('listitem')).toHaveCount(2)
  await forAll(page).getByText('Symbol', { exact: true }).click()
  await page.getByRole('button', { name: 'Submit 2 logos' }).click()
  await expectOnProfile(page, 'Letter', 'Plain', 'Letter #c8102e')
})
