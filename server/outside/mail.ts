import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport, type SendMailOptions } from 'nodemailer'
import { siteWords } from '../lib/site-words.ts'
import type { FindMailPictures } from './mail-pictures.ts'

/** A mail as it is sent; `mail_id` is its Message-ID. */
export type Letter = {
  mail_id: string
  to_address: string
  reply_to: string | null
  subject: string
  html: string
  text: string
  created_at: Date
  unsubscribe_url: string | null
}

/** Hands one letter over. Resolves when it was accepted; rejects with SendError. */
export type SendLetter = (letter: Letter) => Promise<void>

/** The From and Reply-To addresses, and where pictures come from. */
export type Sender = { from: string; replyTo: () => string; findPictures: FindMailPictures }

/**
 * Why a letter was not accepted. `later`: a temporary failure, or one of ours (no connection, no sign-in), so it is
 * retried. `refused`: for good, this letter. `no mailbox`: for good, and this address with it.
 */
export class SendError extends Error {
  readonly reason: 'later' | 'refused' | 'no mailbox'

  constructor(reason: SendError['reason'], message: string) {
    super(message)
    this.name = 'SendError'
    this.reason = reason
  }
}

type Timeouts = { answerMs: number; attemptMs: number }

/**
 * Sends by SMTP: `smtps://user:password@host:465`, or `smtp://…:587` with STARTTLS, without which no password is ever
 * sent except to this machine. A server may be silent for `answerMs`, and all of it may take `attemptMs`.
 */
export function smtpMail(
  smtpUrl: string,
  sender: Sender,
  { answerMs, attemptMs }: Timeouts = { answerMs: 15_000, attemptMs: 60_000 },
): SendLetter {
  const transport = connectSmtp(smtpUrl, answerMs)
  return async letter => {
    const signal = AbortSignal.timeout(attemptMs)
    const message: SendMailOptions & { signal: AbortSignal } = {
      ...(await messageOf(letter, sender)),
      signal,
    }
    await transport.sendMail(message).catch(error => {
      throw sendErrorOf(error)
    })
  }
}

/** Greets the server and signs in, without a mail; rejects with what it said. */
export async function verifySmtp(smtpUrl: string, answerMs: number): Promise<void> {
  const transport = connectSmtp(smtpUrl, answerMs)
  try {
    await transport.verify()
  } finally {
    transport.close()
  }
}

function connectSmtp(smtpUrl: string, answerMs: number) {
  const url = new URL(smtpUrl)
  const isSecure = url.protocol === 'smtps:'
  const isLocal = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname)
  return createTransport({
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port) || (isSecure ? 465 : 587),
    secure: isSecure,
    requireTLS: !isSecure && !isLocal && url.username !== '',
    ...(url.username && {
      auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) },
    }),
    dnsTimeout: answerMs,
    connectionTimeout: answerMs,
    greetingTimeout: answerMs,
    socketTimeout: answerMs,
  })
}

/** Writes each letter into a folder instead, as the `.eml` file that a mail program would open. */
export function mailFolder(folder: string, sender: Sender): SendLetter {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return async letter => {
    const { message } = await transport.sendMail(await messageOf(letter, sender))
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const path = join(folder, `${letter.created_at.toISOString().replaceAll(':', '-')}_${letter.mail_id}.eml`)
    // Atomic rename: a program that watches the folder never finds a partial file.
    await writeFile(`${path}.part`, message as Buffer, { mode: 0o600 })
    await rename(`${path}.part`, path)
  }
}

const emlName = /^[\dTZ.-]+_[0-9a-f-]{36}\.eml$/

/** The letters in such a folder: the names of the newest `most`, newest first, and each one's bytes. */
export function readMailFolder(folder: string) {
  return {
    async list(most: number): Promise<string[]> {
      const names = await readdir(folder).catch(() => [])
      return names
        .filter(name => emlName.test(name))
        .sort()
        .reverse()
        .slice(0, most)
    },
    async read(name: string): Promise<Buffer | undefined> {
      if (emlName.test(name)) return readFile(join(folder, name)).catch(() => undefined)
    },
  }
}

async function messageOf(letter: Letter, sender: Sender): Promise<SendMailOptions> {
  const { html, pictures } = await sender.findPictures(letter.html)
  // As objects: text would be read as a list of addresses, and may name more than one.
  const address = (of: string, name = '') => ({ name, address: of })
  return {
    envelope: { from: sender.from, to: [letter.to_address] },
    from: address(sender.from, siteWords().site_name),
    to: address(letter.to_address),
    replyTo: address(letter.reply_to ?? sender.replyTo()),
    subject: letter.subject,
    text: letter.text,
    html,
    attachments: pictures.map(({ cid, type, bytes }) => ({
      cid,
      filename: `${cid}.${type === 'image/png' ? 'png' : 'jpg'}`,
      contentType: type,
      content: bytes,
      contentDisposition: 'inline',
    })),
    date: letter.created_at,
    // The library would make a new one for each attempt.
    messageId: `<${letter.mail_id}@${sender.from.split('@').pop()}>`,
    headers: {
      'Auto-Submitted': 'auto-generated',
      // Set by hand: the library writes the second one as an address.
      ...(letter.unsubscribe_url && {
        'List-Unsubscribe': `<${letter.unsubscribe_url}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** The SMTP server's answer, or its absence, in our three words. */
function sendErrorOf(error: unknown): SendError {
  const { code, command, responseCode, response, message } = error as Error & {
    code?: string
    command?: string
    responseCode?: number
    response?: string
  }
  const problem = (response ?? message).slice(0, 500)
  // A 5xx before the recipient is named is about us: a wrong password, a sender that is not let in.
  const isAboutLetter = code === 'EENVELOPE' || code === 'EMESSAGE'
  if (!isAboutLetter || command === 'MAIL FROM' || (responseCode && responseCode < 500))
    return new SendError('later', problem)
  // 5.7.x is policy (often about where we send from), not a missing mailbox.
  const isPolicy = /^\d{3}[ -]5\.7\./.test(response ?? '')
  return new SendError(command === 'RCPT TO' && responseCode && !isPolicy ? 'no mailbox' : 'refused', problem)
}
