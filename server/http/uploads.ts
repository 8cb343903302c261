import { BusyError, ImageError } from '../outside/images.ts'
import { HttpError, invalid } from './errors.ts'

/** Decodes the picture that a field holds as a data URL or as bare base64; what is wrong with it is said at the field. */
export async function decodeUpload<Picture>(
  field: string,
  text: string,
  decode: (bytes: Buffer) => Promise<Picture>,
): Promise<Picture> {
  const start = text.startsWith('data:') ? text.indexOf(',') + 1 : 0
  // Whitespace goes first: allowed for within the pattern, it would take quadratic time.
  const base64 = text.slice(start).replace(/\s+/g, '')
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(base64)) throw invalid(field, 'The image did not arrive whole.')
  try {
    return await decode(Buffer.from(base64, 'base64'))
  } catch (error) {
    if (error instanceof ImageError) throw invalid(field, error.message)
    if (error instanceof BusyError)
      throw new HttpError(503, 'Many uploads are arriving. Please try again in a moment.', { retryAfter: 5 })
    throw error
  }
}
