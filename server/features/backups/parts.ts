import { promisify } from 'node:util'
import { zstdCompress, zstdDecompress } from 'node:zlib'
import type { Files } from '../../outside/files.ts'
import { Damaged, hashOfBytes, type Part, partName } from './manifest.ts'

const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)

/** Bytes of a piece before it is compressed: small enough to keep several in memory, large enough for few files. */
const pieceBytes = 16 * 1024 * 1024
const newline = 0x0a

/** Cuts a stream of lines into pieces that end with a line. */
export async function* cutIntoPieces(stream: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let chunks: Buffer[] = []
  let size = 0
  for await (const chunk of stream) {
    chunks.push(chunk)
    size += chunk.length
    if (size < pieceBytes) continue
    const all = Buffer.concat(chunks)
    const end = all.lastIndexOf(newline) + 1
    if (end) yield all.subarray(0, end)
    chunks = [all.subarray(end)]
    size = all.length - end
  }
  if (size) yield Buffer.concat(chunks)
}

/** The store of the pieces, and the hashes of those that the backup before has stored. */
export type PartsPlace = { target: Files; known: ReadonlySet<string> }

/** Stores a piece, unless the backup before has the same one. */
export async function putPart({ target, known }: PartsPlace, piece: Buffer): Promise<Part> {
  const stored = await compress(piece)
  const sha256 = hashOfBytes(stored)
  if (!known.has(sha256)) await target.put(partName(sha256), stored)
  return { sha256, bytes: stored.length, rows: countLines(piece) }
}

/** The piece as it was; throws a sentence if it is missing or if a single bit is different. */
export const getPart = async (target: Files, part: Part): Promise<Buffer> =>
  decompress(await getStored(target, part))

/** The compressed bytes of a part; throws a sentence if it is missing or if a single bit is different. */
export async function getStored(target: Files, { sha256 }: Part): Promise<Buffer> {
  const name = partName(sha256)
  const stored = await target.get(name)
  if (!stored) throw new Damaged(`${name} is missing: the backup is not whole.`)
  if (hashOfBytes(stored) !== sha256)
    throw new Damaged(`${name} is damaged: its bytes are not those that were written.`)
  return stored
}

function countLines(piece: Buffer): number {
  let lines = 0
  for (let at = piece.indexOf(newline); at >= 0; at = piece.indexOf(newline, at + 1)) lines++
  return lines
}
