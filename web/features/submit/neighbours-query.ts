import { queryOptions } from '@tanstack/react-query'
import pLimit from 'p-limit'
import * as api from '../../../shared/api.ts'
import { pageSize } from '../../../shared/rules/limits.ts'
import { similarFrom } from '../../../shared/rules/look.ts'
import { call } from '../../lib/api/call.ts'
import { readDataUrl } from '../../lib/browser/data-url.ts'
import { shrinkPicture } from '../../lib/browser/shrink-picture.ts'

/** The side of what is sent for the comparison, in pixels: the server describes a picture at 128. */
const comparedSide = 256

/** How much the channels of a picture of one colour differ at most: JPEG leaves some noise. */
const flatWithin = 16

/** One at a time: a queue of files must not take all of the server's turns. */
const gate = pLimit(1)

/**
 * The logos of the gallery that look most like a chosen picture. It never fails: a comparison that is refused, or has no answer,
 * finds none, since it is advice and must not disturb an upload.
 */
export const neighboursQuery = ({ file, url }: { file: File; url: string }) =>
  queryOptions({
    queryKey: ['neighbours', url],
    queryFn: ({ signal }) => gate(() => compare(file, signal)).catch(() => []),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

async function compare(file: File, signal: AbortSignal) {
  // The picture was removed while it waited.
  signal.throwIfAborted()
  const file_base64 = await shrink(file)
  if (!file_base64) return []
  // More than are shown: whether a shape is common is told by the number of other designers, and one's own come first.
  const input = { file_base64, emphasis: 'shape', before_upload: 1, page_size: pageSize.most } as const
  const { data } = await call(api.look.similarToPicture, input, { signal })
  return data.filter(({ likeness }) => likeness >= similarFrom)
}

/** A small copy as a data URL; undefined for a picture of one colour, in which there is nothing to compare. */
async function shrink(file: File) {
  const canvas = await shrinkPicture(file, comparedSide)
  const { width, height } = canvas
  const { data } = canvas.getContext('2d')!.getImageData(0, 0, width, height)
  if (data.every((value, i) => Math.abs(value - data[i % 4]!) <= flatWithin)) return
  return readDataUrl(await canvas.convertToBlob())
}
