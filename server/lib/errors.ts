type Options = ErrorOptions & {
  /** The sentence to show to people. */
  sentence: string
  /** In seconds. */
  retryAfter: number
}

/** Refused for now by a part that knows nothing of HTTP: `http/errors.ts` answers it with 503. The message is for the log. */
class RefusedForNow extends Error {
  readonly sentence: string
  readonly retryAfter: number

  constructor(message: string, { sentence, retryAfter, ...options }: Options) {
    super(message, options)
    this.sentence = sentence
    this.retryAfter = retryAfter
  }
}

/** A system outside of the process gave no usable answer. The operator has to know. */
export class Unavailable extends RefusedForNow {
  override name = 'Unavailable'
}

/** A queue in the process is full. */
export class Overloaded extends RefusedForNow {
  override name = 'Overloaded'
}
