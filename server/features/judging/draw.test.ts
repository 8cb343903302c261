import { createHash, createHmac } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { assignBorder, chooseBorder, chooseReplacement } from '../../../shared/judging/border.ts'
import { toHex, utf8, webDigest } from '../../../shared/judging/digest.ts'
import { drawTriples, listTriples } from '../../../shared/judging/draw.ts'
import { type Conflict, hashEntries, hashInputs } from '../../../shared/judging/hashes.ts'
import { openStream, shuffle } from '../../../shared/judging/stream.ts'
import { nodeDigest } from './node-digest.ts'

const seeded = (text: string) => ({ digest: nodeDigest, seed: utf8(text) })
const range = (n: number) => Array.from({ length: n }, (_, i) => i + 1)

describe('the stream of a purpose', () => {
  test('consists of eight big-endian integers of each HMAC-SHA256(seed, purpose:counter)', async () => {
    const blocks = range(40).map((_, i) => createHmac('sha256', 'a seed').update(`entries:${i}`).digest())
    const expected = blocks.flatMap(block => range(8).map((_, i) => block.readUInt32BE(4 * i)))
    const stream = openStream(seeded('a seed'), 'entries')
    for (const integer of expected) expect(await stream.below(2 ** 32)).toBe(integer)
  })

  test('an integer beyond the last whole multiple of n is skipped', async () => {
    // Every second integer of this digest lies beyond 2³² − 2³²/3: below(3) never returns its remainder.
    const block = Buffer.alloc(32)
    for (let i = 0; i < 8; i++) block.writeUInt32BE(i % 2 ? 0xffffffff : i, 4 * i)
    const stream = openStream({ digest: { ...nodeDigest, hmac: () => block }, seed: utf8('') }, 'any')
    const taken = []
    for (let i = 0; i < 6; i++) taken.push(await stream.below(3))
    expect(taken).toEqual([0, 2, 1, 0, 0, 2])
  })

  test('WebCrypto and Node give the same digests, also after a change of key', async () => {
    for (const key of ['one', 'two', 'one'])
      expect(toHex(await webDigest.hmac(utf8(key), utf8('text')))).toBe(
        toHex(await nodeDigest.hmac(utf8(key), utf8('text'))),
      )
    expect(toHex(await webDigest.sha256(utf8('text')))).toBe(
      createHash('sha256').update('text').digest('hex'),
    )
  })

  test('a shuffle keeps every item and does not modify its input', async () => {
    const items = range(500)
    const shuffled = await shuffle(seeded('s'), 'p', items)
    expect(shuffled).not.toEqual(items)
    expect([...shuffled].sort((a, b) => a - b)).toEqual(items)
    expect(items).toEqual(range(500))
  })
})

test('the hashes are of ascending ids, and of conflicts as numbers by logo, then juror', async () => {
  const sha = (text: string) => createHash('sha256').update(text).digest('hex')
  expect(await hashEntries(nodeDigest, [30, 4, 100])).toBe(sha('4\n30\n100'))
  const conflicts: Conflict[] = [
    [30, 2],
    [4, 10],
    [4, 9],
  ]
  expect(await hashInputs(nodeDigest, { jurors: [20, 3], conflicts })).toBe(
    sha('jurors:3,20\nconflicts:4:9,4:10,30:2'),
  )
  expect(await hashInputs(nodeDigest, { jurors: [3], conflicts: [] })).toBe(sha('jurors:3\nconflicts:'))
})

describe('the draw', () => {
  const conflictsOf = (jurorCount: number, entries: number, excluded: readonly number[][]): Conflict[] =>
    excluded
      .slice(0, entries)
      .flatMap((numbers, i) =>
        [...new Set(numbers.map(n => 1 + (n % jurorCount)))]
          .slice(0, jurorCount - 3)
          .map((juror): Conflict => [i + 1, juror]),
      )

  test('every entry gets three different jurors without a conflict, for random conflicts', async () => {
    const arbitrary = fc.record({
      seed: fc.string(),
      jurorCount: fc.integer({ min: 8, max: 10 }),
      entries: fc.integer({ min: 1, max: 120 }),
      excluded: fc.array(fc.array(fc.nat(9), { maxLength: 7 }), { maxLength: 120 }),
    })
    await fc.assert(
      fc.asyncProperty(arbitrary, async ({ seed, jurorCount, entries, excluded }) => {
        const conflicts = conflictsOf(jurorCount, entries, excluded)
        const logoIds = range(entries)
        const { order, assignments } = await drawTriples(seeded(seed), { logoIds, jurorCount, conflicts })
        expect(assignments.map(({ logo_id }) => logo_id)).toEqual(order)
        expect([...order].sort((a, b) => a - b)).toEqual(logoIds)
        const forbidden = new Set(conflicts.map(([logo_id, juror]) => `${logo_id}:${juror}`))
        for (const { logo_id, jurors } of assignments) {
          expect(new Set(jurors).size).toBe(3)
          expect([...jurors].sort((a, b) => a - b)).toEqual(jurors)
          for (const juror of jurors) {
            expect(juror).toBeGreaterThanOrEqual(1)
            expect(juror).toBeLessThanOrEqual(jurorCount)
            expect(forbidden.has(`${logo_id}:${juror}`)).toBe(false)
          }
        }
      }),
      { numRuns: 150 },
    )
  })

  test('without conflicts loads differ by C(J−1, 2) at most, and in a whole block every pair shares entries', async () => {
    for (const jurorCount of [8, 9, 10])
      for (const entries of [1, 20, listTriples(jurorCount).length, 700]) {
        const { assignments } = await drawTriples(seeded(`${jurorCount}`), {
          logoIds: range(entries),
          jurorCount,
          conflicts: [],
        })
        const loads = range(jurorCount).map(n => assignments.filter(a => a.jurors.includes(n)).length)
        const most = ((jurorCount - 1) * (jurorCount - 2)) / 2
        expect(Math.max(...loads) - Math.min(...loads)).toBeLessThanOrEqual(most)
        if (entries < listTriples(jurorCount).length) continue
        for (const a of range(jurorCount))
          for (const b of range(jurorCount))
            expect(assignments.some(({ jurors }) => jurors.includes(a) && jurors.includes(b))).toBe(true)
      }
  })

  test('fewer than three jurors without a conflict are refused', async () => {
    const conflicts = range(6).map((juror): Conflict => [1, juror])
    const input = { logoIds: [1], jurorCount: 8, conflicts }
    await expect(drawTriples(seeded('s'), input)).rejects.toThrow('Fewer than three')
  })
})

describe('the border round', () => {
  test('holds the ranks from half of the places to twice the places, and the saved entries', () => {
    const ranked = range(30)
    expect([...chooseBorder(ranked, [29, 1], 5)].sort((a, b) => a - b)).toEqual([
      1, 3, 4, 5, 6, 7, 8, 9, 10, 29,
    ])
    expect(chooseBorder(range(3), [], 4)).toEqual(new Set([3]))
  })

  test('assigns each entry to the two eligible jurors with the fewest tiles, or to the only eligible one', async () => {
    const logoIds = range(200)
    const mayJudge = (juror: number, logo_id: number) =>
      logo_id === 7 ? juror === 4 : (juror + logo_id) % 9 > 2
    const rows = await assignBorder(seeded('b'), { logoIds, jurorCount: 9, mayJudge })
    const loads = new Map<number, number>()
    for (const { logo_id, jurors } of rows) {
      expect(jurors).toHaveLength(logo_id === 7 ? 1 : 2)
      for (const juror of jurors) {
        expect(mayJudge(juror, logo_id)).toBe(true)
        loads.set(juror, (loads.get(juror) ?? 0) + 1)
      }
    }
    const counts = [...loads.values()]
    expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(2)
  })

  test('a tile goes to the juror with the fewest unscored tiles, ties to the lowest number', () => {
    const unscored = [0, 5, 2, 2, 1]
    expect(chooseReplacement(unscored, juror => juror !== 4)).toBe(2)
    expect(chooseReplacement(unscored, () => true)).toBe(4)
    expect(chooseReplacement(unscored, () => false)).toBeUndefined()
  })
})
