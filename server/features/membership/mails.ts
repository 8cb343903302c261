import { formatDay } from '../../../shared/rules/format.ts'
import { formatCents, type Plan } from '../../../shared/rules/plan.ts'
import { formatReceiptNumber } from '../../../shared/rules/receipt-number.ts'
import { dayMs } from '../../../shared/rules/time.ts'
import type { Db } from '../../db/connect.ts'
import { siteWords } from '../../lib/site-words.ts'
import type { Services } from '../../services.ts'
import { enqueueMail, type Mail } from '../mail/queries.ts'
import { findReceiptId, listAttention } from './queries.ts'

// Every mail about money. Each is written in the transaction that makes it true, and once for its event.

type To = { designer_id: number; email: string; first_name: string }
type Money = { payment_id: string; cents: number; paid_at: Date }
/** The events, with the facts that each mail states. */
export type MembershipMail =
  | { kind: 'welcome'; username: string; member_expire: string | null; paid?: Money; plan?: Plan }
  | { kind: 'renewal-receipt'; member_expire: string; paid: Money; plan: Plan }
  | { kind: 'payment-failed'; payment_id: string; cents: number }
  | { kind: 'subscription-suspended'; subscription_id: string; member_expire: string | null }
  | { kind: 'subscription-cancelled'; subscription_id: string; member_expire: string | null }
  | {
      kind: 'payment-returned'
      paid: Money
      how: 'refunded' | 'partially_refunded' | 'reversed'
      /** The time that it bought stays, because later payments follow it. */
      isKept?: boolean
    }
  | { kind: 'gift-card-redeemed'; gift_card_id: number; member_expire: string }
  | { kind: 'renewal-reminder'; on: string; days: number; cents: number }
  | { kind: 'membership-expiring'; member_expire: string; days: number }
  | { kind: 'membership-expired'; member_expire: string }

const longDay = (day: string) => formatDay(new Date(`${day}T00:00:00Z`))

const receipt = (receiptId: number, paid: Money, plan: Plan) =>
  [
    ['Receipt', formatReceiptNumber(receiptId)],
    ['Paid on', longDay(paid.paid_at.toISOString().slice(0, 10))],
    ['For', `${siteWords().site_name} membership, ${plan}`],
    ['Amount', `${formatCents(paid.cents)} USD`],
  ] as const

/** Writes a mail about a membership into the outbox. Idempotent by its event. Closed accounts get none. */
export async function mailMember(
  db: Db,
  services: Pick<Services, 'publicUrl'>,
  designerId: number,
  mail: MembershipMail,
) {
  const to = await db
    .selectFrom('designer')
    .where('designer_id', '=', designerId)
    .where('closed_at', 'is', null)
    .select(['designer_id', 'email', 'first_name'])
    .executeTakeFirst()
  if (!to) return
  const paid = 'paid' in mail && mail.paid
  const receiptId = (paid && (await findReceiptId(db, paid.payment_id))) || 0
  const letter = writeMembershipMail(mail, to, services.publicUrl, receiptId)
  await enqueueMail(db, { kind: mail.kind, to: to.email, ...letter })
}

/** `receiptId`: the payment that the mail is about, if there is one. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: a switch with the text of every letter
export function writeMembershipMail(mail: MembershipMail, to: To, publicUrl: string, receiptId: number) {
  const text = (line: string) => ({ type: 'text', text: line }) as const
  const facts = (rows: readonly (readonly [string, string])[]) => ({ type: 'facts', rows }) as const
  const button = (label: string, path: string) =>
    ({ type: 'button', label, href: `${publicUrl}${path}` }) as const
  const link = (label: string, path: string) =>
    ({ type: 'link', label, href: `${publicUrl}${path}` }) as const
  const letter = (
    subject: string,
    dedupeKey: string,
    ...blocks: Parameters<typeof enqueueMail>[1]['blocks'][number][]
  ) => ({
    subject,
    dedupeKey,
    blocks: [{ type: 'heading', text: subject } as const, text(`Hello ${to.first_name},`), ...blocks],
  })
  const receiptButton = () => button('Your receipt', `/receipt/${receiptId}`)

  switch (mail.kind) {
    case 'welcome': {
      const rows = [
        ...(mail.paid && mail.plan ? receipt(receiptId, mail.paid, mail.plan) : []),
        ...(mail.member_expire ? [['Member until', longDay(mail.member_expire)] as const] : []),
      ]
      return letter(
        `Welcome to ${siteWords().site_name}`,
        String(to.designer_id),
        text(`Your membership has started. Log in as ${mail.username}.`),
        ...(rows.length ? [facts(rows)] : []),
        ...(mail.member_expire
          ? []
          : [
              text(
                'The payment provider is still confirming your first payment. We’ll email you the receipt.',
              ),
            ]),
        button('Log in', '/login'),
        ...(mail.paid ? [link('Your receipt', `/receipt/${receiptId}`)] : []),
      )
    }
    case 'renewal-receipt':
      return letter(
        'Your receipt',
        mail.paid.payment_id,
        text('Thank you for your payment.'),
        facts([...receipt(receiptId, mail.paid, mail.plan), ['Member until', longDay(mail.member_expire)]]),
        receiptButton(),
      )
    case 'payment-failed':
      return letter(
        'Your payment didn’t go through',
        mail.payment_id,
        text(
          `The payment provider couldn’t collect ${formatCents(mail.cents)} for your membership. It will try again in five and in ten days. Until then, nothing changes for you. Please make sure that your account there can be charged.`,
        ),
        button('Your membership', '/account/membership'),
      )
    case 'subscription-suspended':
      return letter(
        'Your automatic payments have stopped',
        `${mail.subscription_id} ${mail.member_expire ?? ''}`,
        text(
          `The payment provider couldn’t collect your membership fee and has stopped trying. ${mail.member_expire ? `You’re a member until ${longDay(mail.member_expire)}; renew any time to stay one.` : 'You can renew whenever you like.'}`,
        ),
        button('Renew', '/checkout'),
      )
    case 'subscription-cancelled':
      return letter(
        'Your automatic payments have ended',
        mail.subscription_id,
        text(
          mail.member_expire
            ? `You won’t be charged again. You keep what you’ve paid for: you’re a member until ${longDay(mail.member_expire)}.`
            : 'You won’t be charged again.',
        ),
        button('Your membership', '/account/membership'),
      )
    case 'payment-returned':
      return letter(
        mail.how === 'reversed' ? 'Your payment was reversed' : 'Your refund',
        // The provider may report a chargeback and a refund of one payment; one mail is enough.
        `${mail.paid.payment_id}${mail.how === 'partially_refunded' ? ' in part' : mail.isKept ? ' kept' : ''}`,
        text(
          mail.how === 'reversed'
            ? 'The payment below was reversed in a dispute, and the time it paid for has ended. If that isn’t what you wanted, please contact us.'
            : mail.how === 'refunded'
              ? `The payment below has been returned to you in full${mail.isKept ? '.' : ', and the time it paid for has ended.'}`
              : 'Part of the payment below has been returned to you.',
        ),
        facts([
          ['Receipt', formatReceiptNumber(receiptId)],
          ['Amount paid', `${formatCents(mail.paid.cents)} USD`],
        ]),
        receiptButton(),
        link('Write to us', '/contact'),
      )
    case 'gift-card-redeemed':
      return letter(
        'Your gift card is redeemed',
        String(mail.gift_card_id),
        text(`You’re a member until ${longDay(mail.member_expire)}.`),
        button('Log in', '/login'),
      )
    case 'renewal-reminder':
      return letter(
        'Your membership renews soon',
        `${to.designer_id} ${mail.on} ${mail.days}`,
        text(
          `On ${longDay(mail.on)}, the payment provider will collect ${formatCents(mail.cents)} for another year. If you’d rather not renew, cancel the automatic payments before then.`,
        ),
        button('Your membership', '/account/membership'),
      )
    case 'membership-expiring':
      return letter(
        'Your membership expires soon',
        `${to.designer_id} ${mail.member_expire} ${mail.days}`,
        text(
          `You’re a member until ${longDay(mail.member_expire)}. Your membership won’t renew automatically.`,
        ),
        button('Renew', '/checkout'),
      )
    case 'membership-expired':
      return letter(
        'Your membership has expired',
        `${to.designer_id} ${mail.member_expire}`,
        text(
          `Your membership expired on ${longDay(mail.member_expire)}. Your logos, collections and awards stay; come back whenever you like.`,
        ),
        button('Renew', '/checkout'),
      )
  }
}

type Flagged = Awaited<ReturnType<typeof listAttention>>[number]

/** Mails support the flagged cases of the ledger, once each. */
export async function mailAttention(db: Db, { now }: Pick<Services, 'now'>) {
  for (const entry of await listAttention(db, new Date(+now() - 3 * dayMs)))
    await enqueueMail(db, ledgerAttention(entry))
}

export const ledgerAttention = (entry: Flagged): Mail => ({
  kind: 'ledger-attention',
  dedupeKey: String(entry.audit_id),
  to: siteWords().support_email,
  subject: `Check: ${entry.what}`,
  blocks: [
    { type: 'heading', text: 'A payment needs a decision' },
    {
      type: 'facts',
      rows: [
        ['What', entry.what],
        ['When', entry.at.toISOString()],
        ['Username', entry.username ?? 'none'],
        ['Subscription', entry.subscription_id ?? 'none'],
        ['Details', JSON.stringify(entry.detail)],
      ],
    },
  ],
})

type Mismatch = { username: string; subscription_id: string; member_expire: string }

/** Mails support that the provider reports a payment that our ledger does not have. */
export async function mailMismatch(
  db: Db,
  { designer_id, ...facts }: Omit<Mismatch, 'username'> & { designer_id: number },
) {
  const { username } = await db
    .selectFrom('designer')
    .where('designer_id', '=', designer_id)
    .select('username')
    .executeTakeFirstOrThrow()
  await enqueueMail(db, membershipMismatch({ ...facts, username }))
}

export const membershipMismatch = (facts: Mismatch): Mail => ({
  kind: 'membership-mismatch',
  dedupeKey: `${facts.subscription_id} ${facts.member_expire}`,
  to: siteWords().support_email,
  subject: 'Subscription without a payment',
  blocks: [
    { type: 'heading', text: 'Subscription without a payment' },
    {
      type: 'facts',
      rows: [
        ['Username', facts.username],
        ['Subscription', facts.subscription_id],
        ['Paid until', facts.member_expire],
      ],
    },
  ],
})

/** How long the code of a card stays in a mail that was not sent. */
const cardMs = 30 * dayMs

/** The letter with a gift card's code. The code is like money, so it is deleted once the mail is sent. */
export function giftCardIssued(
  card: { code: string; code_hmac: Buffer; term_months: number },
  { to, expires_at, now, publicUrl }: { to: string; expires_at: Date | null; now: Date; publicUrl: string },
): Mail {
  const title = `A gift card for ${siteWords().site_name}`
  const term = card.term_months === 12 ? 'one year' : 'one month'
  return {
    kind: 'gift-card-issued',
    dedupeKey: card.code_hmac.toString('hex'),
    to,
    subject: title,
    tokenUntil: new Date(now.getTime() + cardMs),
    blocks: [
      { type: 'heading', text: title },
      {
        type: 'text',
        text: `This gift card pays for ${term} of membership. Join, choose to pay by gift card, and enter its number.`,
      },
      {
        type: 'facts',
        rows: [
          ['Gift Card Number', card.code],
          ...(expires_at ? [['Valid until', longDay(expires_at.toISOString().slice(0, 10))] as const] : []),
        ],
      },
      { type: 'button', label: 'Join', href: `${publicUrl}/join` },
    ],
  }
}
