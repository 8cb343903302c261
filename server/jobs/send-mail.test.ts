import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import PostalMime from 'postal-mime'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test, vi } from 'vitest'
import { answer, startMailServer } from '../../tests/mail-server.ts'
import { startTestServer, type TestServer } from '../../tests/server.ts'
import { connect } from '../db/connect.ts'
import { enqueueMail, type Mail } from '../features/mail/queries.ts'
import { mailFolder, type Sender, type SendLetter, smtpMail } from '../outside/mail.ts'
import { mailPictures } from '../outside/mail-pictures.ts'
import { startMailDelivery } from './send-mail.ts'

const sender: Sender = {
  from: 'gallery@colophon.example',
  replyTo: () => 'support@colophon.example',
  findPictures: html => mailPictures(server.files, async () => undefined)(html),
}
const minute = 60_000
const hour = 60 * minute

let server: TestServer
let workers: ReturnType<typeof startMailDelivery>[] = []
let errors: unknown[] = []
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  server.clock.aheadMs = 0
  await server.db.deleteFrom('mail').execute()
  await server.db.deleteFrom('mail_suppression').execute()
})
afterEach(async () => {
  await Promise.all(workers.map(w => w.stop()))
  workers = []
  expect(errors).toEqual([])
  errors = []
})

/** How often workers have asked for the time, which each does when it looks for due mails. */
let looks = 0
const now = () => {
  looks++
  return server.services.now()
}

/** Waits until a worker has looked for due mails again, from beginning to end. */
async function untilLooked() {
  const before = looks
  await soon(() => expect(looks).toBeGreaterThan(before + 2))
}

/** A worker of its own, as another process would be. */
function work(send: SendLetter) {
  const worker = startMailDelivery(
    { ...server.services, now },
    { send, onError: e => errors.push(e), everyMs: 10 },
  )
  workers.push(worker)
  return worker
}

let letters = 0
function write(mail: Partial<Mail> = {}) {
  letters++
  return enqueueMail(server.db, {
    kind: 'hello',
    dedupeKey: String(letters),
    to: `reader${letters}@example.com`,
    subject: `Letter ${letters}`,
    blocks: [{ type: 'text', text: 'Hello.' }],
    ...mail,
  })
}

const rows = () =>
  server.db
    .selectFrom('mail')
    .select(['mail_id', 'to_address', 'status', 'attempts', 'problem', 'html', 'text', 'next_attempt_at'])
    .orderBy('created_at')
    .execute()
const statuses = async () => (await rows()).map(r => r.status)
const soon = (check: () => Promise<void> | void) => vi.waitFor(check, { timeout: 20_000, interval: 20 })

describe('a mail', () => {
  test('arrives as it was written, in two versions with the same text', async () => {
    const smtp = await startMailServer()
    await write({
      to: 'ada@example.com',
      replyTo: 'ben@example.org',
      subject: 'Grüße\r\nBcc: everybody@example.com',
      blocks: [
        { type: 'heading', text: 'A <b>bold</b> heading' },
        { type: 'text', text: 'First line\nsecond "line" & more' },
        { type: 'facts', rows: [['Name', '<script>alert(1)</script>']] },
        { type: 'rule' },
        { type: 'button', label: 'Open', href: 'https://colophon.example/x?a=1&b=2' },
        { type: 'note', text: 'Made with care.' },
      ],
    })
    work(smtpMail(smtp.url, sender))
    await soon(() => expect(smtp.received).toHaveLength(1))
    await soon(async () => expect(await statuses()).toEqual(['sent']))
    await smtp.close()
    const [{ to, raw }] = smtp.received as [{ to: string[]; raw: string }]
    const mail = await PostalMime.parse(raw)
    const header = (key: string) => mail.headers.filter(h => h.key === key).map(h => h.value)
    expect(to).toEqual(['ada@example.com'])
    expect(mail).toMatchObject({
      from: { name: 'Colophon', address: 'gallery@colophon.example' },
      to: [{ address: 'ada@example.com' }],
      replyTo: [{ address: 'ben@example.org' }],
      subject: 'Grüße Bcc: everybody@example.com',
      messageId: `<${(await rows())[0]!.mail_id}@colophon.example>`,
    })
    expect(header('auto-submitted')).toEqual(['auto-generated'])
    expect(header('bcc')).toEqual([])
    for (const said of [
      'A <b>bold</b> heading',
      'First line\nsecond "line" & more',
      'Name: <script>alert(1)</script>',
      'Open:\nhttps://colophon.example/x?a=1&b=2',
      'Made with care.',
    ])
      expect(mail.text).toContain(said)
    expect(mail.html).toContain('A &#60;b&#62;bold&#60;/b&#62; heading')
    expect(mail.html).toContain('First line<br>second &#34;line&#34; &#38; more')
    expect(mail.html).toContain('href="https://colophon.example/x?a=1&#38;b=2"')
    expect(mail.html).toContain('Made with care.')
    expect(mail.html).not.toContain('<script')
  })

  test('is written once however often the event is reported, and not at all if the transaction fails', async () => {
    await write({ dedupeKey: 'receipt' })
    await write({ dedupeKey: 'receipt', subject: 'Again' })
    await write({ kind: 'goodbye', dedupeKey: 'receipt' })
    await expect(
      server.db.transaction().execute(async trx => {
        await enqueueMail(trx, {
          kind: 'hello',
          dedupeKey: 'lost',
          to: 'a@b.example',
          subject: '',
          blocks: [],
        })
        throw new Error('refused')
      }),
    ).rejects.toThrow('refused')
    expect(await rows()).toHaveLength(2)
  })

  test('with an empty recipient is a row like any other, and is never sent', async () => {
    const smtp = await startMailServer()
    await write({ to: '' })
    await write()
    work(smtpMail(smtp.url, sender))
    await soon(async () => expect(await statuses()).toEqual(['dead', 'sent']))
    expect(smtp.received).toHaveLength(1)
    await smtp.close()
  })

  test('without a mail server becomes a file that a mail program opens', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'colophon-mail-'))
    await write({ subject: 'Für die Akten' })
    work(mailFolder(folder, sender))
    await soon(async () => expect(await statuses()).toEqual(['sent']))
    const files = await readdir(folder)
    expect(files).toEqual([expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d-]+\.\d{3}Z_[0-9a-f-]{36}\.eml$/)])
    const mail = await PostalMime.parse(await readFile(join(folder, files[0]!)))
    expect([mail.subject, mail.to?.[0]?.address]).toEqual(['Für die Akten', (await rows())[0]!.to_address])
    await rm(folder, { recursive: true })
  })
})

test('several workers deliver each of many mails exactly once', async () => {
  const smtp = await startMailServer()
  for (let i = 0; i < 40; i++) await write()
  for (let i = 0; i < 4; i++) work(smtpMail(smtp.url, sender))
  await soon(async () => expect(new Set(await statuses())).toEqual(new Set(['sent'])))
  const ids = smtp.received.map(({ raw }) => /^Message-ID: (.*)$/im.exec(raw)![1])
  expect([ids.length, new Set(ids).size]).toEqual([40, 40])
  await smtp.close()
})

describe('a mail server', () => {
  test('answering 4xx is retried after 1 m, 5 m, 30 m, 2 h, 8 h and 24 h, then never; always with the same Message-ID', async () => {
    const smtp = await startMailServer()
    const ids = new Set<string>()
    smtp.handlers.onRaw = async raw => {
      ids.add(/^Message-ID: (.*)$/im.exec(raw)![1]!)
      return answer(451, 'Greylisted')
    }
    work(smtpMail(smtp.url, sender))
    await write()
    const waits = [minute, 5 * minute, 30 * minute, 2 * hour, 8 * hour, 24 * hour]
    let before = Date.now()
    for (const [i, wait] of waits.entries()) {
      await soon(async () => expect(await rows()).toMatchObject([{ status: 'queued', attempts: i + 1 }]))
      const [row] = await rows()
      const waited = row!.next_attempt_at.getTime() - before - server.clock.aheadMs
      expect(waited).toBeGreaterThanOrEqual(wait - 1000)
      expect(waited).toBeLessThan(wait + 30_000)
      before = Date.now()
      server.clock.aheadMs += wait - 20_000
      await untilLooked()
      expect((await rows())[0]!.attempts).toBe(i + 1)
      server.clock.aheadMs += 40_000
    }
    await soon(async () => expect(await rows()).toMatchObject([{ status: 'dead', attempts: 7 }]))
    expect((await rows())[0]!.problem).toContain('Greylisted')
    expect(ids.size).toBe(1)
    await smtp.close()
  })

  test('answering 5xx to a recipient ends the mail, and that address is suppressed for thirty days', async () => {
    const smtp = await startMailServer({
      onRcptTo: ({ address }, _session, done) =>
        done(address === 'gone@example.com' ? answer(550, '5.1.1 No such user') : undefined),
    })
    work(smtpMail(smtp.url, sender))
    await write({ to: 'gone@example.com' })
    await soon(async () => expect(await statuses()).toEqual(['dead']))
    await write({ to: 'Gone@Example.com' })
    await write({ to: 'here@example.com' })
    await soon(async () => expect(await statuses()).toEqual(['dead', 'dead', 'sent']))
    expect((await rows()).map(r => r.problem)).toEqual([
      expect.stringContaining('No such user'),
      'This address was refused lately.',
      '',
    ])
    server.clock.aheadMs = 30 * 24 * hour + minute
    await write({ to: 'gone@example.com' })
    await soon(async () => expect((await rows())[3]!.problem).toContain('No such user'))
    await smtp.close()
  })

  test('answering 5xx to the message ends the mail without suppressing the address', async () => {
    const smtp = await startMailServer()
    smtp.handlers.onRaw = async () => answer(554, 'Not this one')
    work(smtpMail(smtp.url, sender))
    await write({ to: 'ada@example.com' })
    await soon(async () => expect(await statuses()).toEqual(['dead']))
    smtp.handlers.onRaw = undefined
    await write({ to: 'ada@example.com' })
    await soon(async () => expect(await statuses()).toEqual(['dead', 'sent']))
    await smtp.close()
  })

  test.each([
    ['the recipient by policy', { onRcptTo: answer(550, '5.7.1 Blocked, see example.net') }, 'dead'],
    ['the sender', { onMailFrom: answer(550, 'Sender not allowed') }, 'queued'],
  ] as const)('5xx to %s suppresses no address', async (_what, refuse, status) => {
    const [handler, problem] = Object.entries(refuse)[0]!
    const smtp = await startMailServer({
      [handler]: (_: unknown, __: unknown, done: (e: Error) => void) => done(problem),
    })
    work(smtpMail(smtp.url, sender))
    await write()
    await soon(async () => expect(await rows()).toMatchObject([{ status, attempts: 1 }]))
    expect(await server.db.selectFrom('mail_suppression').select('address').execute()).toEqual([])
    await smtp.close()
  })

  test('answering 5xx to the login keeps the mail queued', async () => {
    const tried: unknown[] = []
    const smtp = await startMailServer({
      onAuth: ({ username, password }, _session, done) => {
        tried.push([username, password])
        done(answer(535, 'No'))
      },
    })
    work(smtpMail(smtp.url.replace('//', '//gallery%40example.com:p%3Ass@'), sender))
    await write()
    await soon(async () => expect(await rows()).toMatchObject([{ status: 'queued', attempts: 1 }]))
    expect(tried).toEqual([['gallery@example.com', 'p:ss']])
    await smtp.close()
  })

  test('on another machine without TLS never gets the password', async () => {
    let tried = 0
    const smtp = await startMailServer({
      onAuth: (_auth, _session, done) => {
        tried++
        done(null, { user: 'gallery' })
      },
    })
    // This machine, by an address that does not look like it.
    const elsewhere = smtp.url.replace('//127.0.0.1', '//gallery:secret@[::ffff:127.0.0.1]')
    work(smtpMail(elsewhere, sender))
    await write()
    await soon(async () => expect(await rows()).toMatchObject([{ status: 'queued', attempts: 1 }]))
    expect(tried).toBe(0)
    await smtp.close()
  })

  test('by refusing, hanging or closing after the text gets every mail again', async () => {
    const silent = await listen(createServer(() => {}))
    const rude = await startMailServer()
    rude.handlers.onRaw = async () => {
      rude.drop()
      return answer(451, 'gone')
    }
    const timeouts = { answerMs: 300, attemptMs: 3000 }
    const started = performance.now()
    for (const url of ['smtp://127.0.0.1:1', silent.url, rude.url]) {
      await write()
      const worker = work(smtpMail(url, sender, timeouts))
      await soon(async () => expect((await statuses()).filter(s => s !== 'queued')).toEqual([]))
      await soon(async () => expect((await rows()).at(-1)!.attempts).toBe(1))
      await worker.stop()
    }
    expect(performance.now() - started).toBeLessThan(30_000)
    silent.server.close()
    await rude.close()
  })

  test('too slowly is cut off by a timeout', async () => {
    const drip = await listen(
      createServer(socket => {
        socket.on('error', () => {})
        const timer = setInterval(() => socket.write('220-wait\r\n'), 50)
        socket.on('close', () => clearInterval(timer))
      }),
    )
    await write()
    work(smtpMail(drip.url, sender, { answerMs: 60_000, attemptMs: 500 }))
    await soon(async () => expect(await rows()).toMatchObject([{ status: 'queued', attempts: 1 }]))
    drip.server.close()
  })

  test('slowly to one mail, or refuses it, does not delay the others', async () => {
    const smtp = await startMailServer()
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    smtp.handlers.onRaw = async raw => {
      if (raw.includes('Subject: Slow')) await held
      return raw.includes('Subject: Bad') ? answer(451, 'no') : undefined
    }
    await write({ subject: 'Slow' })
    await write({ subject: 'Bad' })
    await write({ to: 'not an address' })
    for (let i = 0; i < 12; i++) await write()
    work(smtpMail(smtp.url, sender))
    await soon(async () => expect((await statuses()).slice(3)).toEqual(Array(12).fill('sent')))
    expect((await statuses())[0]).toBe('sending')
    release()
    await soon(async () => expect((await statuses())[0]).toBe('sent'))
    await smtp.close()
  })
})

describe('a process that ends', () => {
  test('before it recorded the answer sends the mail once more, with the same Message-ID, and never a third time', async () => {
    const smtp = await startMailServer()
    await write()
    // It hands the letter over and is gone.
    const gone = connect(await urlOf(server))
    const dying = startMailDelivery(
      { ...server.services, db: gone.db },
      {
        send: async letter => {
          await smtpMail(smtp.url, sender)(letter)
          await gone.close()
        },
        onError: () => {},
        everyMs: 10,
      },
    )
    await soon(() => expect(smtp.received).toHaveLength(1))
    await dying.stop()
    expect(await statuses()).toEqual(['sending'])

    let kills = 0
    work(async letter => {
      kills++
      await smtpMail(smtp.url, sender)(letter)
    })
    await untilLooked()
    expect(kills).toBe(0)
    server.clock.aheadMs = 5 * minute + 1000
    await soon(async () => expect(await statuses()).toEqual(['sent']))
    const ids = smtp.received.map(({ raw }) => /^Message-ID: (.*)$/im.exec(raw)![1])
    expect([ids.length, new Set(ids).size]).toEqual([2, 1])
    await smtp.close()
  })

  test('twice in the middle of the same mail makes it fail', async () => {
    await write()
    await server.db
      .updateTable('mail')
      .set({
        status: 'sending',
        attempts: 2,
        interruptions: 1,
        next_attempt_at: new Date(Date.now() - minute),
      })
      .execute()
    let sent = 0
    work(async () => void sent++)
    await soon(async () => expect(await statuses()).toEqual(['dead']))
    expect(sent).toBe(0)
  })

  test('too late cannot overwrite what another process has recorded', async () => {
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    await write()
    let tries = 0
    const worker = work(async () => {
      tries++
      if (tries > 1) return
      await held
      throw new Error('too late')
    })
    await soon(() => expect(tries).toBe(1))
    server.clock.aheadMs = 6 * minute
    await soon(async () => expect(await statuses()).toEqual(['sent']))
    release()
    await worker.stop()
    expect(await rows()).toMatchObject([{ status: 'sent', problem: '' }])
  })

  test('by request waits for mails in progress', async () => {
    const smtp = await startMailServer()
    const { promise: accepted, resolve: accept } = Promise.withResolvers<void>()
    smtp.handlers.onRaw = async () => void (await accepted)
    await write()
    const worker = work(smtpMail(smtp.url, sender))
    await soon(async () => expect(await statuses()).toEqual(['sending']))
    const stopped = worker.stop()
    accept()
    await stopped
    expect(await statuses()).toEqual(['sent'])
    await smtp.close()
  })
})

describe('a token in a mail', () => {
  test('is deleted once the mail is sent or given up', async () => {
    const smtp = await startMailServer()
    const tokenUntil = new Date(Date.now() + hour)
    const blocks = [{ type: 'text', text: 'token-0815' }] as const
    await write({ tokenUntil, blocks })
    await write({ tokenUntil, blocks, to: 'not an address' })
    await write({ blocks })
    work(smtpMail(smtp.url, sender))
    await soon(async () => expect(await statuses()).toEqual(['sent', 'dead', 'sent']))
    expect(smtp.received[0]!.raw).toContain('token-0815')
    expect((await rows()).map(r => r.html.includes('token-0815') || r.text.includes('token-0815'))).toEqual([
      false,
      false,
      true,
    ])
    await smtp.close()
  })

  test('that has expired while the mail waited is not sent', async () => {
    let sent = 0
    await write({ tokenUntil: new Date(Date.now() + hour) })
    server.clock.aheadMs = hour + 1000
    work(async () => void sent++)
    await soon(async () => expect(await statuses()).toEqual(['dead']))
    expect(sent).toBe(0)
  })
})

test('a database that is down is logged once, and work continues when it is back', async () => {
  const smtp = await startMailServer()
  let isAway = true
  let refusals = 0
  const { services } = server
  const db = new Proxy(services.db, {
    get(target, key) {
      if (isAway) {
        refusals++
        throw new Error('away')
      }
      const value = Reflect.get(target, key)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  const complaints: unknown[] = []
  const worker = startMailDelivery(
    { ...services, db },
    { send: smtpMail(smtp.url, sender), onError: e => complaints.push(e), everyMs: 10 },
  )
  workers.push(worker)
  await write()
  await soon(() => expect(refusals).toBeGreaterThan(3))
  expect(complaints).toHaveLength(1)
  isAway = false
  await soon(async () => expect(await statuses()).toEqual(['sent']))
  await smtp.close()
})

/** Connection string of the test's database. */
async function urlOf({ db }: TestServer) {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db)
  const url = new URL(inject('database').server)
  url.pathname = `/${rows[0]!.name}`
  return url.href
}

async function listen(server: Server) {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return { server, url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}` }
}
