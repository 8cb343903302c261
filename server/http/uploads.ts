import { ImageError } from '../outside/images.ts'
import { invalid } from './errors.ts'

/** Decodes the picture in a field, a data URL or bare base64. Refuses a bad one at the field. */
export async function decodeUpload<Picture>(
  field: string,
  text: string,
  decode: (bytes: Buffer) => Promise<Picture>,
): Promise<Picture> {
  const start = text.startsWith('data:') ? text.indexOf(',') + 1 : 0
  const base64 = text.slice(start)
  // Searches for a forbidden character, in linear time; the decoder skips whitespace.
  if (/[^\sA-Za-z0-9+/=]|=[^\s=]/.test(base64))
    throw invalid(field, 'The image didn’t upload completely. Please try again.')
  try {
    return await decode(Buffer.from(base64, 'base64'))
  } catch (error) {
    if (error instanceof ImageError) throw invalid(field, error.message)
    throw error
  }
}
