import type { FastifyError, FastifyInstance } from 'fastify'
import type { Endpoint } from '../../shared/endpoint.ts'
import { avatarMessages, searchedBytesMessage } from '../../shared/rules/avatar.ts'
import { imageMessages } from '../../shared/rules/image.ts'
import { vectorMessages } from '../../shared/rules/vector.ts'
import { Overloaded } from '../lib/errors.ts'
import { HttpError, httpErrorOf, unreadable } from './errors.ts'

/**
 * Answers errors as the contract's `{ error, code?, errors? }`. A failed page is answered with HTML where `renderErrorPage`
 * is given: JSON is for programs.
 */
export function handleErrors(
  app: FastifyInstance,
  renderErrorPage: ((status: number) => string) | undefined,
) {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const { config, url } = request.routeOptions
    if (error instanceof Overloaded) request.shedBy = 'work'
    const httpError = httpErrorOf(error) ?? fromFastify(error, config)
    if (!httpError) request.log.error({ err: error }, 'unexpected error')
    // A dependency failed, such as the store of pictures: the operator has to know why. Load shedding needs no more than the
    // answer's log line.
    else if (httpError.status >= 500 && !(error instanceof HttpError || error instanceof Overloaded))
      request.log.warn({ err: error }, 'refused for now')
    const answer = httpError ?? new HttpError(500, 'Something went wrong on our side. Please try again.')
    if (answer.retryAfter) reply.header('retry-after', answer.retryAfter)
    reply.code(answer.status).header('cache-control', 'no-store')
    if (renderErrorPage && answer.status >= 500 && url === '/*')
      return reply.type('text/html; charset=utf-8').send(renderErrorPage(answer.status))
    return reply.send({ ...answer.extra, error: answer.message })
  })
  app.setNotFoundHandler((_request, reply) => reply.code(404).send({ error: 'Not found' }))
}

const tooLarge = { logo: imageMessages.bytes, avatar: avatarMessages.bytes, searched: searchedBytesMessage }

/** Fastify's own refusals in our words; undefined for what is no refusal. */
function fromFastify(
  error: FastifyError,
  { picture, isFile }: Pick<Endpoint, 'picture' | 'isFile'>,
): HttpError | undefined {
  const status = error.statusCode ?? 500
  if (status === 413) {
    if (isFile) return new HttpError(413, vectorMessages.bytes)
    if (!picture) return new HttpError(413, 'That is too large.')
    const message = tooLarge[picture.kind]
    return new HttpError(413, message, { errors: { [picture.field]: message } })
  }
  if (status === 415) return new HttpError(415, 'Send JSON.')
  if (status === 503)
    return new HttpError(503, 'The gallery is restarting. Please try again.', { retryAfter: 2 })
  if (status >= 400 && status < 500) return unreadable()
}
