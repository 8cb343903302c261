import PostalMime, { type Email } from 'postal-mime'
import { expect } from 'vitest'
import { readPlate } from '../server/features/cards/find-card.ts'
import { startMailDelivery } from '../server/jobs/send-mail.ts'
import { smtpMail } from '../server/outside/mail.ts'
import { mailPictures } from '../server/outside/mail-pictures.ts'
import type { startMailServer } from './mail-server.ts'
import type { TestServer } from './server.ts'

/** Sends what waits in the outbox by SMTP, and parses the one mail to this address. */
export async function receiveMail(
  { services, files }: TestServer,
  smtp: Awaited<ReturnType<typeof startMailServer>>,
  { email }: { email: string },
): Promise<Email & { raw: string }> {
  const errors: unknown[] = []
  const worker = startMailDelivery(services, {
    send: smtpMail(smtp.url, {
      from: 'gallery@colophon.example',
      replyTo: () => 'support@colophon.example',
      findPictures: mailPictures(files, logoId => readPlate(services, logoId)),
    }),
    onError: error => errors.push(error),
    everyMs: 10,
  })
  const received = () => smtp.received.filter(({ to }) => to.includes(email))
  await expect.poll(() => received().length, { timeout: 20_000 }).toBe(1)
  await worker.stop()
  expect(errors).toEqual([])
  const { raw } = received()[0]!
  return { ...(await PostalMime.parse(raw)), raw }
}
