// Generated from the migrated database by `node server/db/generate.ts`; do not edit.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

export interface Database {
  activity: Activity
  affiliate: Affiliate
  affiliate_credit: AffiliateCredit
  award: Award
  blog_category: BlogCategory
  blog_media: BlogMedia
  blog_post: BlogPost
  blog_post_category: BlogPostCategory
  book: Book
  checkout_intent: CheckoutIntent
  collection: Collection
  collection_logo: CollectionLogo
  comment: Comment
  designer: Designer
  entry: Entry
  follow: Follow
  gift_card: GiftCard
  ledger_audit: LedgerAudit
  limit_count: LimitCount
  logo: Logo
  logo_like: LogoLike
  logo_search: LogoSearch
  logo_view: LogoView
  mail: Mail
  mail_suppression: MailSuppression
  membership: Membership
  membership_grant: MembershipGrant
  password_reset: PasswordReset
  payment: Payment
  payment_sandbox: PaymentSandbox
  profile_logo: ProfileLogo
  refund: Refund
  search_bitmap: SearchBitmap
  search_term: SearchTerm
  session: Session
  setting: Setting
  subscription: Subscription
  suggestion: Suggestion
  total: Total
  unused_picture: UnusedPicture
  upload_week: UploadWeek
  webhook_event: WebhookEvent
}

interface Activity {
  activity_id: GeneratedAlways<number>
  /** whose feed it is in */
  designer_id: number
  actor_id: number
  type: 'like' | 'save' | 'comment' | 'follow'
  logo_id: number | null
  collection_id: number | null
  comment_id: number | null
  created_at: Date
}

interface Affiliate {
  code: string
  designer_id: number
  created_at: Date
}

interface AffiliateCredit {
  designer_id: number
  code: string
  grant_id: number
  created_at: Date
}

interface Award {
  book_id: number
  logo_id: number
}

interface BlogCategory {
  category_id: Generated<number>
  slug: string
  name: string
}

interface BlogMedia {
  media_id: Generated<number>
  path: string
  alt_text: Generated<string>
  width: number
  height: number
}

interface BlogPost {
  post_id: Generated<number>
  slug: string
  title: string
  excerpt: Generated<string>
  body: string
  media_id: number | null
  published_at: Generated<Date>
}

interface BlogPostCategory {
  post_id: number
  category_id: number
}

interface Book {
  book_id: GeneratedAlways<number>
  series: 'book' | 'master-book'
  number: number
  state: Generated<'open' | 'closed' | 'judging' | 'border' | 'ratified' | 'published'>
  published_on: string | null
}

interface CheckoutIntent {
  intent_id: string
  designer_id: number | null
  registration: ColumnType<unknown | null, string | null | undefined, string | null>
  visitor_hash: Buffer | null
  plan: 'yearly' | 'monthly'
  amount_cents: number
  affiliate: Generated<string>
  starts_on: string | null
  subscription_id: string | null
  state: Generated<'open' | 'settling' | 'settled' | 'refused' | 'expired'>
  refused_because: string | null
  created_at: Date
  expires_at: Date
  checked_at: Generated<Date>
}

interface Collection {
  collection_id: Generated<number>
  designer_id: number
  name: string
  description: Generated<string>
  is_public: Generated<boolean>
  created_at: Generated<Date>
  logo_ct: Generated<number>
}

interface CollectionLogo {
  collection_id: number
  logo_id: number
  created_at: Generated<Date>
}

interface Comment {
  comment_id: Generated<number>
  logo_id: number
  designer_id: number
  comment: string
  created_at: Generated<Date>
}

interface Designer {
  designer_id: Generated<number>
  username: string
  email: string
  password_hash: string
  role: Generated<'member' | 'juror' | 'admin'>
  slug: string
  company: string
  first_name: string
  last_name: string
  company_description: Generated<string>
  phone: Generated<string>
  address1: Generated<string>
  address2: Generated<string>
  city: Generated<string>
  state: Generated<string>
  zip: Generated<string>
  country: Generated<string>
  url: Generated<string>
  facebook: Generated<string>
  twitter: Generated<string>
  instagram: Generated<string>
  dribbble: Generated<string>
  behance: Generated<string>
  avatar: string | null
  affiliate: Generated<string>
  member_since: Generated<Date>
  logo_ct: Generated<number>
  award_ct: Generated<number>
  /** logos this designer likes */
  like_ct: Generated<number>
  follower_ct: Generated<number>
  following_ct: Generated<number>
  /** all own collections; others see public_collection_ct */
  collection_ct: Generated<number>
  public_collection_ct: Generated<number>
  closed_at: Date | null
  /** when the newest item happened of those that were looked at */
  activity_seen_at: Generated<Date>
}

interface Entry {
  book_id: number
  logo_id: number
  created_at: Generated<Date>
}

interface Follow {
  follower_id: number
  followed_id: number
  created_at: Generated<Date>
}

interface GiftCard {
  gift_card_id: GeneratedAlways<number>
  code_hmac: Buffer
  last4: string
  term_months: 1 | 12
  note: Generated<string>
  created_at: Date
  expires_at: Date | null
  voided_at: Date | null
  redeemed_at: Date | null
  redeemed_by: number | null
}

interface LedgerAudit {
  audit_id: GeneratedAlways<number>
  at: Date
  designer_id: number | null
  subscription_id: string | null
  what: string
  detail: ColumnType<unknown, string | undefined, string>
  needs_attention: Generated<boolean>
}

interface LimitCount {
  key: string
  window_start: Date
  count: number
}

interface Logo {
  logo_id: Generated<number>
  designer_id: number
  title: string
  filename: Generated<string>
  description: Generated<string>
  keywords: Generated<string[]>
  keywords2: Generated<string[]>
  designer: Generated<string>
  art_director: Generated<string>
  creative_director: Generated<string>
  assoc_creative_director: Generated<string>
  illustrator: Generated<string>
  photographer: Generated<string>
  client: Generated<string>
  industry: Generated<string>
  logotype: 'Symbol' | 'Typographic' | 'Combo'
  upload_date: Generated<Date>
  image: string
  /** width and height of the stored image, px */
  side: number
  ground: string | null
  is_ranked: Generated<boolean>
  view_ct: Generated<number>
  like_ct: Generated<number>
  collection_ct: Generated<number>
  comment_ct: Generated<number>
  /** keywords and keywords2 in lower case, each once */
  keyword_keys: GeneratedAlways<string[]>
  /** given by the browser that uploaded it; one logo per designer and key */
  upload_key: string | null
  /** SHA-256 of the picture as it was sent, with upload_key */
  upload_digest: Buffer | null
}

interface LogoLike {
  designer_id: number
  logo_id: number
  created_at: Generated<Date>
}

interface LogoSearch {
  logo_id: number
  words: string
}

interface LogoView {
  logo_id: number
  day: string
  viewer: string
}

interface Mail {
  mail_id: Generated<string>
  kind: string
  dedupe_key: string
  to_address: string
  reply_to: string | null
  subject: string
  html: string
  text: string
  /** the body holds a token that is good until then: later it is not sent, and once it is, the body is blanked */
  token_until: Date | null
  status: Generated<'queued' | 'sending' | 'sent' | 'dead'>
  attempts: Generated<number>
  /** how often it was left in sending by a process that ended */
  interruptions: Generated<number>
  /** when queued; when sending, the moment its process is taken for dead */
  next_attempt_at: Generated<Date>
  /** what the last attempt failed of */
  problem: Generated<string>
  created_at: Generated<Date>
}

interface MailSuppression {
  address: string
  reason: string
  created_at: Generated<Date>
}

interface Membership {
  designer_id: number | null
  member_expire: string | null
  source: string | null
  subscription_id: string | null
  plan: string | null
  next_billing_time: Date | null
  provisional_until: Date | null
  is_revoked: boolean | null
}

interface MembershipGrant {
  grant_id: GeneratedAlways<number>
  designer_id: number
  source: 'payment' | 'gift_card' | 'admin'
  source_reference: string
  starts_on: string
  ends_on: string
  created_at: Generated<Date>
  reversed_at: Date | null
}

interface PasswordReset {
  token_hash: Buffer
  designer_id: number | null
  expires_at: Date
}

interface Payment {
  payment_id: string
  subscription_id: string
  designer_id: number
  amount_cents: number
  currency: string
  status: 'pending' | 'declined' | 'completed' | 'partially_refunded' | 'refunded' | 'reversed'
  paid_at: Date
  reversed_at: Date | null
  created_at: Generated<Date>
  receipt_id: Generated<number>
  payer: ColumnType<unknown | null, string | null | undefined, string | null>
}

interface PaymentSandbox {
  kind: 'subscription' | 'event' | 'key' | 'clock' | 'product' | 'plan' | 'webhook'
  id: string
  value: ColumnType<unknown, string, string>
  created_at: Generated<Date>
}

interface ProfileLogo {
  designer_id: number
  logo_id: number
  position: number
}

interface Refund {
  refund_id: string
  payment_id: string
  amount_cents: number
  refunded_at: Date
}

interface SearchBitmap {
  term: string
  seg: number
  bits: string
}

interface SearchTerm {
  term: string
  logo_ct: Generated<number>
  is_frequent: Generated<boolean>
  is_pattern: Generated<boolean>
}

interface Session {
  token_hash: Buffer
  designer_id: number
  created_at: Generated<Date>
  last_seen_at: Generated<Date>
  expires_at: Date
  user_agent: Generated<string>
  address: Generated<string>
  /** what its owner calls it by; opens nothing */
  session_id: Generated<string>
}

interface Setting {
  name: string
  value: ColumnType<unknown, string, string>
}

interface Subscription {
  subscription_id: string
  designer_id: number
  plan: 'yearly' | 'monthly'
  status: 'active' | 'suspended' | 'cancelled' | 'expired' | 'unwanted'
  started_at: Generated<Date>
  next_billing_time: Date | null
  provisional_until: Date | null
  intent_id: string | null
  anchor: string | null
  payer_id: Generated<string>
  cancel_requested_at: Date | null
  updated_at: Generated<Date>
  checked_at: Generated<Date>
}

interface Suggestion {
  kind: string | null
  plain: string | null
  name: string | null
  logo_ct: number | null
}

interface Total {
  id: Generated<boolean>
  logo_ct: Generated<number>
}

interface UnusedPicture {
  kind: 'logo' | 'avatar'
  image: string
  since: Generated<Date>
}

interface UploadWeek {
  week: string
  logo_ct: number
}

interface WebhookEvent {
  event_id: string
  event_type: string
  body: ColumnType<unknown, string, string>
  received_at: Date
  processed_at: Date | null
  attempts: Generated<number>
  next_try_at: Date
  last_error: string | null
}
