import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'
import { makeBreaker } from './breaker.ts'
import { type Files, isFileName, mustBeFileName } from './files.ts'

/** An S3-compatible store and who we are to it. The bucket must exist. */
export type S3Store = {
  /** Without a trailing slash; the bucket's name follows as a path. */
  endpoint: string
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
}

/** The store gave no usable answer, or refused. */
export class StoreError extends Error {
  override name = 'StoreError'
}

type Answer = { status: number; body: Buffer }
type Question = { method: 'GET' | 'HEAD' | 'PUT' | 'DELETE'; name: string; bytes?: Uint8Array<ArrayBuffer> }

/** A member waits for the answer: all tries together stay well under a proxy's patience. */
const usualPatience = { tries: 4, tryMs: 6000, pauseMs: 200, restMs: 10_000 }
/** After so many tries in a row without an answer the store is not asked for a while: nobody waits for it in vain. */
const silentTries = 8
/** How many may wait for a slow store. More would take every connection that the proxy in front of us has. */
const mostUnderWay = 512

/** Files in a bucket. Each is one object, which the store keeps whole or not at all. */
export function s3Files(store: S3Store, patience = usualPatience): Files {
  const { accessKeyId, secretAccessKey, region } = store
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3' })
  const breaker = makeBreaker(silentTries, patience.restMs)
  let underWay = 0

  async function ask(question: Question): Promise<Answer> {
    if (underWay >= mostUnderWay) throw new StoreError(`Too many wait for the S3 store: ${nameOf(question)}`)
    underWay++
    try {
      return await askUntilAnswered(question)
    } finally {
      underWay--
    }
  }

  /** What is asked may be asked again: each of our requests is idempotent. */
  async function askUntilAnswered(question: Question): Promise<Answer> {
    for (let tried = 1; ; tried++) {
      if (!breaker.mayTry())
        throw new StoreError(`The S3 store is silent and left alone for now: ${nameOf(question)}`)
      const result = await askOnce(question).catch((error: Error) => error)
      const isAnswer = !(result instanceof Error)
      if (!isAnswer && result.name === 'TimeoutError') breaker.failed()
      else breaker.succeeded()
      if (isAnswer && result.status < 500 && result.status !== 429) return result
      if (tried < patience.tries) await sleep(patience.pauseMs * 2 ** (tried - 1) * (1 + Math.random()))
      else if (isAnswer) throw refusal(question, result)
      else throw new StoreError(`The S3 store does not answer ${nameOf(question)}`, { cause: result })
    }
  }

  async function askOnce({ method, name, bytes }: Question): Promise<Answer> {
    // Signed at each try, because a signature ages. Over the bytes: the store refuses what did not arrive as sent.
    const sha256 = createHash('sha256')
      .update(bytes ?? '')
      .digest('hex')
    const request = await client.sign(`${store.endpoint}/${store.bucket}/${name}`, {
      method,
      body: bytes,
      headers: { 'x-amz-content-sha256': sha256 },
      // A redirect means another region's bucket: to be set right, not to be followed with every picture.
      redirect: 'manual',
    })
    const response = await fetch(request, { signal: AbortSignal.timeout(patience.tryMs) })
    return { status: response.status, body: Buffer.from(await response.arrayBuffer()) }
  }

  async function get(name: string): Promise<Buffer | undefined> {
    const question: Question = { method: 'GET', name }
    const answer = await ask(question)
    if (answer.status === 200) return answer.body
    // A bucket that is gone must not look like a file that is.
    if (answer.status === 404 && codeOf(answer) === 'NoSuchKey') return undefined
    throw refusal(question, answer)
  }

  async function change(question: Question) {
    const answer = await ask(question)
    if (answer.status !== 200 && answer.status !== 204) throw refusal(question, answer)
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
      const { status } = await ask({ method: 'HEAD', name })
      // Only the answer to a GET says why not.
      return status === 200 || (await get(name)) !== undefined
    },

    async remove(name) {
      mustBeFileName(name)
      await change({ method: 'DELETE', name })
    },
  }
}

const nameOf = ({ method, name }: Question) => `${method} ${name}`

/** What S3 calls the problem, such as `SignatureDoesNotMatch`. */
const codeOf = ({ body }: Answer) => /<Code>(\w+)<\/Code>/.exec(body.toString())?.[1]

const refusal = (question: Question, answer: Answer) =>
  new StoreError(
    `The S3 store answered ${nameOf(question)} with ${answer.status} ${codeOf(answer) ?? ''}`.trimEnd(),
  )
