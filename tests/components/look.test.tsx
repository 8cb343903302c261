// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import sharp from 'sharp'
import { expect, onTestFinished, test, vi } from 'vitest'
import { modelVersion, viewBytes } from '../../server/lib/look/describe.ts'
import * as api from '../../shared/api.ts'
import { similarFrom } from '../../shared/rules/look.ts'
import { navigateTo } from '../../web/lib/navigation/navigate.ts'
import { createDesigner, createLogo, makePicture } from '../factories.ts'
import type { Client } from '../server.ts'
import { address, input, untilAt, untilDescribed, untilFocused, untilSaid } from './find.ts'
import { testSite } from './site.tsx'

const site = testSite()

const signInMember = async () => site.signIn(await createDesigner(site.db))

/** A bar on white, 900 px. */
const drawBar = () =>
  sharp({ create: { width: 900, height: 900, channels: 3, background: '#ffffff' } })
    .composite([
      {
        input: { create: { width: 180, height: 600, channels: 3, background: '#c8102e' } },
        left: 180,
        top: 150,
      },
    ])
    .png()
    .toBuffer()

test('the field of colours keeps the focus when it is full, takes three digits, and says what is no colour', async () => {
  await signInMember()
  const user = site.open('/search?color=112233')
  await screen.findByLabelText('Colour')
  const field = input('Colour')
  await user.click(field)
  await user.keyboard('red{Enter}')
  await untilDescribed(field, 'A colour is six hexadecimal digits, or three.')
  expect(address()).toBe('/search?color=112233')
  await user.clear(field)
  await waitFor(() => expect(field.getAttribute('aria-invalid')).toBeNull())
  await user.keyboard('#f00{Enter}')
  await untilAt('/search?color=112233&color=ff0000')
  await user.click(field)
  await user.paste(' #E4002B ')
  await untilAt('/search?color=112233&color=ff0000&color=e4002b')
  await waitFor(() => expect(field.placeholder).toBe('Three at most'))
  expect([field.readOnly, field.disabled]).toEqual([true, false])
  await untilFocused(field)
})

test('text that is no colour can be removed when a third colour came from elsewhere', async () => {
  await signInMember()
  const user = site.open('/search?color=112233&color=ff0000')
  const field = await screen.findByLabelText<HTMLInputElement>('Colour')
  await user.type(field, 'red')
  navigateTo('/search?color=112233&color=ff0000&color=e4002b')
  await waitFor(() => expect(field.placeholder).toBe('Three at most'))
  await user.clear(field)
  await waitFor(() => expect([field.value, field.readOnly]).toEqual(['', true]))
})

/** Chooses in the browser's picker, which reports changes only. */
function pick(color: string) {
  const picker = input('Choose a colour')
  if (picker.value !== color) fireEvent.change(picker, { target: { value: color } })
}

test('a colour that is chosen twice is one chip, and can be chosen again once that is removed', async () => {
  await signInMember()
  const user = site.open('/search')
  await screen.findByLabelText('Colour')
  pick('#112233')
  await untilAt('/search?color=112233')
  pick('#112233')
  pick('#445566')
  await untilAt('/search?color=112233&color=445566')
  await user.click(screen.getByRole('link', { name: 'Remove Colour #112233' }))
  await untilAt('/search?color=445566')
  pick('#112233')
  await untilAt('/search?color=445566&color=112233')
})

test('the colour that the field gives as an example can be chosen in the picker', async () => {
  await signInMember()
  site.open('/search')
  await waitFor(() => expect(input('Colour').placeholder).toBe('Any, or e4002b'))
  pick('#e4002b')
  await untilAt('/search?color=e4002b')
})

test('the panel of the header’s search offers the gallery’s colours, until text is typed', async () => {
  await createLogo(site.db, { colors: JSON.stringify([{ hex: '#1f5fd0', share: 1 }]), palette: 'one-color' })
  await signInMember()
  const user = site.open('/terms')
  const open = async () => {
    await user.click(await screen.findByRole('button', { name: /^Search 400,000\+ logos/ }))
    return screen.findByRole('toolbar', { name: 'Colours in the gallery' })
  }
  await open()
  await user.type(screen.getByRole('combobox', { name: 'Search logos' }), 'fox')
  await waitFor(() => expect(screen.queryByRole('toolbar')).toBeNull())
  await user.keyboard('{Escape}')
  await user.click(within(await open()).getByRole('button', { name: /#1f5fd0$/ }))
  await untilAt('/search?color=1f5fd0')
})

const picture = async () => new File([new Uint8Array(await drawBar())], 'Bar.png', { type: 'image/png' })
const drop = (file: File) =>
  fireEvent.drop(document.body, { dataTransfer: { files: [file], types: ['Files'] } })
/** Waits until the picture's results are shown: none of the logos here is described. */
const untilCompared = async () => {
  await screen.findByRole('heading', { name: 'Like your picture' })
  await screen.findByText('There’s no logo yet that your picture could be compared with.')
}

test('a picture that is dropped on the search page is searched for, and Back leads to it again; it is its owner’s alone', async () => {
  await signInMember()
  site.open('/search')
  await screen.findByLabelText('Colour')
  drop(await picture())
  await untilCompared()
  expect(address()).toMatch(/^\/similar\?picture=\d+$/)
  const found = address()
  expect(site.calls).toContain('POST /api/logos/similar')

  drop(new File(['no picture'], 'a.txt', { type: 'text/plain' }))
  expect((await screen.findByRole('alert')).textContent).toBe(
    'a.txt: File must be a JPG, PNG, GIF or WebP image.',
  )
  expect(address()).not.toBe(found)
  history.back()
  await untilAt(found)
  await untilCompared()

  site.becomeVisitor()
  await signInMember()
  site.open(found)
  await screen.findByRole('heading', { name: 'Search by a picture' })
})

test('a picture that is dropped while a logo is open above the search is ignored: the comment stays', async () => {
  await signInMember()
  const { logo_id } = await createLogo(site.db)
  const user = site.open(`/search?logo_id=${logo_id}`)
  const dialog = within(await screen.findByRole('dialog'))
  const comment = await dialog.findByLabelText<HTMLInputElement>('Comment')
  await user.type(comment, 'Half a thought')
  drop(await picture())
  await user.type(comment, ', finished')
  expect([comment.value, comment.isConnected]).toEqual(['Half a thought, finished', true])
  await user.clear(comment)
  await user.click(dialog.getByRole('button', { name: 'Close' }))
  await untilAt('/search')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  drop(await picture())
  await untilCompared()
})

test('an address of similar logos with a logo leads to the logo’s similar ones by its emphasis, and to the logo when its picture is gone', async () => {
  await signInMember()
  const { logo_id } = await createLogo(site.db)
  site.open(`/similar?logo_id=${logo_id}&emphasis=color`)
  await untilAt(`/logo/${logo_id}/similar?emphasis=color`)
  site.open(`/similar?picture=1&logo_id=${logo_id}`)
  await untilAt(`/logo/${logo_id}`)
})

/** An address of the stored picture of a logo in which nothing is drawn. */
async function storePlain() {
  const client = await signInMember()
  const file_base64 = (await makePicture()).toString('base64')
  const { logo_id } = await client.call(api.logos.submit, { logo: 'Plain', logotype: 'Symbol', file_base64 })
  return `/logo/${logo_id}/similar`
}

test('the similar logos of a logo in which nothing is drawn say so; a picture that is dropped there is searched for', async () => {
  site.open(await storePlain())
  await screen.findByText(
    'Either this logo has one colour only, or it’s too new to be compared. If it’s new, try again in a few minutes.',
  )
  drop(await picture())
  await untilCompared()
  expect(address()).toMatch(/^\/similar\?picture=\d+$/)
  await screen.findByText('Choose another picture')
  const chosen = new File(['no picture'], 'b.txt', { type: 'text/plain' })
  fireEvent.change(screen.getByLabelText('Choose another picture'), { target: { files: [chosen] } })
  await untilSaid('b.txt: File must be a JPG, PNG, GIF or WebP image.')
})

/** Logos with a look with which any picture can be compared. */
async function createDescribed(count: number) {
  const { designer_id } = await createDesigner(site.db)
  const values = {
    designer_id,
    title: 'Described',
    logotype: 'Symbol',
    image: 'd0'.repeat(16),
    side: 900,
  } as const
  const logos = await site.db
    .insertInto('logo')
    .values(Array.from({ length: count }, () => values))
    .returning('logo_id')
    .execute()
  const look = { model_version: modelVersion, views: Buffer.alloc(viewBytes, 64) }
  await site.db
    .insertInto('logo_look')
    .values(logos.map(({ logo_id }) => ({ ...look, logo_id })))
    .execute()
  return logos[0]!.logo_id
}

/** Waits until the server has heard of the logos like this one. */
const untilListed = (client: Client, logo_id: number, count: number) =>
  expect
    .poll(async () => (await client.call(api.look.similar, { logo_id })).count, { timeout: 20_000 })
    .toBeGreaterThanOrEqual(count)

test('a picture with more than 100 similar logos has a second page, and is sent once for each page and emphasis', async () => {
  const count = 130
  const logo = await createDescribed(count)
  await untilListed(await signInMember(), logo, count - 1)
  const sent: string[] = []
  site.answer('POST /api/logos/similar', ({ forward, body }) => {
    const { emphasis, page } = body as { emphasis: string; page: number }
    sent.push(`${emphasis} ${page}`)
    return forward()
  })
  site.open('/search')
  await screen.findByLabelText('Colour')
  drop(await picture())
  await screen.findByRole('heading', { name: 'Like your picture' })
  const untilAll = async (emphasis: string) => {
    await waitFor(() => expect(sent).toContain(`${emphasis} 2`))
    await waitFor(() => expect(document.querySelectorAll('[data-logo]').length).toBe(count))
  }
  const emphasise = (step: number) =>
    fireEvent.change(screen.getByLabelText('Compare by'), { target: { value: `${step}` } })
  await untilAll('both')
  emphasise(0)
  await untilAll('shape')
  emphasise(2)
  await untilAll('color')
  emphasise(1)
  await waitFor(() => expect(address()).not.toContain('emphasis'))
  await untilAll('both')
  expect(sent).toEqual(['both 1', 'both 2', 'shape 1', 'shape 2', 'color 1', 'color 2'])
})

test('a visitor sees the first 12 similar logos and why; a member sees all, and a lapsed one the way to renew', async () => {
  const logo_id = await createDescribed(20)
  const path = `/logo/${logo_id}/similar`
  const client = await signInMember()
  await untilListed(client, logo_id, 19)
  const { count } = await client.call(api.look.similar, { logo_id })
  const ending = (shown: number) => screen.findByText(`${shown} logos`)
  site.open(path)
  await ending(count)
  expect(screen.queryByText(/^Members see the nearest 200\./)).toBeNull()

  site.becomeVisitor()
  site.open(path)
  await ending(12)
  const why = await screen.findByText(/^Members see the nearest 200\./)
  expect(within(why).getByRole('link', { name: 'Join' }).getAttribute('href')).toBe('/join')

  await site.signIn(await createDesigner(site.db, { membership: 'lapsed' }))
  site.open(path)
  await untilAt('/checkout')
  await screen.findByText(/Choose a plan to renew and pick up where you left off\.$/)
})

/** What browsers draw with and happy-dom lacks: any picture is drawn as these bytes. */
function stubCanvas(png: Buffer) {
  class Canvas {
    getContext = () => ({
      drawImage: () => {},
      getImageData: () => ({ data: [0, 0, 0, 255, 255, 255, 255, 255] }),
    })
    convertToBlob = async () => new Blob([new Uint8Array(png)], { type: 'image/png' })
  }
  vi.stubGlobal('createImageBitmap', async () => ({ width: 900, height: 900, close: () => {} }))
  vi.stubGlobal('OffscreenCanvas', Canvas)
  onTestFinished(() => void vi.unstubAllGlobals())
}

test('similar logos beside a file are said to have a common shape once eight other designers have it', async () => {
  const bar = await drawBar()
  stubCanvas(bar)
  const author = await signInMember()
  const file_base64 = bar.toString('base64')
  const { logo_id } = await author.call(api.logos.submit, { logo: 'Bar', logotype: 'Symbol', file_base64 })
  const look = site.db.selectFrom('logo_look').where('logo_id', '=', logo_id)
  const { model_version, views } = await look.select(['model_version', 'views']).executeTakeFirstOrThrow()
  /** Logos with the same look, by as many other designers. */
  const addOwners = async (count: number) => {
    for (let i = 0; i < count; i += 1) {
      const { logo_id } = await createLogo(site.db)
      await site.db.insertInto('logo_look').values({ logo_id, model_version, views }).execute()
    }
  }
  const untilAlike = (count: number) => {
    const input = { logo_id, emphasis: 'shape', page_size: 100 } as const
    const alike = async () =>
      (await author.call(api.look.similar, input)).data.filter(({ likeness }) => likeness >= similarFrom)
        .length
    return expect.poll(alike, { timeout: 20_000 }).toBe(count)
  }
  const choose = async () => {
    site.open('/submit')
    await screen.findByText('Choose a file')
    drop(await picture())
    return within(await screen.findByRole('region', { name: 'Logos similar to Bar.png' }))
  }
  await addOwners(6)
  await untilAlike(6)
  await signInMember()
  const neighbours = await choose()
  neighbours.getByText('Similar logos in the gallery')
  expect(neighbours.getAllByRole('listitem')).toHaveLength(3)
  await addOwners(1)
  await untilAlike(7)
  const more = await choose()
  more.getByText('A common shape: many logos here look like it')
})

test('trends say of a kind that nothing of it rose, how two quarters compare, and what is listed of a first one', async () => {
  const keyword = { kind: 'keywords', name: 'fox', color: null, logo_ids: [], count: 3, share: 0.5 }
  const quarter = { logo_ct: 6, before_ct: 4, counted_at: new Date() }
  const fallen = [{ ...keyword, direction: 'falling', before_count: 4, before_share: 1 }]
  const frequent = [{ ...keyword, direction: 'rising', before_count: 0, before_share: 0 }]
  await site.db
    .insertInto('trend_quarter')
    .values([
      { ...quarter, quarter: '1950-2', trends: JSON.stringify(fallen) },
      { ...quarter, quarter: '1950-1', before_ct: 0, trends: JSON.stringify(frequent) },
    ])
    .execute()
  const user = site.open('/trends/1950-2')
  await screen.findByText('April to June 1950: 6 public logos, compared with 4 in the quarter before.')
  screen.getByRole('table', { name: 'Falling keywords' })
  screen.getByText('No keyword with at least three logos rose.')
  await untilSaid('those whose share changed most and that at least three logos of the two quarters have.')
  await user.click(screen.getByRole('link', { name: /January to March 1950/ }))
  await screen.findByText('January to March 1950: 6 public logos, and none in the quarter before.')
  screen.getByRole('table', { name: 'Most frequent keywords' })
  await untilSaid('the most frequent that at least three logos have.')
  site.open('/trends/1940-1')
  await screen.findByText('No public logo was uploaded in this quarter.')
})
