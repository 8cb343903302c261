import type { FastifyInstance } from 'fastify'
import type { Endpoint } from '../../shared/endpoint.ts'
import { isForTokens } from './api-token.ts'

// Pages of other sites may read what a visitor or an API token may read. Without credentials: a browser that is asked by
// another site sends no cookie, and gives no answer to one that was sent.

export const corsHeaders = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'retry-after',
}

/** Whether a page of another site may read the answer. */
export const isReadableElsewhere = ({ method, path }: Pick<Endpoint, 'method' | 'path'>) =>
  method === 'GET' && isForTokens(path)

/** Answers the browser's question before a call with `Authorization`. */
export function answerPreflight(app: FastifyInstance, path: string) {
  app.options(path, (_request, reply) =>
    reply
      .code(204)
      .headers({
        ...corsHeaders,
        'access-control-allow-methods': 'GET, HEAD',
        'access-control-allow-headers': 'authorization',
        'access-control-max-age': '86400',
      })
      .send(),
  )
}
