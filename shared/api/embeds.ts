import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { maxLength } from '../rules/limits.ts'
import { count, id, requiredText } from './fields.ts'

export const find = endpoint({
  method: 'GET',
  path: '/api/oembed',
  who: 'anyone',
  summary: 'A logo’s picture for a site that embeds its address (oEmbed 1.0, type photo)',
  input: z.object({
    url: requiredText('The address of a logo, please.', maxLength.url),
    /** The largest width and height in pixels; the picture is 320 px wide where 900 are too many. */
    maxwidth: z.optional(id),
    maxheight: z.optional(id),
    format: z.optional(z.string()),
  }),
  output: z.object({
    version: z.literal('1.0'),
    type: z.literal('photo'),
    title: z.string(),
    author_name: z.string(),
    author_url: z.optional(z.string()),
    provider_name: z.string(),
    provider_url: z.string(),
    url: z.string(),
    width: count,
    height: count,
    cache_age: count,
  }),
})
