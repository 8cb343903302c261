import { CallError } from '../../../shared/endpoint.ts'
import { revokeLater } from '../browser/object-url.ts'
import { noAnswer, withFreshToken } from './call.ts'

const fetchFile = withFreshToken(async ({ url }) => {
  const response = await fetch(url).catch(() => {
    throw noAnswer()
  })
  const { status, statusText, headers } = response
  if (!response.ok) return { status, statusText, body: await response.json().catch(() => undefined) }
  const name = /filename="([^"]+)"/.exec(headers.get('content-disposition') ?? '')?.[1]
  const blob = await response.blob().catch(() => {
    throw new CallError(0, { error: 'The file was cut off. Please try again.' })
  })
  return { status, statusText, body: { name, blob } }
})

/** Saves the file at `url` as a link with `download` would, but asks first where the server wants to know who is there. Rejects with CallError. */
export async function saveFile(url: string): Promise<void> {
  const { status, statusText, body } = await fetchFile({ method: 'GET', url })
  if (status !== 200) {
    const { error } = (body ?? {}) as { error?: string }
    throw new CallError(status, { error: error ?? statusText ?? 'Unknown error' })
  }
  const { name, blob } = body as { name?: string; blob: Blob }
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name ?? ''
  link.click()
  // The browser has begun to read it by then.
  revokeLater(link.href)
}
