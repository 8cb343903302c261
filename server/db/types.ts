// Generated from the migrated database by `node scripts/generate/generate.ts`; do not edit.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

export interface Database {
  activity: Activity
  affiliate: Affiliate
  affiliate_credit: AffiliateCredit
  api_token: ApiToken
  appeal_link: AppealLink
  assignment: Assignment
  attention_done: AttentionDone
  award: Award
  blind_day: BlindDay
  blind_player: BlindPlayer
  blog_category: BlogCategory
  blog_media: BlogMedia
  blog_post: BlogPost
  blog_post_category: BlogPostCategory
  book: Book
  book_result: BookResult
  card: Card
  checkout_intent: CheckoutIntent
  collection: Collection
  collection_helper: CollectionHelper
  collection_link: CollectionLink
  collection_link_opening: CollectionLinkOpening
  collection_logo: CollectionLogo
  comment: Comment
  count_change: CountChange
  decision: Decision
  designer: Designer
  designer_suggestion: DesignerSuggestion
  email_change: EmailChange
  entry: Entry
  entry_flag: EntryFlag
  factor_undo: FactorUndo
  follow: Follow
  gift_card: GiftCard
  half_sign_in: HalfSignIn
  held_entry: HeldEntry
  juror: Juror
  juror_conflict: JurorConflict
  juror_declaration: JurorDeclaration
  ledger_audit: LedgerAudit
  limit_count: LimitCount
  logo: Logo
  logo_like: LogoLike
  logo_look: LogoLook
  logo_search: LogoSearch
  logo_view: LogoView
  logo_view_day: LogoViewDay
  logo_words: LogoWords
  look_check: LookCheck
  mail: Mail
  mail_suppression: MailSuppression
  member_block: MemberBlock
  membership: Membership
  membership_grant: MembershipGrant
  notice: Notice
  passkey: Passkey
  password_reset: PasswordReset
  payment: Payment
  payment_sandbox: PaymentSandbox
  picture_job: PictureJob
  profile_logo: ProfileLogo
  recovery_code: RecoveryCode
  refund: Refund
  replaced_picture: ReplacedPicture
  report: Report
  result_letter: ResultLetter
  saved_search: SavedSearch
  score: Score
  score_chain: ScoreChain
  score_key: ScoreKey
  search_bitmap: SearchBitmap
  search_fresh: SearchFresh
  search_segment: SearchSegment
  search_term: SearchTerm
  session: Session
  setting: Setting
  site_version: SiteVersion
  sixteen_atlas: SixteenAtlas
  sixteen_change: SixteenChange
  sixteen_square: SixteenSquare
  staff_act: StaffAct
  staff_grant: StaffGrant
  subscription: Subscription
  suggested_color: SuggestedColor
  suggestion: Suggestion
  tile_move: TileMove
  total: Total
  total_merged: TotalMerged
  totp: Totp
  trend_change: TrendChange
  trend_quarter: TrendQuarter
  unused_picture: UnusedPicture
  upload_week: UploadWeek
  upload_week_merged: UploadWeekMerged
  vector: Vector
  webauthn_challenge: WebauthnChallenge
  webhook: Webhook
  webhook_delivery: WebhookDelivery
  webhook_event: WebhookEvent
}

interface Activity {
  activity_id: GeneratedAlways<number>
  /** owner of the feed that shows the item */
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

interface ApiToken {
  token_id: GeneratedAlways<number>
  designer_id: number
  name: string
  scope: 'read' | 'write'
  token_hash: Buffer
  created_at: Date
  last_used_at: Date | null
}

interface AppealLink {
  token_hash: Buffer
  decision_id: number
  designer_id: number | null
  email: string | null
  used_at: Date | null
}

interface Assignment {
  assignment_id: GeneratedAlways<number>
  book_id: number
  number: number
  logo_id: number
  round: 1 | 2
  position: number
  is_calibration: Generated<boolean>
  is_drawn: Generated<boolean>
  is_saved: Generated<boolean>
  is_skipped: Generated<boolean>
  taken_at: Date | null
  score: number | null
  scored_at: Date | null
}

interface AttentionDone {
  audit_id: number
  at: Date
  designer_id: number | null
  why: string
}

interface Award {
  book_id: number
  logo_id: number
}

interface BlindDay {
  day: string
  number: number
  book_id: number
  logo_ids: number[]
  player_ct: Generated<number>
  kept_cts: Generated<number[]>
}

interface BlindPlayer {
  day: string
  device: Buffer
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
  is_draft: Generated<boolean>
}

interface BlogPostCategory {
  post_id: number
  category_id: number
}

interface Book {
  book_id: GeneratedAlways<number>
  series: 'book' | 'master-book' | 'textbook'
  number: number
  state: Generated<'open' | 'closed' | 'judging' | 'border' | 'ratified' | 'published'>
  published_on: string | null
  slug: GeneratedAlways<string>
  title: Generated<string>
  authors: Generated<string>
  published_month: string | null
  pages: number | null
  blurb: Generated<string>
  ink: string | null
  paper: string | null
  buy_url: string | null
  places: number | null
  closes_at: Date | null
  results_by: Date | null
  border_round: Generated<boolean>
  beacon_source: string | null
  beacon_at: Date | null
  secret: Buffer | null
  commitment: string | null
  committed_at: Date | null
  closed_at: Date | null
  entries_hash: string | null
  inputs_hash: string | null
  beacon: string | null
  seed: Buffer | null
  judging_at: Date | null
  border_at: Date | null
  ratified_at: Date | null
  published_at: Date | null
  reliability: ColumnType<unknown | null, string | null | undefined, string | null>
  /** for the chair: [{juror, severity}] */
  severities: ColumnType<unknown | null, string | null | undefined, string | null>
  late_round: Generated<0 | 1 | 2>
}

interface BookResult {
  book_id: number
  logo_id: number
  rank: number | null
  first_rank: number | null
  u: number
  v: number
  p: number | null
  band: 5 | 10 | 25 | 50 | 100 | null
  cross_check: number
}

interface Card {
  name: string
  drawn_at: Date
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
  refused_because: 'mismatch' | 'late' | 'another_subscription' | 'unfinished' | 'undone' | 'provider' | 'account_closed' | 'username_taken' | 'email_taken' | null
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
  hidden_at: Date | null
  hidden_why: string | null
  removed_at: Date | null
  hidden_by: 'reports' | 'staff' | null
  /** counts while the collection holds the logo */
  cover_logo_id: number | null
}

interface CollectionHelper {
  collection_id: number
  designer_id: number
  created_at: Date
}

interface CollectionLink {
  collection_id: number
  token_hash: Buffer
  until: Date
  opened_ct: Generated<number>
  created_at: Date
}

interface CollectionLinkOpening {
  collection_id: number
  day: string
  viewer: string
}

interface CollectionLogo {
  collection_id: number
  logo_id: number
  created_at: Generated<Date>
  /** in the own order; null: not ordered yet, before all that are */
  place: number | null
  note: Generated<string>
}

interface Comment {
  comment_id: Generated<number>
  logo_id: number
  designer_id: number
  comment: string
  created_at: Generated<Date>
  hidden_at: Date | null
  hidden_why: string | null
  removed_at: Date | null
  hidden_by: 'reports' | 'staff' | null
}

interface CountChange {
  change_id: GeneratedAlways<number>
  week: string
  change: number
}

interface Decision {
  decision_id: GeneratedAlways<number>
  kind: 'logo' | 'comment' | 'designer' | 'collection'
  subject_id: number
  decision: 'dismiss' | 'hide' | 'show' | 'remove' | 'warn' | 'suspend' | 'restore'
  until: Date | null
  why: string
  decided_by: number | null
  decided_at: Date
  undone_at: Date | null
}

interface Designer {
  designer_id: Generated<number>
  username: string
  email: string
  password_hash: string
  role: Generated<'member' | 'juror' | 'moderator' | 'support' | 'chair' | 'admin'>
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
  /** number of logos this designer likes */
  like_ct: Generated<number>
  follower_ct: Generated<number>
  following_ct: Generated<number>
  /** all own collections; others see public_collection_ct */
  collection_ct: Generated<number>
  public_collection_ct: Generated<number>
  closed_at: Date | null
  /** time of the newest activity item the designer has seen */
  activity_seen_at: Generated<Date>
  has_demo_password: Generated<boolean>
  suspended_until: Date | null
  training: Generated<boolean>
}

interface DesignerSuggestion {
  designer_id: number | null
  logo_ct: number | null
  words: string | null
}

interface EmailChange {
  email_change_id: GeneratedAlways<number>
  designer_id: number
  old_email: string
  new_email: string
  confirm_hash: Buffer
  restore_hash: Buffer
  state: Generated<'waiting' | 'confirmed' | 'withdrawn' | 'restored'>
  created_at: Date
}

interface Entry {
  book_id: number
  logo_id: number
  created_at: Generated<Date>
  disqualified_why: string | null
}

interface EntryFlag {
  book_id: number
  logo_id: number
  number: number
  reason: 'copy' | 'rules'
  text: string
  at: Date
}

interface FactorUndo {
  token_hash: Buffer
  designer_id: number
  since: Date
  expires_at: Date
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
  held_at: Date | null
}

interface HalfSignIn {
  token_hash: Buffer
  designer_id: number
  name_hash: string
  expires_at: Date
}

interface HeldEntry {
  logo_id: number
  held_at: Date
}

interface Juror {
  book_id: number
  designer_id: number
  number: number | null
  named_at: Date
  left_at: Date | null
}

interface JurorConflict {
  book_id: number
  logo_id: number
  number: number
  reason: 'own' | 'credit' | 'company' | 'declared' | 'known'
}

interface JurorDeclaration {
  book_id: number
  juror_id: number
  designer_id: number
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
  /** hash of the pixels, then the version of the derivatives; -first: only the first of them exist yet */
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
  /** idempotency key chosen by the browser; unique per designer */
  upload_key: string | null
  /** SHA-256 of the file as uploaded; set with upload_key */
  upload_digest: Buffer | null
  hidden_at: Date | null
  hidden_why: string | null
  removed_at: Date | null
  hidden_by: 'reports' | 'staff' | null
  replaced_at: Date | null
  /** up to five colours without the ground, [{hex, share}], the largest share first; null until they are found */
  colors: ColumnType<unknown | null, string | null | undefined, string | null>
  /** the kind of the palette; null without a colour */
  palette: 'black-and-white' | 'one-color' | 'two-colors' | 'many' | null
  /** the transaction that wrote the colours: from it, the index of colours in each process knows what is new */
  colors_xid: string | null
}

interface LogoLike {
  designer_id: number
  logo_id: number
  created_at: Generated<Date>
}

interface LogoLook {
  logo_id: number
  model_version: number
  views: Buffer
}

interface LogoSearch {
  logo_id: number
  words: string
}

interface LogoView {
  logo_id: number
  day: string
  viewer: string
  source: 'wall' | 'search' | 'profile' | 'collection' | 'related' | 'outside' | null
}

interface LogoViewDay {
  logo_id: number
  day: string
  source: 'wall' | 'search' | 'profile' | 'collection' | 'related' | 'outside'
  view_ct: number
}

interface LogoWords {
  logo_id: number
  words: string
  view_ct: number
  searchers: string[] | null
  last_day: string
}

interface LookCheck {
  logo_id: number
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
  /** the body holds a token valid until then: the mail is not sent later, and its body is blanked once it is sent */
  token_until: Date | null
  status: Generated<'queued' | 'sending' | 'sent' | 'dead'>
  attempts: Generated<number>
  /** how many times a process ended while sending it */
  interruptions: Generated<number>
  /** queued: when it is due; sending: when its process is presumed dead */
  next_attempt_at: Generated<Date>
  /** the error of the last attempt */
  problem: Generated<string>
  created_at: Generated<Date>
  unsubscribe_url: string | null
}

interface MailSuppression {
  address: string
  reason: string
  created_at: Generated<Date>
}

interface MemberBlock {
  blocker_id: number
  blocked_id: number
  created_at: Date
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

interface Notice {
  designer_id: number
  kind: 'comments' | 'follows' | 'likes' | 'new_work' | 'saved_searches' | 'news' | 'results'
  frequency: 'at_once' | 'daily' | 'weekly' | 'never'
  told_to: Date
}

interface Passkey {
  passkey_id: GeneratedAlways<number>
  designer_id: number
  credential_id: string
  public_key: Buffer
  sign_count: number
  transports: Generated<string[]>
  name: string
  created_at: Date
  last_used_at: Date | null
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

interface PictureJob {
  hash: string
  is_upload: boolean
  next_attempt_at: Generated<Date>
}

interface ProfileLogo {
  designer_id: number
  logo_id: number
  position: number
}

interface RecoveryCode {
  designer_id: number
  code_hash: Buffer
  created_at: Date | null
}

interface Refund {
  refund_id: string
  payment_id: string
  amount_cents: number
  refunded_at: Date
}

interface ReplacedPicture {
  logo_id: number
  image: string
  ground: string | null
  replaced_at: Date
}

interface Report {
  report_id: GeneratedAlways<number>
  kind: 'logo' | 'comment' | 'designer' | 'collection'
  subject_id: number
  reason: 'copied' | 'rights' | 'spam' | 'abuse' | 'illegal' | 'other'
  text: Generated<string>
  original_url: string | null
  reporter_id: number | null
  email: string | null
  found: string | null
  by_active_member: Generated<boolean>
  is_appeal: Generated<boolean>
  against: number | null
  decision_id: number | null
  created_at: Date
  /** the picture in which the program has found something; null where a person reports */
  image: string | null
}

interface ResultLetter {
  book_id: number
  designer_id: number
  written_at: Date | null
}

interface SavedSearch {
  search_id: GeneratedAlways<number>
  designer_id: number
  name: string
  query: string
  seen_id: number
  created_at: Date
}

interface Score {
  book_id: number
  n: number
  assignment_id: number
  logo_id: number
  number: number
  round: number
  score: number
  scored_at: Date
  kept_at: Date
  hash: string
}

interface ScoreChain {
  book_id: number
  n: number
  hash: string
}

interface ScoreKey {
  designer_id: number
  key: string
  /** null where the score was kept */
  error: string | null
}

interface SearchBitmap {
  term: string | null
  seg: number | null
  bits: string | null
}

interface SearchFresh {
  logo_id: number
  terms: string[]
}

interface SearchSegment {
  term: string
  seg: number
  packed: string | null
  plain: string | null
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
  /** public id that names the session in lists; does not authenticate */
  session_id: Generated<string>
  confirmed_at: Generated<Date>
  factor_at: Date | null
}

interface Setting {
  name: string
  value: ColumnType<unknown, string, string>
}

interface SiteVersion {
  name: string
  version: number
  value: ColumnType<unknown, string, string>
  at: Date
  designer_id: number | null
}

interface SixteenAtlas {
  atlas_id: GeneratedAlways<number>
  image: string
  logo_ct: number
  first_place: number
  first_logo_id: number
  small: Buffer
  large: Buffer
}

interface SixteenChange {
  change_id: GeneratedAlways<number>
  logo_id: number
  is_gone: boolean
}

interface SixteenSquare {
  logo_id: number
  atlas_id: number
  slot: number
  picture: string
  place: number
}

interface StaffAct {
  act_id: GeneratedAlways<number>
  at: Date
  designer_id: number | null
  origin: 'web' | 'shell'
  what: string
  kind: string
  subject_id: number
  before: ColumnType<unknown | null, string | null | undefined, string | null>
  after: ColumnType<unknown | null, string | null | undefined, string | null>
  why: Generated<string>
}

interface StaffGrant {
  grant_id: number
  given_by: number | null
  given_role: string
  days: number
  why: Generated<string>
}

interface Subscription {
  subscription_id: string
  designer_id: number
  plan: 'yearly' | 'monthly'
  status: 'active' | 'suspended' | 'cancelled' | 'expired' | 'superseded'
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

interface SuggestedColor {
  cell: string | null
  hex: string | null
  logo_ct: number | null
}

interface Suggestion {
  kind: string | null
  plain: string | null
  words: string | null
  name: string | null
  logo_ct: number | null
}

interface TileMove {
  tile_move_id: GeneratedAlways<number>
  book_id: number
  round: number
  logo_id: number
  from_number: number
  to_number: number
  at: Date
}

interface Total {
  logo_ct: number | null
}

interface TotalMerged {
  id: Generated<boolean>
  logo_ct: Generated<number>
}

interface Totp {
  designer_id: number
  secret: Buffer | null
  pending_secret: Buffer | null
  last_step: Generated<number>
  added_at: Date | null
}

interface TrendChange {
  change_id: GeneratedAlways<number>
  quarter: string
}

interface TrendQuarter {
  quarter: string
  logo_ct: number
  before_ct: number
  /** [{kind, direction, name, color, count, share, before_count, before_share, logo_ids}], as shared/api/trends.ts describes them */
  trends: ColumnType<unknown, string, string>
  counted_at: Date
}

interface UnusedPicture {
  kind: 'logo' | 'avatar' | 'vector'
  image: string
  since: Generated<Date>
}

interface UploadWeek {
  week: string | null
  logo_ct: number | null
}

interface UploadWeekMerged {
  week: string
  logo_ct: number
}

interface Vector {
  logo_id: number
  filename: string
  bytes: number
  file: string
  sent_at: Date
}

interface WebauthnChallenge {
  challenge: string
  designer_id: number | null
  expires_at: Date
}

interface Webhook {
  webhook_id: GeneratedAlways<number>
  designer_id: number
  url: string
  events: string[]
  secret: Buffer | null
  is_paused: Generated<boolean>
  created_at: Date
  failure_ct: Generated<number>
  next_attempt_at: Date
}

interface WebhookDelivery {
  delivery_id: GeneratedAlways<number>
  webhook_id: number
  message_id: Generated<string>
  event: string
  subject: string
  activity_id: number | null
  activity_at: Date | null
  book_id: number | null
  state: Generated<'queued' | 'delivered' | 'failed'>
  created_at: Generated<Date>
  attempt_ct: Generated<number>
  last_attempt_at: Date | null
  status: number | null
  problem: Generated<string>
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
