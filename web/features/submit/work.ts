import { revokeLater } from '../../lib/browser/object-url.ts'
import type { EmbeddedFacts } from './embedded-facts.ts'
import {
  checkFacts,
  emptyOwn,
  emptyShared,
  type Faults,
  type OwnFacts,
  ownFactsOf,
  type SharedFacts,
} from './facts.ts'
import { type Chosen, type Misfit, type Picture, titleOf } from './picture.ts'
import { lostMessage } from './upload-messages.ts'

// The data of the upload form and pure functions over them. The state machine is in upload-queue.ts.

/** A logo in the upload form. */
export type Submission = OwnFacts & {
  /** Idempotency key: two requests with it create one logo. Another picture gets another key. */
  key: string
  picture?: Picture
  fileName: string
  /** The chosen file, where it has to be fitted, or was. */
  misfit?: Misfit
  /** What the file gave to fields. Typed text is never replaced by another file's. */
  given?: Pick<OwnFacts, 'logo' | 'keywords'>
  faults: Faults
  state: 'open' | 'waiting' | 'sending' | 'failed' | 'sent'
  /** Share of the request that has been sent, 0 to 1. */
  progress: number
  /** The message for a failed upload. */
  failure?: string
  /** No answer came: it is retried automatically. */
  isLost?: boolean
  /** Automatic retries while the browser reported to be online. */
  retries: number
  /** The facts of an attempt without an answer, as JSON: the server may have stored them. */
  unanswered?: string
}

/** Values of the queue for logos whose own are empty. */
export type Defaults = Pick<OwnFacts, 'logotype' | 'keywords'>

export type Work = {
  shared: SharedFacts
  sharedFaults: Faults
  defaults: Defaults
  submissions: readonly Submission[]
}

export const newSubmission = (): Submission => ({
  ...emptyOwn,
  key: crypto.randomUUID(),
  fileName: '',
  faults: {},
  state: 'open',
  progress: 0,
  retries: 0,
})

export const noDefaults: Defaults = { logotype: '', keywords: '' }

export const newWork = (): Work => ({
  shared: emptyShared,
  sharedFaults: {},
  defaults: noDefaults,
  submissions: [newSubmission()],
})

/** The logo's own facts, completed by the queue's defaults. */
export function filledFactsOf(submission: Submission, { defaults }: Pick<Work, 'defaults'>): OwnFacts {
  const own = ownFactsOf(submission)
  return {
    ...own,
    logotype: own.logotype || defaults.logotype,
    keywords: own.keywords.trim() ? own.keywords : defaults.keywords,
  }
}

/** Neither queued, nor being sent, nor sent. */
export const isEditable = ({ state }: Submission) => state === 'open' || state === 'failed'
const isUntouched = ({ picture, faults, ...own }: Submission) =>
  !picture && !faults.file && Object.values(ownFactsOf(own)).every(text => !text)

/** Whether there is input that is not in the gallery yet. */
export const isUnsent = ({ shared, defaults, submissions }: Work) =>
  submissions.some(s => s.state !== 'sent' && !isUntouched(s)) ||
  (Object.values({ ...shared, ...defaults }).some(Boolean) && submissions.some(s => s.state !== 'sent'))

export const isBusy = ({ submissions }: Work) =>
  submissions.some(({ state }) => state === 'waiting' || state === 'sending')

/** Whether it is complete and valid. */
export const isReady = (submission: Submission, work: Work) =>
  isEditable(submission) &&
  submission.picture !== undefined &&
  checkFacts(filledFactsOf(submission, work), work.shared).facts !== undefined

/** Keys of the queue's incomplete logos, by what is missing. */
export function lackingOf(work: Work) {
  const lacking = { title: [], logotype: [], other: [] } as Record<'title' | 'logotype' | 'other', string[]>
  for (const submission of work.submissions) {
    if (!isEditable(submission) || isReady(submission, work)) continue
    const own = filledFactsOf(submission, work)
    const lack = !submission.picture
      ? 'other'
      : !own.logo.trim()
        ? 'title'
        : !own.logotype
          ? 'logotype'
          : 'other'
    lacking[lack].push(submission.key)
  }
  return lacking
}

/**
 * A submission after an edit: the errors of the `edited` fields are cleared, and an automatic retry is cancelled, so that
 * nothing is sent in the middle of typing.
 */
export function amend(submission: Submission, patch: Partial<OwnFacts>, edited: object): Submission {
  const faults = without(submission.faults, Object.keys(edited))
  const amended = { ...submission, ...patch, faults }
  if (submission.state !== 'failed' || !submission.isLost) return amended
  return { ...amended, isLost: false, failure: lostMessage({ isOnline: true, isRetried: false }) }
}

/** Revokes the object URLs of pictures that are no longer shown. */
export function revokeUrls(submissions: readonly Submission[]) {
  for (const { picture } of submissions) if (picture) revokeLater(picture.url)
}

/**
 * A submission with a chosen file. Title and keywords that came with the file before are replaced; typed ones are kept.
 */
export function attachFile(submission: Submission, { file, result, misfit, embedded }: Chosen): Submission {
  const { logo, keywords, fileName, picture: before, faults, given } = submission
  // A wrong file does not replace a right one.
  if (before && typeof result === 'string')
    return { ...submission, misfit, faults: { ...faults, file: result } }
  if (before) revokeLater(before.url)
  const isTitleOwn = logo.trim() !== '' && logo.trim() !== (given?.logo ?? titleOf(fileName))
  const isFault = typeof result === 'string'
  // A wrong file that cannot be fitted does not change the fields.
  const gives = !isFault || misfit !== undefined
  const next = { logo: embedded.title || titleOf(file.name), keywords: embedded.keywords }
  const areKeywordsOwn = keywords.trim() !== '' && keywords !== given?.keywords
  return {
    ...submission,
    key: crypto.randomUUID(),
    unanswered: undefined,
    fileName: file.name,
    misfit,
    given: gives ? next : given,
    picture: isFault ? undefined : result,
    logo: gives && !isTitleOwn ? next.logo : logo,
    keywords: gives && !areKeywordsOwn ? next.keywords : keywords,
    faults: {
      ...without(faults, !gives || isTitleOwn ? ['file'] : ['file', 'logo']),
      ...(isFault && { file: result }),
    },
  }
}

/** A submission whose chosen file was fitted: its facts stay. */
export function attachFitted(submission: Submission, picture: Picture): Submission {
  if (submission.picture) revokeLater(submission.picture.url)
  return {
    ...submission,
    key: crypto.randomUUID(),
    unanswered: undefined,
    fileName: picture.file.name,
    picture,
    faults: without(submission.faults, ['file']),
  }
}

/** Keys of the logos whose files can be fitted without a question: all but animations. */
export const fittable = ({ submissions }: Work) =>
  submissions.filter(s => isEditable(s) && s.faults.file && s.misfit && !s.misfit.isAnimated)

/** The one creator that all files with a name for it name; '' where they differ. */
export function creatorOf(embedded: readonly EmbeddedFacts[]) {
  const named = new Set(embedded.map(({ creator }) => creator).filter(Boolean))
  return named.size === 1 ? [...named][0]! : ''
}

export const without = (faults: Faults, fields: readonly string[]): Faults =>
  Object.fromEntries(Object.entries(faults).filter(([field]) => !fields.includes(field)))
