import { CallError } from '../../../shared/endpoint.ts'
import { parseKeywords } from '../../../shared/rules/keywords.ts'
import { readDataUrl } from '../../lib/browser/data-url.ts'
import { createStore } from '../../lib/store.ts'
import { checkFacts, type Faults, faultsOf, type OwnFacts, type SharedFacts } from './facts.ts'
import { readChosen, readPicture } from './picture.ts'
import type { Upload } from './queries.ts'
import { failureMessage, lostMessage, pausedMessage } from './upload-messages.ts'
import {
  amend,
  attachFile,
  attachFitted,
  creatorOf,
  type Defaults,
  filledFactsOf,
  fittable,
  isEditable,
  newSubmission,
  newWork,
  noDefaults,
  revokeUrls,
  type Submission,
  type Work,
  without,
} from './work.ts'

/** Uploads in parallel. */
const concurrency = 2
/** Backoff of automatic retries while the browser is online: no `online` event will come then. */
const retryAfterMs = [2000, 4000, 8000]

/**
 * The state machine of the upload form: open → waiting → sending → sent or failed. A failed upload waits for the
 * reader; one without an answer is retried with backoff, and when the browser is online again. An upload refused by the
 * rate limit pauses the queue. The idempotency key makes every retry safe.
 */
export class UploadQueue {
  readonly #store = createStore(newWork())
  readonly #upload: (upload: Upload) => Promise<unknown>
  readonly #readDataUrl: (file: Blob) => Promise<string>
  #leaving = new AbortController()
  /** No upload starts before this time. */
  #pausedUntil = 0
  #resumeTimer: ReturnType<typeof setTimeout> | undefined

  constructor(upload: (upload: Upload) => Promise<unknown>, toDataUrl = readDataUrl) {
    this.#upload = upload
    this.#readDataUrl = toDataUrl
  }

  readonly read = () => this.#store.read()
  readonly subscribe = (listener: () => void) => this.#store.subscribe(listener)

  /** Attaches chosen files: a single one to the only logo, unless it `isMore`; several make a queue. */
  readonly addFiles = async (files: readonly File[], isMore: boolean) => {
    const read = await Promise.all(files.map(readChosen))
    const [first, ...others] = this.#work.submissions
    const takesFirst =
      first?.state === 'open' && !others.length && (!first.picture || (read.length === 1 && !isMore))
    const rest = takesFirst ? read.slice(1) : read
    const submissions = takesFirst ? [attachFile(first, read[0]!)] : this.#work.submissions
    const creator = creatorOf(read.map(({ embedded }) => embedded))
    const { shared } = this.#work
    this.#publish({
      submissions: [...submissions, ...rest.map(file => attachFile(newSubmission(), file))],
      shared: shared.designer || !creator ? shared : { ...shared, designer: creator },
    })
  }

  /** Attaches a picture that was fitted. Nothing, if its logo is gone in the meantime. */
  readonly takeFitted = async (key: string, { file, note }: { file: File; note: string }) => {
    const result = await readPicture(file)
    const submission = this.#find(key)
    if (!submission || !isEditable(submission)) return
    if (typeof result === 'string')
      return this.#patch(key, { faults: { ...submission.faults, file: result } })
    this.#publish({
      submissions: this.#work.submissions.map(s =>
        s.key === key ? attachFitted(s, { ...result, note }) : s,
      ),
    })
  }

  /** Fits all that can be fitted without a question, one after the other. Returns how many could not be. */
  readonly fitAll = async (fitFile: (file: File) => Promise<{ file: File; note: string }>) => {
    let failed = 0
    for (const { key, misfit } of fittable(this.#work)) {
      const fitted = await fitFile(misfit!.file).catch(() => undefined)
      if (fitted) await this.takeFitted(key, fitted)
      else failed += 1
    }
    return failed
  }

  readonly change = (key: string, patch: Partial<OwnFacts>) =>
    this.#publish({
      submissions: this.#work.submissions.map(s => (s.key === key ? amend(s, patch, patch) : s)),
    })

  readonly changeShared = (patch: Partial<SharedFacts>) =>
    this.#publish({
      shared: { ...this.#work.shared, ...patch },
      sharedFaults: without(this.#work.sharedFaults, Object.keys(patch)),
      submissions: this.#work.submissions.map(s => amend(s, {}, patch)),
    })

  readonly changeDefaults = (patch: Partial<Defaults>) =>
    this.#publish({
      defaults: { ...this.#work.defaults, ...patch },
      submissions: this.#work.submissions.map(s => amend(s, {}, patch)),
    })

  readonly remove = (key: string) => {
    revokeUrls(this.#work.submissions.filter(s => s.key === key))
    const rest = this.#work.submissions.filter(s => s.key !== key)
    if (rest.length > 1) return this.#publish({ submissions: rest })
    // A single logo has no queue around it: the defaults become its own values.
    const last = rest[0] ?? newSubmission()
    this.#publish({
      submissions: [{ ...last, ...filledFactsOf(last, this.#work) }],
      defaults: noDefaults,
    })
  }

  /** Replaces all of the work. */
  readonly replace = (next: Work) => this.#publish(next)

  /**
   * Queues every logo that is valid and not sent, or the one with `key`; the others show what is wrong. Idempotent: what is
   * queued already is not queued again. Returns whether all of them are valid.
   */
  readonly sendAll = (key?: string, retries = 0) => {
    const isMeant = (s: Submission) => isEditable(s) && (key === undefined || s.key === key)
    const isValid = this.#validate(isMeant)
    this.#publish({
      submissions: this.#work.submissions.map(s =>
        isMeant(s) && !Object.keys(s.faults).length
          ? { ...s, state: 'waiting', failure: undefined, retries }
          : s,
      ),
    })
    this.#sendNext()
    return isValid
  }

  /** Listens for the network while the form is mounted. The result aborts what is in flight. */
  open() {
    this.#leaving = new AbortController()
    addEventListener('online', this.#sendLost)
    return () => {
      removeEventListener('online', this.#sendLost)
      this.#leaving.abort()
      clearTimeout(this.#resumeTimer)
      revokeUrls(this.#work.submissions)
    }
  }

  get #work() {
    return this.#store.read()
  }

  #publish(next: Partial<Work>) {
    this.#store.set({ ...this.#work, ...next })
  }

  #find(key: string) {
    return this.#work.submissions.find(s => s.key === key)
  }

  #patch(key: string, patch: Partial<Submission>) {
    this.#publish({
      submissions: this.#work.submissions.map(s => (s.key === key ? { ...s, ...patch } : s)),
    })
  }

  async #send(submission: Submission) {
    const { key, picture, unanswered } = submission
    const { facts, faults } = checkFacts(filledFactsOf(submission, this.#work), this.#work.shared)
    if (!facts || !picture) return this.#patch(key, { state: 'open', faults })
    const sent = JSON.stringify(facts)
    const { signal } = this.#leaving
    this.#patch(key, { state: 'sending', progress: 0, failure: undefined, unanswered: unanswered ?? sent })
    try {
      await this.#upload({
        input: {
          ...facts,
          keywords: `,${parseKeywords(facts.keywords).join(',')}`,
          filename: picture.file.name,
          file_base64: await this.#readDataUrl(picture.file),
          upload_key: key,
        },
        changes: unanswered !== undefined && unanswered !== sent ? facts : undefined,
        onProgress: progress => this.#patch(key, { progress }),
        signal,
      })
      this.#patch(key, { state: 'sent', progress: 1, unanswered: undefined })
    } catch (error) {
      if (!signal.aborted) this.#fail(key, error, signal)
    }
    this.#sendNext()
  }

  #fail(key: string, error: unknown, signal: AbortSignal) {
    if (error instanceof CallError && error.status === 429 && error.retryAfter)
      return this.#pause(key, error.retryAfter)
    const { status, body } = error instanceof CallError ? error : { status: 0, body: undefined }
    const isLost = status === 0 || status >= 500
    const faults: Faults = faultsOf(body?.errors)
    if (status === 413) faults.file = body?.error
    const { retries = 0 } = this.#find(key) ?? {}
    const waitMs = navigator.onLine ? retryAfterMs[retries] : undefined
    const failure = status
      ? failureMessage(status, body)
      : lostMessage({ isOnline: navigator.onLine, isRetried: waitMs !== undefined })
    this.#patch(key, {
      // A logo with field errors has to be edited before it can be sent again.
      ...(Object.keys(faults).length ? { state: 'open', faults } : { state: 'failed', failure }),
      isLost: status === 0 && (!navigator.onLine || waitMs !== undefined),
      ...(!isLost && { unanswered: undefined }),
    })
    this.#publish({ sharedFaults: faults })
    const failed = this.#find(key)
    if (failed?.isLost && waitMs !== undefined)
      setTimeout(() => {
        // Not if it was edited or sent in between, nor after the form has unmounted.
        if (!signal.aborted && this.#find(key) === failed) this.sendAll(key, retries + 1)
      }, waitMs)
  }

  /** Queues a submission again until the server accepts uploads. */
  #pause(key: string, seconds: number) {
    this.#pausedUntil = Math.max(this.#pausedUntil, Date.now() + seconds * 1000)
    this.#patch(key, { state: 'waiting', progress: 0, failure: pausedMessage(new Date(this.#pausedUntil)) })
  }

  #sendNext() {
    clearTimeout(this.#resumeTimer)
    if (this.#leaving.signal.aborted) return
    const pauseMs = this.#pausedUntil - Date.now()
    if (pauseMs > 0) {
      this.#resumeTimer = setTimeout(() => this.#sendNext(), pauseMs)
      return
    }
    const count = (state: Submission['state']) => this.#work.submissions.filter(s => s.state === state).length
    while (count('sending') < concurrency) {
      const next = this.#work.submissions.find(s => s.state === 'waiting')
      if (!next) return
      void this.#send(next)
    }
  }

  /** Sets the errors of these submissions. Returns whether there is none. */
  #validate(isMeant: (submission: Submission) => boolean) {
    let sharedFaults: Faults = {}
    let isValid = true
    const submissions = this.#work.submissions.map(submission => {
      if (!isMeant(submission)) return submission
      const { faults } = checkFacts(filledFactsOf(submission, this.#work), this.#work.shared)
      const file = submission.picture ? undefined : (submission.faults.file ?? 'Choose an image.')
      const all = file ? { ...faults, file } : faults
      if (Object.keys(all).length) isValid = false
      sharedFaults = { ...sharedFaults, ...faults }
      return { ...submission, faults: all }
    })
    this.#publish({ submissions, sharedFaults })
    return isValid
  }

  readonly #sendLost = () => {
    for (const { key, state, isLost } of this.#work.submissions)
      if (state === 'failed' && isLost) this.sendAll(key)
  }
}
