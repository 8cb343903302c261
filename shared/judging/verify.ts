import * as z from 'zod/mini'
import { assignBorder } from './border.ts'
import { type Digest, fromHex, toHex } from './digest.ts'
import { type Assignment, drawTriples, groupConflicts } from './draw.ts'
import { commitTo, deriveSeed, hashEntries, hashInputs } from './hashes.ts'
import { type PublishedDraw, publishedDraw } from './published-draw.ts'

// Repeats a published draw from its secret, and says in plain words which parts agree.

type Finding = { state: 'agrees' | 'differs' | 'unpublished'; text: string }
export type Verdict = { outcome: 'agrees' | 'differs' | 'unpublished'; findings: Finding[] }

/** Everything that the repetition needs, all of it published once a book is ratified. */
type Whole = PublishedDraw &
  Required<Pick<PublishedDraw, 'secret' | 'seed' | 'jurors' | 'entries' | 'conflicts' | 'assignments'>> & {
    commitment: string
    entries_hash: string
    inputs_hash: string
  }

const counted = (n: number, one: string, many: string) =>
  `${n.toLocaleString('en-US')} ${n === 1 ? one : many}`

/** `published`: what `GET /api/books/draw` answered, as it came. */
export async function verifyDraw(digest: Digest, published: unknown): Promise<Verdict> {
  const parsed = publishedDraw.safeParse(published)
  if (!parsed.success) {
    const text = `This isn't a published draw: ${z.prettifyError(parsed.error).split('\n')[0]}.`
    return { outcome: 'differs', findings: [{ state: 'differs', text }] }
  }
  const draw = parsed.data
  if (!isWhole(draw)) return { outcome: 'unpublished', findings: [describeWait(draw)] }

  const findings = await Promise.all([
    checkSecret(digest, draw),
    checkEntries(digest, draw),
    checkInputs(digest, draw),
    checkSeed(digest, draw),
  ])
  findings.push(...(await checkAssignments(digest, draw)))
  const outcome = findings.some(({ state }) => state === 'differs') ? 'differs' : 'agrees'
  return { outcome, findings }
}

function isWhole(draw: PublishedDraw): draw is Whole {
  const { commitment, entries_hash, inputs_hash, secret, seed, jurors, entries, conflicts, assignments } =
    draw
  return Boolean(
    commitment &&
      entries_hash &&
      inputs_hash &&
      secret &&
      seed &&
      jurors &&
      entries &&
      conflicts &&
      assignments,
  )
}

function describeWait(draw: PublishedDraw): Finding {
  const text = draw.entries_hash
    ? 'The entries and the jury are fixed. The secret is published when the result is ratified: then the draw can be repeated.'
    : 'The book is still open. The draw can be repeated once its result is ratified and the secret is published.'
  return { state: 'unpublished', text }
}

const finding = (agrees: boolean, yes: string, no: string): Finding =>
  agrees ? { state: 'agrees', text: yes } : { state: 'differs', text: no }

async function checkSecret(digest: Digest, { secret, commitment }: Whole) {
  return finding(
    (await commitTo(digest, fromHex(secret))) === commitment,
    'The secret is the one that the book committed to when it opened.',
    'The secret is not the one that the book committed to when it opened.',
  )
}

async function checkEntries(digest: Digest, { entries, entries_hash }: Whole) {
  const isOnce = new Set(entries).size === entries.length
  return finding(
    isOnce && (await hashEntries(digest, entries)) === entries_hash,
    `The ${counted(entries.length, 'entry is the one', 'entries are those')} fixed when the book closed.`,
    'The list of entries is not the one fixed when the book closed.',
  )
}

async function checkInputs(digest: Digest, { jurors, conflicts, inputs_hash }: Whole) {
  return finding(
    (await hashInputs(digest, { jurors, conflicts })) === inputs_hash,
    `The ${jurors.length} jurors and ${counted(conflicts.length, 'conflict', 'conflicts')} of interest are those fixed when the book closed.`,
    'The jurors or their conflicts of interest are not those fixed when the book closed.',
  )
}

async function checkSeed(digest: Digest, draw: Whole) {
  const { secret, entries_hash, inputs_hash, seed, beacon = '', beacon_source } = draw
  const derived = await deriveSeed(digest, {
    secret: fromHex(secret),
    entriesHash: entries_hash,
    inputsHash: inputs_hash,
    beacon,
  })
  return finding(
    toHex(derived) === seed,
    beacon_source
      ? 'The seed follows from the secret, the entries, the jury and the public value named beforehand.'
      : 'The seed follows from the secret, the entries and the jury. No public value was named beforehand.',
    'The seed does not follow from the secret, the entries, the jury and the public value.',
  )
}

async function checkAssignments(digest: Digest, draw: Whole): Promise<Finding[]> {
  const { entries, conflicts, jurors } = draw
  const randomness = { digest, seed: fromHex(draw.seed) }
  const input = { logoIds: entries, jurorCount: jurors.length, conflicts }
  const repeated = await drawTriples(randomness, input).catch(() => undefined)
  const findings = [
    finding(
      repeated !== undefined && isSame(repeated.assignments, draw.assignments),
      'Repeating the draw gives every entry the same three jurors.',
      'Repeating the draw gives other jurors than those published.',
    ),
  ]
  if (!repeated) return findings
  const replay = replayMoves(draw)
  if (draw.moved?.length)
    findings.push(
      finding(
        replay.isLawful,
        `${counted(draw.moved.length, 'tile', 'tiles')} changed hands after the draw, each to a juror who had not had it and may judge it.`,
        'A tile changed hands after the draw that could not: from a juror who did not have it, or to one who may not judge it.',
      ),
    )
  if (draw.border_assignments?.length) {
    const isBorder = new Set(draw.border_assignments.map(([logo_id]) => logo_id))
    const hadTiles = new Set(draw.border_assignments.flatMap(([, numbers]) => numbers))
    // A juror who left before the border round got no tile of it, and every other juror who can judge has at least
    // one.
    const isGone = new Set(
      (draw.left ?? []).map(([number]) => number).filter(number => !hadTiles.has(number)),
    )
    const border = await assignBorder(randomness, {
      logoIds: repeated.order.filter(logo_id => isBorder.has(logo_id)),
      jurorCount: jurors.length,
      mayJudge: (juror, logo_id) =>
        !isGone.has(juror) && !replay.conflicted(logo_id, juror) && !replay.hadFirst(logo_id, juror),
    })
    findings.push(
      finding(
        isSame(border, draw.border_assignments),
        `Repeating the border round's draw gives its ${counted(isBorder.size, 'entry', 'entries')} the same jurors.`,
        "Repeating the border round's draw gives other jurors than those published.",
      ),
    )
  }
  return findings
}

/** Whether both give every logo the same jurors; the published rows stand by logo id. */
function isSame(repeated: readonly Assignment[], published: Whole['assignments']) {
  const rows = [...repeated]
    .sort((a, b) => a.logo_id - b.logo_id)
    .map(({ logo_id, jurors }) => [logo_id, jurors])
  return JSON.stringify(rows) === JSON.stringify(published)
}

/** Follows the moves in time: who has had a tile in the first round, and whether each move was possible. */
function replayMoves({ conflicts, assignments, border_assignments = [], moved = [] }: Whole) {
  const conflicted = groupConflicts(conflicts)
  const first = holders(assignments)
  const border = holders(border_assignments)
  let isLawful = true
  for (const [logo_id, from, to] of moved) {
    const had = [first.get(logo_id), border.get(logo_id)]
    const round = had.find(tiles => tiles?.now.has(from))
    if (!round || conflicted.get(logo_id)?.has(to) || had.some(tiles => tiles?.ever.has(to))) {
      isLawful = false
      continue
    }
    round.now.delete(from)
    round.now.add(to)
    round.ever.add(to)
  }
  return {
    isLawful,
    conflicted: (logo_id: number, juror: number) => conflicted.get(logo_id)?.has(juror) ?? false,
    hadFirst: (logo_id: number, juror: number) => first.get(logo_id)?.ever.has(juror) ?? false,
  }
}

const holders = (rows: Whole['assignments']) =>
  new Map(rows.map(([logo_id, numbers]) => [logo_id, { now: new Set(numbers), ever: new Set(numbers) }]))
