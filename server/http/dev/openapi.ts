import { z } from 'zod'
import * as api from '../../../shared/api.ts'
import { type Endpoint, listEndpoints } from '../../../shared/endpoint.ts'
import { siteWords } from '../../lib/site-words.ts'
import { isForTokens } from '../api-token.ts'

type Schema = Record<string, unknown> & { properties?: Record<string, Schema>; required?: string[] }
type Operation = Record<string, unknown> & { summary: string }
export type OpenApi = Record<string, unknown> & {
  info: { title: string; version: string; description: string }
} & { paths: Record<string, Record<string, Operation>> }

/** Every endpoint of the contract with its group and name. */
export const endpoints = listEndpoints(api)

function schemaOf(schema: Endpoint['input'], io: 'input' | 'output'): Schema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io }) as Schema
  return rest
}

const errorResponse = (description: string) => ({
  description,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
})

function operation(group: string, name: string, endpoint: Endpoint): Operation {
  const input = schemaOf(endpoint.input, 'input')
  const hasInput = input.type === 'array' || Object.keys(input.properties ?? {}).length > 0
  const isRead = endpoint.method === 'GET'
  const { isFile } = endpoint
  return {
    operationId: `${group}_${name}`,
    tags: [group],
    summary: endpoint.summary,
    'x-who': endpoint.who,
    security: [
      ...(endpoint.who === 'anyone' ? [{}] : []),
      { session: [] },
      ...(isForTokens(endpoint.path) ? [{ token: [] }] : []),
    ],
    parameters: [
      ...(isRead || isFile
        ? Object.entries(input.properties ?? {}).map(([parameter, schema]) => ({
            name: parameter,
            in: 'query',
            required: input.required?.includes(parameter) ?? false,
            schema,
          }))
        : []),
      ...(isRead
        ? []
        : [
            {
              name: 'X-CSRFToken',
              in: 'header',
              required: false,
              schema: { type: 'string' },
              description: endpoint.withoutCsrf
                ? 'Not needed'
                : 'The csrftoken cookie; not with an API token',
            },
          ]),
    ],
    ...(isFile && { requestBody: { required: true, content: { 'application/octet-stream': {} } } }),
    ...(!isRead &&
      !isFile &&
      hasInput && { requestBody: { required: true, content: { 'application/json': { schema: input } } } }),
    responses: {
      200: {
        description: 'OK',
        content: { 'application/json': { schema: schemaOf(endpoint.output, 'output') } },
      },
      400: errorResponse('Malformed or invalid'),
      401: errorResponse('Not logged in'),
      403: errorResponse('Not allowed, no current membership, or no CSRF token'),
      404: errorResponse('Not there, or not for the caller to see'),
      ...(!isRead && { 413: errorResponse('Too large') }),
      ...(isFile && { 415: errorResponse('Not such a file') }),
      429: errorResponse('Too often; see Retry-After'),
      503: errorResponse('Busy; see Retry-After'),
    },
  }
}

/** The OpenAPI 3.1 document, made from the contract. */
export function openApi(publicUrl: string): OpenApi {
  const paths: OpenApi['paths'] = {}
  for (const { group, name, endpoint } of endpoints) {
    paths[endpoint.path] ??= {}
    paths[endpoint.path]![endpoint.method.toLowerCase()] = operation(group, name, endpoint)
  }
  return {
    openapi: '3.1.0',
    info: {
      title: `${siteWords().site_name} API`,
      version: '1',
      description:
        'Sign in with POST /api/auth/login; the session is a cookie (over https, the names of cookies begin with __Host-). Every call that changes something repeats the csrftoken cookie, which GET /api/auth/check sets, in the header X-CSRFToken. Programs send an API token in place of both: Authorization: Bearer.',
    },
    servers: [{ url: publicUrl }],
    paths,
    components: {
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'session' },
        token: { type: 'http', scheme: 'bearer' },
      },
      schemas: {
        Error: {
          type: 'object',
          required: ['error'],
          properties: {
            error: { type: 'string', description: 'A sentence for people' },
            code: { type: 'string', description: 'A word for programs' },
            errors: {
              type: 'object',
              additionalProperties: { type: 'string' },
              description: 'Sentence by field',
            },
          },
        },
      },
    },
  }
}
