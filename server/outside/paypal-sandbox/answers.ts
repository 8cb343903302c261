import { createHash, randomUUID } from 'node:crypto'

// How the provider answers, and how its ids look: the same for every kind of answer.

const hash = (text: string) => createHash('sha256').update(text).digest()
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
export const letters = (text: string, length: number) =>
  [...hash(text).subarray(0, length)].map(byte => alphabet[byte % 32]).join('')
export const digits = (text: string, length: number) => letters(`digits ${text}`, length)

export const iso = (date: Date) => date.toISOString().replace(/\.\d+Z$/, 'Z')

export const json = (status: number, body: unknown) => Response.json(body, { status })
export const done = () => new Response(null, { status: 204 })
export const refuse = (status: number, name: string, issue: string) =>
  json(status, {
    name,
    message: 'The requested action could not be performed.',
    debug_id: digits(randomUUID(), 13).toLowerCase(),
    details: issue ? [{ issue, description: 'See the issue.' }] : [],
    links: [],
  })
export const notThere = () => refuse(404, 'RESOURCE_NOT_FOUND', 'INVALID_RESOURCE_ID')
