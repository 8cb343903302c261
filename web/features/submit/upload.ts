import { type CallRequest, type CallResponse, makeCall } from '../../../shared/endpoint.ts'
import { csrfToken, noAnswer, withFreshToken } from '../../lib/api/call.ts'

/** A connection without progress for this long, in ms, is treated as lost. */
const stalledMs = 30_000

/**
 * `call` with progress of the request body, 0 to 1, which `fetch` does not report. A connection that stalls ends like
 * one that breaks, in a CallError with status 0.
 */
export const callWithProgress = (onProgress: (part: number) => void) =>
  makeCall(withFreshToken(request => send(request, onProgress)))

/** The same for a call whose body is a file as it is: its input is the query. */
export const sendFile = (file: Blob, onProgress: (part: number) => void) =>
  makeCall(
    withFreshToken(({ url, body: input, ...request }) => {
      const query = Object.entries(input as object).map(([name, value]) => [name, String(value)])
      return send({ ...request, url: `${url}?${new URLSearchParams(query)}`, body: file }, onProgress)
    }),
  )

function send({ method, url, body, signal }: CallRequest, onProgress: (part: number) => void) {
  return new Promise<CallResponse>((resolve, reject) => {
    const request = new XMLHttpRequest()
    let timer: ReturnType<typeof setTimeout>
    const expectMore = () => {
      clearTimeout(timer)
      timer = setTimeout(abort, stalledMs)
    }
    const abort = () => request.abort()
    const end = (settle: () => void) => () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
      settle()
    }
    const fail = end(() => reject(signal?.aborted ? signal.reason : noAnswer()))
    request.open(method, url)
    request.responseType = 'json'
    request.setRequestHeader('accept', 'application/json')
    const isFile = body instanceof Blob
    request.setRequestHeader('content-type', isFile ? 'application/octet-stream' : 'application/json')
    request.setRequestHeader('X-CSRFToken', csrfToken())
    request.upload.onprogress = event => {
      expectMore()
      if (event.lengthComputable) onProgress(event.loaded / event.total)
    }
    request.onload = end(() =>
      resolve({
        status: request.status,
        statusText: request.statusText,
        body: request.response ?? undefined,
        retryAfter: Number(request.getResponseHeader('retry-after')),
      }),
    )
    request.onerror = fail
    request.onabort = fail
    signal?.addEventListener('abort', abort)
    expectMore()
    request.send(isFile ? body : JSON.stringify(body))
  })
}
