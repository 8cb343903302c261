import { plans } from '../../../../shared/rules/plan.ts'
import { accountTakenBack, emailChangeAsked, emailPutBack } from '../../account/messages.ts'
import { passwordChanged } from '../../auth/messages.ts'
import { jurorNamed } from '../../books/messages.ts'
import { contactMessage, contactReceived } from '../../contact/messages.ts'
import { codesGuessed, factorsChanged } from '../../factors/messages.ts'
import { writeResults } from '../../judging/messages.ts'
import type { Entrant } from '../../judging/queries.ts'
import { lateReminder } from '../../jury/messages.ts'
import type { Mail } from '../../mail/queries.ts'
import { renderMail } from '../../mail/template.ts'
import { accountClosed, invitation, passwordReset } from '../../members/messages.ts'
import {
  giftCardIssued,
  ledgerAttention,
  type MembershipMail,
  membershipMismatch,
  writeMembershipMail,
} from '../../membership/mails.ts'
import { writeNews } from '../../notices/messages.ts'
import { appealDecided, decisionMade, reportDecided, reportReceived } from '../../reports/messages.ts'
import { tokenMade } from '../../tokens/messages.ts'
import { webhookPaused } from '../../webhooks/messages.ts'

const username = 'robin.vale'
const to = 'robin.vale@example.com'
const token = 'an-invented-token'
const paid = { payment_id: 'PAY-1', cents: plans.yearly.cents, paid_at: new Date('2026-03-01T09:00:00Z') }

/** A logo that stands for an entrant's. */
export type ExampleLogo = { logo_id: number; logo: string; image: string | null }

/** An entrant with two logos in the book and one that isn't. */
const invented: ExampleLogo[] = ['Quiet Harbour', 'Paper Whale', 'Fern & Sons'].map((logo, i) => ({
  logo_id: i + 1,
  logo,
  image: null,
}))

const entrantWith = (logos: readonly ExampleLogo[]): Entrant => ({
  book_id: 1,
  designer_id: 1,
  email: to,
  first_name: 'Robin',
  is_closed: false,
  state: 'current',
  slug: 'book-14',
  title: '',
  series: 'book',
  number: 14,
  entry_ct: 1200,
  selected_ct: 60,
  next_book: { number: 15 },
  logos: logos.map((logo, i) => ({
    ...logo,
    is_hidden: false,
    is_in: i < 2,
    band: i < 2 ? 5 : 25,
    has_vector: false,
  })),
})

const aboutMembership: MembershipMail[] = [
  { kind: 'welcome', username, member_expire: '2027-03-01', paid, plan: 'yearly' },
  { kind: 'renewal-receipt', member_expire: '2027-03-01', paid, plan: 'yearly' },
  { kind: 'payment-failed', payment_id: 'PAY-1', cents: plans.yearly.cents },
  { kind: 'subscription-suspended', subscription_id: 'I-1', member_expire: '2027-03-01' },
  { kind: 'subscription-cancelled', subscription_id: 'I-1', member_expire: '2027-03-01' },
  { kind: 'payment-returned', paid, how: 'refunded' },
  { kind: 'gift-card-redeemed', gift_card_id: 1, member_expire: '2027-03-01' },
  { kind: 'renewal-reminder', on: '2027-03-01', days: 14, cents: plans.yearly.cents },
  { kind: 'membership-expiring', member_expire: '2027-03-01', days: 14 },
  { kind: 'membership-expired', member_expire: '2027-03-01' },
]

/** The letters about a logo that was reported. */
function writeAboutReport(publicUrl: string, now: Date): Mail[] {
  const about = { kind: 'logo', name: 'Quiet Harbour', path: '/logo/1' } as const
  const why = 'It is the mark of a shipping company.'
  const appeal = { href: `${publicUrl}/appeal?token=${token}`, until: now }
  const decision = { outcome: 'hide', why, decisionId: 1, appeal } as const
  const reporter = { to, isOutsider: false }
  return [
    reportReceived(reporter, about, 1, publicUrl),
    reportDecided(reporter, about, { ...decision, outcome: 'dismiss', reportId: 1 }),
    decisionMade(to, about, { ...decision, isReported: true }),
    appealDecided(to, about, { isRestored: true, why, reportId: 1 }),
  ]
}

/** The letter about what is new, with something of each kind. */
function writeExampleNews(publicUrl: string, logos: readonly ExampleLogo[]): Mail {
  const [first, second, third] = logos.map(({ logo: title, ...rest }) => ({ ...rest, title }))
  const happened = {
    designer_id: 1,
    by: 'Ferro & Daughters',
    comment: null,
    logo_id: null,
    title: null,
    image: null,
  }
  const byThem = { company: 'Ferro & Daughters' }
  return writeNews(
    {
      happened: [
        {
          ...happened,
          ...first,
          kind: 'comments',
          type: 'comment',
          comment: 'The curve of the hull is lovely.',
        },
        { ...happened, kind: 'follows', type: 'follow' },
        { ...happened, ...second, kind: 'likes', type: 'like' },
        { ...happened, ...second, by: 'Studio Lund', kind: 'likes', type: 'save' },
      ],
      new_work: third ? [{ ...third, ...byThem }] : [],
      searches: [
        {
          designer_id: 1,
          name: 'Ships',
          query: 'search_text=ship',
          logos: third ? [{ ...third, ...byThem }] : [],
        },
      ],
      posts: [
        { designer_id: 1, title: 'How a book is judged', path: '/news', excerpt: 'Three jurors, no names.' },
      ],
      books: [{ designer_id: 1, title: 'Colophon Book 14', path: '/books/book-14', excerpt: '' }],
    },
    {
      reader: { email: to, first_name: 'Robin' },
      key: 'example',
      unsubscribeUrl: `${publicUrl}/unsubscribe?token=${token}`,
    },
    publicUrl,
  )
}

/** The letters about money besides those about a membership: two of them go to support. */
const writeAboutMoney = (publicUrl: string, now: Date): Mail[] => [
  giftCardIssued(
    { code: 'AB2C-DE3F-GH4J-KL5M', code_hmac: Buffer.from('invented'), term_months: 12 },
    { to, expires_at: now, now, publicUrl },
  ),
  ledgerAttention({
    audit_id: 1,
    at: now,
    what: 'partial refund',
    username,
    subscription_id: 'I-1',
    detail: { payment_id: 'PAY-1', cents: 2000 },
  }),
  membershipMismatch({ username, subscription_id: 'I-1', member_expire: '2027-03-01' }),
]

/** Every kind of mail that the program sends, with invented facts. */
function writeAll(
  publicUrl: string,
  now: Date,
  logos: readonly ExampleLogo[] = invented,
): Omit<Mail, 'dedupeKey' | 'to'>[] {
  const message = {
    name: 'Robin Vale',
    email: to,
    subject: 'General Contact' as const,
    message: 'Which size is best?',
  }
  const member = { designer_id: 1, email: to, first_name: 'Robin' }
  const change = { username, from: to, to: 'robin@example.org', at: now }
  return [
    invitation({ to, username, role: 'juror', designer_id: 1, token, until: now }, publicUrl),
    passwordReset({ to, designerId: 1, token, until: now }, publicUrl),
    passwordChanged({ to, username, at: now, removed: [] }, publicUrl),
    ...emailChangeAsked({ ...change, confirmToken: token, restoreToken: token }, publicUrl),
    emailPutBack({ username, email: to, back: to, changeId: 1 }),
    accountTakenBack({ designer_id: 1, username, email: to, removed: ['passkey “Phone”'], at: now }),
    factorsChanged({ email: to, username }, { what: 'passkey added', name: 'Phone' }, now, publicUrl, {
      token,
      until: now,
    }),
    codesGuessed({ designer_id: 1, email: to, username }, now, publicUrl),
    tokenMade(
      { email: to, username },
      { token_id: 1, name: 'Studio site', scope: 'read', created_at: now },
      publicUrl,
    ),
    webhookPaused(
      { email: to, username },
      { webhook_id: 1, url: 'https://studio.example/hooks', problem: 'Answered 500', at: now },
      publicUrl,
    ),
    accountClosed({ designer_id: 1, email: to, username, company: 'Vale Marks', hasLogos: true }),
    contactMessage(message, { to, account: username, now }),
    contactReceived({ to, now }, publicUrl),
    jurorNamed(
      {
        to,
        first_name: 'Robin',
        designer_id: 1,
        book: { slug: 'book-14', title: 'Colophon Book 14', closes_at: now },
      },
      publicUrl,
    ),
    lateReminder(
      {
        to,
        book: { slug: 'book-14', title: 'Colophon Book 14' },
        round: 1,
        number: 1,
        unscored: 40,
        due_at: now,
      },
      publicUrl,
    ),
    writeResults(entrantWith(logos), publicUrl),
    writeExampleNews(publicUrl, logos),
    ...writeAboutReport(publicUrl, now),
    ...aboutMembership.map(mail => ({
      kind: mail.kind,
      ...writeMembershipMail(mail, member, publicUrl, 1),
    })),
    ...writeAboutMoney(publicUrl, now),
  ]
}

/** The templates by name and subject, and one of them rendered. */
export function listTemplates(publicUrl: string, now: Date) {
  return writeAll(publicUrl, now).map(({ kind, subject }) => ({ name: kind, subject }))
}

/** `logos`: three of the gallery's, for mails that show pictures. */
export function renderTemplate(name: string, publicUrl: string, now: Date, logos?: readonly ExampleLogo[]) {
  const mail = writeAll(publicUrl, now, logos).find(({ kind }) => kind === name)
  return mail && { name, subject: mail.subject, ...renderMail(mail.subject, mail.blocks) }
}
