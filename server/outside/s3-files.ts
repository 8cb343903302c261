import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'
import type { S3Config } from '../config.ts'
import { Unavailable } from '../lib/errors.ts'
import { makeBreaker } from './breaker.ts'
import { type Files, isFileName, mustBeFileName } from './files.ts'

/** The store gave no usable answer, or refused. */
const unavailable = (message: string, options?: ErrorOptions) =>
  new Unavailable(message, {
    sentence: 'We can’t reach the pictures right now. Please try again.',
    retryAfter: 5,
    ...options,
  })

type Answer = { status: number; body: Buffer }
type StoreRequest = {
  method: 'GET' | 'HEAD' | 'PUT' | 'DELETE'
  name: string
  /** Of a list. */
  query?: Record<string, string>
  bytes?: Uint8Array<ArrayBuffer>
}

/**
 * A member waits for the answer: all attempts together stay well below a proxy's timeout. `tryMs` is how long an attempt may
 * take besides its bytes, which have a second more for each 500 kB.
 */
const defaultTimeouts = { tries: 4, tryMs: 6000, pauseMs: 200, restMs: 10_000 }
const bytesPerMs = 500
/** The circuit breaker opens after this many attempts in a row without an answer. */
const silentTries = 8
/** Limit of concurrent calls: more would use up every connection of the proxy in front of us. */
const mostInFlight = 512

/**
 * Files in a bucket. Each is one object, which the store keeps whole or not at all.
 * Long: all calls share one limit and one circuit breaker.
 */
export function s3Files(store: S3Config, timeouts = defaultTimeouts): Files {
  const { accessKeyId, secretAccessKey, region } = store
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3' })
  const breaker = makeBreaker(silentTries, timeouts.restMs)
  let inFlight = 0

  async function send(request: StoreRequest): Promise<Answer> {
    if (inFlight >= mostInFlight) throw unavailable(`Too many wait for the S3 store: ${nameOf(request)}`)
    inFlight++
    try {
      return await sendWithRetries(request)
    } finally {
      inFlight--
    }
  }

  /** Retries with backoff: all of our requests are idempotent. */
  async function sendWithRetries(request: StoreRequest): Promise<Answer> {
    for (let tried = 1; ; tried++) {
      if (!breaker.mayTry())
        throw unavailable(`The S3 store is silent and left alone for now: ${nameOf(request)}`)
      const result = await sendOnce(request).catch((error: Error) => error)
      const isAnswer = !(result instanceof Error)
      if (!isAnswer && result.name === 'TimeoutError') breaker.failed()
      else breaker.succeeded()
      if (isAnswer && result.status < 500 && result.status !== 429) return result
      if (tried < timeouts.tries) await sleep(timeouts.pauseMs * 2 ** (tried - 1) * (1 + Math.random()))
      else if (isAnswer) throw refusal(request, result)
      else throw unavailable(`The S3 store does not answer ${nameOf(request)}`, { cause: result })
    }
  }

  async function sendOnce({ method, name, query, bytes }: StoreRequest): Promise<Answer> {
    // Signed at each try, because a signature ages. Over the bytes: the store refuses what didn’t load as sent.
    const sha256 = createHash('sha256')
      .update(bytes ?? '')
      .digest('hex')
    const request = await client.sign(
      `${store.endpoint}/${store.bucket}/${name}${query ? `?${new URLSearchParams(query)}` : ''}`,
      {
        method,
        body: bytes,
        headers: { 'x-amz-content-sha256': sha256 },
        // A redirect means that the bucket is in another region: a wrong setting, so it is not followed.
        redirect: 'manual',
      },
    )
    return withinTime(timeouts.tryMs, bytes?.length ?? 0, async (signal, renew) => {
      const response = await fetch(request, { signal })
      renew(Number(response.headers.get('content-length') ?? 0))
      return { status: response.status, body: Buffer.from(await response.arrayBuffer()) }
    })
  }

  async function get(name: string): Promise<Buffer | undefined> {
    const request: StoreRequest = { method: 'GET', name }
    const answer = await send(request)
    if (answer.status === 200) return answer.body
    // A missing bucket must not look like a missing file.
    if (answer.status === 404 && codeOf(answer) === 'NoSuchKey') return undefined
    throw refusal(request, answer)
  }

  async function change(request: StoreRequest) {
    const answer = await send(request)
    if (answer.status !== 200 && answer.status !== 204) throw refusal(request, answer)
  }

  return {
    async put(name, bytes) {
      mustBeFileName(name)
      await change({ method: 'PUT', name, bytes: new Uint8Array(bytes) })
    },

    async get(name) {
      return isFileName(name) ? get(name) : undefined
    },

    async has(name) {
      if (!isFileName(name)) return false
      const { status } = await send({ method: 'HEAD', name })
      // Only the answer to a GET has an error code.
      return status === 200 || (await get(name)) !== undefined
    },

    async remove(name) {
      mustBeFileName(name)
      await change({ method: 'DELETE', name })
    },

    list: (folder, shard) => listAll(send, `${folder}/${shard}`),
  }
}

/** Aborts `work` when it takes longer than `tryMs` and its bytes may; `renew` starts the time again, for the bytes of the answer. */
async function withinTime<T>(
  tryMs: number,
  length: number,
  work: (signal: AbortSignal, renew: (length: number) => void) => Promise<T>,
): Promise<T> {
  const late = new AbortController()
  const begin = (length: number) =>
    setTimeout(
      () => late.abort(new DOMException('The S3 store is too slow', 'TimeoutError')),
      tryMs + length / bytesPerMs,
    )
  let timer = begin(length)
  const renew = (length: number) => {
    clearTimeout(timer)
    timer = begin(length)
  }
  try {
    return await work(late.signal, renew)
  } finally {
    clearTimeout(timer)
  }
}

/** The names of all objects that begin so, a thousand with each request. */
async function listAll(send: (request: StoreRequest) => Promise<Answer>, prefix: string): Promise<string[]> {
  const names: string[] = []
  for (let token: string | undefined = ''; token !== undefined; ) {
    const request = listRequest(prefix, token)
    const answer = await send(request)
    if (answer.status !== 200) throw refusal(request, answer)
    const page = readList(answer)
    names.push(...page.names)
    token = page.next
  }
  return names
}

/** ListObjectsV2; `token` continues a list, '' begins one. */
const listRequest = (prefix: string, token: string): StoreRequest => ({
  method: 'GET',
  name: '',
  query: { 'list-type': '2', prefix, ...(token && { 'continuation-token': token }) },
})

/** The names of a page of a list. All of ours are of letters that XML has no escapes for. */
function readList({ body }: Answer): { names: string[]; next: string | undefined } {
  const xml = body.toString()
  const names = [...xml.matchAll(/<Key>([^<]+)<\/Key>/g)].map(match => match[1]!).filter(isFileName)
  return { names, next: /<NextContinuationToken>([^<]+)</.exec(xml)?.[1] }
}

const nameOf = ({ method, name, query }: StoreRequest) => `${method} ${query?.prefix ?? name}`

/** What S3 calls the problem, such as `SignatureDoesNotMatch`. */
const codeOf = ({ body }: Answer) => /<Code>(\w+)<\/Code>/.exec(body.toString())?.[1]

const refusal = (request: StoreRequest, answer: Answer) =>
  unavailable(
    `The S3 store answered ${nameOf(request)} with ${answer.status} ${codeOf(answer) ?? ''}`.trimEnd(),
  )
