import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { draw, names } from '../../scripts/draw-mail-wordmark.ts'
import { allowSvg } from '../../tests/allow-svg.ts'
import { renderMail } from '../features/mail/template.ts'
import { localFiles } from './files.ts'
import { mailFolder } from './mail.ts'
import { mailPictures } from './mail-pictures.ts'

allowSvg()

test.each(names)('%s is the wordmark as it is drawn now, at twice 120 × 26 px', async name => {
  const pixels = async (png: Buffer) => {
    const { data, info } = await sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
    expect([info.width, info.height]).toEqual([240, 52])
    return data
  }
  const [kept, drawn] = await Promise.all([
    pixels(await readFile(join(import.meta.dirname, name))),
    pixels(await draw(name)),
  ])
  // Written by `node scripts/draw-mail-wordmark.ts`.
  expect(kept.equals(drawn)).toBe(true)
})

test('a mail brings every picture that its HTML names, and is legible without them', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'colophon-wordmark-'))
  const send = mailFolder(folder, {
    from: 'a@colophon.example',
    replyTo: () => 'b@colophon.example',
    findPictures: mailPictures(localFiles(folder), async () => undefined),
  })
  await send({
    mail_id: '00000000-0000-4000-8000-000000000001',
    to_address: 'ada@example.com',
    reply_to: null,
    unsubscribe_url: null,
    subject: 'Hello',
    ...renderMail('Hello', [{ type: 'text', text: 'Hello' }]),
    created_at: new Date(),
  })
  const [file] = await readdir(folder)
  const { html, attachments } = await PostalMime.parse(await readFile(join(folder, file!)))
  await rm(folder, { recursive: true, force: true })
  const named = [...html!.matchAll(/src="cid:([\w-]+)"/g)].map(([, cid]) => `<${cid}>`)
  expect(named).toHaveLength(2)
  expect(attachments.map(each => each.contentId)).toEqual(named)
  expect(attachments.map(each => [each.mimeType, each.disposition])).toEqual([
    ['image/png', 'inline'],
    ['image/png', 'inline'],
  ])
  expect(html).toContain('alt="Colophon"')
})
