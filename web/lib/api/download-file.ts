import { CallError, callErrorOf } from '../../../shared/endpoint.ts'
import { saveFile } from '../browser/save-file.ts'
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

/** Downloads the file at `url` by fetch in place of a link, because a refused link shows no error. Rejects with CallError. */
export async function downloadFile(url: string): Promise<void> {
  const answer = await fetchFile({ method: 'GET', url })
  if (answer.status !== 200) throw callErrorOf(answer)
  const { name, blob } = answer.body as { name?: string; blob: Blob }
  saveFile(blob, name ?? 'download')
}
