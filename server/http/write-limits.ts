import type { FastifyReply } from 'fastify'
import { busy, HttpError } from './errors.ts'
import type { Limit } from './limits.ts'

/** Limits of a member's writes; applied by `countIfChanged`. */
export const writeLimits = {
  comments: {
    name: 'write:comments',
    most: 30,
    seconds: 600,
    sentence: 'You’ve written a lot of comments in a short time.',
  },
  /** Likes and saves together. */
  marks: {
    name: 'write:marks',
    most: 1000,
    seconds: 3600,
    sentence: 'You’ve liked and saved a lot of logos in a short time.',
  },
  follows: {
    name: 'write:follows',
    most: 300,
    seconds: 86_400,
    sentence: 'You’ve followed a lot of designers today.',
  },
  collections: {
    name: 'write:collections',
    most: 60,
    seconds: 3600,
    sentence: 'You’ve made a lot of collections in a short time.',
  },
  searchedPictures: {
    name: 'write:searched-pictures',
    most: 60,
    seconds: 3600,
    sentence: 'You’ve compared a lot of pictures in a short time.',
  },
  uploads: {
    name: 'write:uploads',
    most: 120,
    seconds: 3600,
    sentence: 'You’ve uploaded a lot of logos in a short time.',
  },
} as const satisfies Record<string, Limit>

/** Concurrent uploads of one member in this process: each is held in memory. */
const mostUploads = 3
const uploads = new Map<number, number>()

/** Counts a member's upload until the connection closes; refuses it, before its body is read, beyond the limit. */
export function holdUpload(designerId: number, reply: FastifyReply) {
  const count = uploads.get(designerId) ?? 0
  if (count >= mostUploads)
    throw new HttpError(429, 'Your other uploads are still under way. Please wait a moment.', {
      code: 'uploads_under_way',
      retryAfter: 2,
    })
  uploads.set(designerId, count + 1)
  reply.raw.once('close', () => {
    const left = uploads.get(designerId)! - 1
    if (left) uploads.set(designerId, left)
    else uploads.delete(designerId)
  })
}

/** Files that this process receives at the same time, of all members: each is held in memory. */
const mostFiles = 8
let files = 0

/** Counts a file until the connection closes; refuses it, before its body is read, beyond the limit. */
export function holdFile(reply: FastifyReply) {
  if (files >= mostFiles) throw busy(5)
  files++
  reply.raw.once('close', () => files--)
}
