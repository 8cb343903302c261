import type { FastifyReply } from 'fastify'
import { HttpError, overloaded } from './errors.ts'
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
  /** Beside each file of a queue, before it is uploaded: as many as uploads. */
  comparedUploads: {
    name: 'write:compared-uploads',
    most: 120,
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
  if ((uploads.get(designerId) ?? 0) >= mostUploads)
    throw new HttpError(429, 'Your other uploads are still under way. Please wait a moment.', {
      code: 'uploads_under_way',
      retryAfter: 2,
    })
  hold(uploads, designerId, reply)
}

/** Files that this process receives at the same time, of all members, and as many that it sends: each is held in memory. */
const mostFiles = 8
const allMembers = 0
const received = new Map<number, number>()

/** Counts a file until the connection closes; refuses it, before its body is read, beyond the limit. */
export function holdFile(reply: FastifyReply) {
  if ((received.get(allMembers) ?? 0) >= mostFiles) throw overloaded('Too many files are being received')
  hold(received, allMembers, reply)
}

/** Files that this process sends, by member: a slow reader keeps each in memory. */
const mostDownloads = 3
const downloads = new Map<number, number>()

/** Counts a file that a member gets until the connection closes; refuses it, before it is read, beyond the limits. */
export function holdDownload(designerId: number, reply: FastifyReply) {
  if ((downloads.get(designerId) ?? 0) >= mostDownloads)
    throw new HttpError(429, 'Your other downloads are still under way. Please wait a moment.', {
      retryAfter: 2,
    })
  if ((downloads.get(allMembers) ?? 0) >= mostFiles) throw overloaded('Too many files are being sent')
  hold(downloads, designerId, reply)
  hold(downloads, allMembers, reply)
}

/** Contact sheets that this process makes for one member, or one visitor's address: others' would wait behind them. */
const mostSheets = 2
const sheets = new Map<string, number>()

/** Counts a contact sheet until the connection closes; refuses it beyond the limit. */
export function holdSheet(caller: string, reply: FastifyReply) {
  if ((sheets.get(caller) ?? 0) >= mostSheets)
    throw new HttpError(429, 'Your other contact sheets are still being made. Please wait a moment.', {
      retryAfter: 5,
    })
  hold(sheets, caller, reply)
}

/** Searches by look of one member, or one visitor's address, that wait at the same time: all take turns in one thread. */
const mostSearches = 4
const searches = new Map<string, number>()

/** Counts a search by look until the connection closes; refuses it, one by a picture before its body is read, beyond the limit. */
export function holdSearch(caller: string, reply: FastifyReply) {
  if ((searches.get(caller) ?? 0) >= mostSearches)
    throw new HttpError(429, 'Your other searches are still under way. Please wait a moment.', {
      retryAfter: 1,
    })
  hold(searches, caller, reply)
}

/**
 * Counts one more of `key` until the connection closes. A connection that has closed already is not counted: it would
 * never be subtracted.
 */
function hold<Key>(counts: Map<Key, number>, key: Key, reply: FastifyReply) {
  if (reply.raw.closed) return
  counts.set(key, (counts.get(key) ?? 0) + 1)
  reply.raw.once('close', () => {
    const left = counts.get(key)! - 1
    if (left) counts.set(key, left)
    else counts.delete(key)
  })
}
