import type { FastifyInstance } from 'fastify'
import { unreadable } from './errors.ts'

/** The contract's deepest body has three levels; an array of browser reports has five. */
const maxDepth = 50
/** Commas and colons outside of strings. The largest form has some twenty fields. */
const maxSeparators = 2000
/** A picture of 5 MB has 100,000 slashes in base64, which some clients escape. */
const maxEscapes = 200_000

const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a]
const isOpening = (byte: number) => byte === 0x5b || byte === 0x7b
const isClosing = (byte: number) => byte === 0x5d || byte === 0x7d

/**
 * Whether a JSON text has more nesting, members or escapes than any call needs, found by one pass over its bytes before it is
 * parsed. Parsing 8 MB of brackets, keys or escapes would block the event loop for seconds.
 */
export function isExcessive(json: Uint8Array): boolean {
  let depth = 0
  let separators = 0
  let escapes = 0
  let isInString = false
  for (let i = 0; i < json.length; i++) {
    const byte = json[i]!
    if (isInString) {
      if (byte === quote) isInString = false
      else if (byte === backslash) {
        i++
        if (++escapes > maxEscapes) return true
      }
    } else if (byte === quote) isInString = true
    else if (isOpening(byte)) {
      if (++depth > maxDepth) return true
    } else if (isClosing(byte)) depth--
    else if ((byte === comma || byte === colon) && ++separators > maxSeparators) return true
  }
  return false
}

/** Takes the body as it is, of any media type, for a call whose body is a file. */
export function takeFiles(app: FastifyInstance) {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
}

/** Parses JSON of this media type. Refuses keys that would pollute a prototype, and excessive texts. */
export function parseJsonOf(
  app: FastifyInstance,
  mediaType: string,
  map: (body: unknown) => unknown = x => x,
) {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser(mediaType, { parseAs: 'buffer' }, (request, body, done) => {
    if (isExcessive(body as Buffer)) return done(unreadable())
    parse(request, body.toString(), (error, value) => (error ? done(error) : done(null, map(value))))
  })
}
