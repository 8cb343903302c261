import { CallError } from '../../../shared/endpoint.ts'
import { parseKeywords } from '../../../shared/rules/keywords.ts'
import {
  checkFacts,
  emptyOwn,
  emptyShared,
  type Faults,
  faultsOf,
  type OwnFacts,
  ownFactsOf,
  type SharedFacts,
} from './facts.ts'
import { type Picture, readDataUrl, readPicture, titleOf } from './picture.ts'
import type { Upload } from './queries.ts'

/** A logo on its way into the gallery. */
export type Submission = OwnFacts & {
  /** Sent with it, so that sent twice it is one logo. Another picture is another logo, with another key. */
  key: string
  picture?: Picture
  fileName: string
  faults: Faults
  state: 'open' | 'waiting' | 'sending' | 'failed' | 'sent'
  /** How much of it has left, 0 to 1. */
  progress: number
  /** Why it did not arrive, in words; `isLost` when nobody answered, and it is sent again by itself. */
  failure?: string
  isLost?: boolean
  /** How often it was sent again by itself while the browser believed to be online. */
  retries: number
  /** What an attempt said that nobody has answered: it may have arrived all the same. */
  unanswered?: string
}

export type Work = { shared: SharedFacts; sharedFaults: Faults; submissions: readonly Submission[] }

const atOnce = 2
/** How long each further try waits where the network seems to be there: no event will tell that it is back. */
const retryAfterMs = [2000, 4000, 8000]

export const newSubmission = (): Submission => ({
  ...emptyOwn,
  key: crypto.randomUUID(),
  fileName: '',
  faults: {},
  state: 'open',
  progress: 0,
  retries: 0,
})

export const newWork = (): Work => ({ shared: emptyShared, sharedFaults: {}, submissions: [newSubmission()] })

const isSettled = ({ state }: Submission) => state === 'open' || state === 'failed'
const isUntouched = ({ picture, faults, ...own }: Submission) =>
  !picture && !faults.file && Object.values(ownFactsOf(own)).every(text => !text)

/** Whether anything has been entered that is not in the gallery yet. */
export const isUnsent = ({ shared, submissions }: Work) =>
  submissions.some(s => s.state !== 'sent' && !isUntouched(s)) ||
  (Object.values(shared).some(Boolean) && submissions.some(s => s.state !== 'sent'))

export type Submissions = ReturnType<typeof makeSubmissions>

/**
 * Logos that are being prepared and sent, at most two at once. One that failed waits for another try; one that nobody
 * answered tries again by itself, a few times or when the browser is online again. What was sent stays sent.
 */
export function makeSubmissions(upload: (upload: Upload) => Promise<unknown>) {
  let work = newWork()
  let leaving = new AbortController()
  const listeners = new Set<() => void>()

  function publish(next: Partial<Work>) {
    work = { ...work, ...next }
    for (const listener of listeners) listener()
  }

  const find = (key: string) => work.submissions.find(s => s.key === key)

  const change = (key: string, patch: Partial<Submission>) =>
    publish({ submissions: work.submissions.map(s => (s.key === key ? { ...s, ...patch } : s)) })

  /** Puts chosen files in: one alone onto the one logo that is there, unless it `isMore`; several make a queue. */
  async function addFiles(files: readonly File[], isMore: boolean) {
    const read = await Promise.all(files.map(async file => ({ file, result: await readPicture(file) })))
    const [first, ...others] = work.submissions
    const takesFirst =
      first?.state === 'open' && !others.length && (!first.picture || (read.length === 1 && !isMore))
    const rest = takesFirst ? read.slice(1) : read
    const submissions = takesFirst ? [place(first, read[0]!)] : work.submissions
    publish({ submissions: [...submissions, ...rest.map(file => place(newSubmission(), file))] })
  }

  async function send(submission: Submission) {
    const { key, picture, unanswered } = submission
    const { facts, faults } = checkFacts(ownFactsOf(submission), work.shared)
    if (!facts || !picture) return change(key, { state: 'open', faults })
    const said = JSON.stringify(facts)
    const { signal } = leaving
    change(key, { state: 'sending', progress: 0, failure: undefined, unanswered: unanswered ?? said })
    try {
      await upload({
        input: {
          ...facts,
          keywords: `,${parseKeywords(facts.keywords).join(',')}`,
          filename: picture.file.name,
          file_base64: await readDataUrl(picture.file),
          upload_key: key,
        },
        changes: unanswered !== undefined && unanswered !== said ? facts : undefined,
        onProgress: progress => change(key, { progress }),
        signal,
      })
      change(key, { state: 'sent', progress: 1, unanswered: undefined })
    } catch (error) {
      if (!signal.aborted) fail(key, error, signal)
    }
    sendNext()
  }

  function fail(key: string, error: unknown, signal: AbortSignal) {
    const { status, body } = error instanceof CallError ? error : { status: 0, body: undefined }
    const isLost = status === 0 || status >= 500
    const faults = faultsOf(body?.errors)
    if (status === 413) faults.file = body?.error
    const { retries = 0 } = find(key) ?? {}
    const waitMs = navigator.onLine ? retryAfterMs[retries] : undefined
    const failure = status
      ? failureOf(status, body?.error)
      : lostWords(navigator.onLine, waitMs !== undefined)
    change(key, {
      // Only what is mended can be sent again.
      ...(Object.keys(faults).length ? { state: 'open', faults } : { state: 'failed', failure }),
      isLost: status === 0 && (!navigator.onLine || waitMs !== undefined),
      ...(!isLost && { unanswered: undefined }),
    })
    publish({ sharedFaults: faults })
    const failed = find(key)
    if (failed?.isLost && waitMs !== undefined)
      setTimeout(() => {
        // Not when it was touched or sent meanwhile, nor when it was left.
        if (!signal.aborted && find(key) === failed) sendAll(key, retries + 1)
      }, waitMs)
  }

  function sendNext() {
    const count = (state: Submission['state']) => work.submissions.filter(s => s.state === state).length
    while (count('sending') < atOnce && count('waiting')) {
      const next = work.submissions.find(s => s.state === 'waiting')!
      void send(next)
    }
  }

  /** Checks those that are meant, telling what is wrong with each; says whether nothing is. */
  function check(isMeant: (submission: Submission) => boolean) {
    let sharedFaults: Faults = {}
    let isRight = true
    const submissions = work.submissions.map(submission => {
      if (!isMeant(submission)) return submission
      const { faults } = checkFacts(ownFactsOf(submission), work.shared)
      const file = submission.picture ? undefined : (submission.faults.file ?? 'Choose an image.')
      const all = file ? { ...faults, file } : faults
      if (Object.keys(all).length) isRight = false
      sharedFaults = { ...sharedFaults, ...faults }
      return { ...submission, faults: all }
    })
    publish({ submissions, sharedFaults })
    return isRight
  }

  /**
   * Sends all that is right and not sent, or one of them; what is wrong stays with its messages. Doing so twice is
   * doing it once. Says false when something is wrong.
   */
  function sendAll(key?: string, retries = 0) {
    const isMeant = (s: Submission) => isSettled(s) && (key === undefined || s.key === key)
    const isRight = check(isMeant)
    publish({
      submissions: work.submissions.map(s =>
        isMeant(s) && !Object.keys(s.faults).length
          ? { ...s, state: 'waiting', failure: undefined, retries }
          : s,
      ),
    })
    sendNext()
    return isRight
  }

  function sendLost() {
    for (const { key, state, isLost } of work.submissions) if (state === 'failed' && isLost) sendAll(key)
  }

  return {
    read: () => work,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    addFiles,
    change(key: string, patch: Partial<OwnFacts>) {
      publish({ submissions: work.submissions.map(s => (s.key === key ? amend(s, patch, patch) : s)) })
    },
    changeShared(patch: Partial<SharedFacts>) {
      publish({
        shared: { ...work.shared, ...patch },
        sharedFaults: without(work.sharedFaults, Object.keys(patch)),
        submissions: work.submissions.map(s => amend(s, {}, patch)),
      })
    },
    remove(key: string) {
      forgetUrls(work.submissions.filter(s => s.key === key))
      const rest = work.submissions.filter(s => s.key !== key)
      publish({ submissions: rest.length ? rest : [newSubmission()] })
    },
    /** Begins with this instead of what is there. */
    replace: (next: Work) => publish(next),
    sendAll,
    /** Listens for the network while the page is open; the result ends all that is under way. */
    open() {
      leaving = new AbortController()
      addEventListener('online', sendLost)
      return () => {
        removeEventListener('online', sendLost)
        leaving.abort()
        forgetUrls(work.submissions)
      }
    },
  }
}

/** Whether it would be sent as it stands. */
export const isReady = (submission: Submission, { shared }: Work) =>
  isSettled(submission) &&
  submission.picture !== undefined &&
  checkFacts(ownFactsOf(submission), shared).facts !== undefined

/** A submission whose facts are being mended: it is not sent in the middle of that, unless asked for. */
function amend(submission: Submission, patch: Partial<OwnFacts>, mended: object): Submission {
  const faults = without(submission.faults, Object.keys(mended))
  const amended = { ...submission, ...patch, faults }
  if (submission.state !== 'failed' || !submission.isLost) return amended
  return { ...amended, isLost: false, failure: lostWords(true, false) }
}

/** Lets go of pictures that nobody looks at any more. */
function forgetUrls(submissions: readonly Submission[]) {
  for (const { picture } of submissions) if (picture) URL.revokeObjectURL(picture.url)
}

/** A submission with a chosen file on it. A title that came from a file goes with it; one that was typed stays. */
function place(
  submission: Submission,
  { file, result }: { file: File; result: Picture | string },
): Submission {
  const { logo, fileName, picture: before, faults } = submission
  // The right one that was there stays.
  if (before && typeof result === 'string') return { ...submission, faults: { ...faults, file: result } }
  if (before) URL.revokeObjectURL(before.url)
  const isTitleOwn = logo.trim() !== '' && logo.trim() !== titleOf(fileName)
  const isFault = typeof result === 'string'
  return {
    ...submission,
    key: crypto.randomUUID(),
    unanswered: undefined,
    fileName: file.name,
    picture: isFault ? undefined : result,
    // A wrong file leaves the title as it is.
    logo: isFault || isTitleOwn ? logo : titleOf(file.name),
    faults: isFault ? { ...faults, file: result } : without(faults, isTitleOwn ? ['file'] : ['file', 'logo']),
  }
}

const without = (faults: Faults, fields: readonly string[]): Faults =>
  Object.fromEntries(Object.entries(faults).filter(([field]) => !fields.includes(field)))

/** What is said where nobody answered: what happens next, or what to do. */
function lostWords(isOnline: boolean, isSentAgain: boolean) {
  const lost = 'The connection was lost, your logo is not.'
  if (!isOnline) return `${lost} It is sent again when you are back online, and stored once.`
  return isSentAgain
    ? `${lost} It is sent again in a few seconds, and stored once.`
    : `${lost} Please try again: it is stored once.`
}

/** What is said where no field is at fault. */
function failureOf(status: number, error = 'It did not arrive. Please try again.') {
  if (status === 429 || status === 503) return 'Many uploads are arriving. Wait a moment, then try again.'
  if (status === 401) return 'You are signed out by now. Sign in again in another tab, then try again here.'
  if (status >= 500) return 'The gallery could not store it. Nothing is lost: please try again.'
  return error
}
