import { product } from '../../../shared/product.ts'
import { formatCents, type Plan } from '../../../shared/rules/plan.ts'
import type { Db } from '../../db/connect.ts'
import type { Services } from '../../services.ts'
import { enqueueMail } from '../mail/queries.ts'
import { findReceiptId, listAttention } from './queries.ts'

// Every mail about money. Each is written in the transaction that makes it true, and once for what it is about.

type To = { designer_id: number; email: string; first_name: string }
type Money = { payment_id: string; cents: number; paid_at: Date }
/** What happened, and what the mail says of it. */
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
      /** The time it bought stays, as later payments stand on it. */
      isKept?: boolean
    }
  | { kind: 'gift-card-redeemed'; gift_card_id: number; member_expire: string }
  | { kind: 'renewal-reminder'; on: string; days: number; cents: number }
  | { kind: 'membership-expiring'; member_expire: string; days: number }
  | { kind: 'membership-expired'; member_expire: string }

const longDay = (day: string) =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' })

const receipt = (receiptId: number, paid: Money, plan: Plan) =>
  [
    ['Receipt', String(receiptId)],
    ['Paid on', longDay(paid.paid_at.toISOString().slice(0, 10))],
    ['For', `${product.name} membership, ${plan}`],
    ['Amount', `${formatCents(paid.cents)} USD`],
  ] as const

/** Puts a mail about somebody's membership into the outbox. Idempotent by what it is about. Closed accounts are not written to. */
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
  const letter = write(mail, to, services.publicUrl, receiptId)
  await enqueueMail(db, { kind: mail.kind, to: to.email, ...letter })
}

/** `receiptId`: of the payment that it is about, if it is about one. */
function write(mail: MembershipMail, to: To, publicUrl: string, receiptId: number) {
  const text = (line: string) => ({ type: 'text', text: line }) as const
  const facts = (rows: readonly (readonly [string, string])[]) => ({ type: 'facts', rows }) as const
  const button = (label: string, path: string) =>
    ({ type: 'button', label, href: `${publicUrl}${path}` }) as const
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
  const until = (day: string | null) => (day ? longDay(day) : 'the day your first payment has arrived')

  switch (mail.kind) {
    case 'welcome':
      return letter(
        `Welcome to ${product.name}`,
        String(to.designer_id),
        text(`your membership has begun. Sign in as ${mail.username}.`),
        ...(mail.paid && mail.plan ? [facts(receipt(receiptId, mail.paid, mail.plan))] : []),
        ...(mail.member_expire
          ? [facts([['Member until', longDay(mail.member_expire)]])]
          : [
              text(
                'The payment provider is still confirming your first payment. Its receipt follows by mail.',
              ),
            ]),
        button('Sign in', '/login'),
        ...(mail.paid ? [receiptButton()] : []),
      )
    case 'renewal-receipt':
      return letter(
        'Your receipt',
        mail.paid.payment_id,
        text('thank you: your membership is paid.'),
        facts([...receipt(receiptId, mail.paid, mail.plan), ['Member until', longDay(mail.member_expire)]]),
        receiptButton(),
      )
    case 'payment-failed':
      return letter(
        'Your payment did not go through',
        mail.payment_id,
        text(
          `the payment provider could not collect ${formatCents(mail.cents)} for your membership. It tries again after five and after ten days; meanwhile nothing changes for you. Please see to it that your account there can be charged.`,
        ),
        button('Your membership', '/account/membership'),
      )
    case 'subscription-suspended':
      return letter(
        'Your automatic payments have stopped',
        `${mail.subscription_id} ${mail.member_expire ?? ''}`,
        text(
          `the payment provider could not collect your membership fee and has stopped trying. You are a member until ${until(mail.member_expire)}; after that you can subscribe again.`,
        ),
        button('Subscribe', '/checkout'),
      )
    case 'subscription-cancelled':
      return letter(
        'Your automatic payments have ended',
        mail.subscription_id,
        text(
          mail.member_expire
            ? `nothing more will be charged. What you have paid stays yours: you are a member until ${longDay(mail.member_expire)}.`
            : 'nothing more will be charged.',
        ),
        button('Your membership', '/account/membership'),
      )
    case 'payment-returned':
      return letter(
        mail.how === 'reversed' ? 'Your payment was taken back' : 'Your refund',
        // Taken back or given back: the provider may say both of one payment, and once is enough.
        `${mail.paid.payment_id}${mail.how === 'partially_refunded' ? ' in part' : mail.isKept ? ' kept' : ''}`,
        text(
          mail.how === 'reversed'
            ? 'the payment below was taken back in a dispute, and the time it had paid for has ended. If that was not what you wanted, please write to us.'
            : mail.how === 'refunded'
              ? `the payment below has been returned to you in full${mail.isKept ? '.' : ', and the time it had paid for has ended.'}`
              : 'part of the payment below has been returned to you.',
        ),
        facts([
          ['Receipt', String(receiptId)],
          ['Amount paid', `${formatCents(mail.paid.cents)} USD`],
        ]),
        receiptButton(),
        button('Write to us', '/contact'),
      )
    case 'gift-card-redeemed':
      return letter(
        'Your gift card is redeemed',
        String(mail.gift_card_id),
        text(`you are a member until ${longDay(mail.member_expire)}.`),
        button('Sign in', '/login'),
      )
    case 'renewal-reminder':
      return letter(
        'Your membership renews soon',
        `${to.designer_id} ${mail.on} ${mail.days}`,
        text(
          `on ${longDay(mail.on)} the payment provider collects ${formatCents(mail.cents)} for another year. If you do not want that, end the automatic payments before.`,
        ),
        button('Your membership', '/account/membership'),
      )
    case 'membership-expiring':
      return letter(
        'Your membership ends soon',
        `${to.designer_id} ${mail.member_expire} ${mail.days}`,
        text(`you are a member until ${longDay(mail.member_expire)}. It does not renew by itself.`),
        button('Stay a member', '/checkout'),
      )
    case 'membership-expired':
      return letter(
        'Your membership has ended',
        `${to.designer_id} ${mail.member_expire}`,
        text(
          `it ended on ${longDay(mail.member_expire)}. Your logos, collections and awards are kept; come back whenever you like.`,
        ),
        button('Come back', '/checkout'),
      )
  }
}

/** Tells our own people what the ledger leaves to them, once each. */
export async function mailAttention(db: Db, { supportEmail, now }: Pick<Services, 'supportEmail' | 'now'>) {
  for (const entry of await listAttention(db, new Date(+now() - 3 * 86_400_000)))
    await enqueueMail(db, {
      kind: 'ledger-attention',
      dedupeKey: String(entry.audit_id),
      to: supportEmail,
      subject: `Please look: ${entry.what}`,
      blocks: [
        { type: 'heading', text: 'Something about a payment needs a decision' },
        {
          type: 'facts',
          rows: [
            ['What', entry.what],
            ['When', entry.at.toISOString()],
            ['Designer', entry.username ?? 'none'],
            ['Subscription', entry.subscription_id ?? 'none'],
            ['More', JSON.stringify(entry.detail)],
          ],
        },
      ],
    })
}

/** Tells our own people that the provider says paid and our ledger does not. */
export async function mailMismatch(
  db: Db,
  services: Pick<Services, 'publicUrl' | 'supportEmail'>,
  facts: { designer_id: number; subscription_id: string; member_expire: string },
) {
  await enqueueMail(db, {
    kind: 'membership-mismatch',
    dedupeKey: `${facts.subscription_id} ${facts.member_expire}`,
    to: services.supportEmail,
    subject: 'An active subscription without a payment',
    blocks: [
      { type: 'heading', text: 'An active subscription without a payment' },
      {
        type: 'facts',
        rows: [
          ['Designer', String(facts.designer_id)],
          ['Subscription', facts.subscription_id],
          ['Paid until', facts.member_expire],
        ],
      },
    ],
  })
}
