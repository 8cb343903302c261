import { formatCents } from '../../../shared/rules/plan.ts'
import { escapeHtml } from '../../lib/escape-html.ts'
import { siteWords } from '../../lib/site-words.ts'
import type { readEverything } from './queries.ts'

type Everything = Awaited<ReturnType<typeof readEverything>>
export type Archive = Omit<Everything, 'account' | 'logos'> & {
  exported_at: string
  account: Omit<Everything['account'], 'avatar'> & { picture: string | null }
  logos: (Omit<Everything['logos'][number], 'image' | 'replaced_pictures' | 'vector'> & {
    file: string | null
    vector: string | null
    replaced_pictures: { replaced_at: string; file: string | null }[]
  })[]
}

const names: Partial<Record<keyof Archive['account'], string>> = {
  username: 'Username',
  first_name: 'First name',
  last_name: 'Last name',
  company: 'Company',
  company_description: 'Bio',
  email: 'Email',
  phone: 'Phone',
  address1: 'Address',
  address2: 'Suite',
  city: 'City',
  state: 'State',
  zip: 'ZIP',
  country: 'Country',
  url: 'Website',
  facebook: 'Facebook',
  twitter: 'X',
  instagram: 'Instagram',
  dribbble: 'Dribbble',
  behance: 'Behance',
  role: 'Role',
  suspended_until: 'Suspended until',
  affiliate: 'Joined with the code',
  member_since: 'Member since',
  training: 'Logos may be used for training',
}

const day = (time: Date | string) => new Date(time).toISOString().slice(0, 10)
const text = (value: unknown) =>
  escapeHtml(
    value instanceof Date
      ? day(value)
      : typeof value === 'boolean'
        ? value
          ? 'yes'
          : 'no'
        : String(value ?? ''),
  )
const pairs = (rows: (readonly [string, unknown])[]) =>
  `<dl>${rows
    .filter(([, value]) => value !== '' && value !== null)
    .map(([name, value]) => `<dt>${text(name)}</dt><dd>${text(value)}</dd>`)
    .join('')}</dl>`
const list = (rows: string[]) =>
  rows.length ? `<ul><li>${rows.join('</li><li>')}</li></ul>` : '<p>None.</p>'
const section = (title: string, body: string) => `<section><h2>${text(title)}</h2>${body}</section>`

/** Why something is hidden; empty while it is shown. */
const reasonOf = (each: { hidden_at: Date | null; hidden_why: string | null }) =>
  each.hidden_at ? each.hidden_why || 'after reports' : ''
const ifHidden = (each: Parameters<typeof reasonOf>[0]) =>
  each.hidden_at ? `, hidden: ${text(reasonOf(each))}` : ''

const describeMembership = (own: Archive) =>
  section(
    'Membership',
    list([
      ...own.memberships.map(
        each =>
          `${text(each.starts_on)} to ${text(each.ends_on)}, by ${text(each.source.replace('_', ' '))}${each.reversed_at ? ', reversed' : ''}`,
      ),
      ...own.subscriptions.map(
        each => `Subscription ${text(each.subscription_id)}: ${text(each.plan)}, ${text(each.status)}`,
      ),
      ...own.payments.map(
        each =>
          `Payment ${text(each.payment_id)}, ${text(each.paid_at)}: ${text(formatCents(each.amount_cents))} ${text(each.currency)}, ${text(each.status.replace('_', ' '))}${each.refunds.map(refund => `, ${text(formatCents(refund.amount_cents))} refunded ${text(day(refund.refunded_at))}`).join('')}`,
      ),
      ...own.purchases.map(
        each =>
          `Checkout begun ${text(each.created_at)}: ${text(each.plan)}, ${text(formatCents(each.amount_cents))}, ${text(each.state)}`,
      ),
      ...own.gift_cards.map(
        each => `Gift card ending in ${text(each.last4)}, redeemed ${text(each.redeemed_at)}`,
      ),
      ...own.affiliate_codes.map(each => `Affiliate code ${text(each.code)}, since ${text(each.created_at)}`),
      ...own.affiliate_credits.map(
        each => `Affiliate code ${text(each.code)} credited for your joining, ${text(each.created_at)}`,
      ),
    ]),
  )

const decided: Record<Archive['decisions'][number]['decision'], string> = {
  dismiss: 'dismissed',
  hide: 'hidden',
  show: 'shown again',
  remove: 'removed',
  warn: 'warned',
  suspend: 'suspended',
  restore: 'reversed',
}

const describeModeration = (own: Archive) =>
  `${section(
    'Reports and appeals you sent',
    list(
      own.reports.map(
        each =>
          `${text(each.created_at)}: ${each.is_appeal ? 'appeal about' : 'report on'} ${text(each.kind)} ${each.subject_id}${pairs(
            [
              ['Reason', each.reason],
              ['Text', each.text],
              ['Original', each.original_url],
              ['Decision', each.decision && decided[each.decision]],
              ['Decided', each.decided_at],
              ['Why', each.why],
            ],
          )}`,
      ),
    ),
  )}
${section(
  'Decisions about you',
  list(
    own.decisions.map(
      each =>
        `${text(each.decided_at)}: ${text(each.kind)} ${each.subject_id} ${decided[each.decision]}${each.until ? `, until ${text(each.until)}` : ''}: ${text(each.why)}${each.undone_at ? `, reversed ${text(each.undone_at)}` : ''}`,
    ),
  ),
)}`

const describeLogins = (own: Archive) =>
  section(
    'Logging in',
    list([
      ...own.passkeys.map(
        each =>
          `Passkey ${text(each.name)}, added ${text(each.created_at)}${each.last_used_at ? `, last used ${text(each.last_used_at)}` : ''}`,
      ),
      ...own.authenticators.map(
        each => `Authenticator app${each.added_at ? `, added ${text(each.added_at)}` : ''}`,
      ),
      ...own.webhooks.map(
        each =>
          `Webhook ${text(each.url)}, added ${text(each.created_at)}${each.is_paused ? ', paused' : ''}`,
      ),
      ...own.api_tokens.map(
        each =>
          `API token ${text(each.name)} (${each.scope}), made ${text(each.created_at)}${each.last_used_at ? `, last used ${text(each.last_used_at)}` : ''}`,
      ),
      ...(own.recovery_codes.length ? [`Unused recovery codes: ${own.recovery_codes.length}`] : []),
    ]),
  )

/** A juror’s seat. Its scores are many: the page says how many, and `data.json` lists them. */
const describeSeat = (seat: Archive['jury'][number]) =>
  `<h3>${text(seat.book)}</h3>${pairs([
    ['Named', seat.named_at],
    ['Left', seat.left_at],
    ['Declared to know', seat.declared.map(each => each.company).join(', ')],
    ['Scores', `${seat.scores.length}, in data.json`],
    ['Saved', seat.saved.join(', ')],
    ['Known work', seat.known.join(', ')],
    ['Flagged', seat.flags.map(each => `${each.logo ?? ''} (${each.reason}): ${each.text}`).join('\n')],
  ])}`

/** The index page of the archive of a member’s data: all of it, readable, without other files. Long for its markup. */
export function describeArchive(own: Archive): string {
  const { account } = own
  const logos = own.logos.map(
    logo => `<article>${logo.file ? `<img src="${text(logo.file)}" alt="">` : '<p>The picture is missing.</p>'}
<h3>${text(logo.title)}</h3>${pairs([
      ['Uploaded', logo.upload_date],
      ['Logotype', logo.logotype],
      ['Designer', logo.designer],
      ['Art director', logo.art_director],
      ['Creative director', logo.creative_director],
      ['Associate creative director', logo.assoc_creative_director],
      ['Illustrator', logo.illustrator],
      ['Photographer', logo.photographer],
      ['Client', logo.client],
      ['Industry', logo.industry],
      ['Keywords', [...logo.keywords, ...logo.keywords2].join(', ')],
      ['Description', logo.description],
      ['Awards', logo.awards.join(', ')],
      [
        'Entered in',
        logo.entries.map(({ book, band }) => (band ? `${book} (top ${band} %)` : book)).join(', '),
      ],
      ['Hidden', reasonOf(logo)],
      ['Vector original', logo.vector],
      [
        'Pictures replaced',
        logo.replaced_pictures.map(each => `${day(each.replaced_at)}: ${each.file}`).join(', '),
      ],
      ['Profile logo', logo.profile_position],
      ['Likes, saves, views', `${logo.like_ct}, ${logo.collection_ct}, ${logo.view_count}`],
    ])}</article>`,
  )
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${text(account.company)} · ${text(siteWords().site_name)}</title>
<style>
:root { color-scheme: light dark }
body { max-width: 60rem; margin: 0 auto; padding: 2rem 1rem; font: 1rem/1.5 system-ui, sans-serif }
section { margin-top: 2.5rem; border-top: 1px solid #8888; padding-top: 1rem }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .2rem 1rem; margin: 0 }
dt { opacity: .7 } dd { margin: 0; white-space: pre-line; overflow-wrap: anywhere }
.logos { display: grid; grid-template-columns: repeat(auto-fill, minmax(18rem, 1fr)); gap: 2rem }
img { width: 100%; background: #fff } .picture { width: 8rem; border-radius: 50% }
</style>
<h1>${text(account.company)}</h1>
<p>Everything that ${text(siteWords().site_name)} keeps of this account, as of ${text(day(own.exported_at))}.
The same is in <a href="data.json">data.json</a>, for programs.</p>
${account.picture ? `<img class="picture" src="${text(account.picture)}" alt="">` : ''}
${section('Account', pairs(Object.entries(names).map(([key, name]) => [name, account[key as keyof typeof account]])))}
${section('Logos', `<div class="logos">${logos.join('\n')}</div>`)}
${section(
  'Collections',
  list(
    own.collections.map(
      collection =>
        `${text(collection.name)} (${collection.is_public ? 'public' : 'private'})${ifHidden(collection)}${list(
          collection.logos.map(
            logo => `${text(logo.title)}, ${text(logo.company)}${logo.note && `: ${text(logo.note)}`}`,
          ),
        )}`,
    ),
  ),
)}
${section('Helps with', list(own.helped_collections.map(each => `${text(each.name)}, ${text(each.company)}: ${text(each.created_at)}`)))}
${section('Likes', list(own.likes.map(like => `${text(like.title)}, ${text(like.company)}: ${text(like.created_at)}`)))}
${section('Comments', list(own.comments.map(each => `${text(each.title)}, ${text(each.created_at)}: ${text(each.comment)}${ifHidden(each)}`)))}
${section('Following', list(own.following.map(each => text(each.company))))}
${section('Followers', list(own.followers.map(each => text(each.company))))}
${section('Blocked', list(own.blocked.map(each => `${text(each.company)}, ${text(each.created_at)}`)))}
${section('Saved searches', list(own.saved_searches.map(each => `${text(each.name)}: ${text(each.query)}`)))}
${section('Emails', list(own.emails.map(each => `${text(each.kind.replace('_', ' '))}: ${text(each.frequency.replace('_', ' '))}`)))}
${describeMembership(own)}
${section(
  'Activity',
  list(
    own.activity.map(each =>
      [
        `${text(each.created_at)}: ${text(each.company)}, ${text(each.type)}`,
        ...[each.logo, each.collection, each.comment].filter(Boolean).map(text),
      ].join(', '),
    ),
  ),
)}
${describeModeration(own)}
${section('Jury', own.jury.map(describeSeat).join('\n') || list([]))}
${section('Changes of the email address', list(own.email_changes.map(each => `${text(each.created_at)}: ${text(each.old_email)} to ${text(each.new_email)}, ${text(each.state)}`)))}
${describeLogins(own)}
${section('Logged in', list(own.sessions.map(each => `${text(each.last_seen_at)}: ${text(each.user_agent)}, ${text(each.address)}`)))}
</html>
`
}
