// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { navigateTo } from '../../web/lib/navigation/navigate.ts'
import { createDesigner, createLogo } from '../factories.ts'
import { address, input, untilAt, untilDescribed, untilFocused } from './find.ts'
import { testSite } from './site.tsx'

const site = testSite()

const signInMember = async () => site.signIn(await createDesigner(site.db))

/** A bar on white. */
const drawBar = () =>
  sharp({ create: { width: 300, height: 300, channels: 3, background: '#ffffff' } })
    .composite([
      {
        input: { create: { width: 60, height: 200, channels: 3, background: '#c8102e' } },
        left: 60,
        top: 50,
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
  await untilDescribed(field, 'A colour is six digits, such as e4002b.')
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

test('a colour that is chosen twice is one chip, and can be chosen again once that is removed', async () => {
  await signInMember()
  const user = site.open('/search')
  await screen.findByLabelText('Colour')
  const pick = (color: string) =>
    fireEvent.change(screen.getByLabelText('Choose a colour'), { target: { value: color } })
  pick('#112233')
  await untilAt('/search?color=112233')
  pick('#112233')
  pick('#445566')
  await untilAt('/search?color=112233&color=445566')
  await user.click(screen.getByRole('link', { name: 'Remove Colour #112233' }))
  await untilAt('/search?color=445566')
  expect(input('Choose a colour').value).toBe('#e4002b')
  pick('#112233')
  await untilAt('/search?color=445566&color=112233')
})

test('a picture that is dropped on the search page is searched for, and is there again at its address; an address of a logo keeps its emphasis', async () => {
  await signInMember()
  const { logo_id } = await createLogo(site.db)
  const picture = await drawBar()
  site.open('/search')
  await screen.findByLabelText('Colour')
  const file = new File([new Uint8Array(picture)], 'Bar.png', { type: 'image/png' })
  fireEvent.drop(document.body, { dataTransfer: { files: [file], types: ['Files'] } })
  await screen.findByRole('heading', { name: 'Like your picture' })
  expect(address()).toMatch(/^\/similar\?picture=\d+$/)
  const found = address()
  await waitFor(() => expect(site.calls).toContain('POST /api/logos/similar'))

  const text = new File(['no picture'], 'a.txt', { type: 'text/plain' })
  fireEvent.drop(document.body, { dataTransfer: { files: [text], types: ['Files'] } })
  expect((await screen.findByRole('alert')).textContent).toBe(
    'a.txt: File must be a JPG, PNG, GIF or WebP image.',
  )
  expect(address()).not.toBe(found)
  navigateTo(found)
  await screen.findByRole('heading', { name: 'Like your picture' })
  site.open(`/similar?logo_id=${logo_id}&emphasis=color`)
  await untilAt(`/logo/${logo_id}/similar?emphasis=color`)
})
