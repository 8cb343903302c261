import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { webDigest } from '../../../shared/judging/digest.ts'
import type { PublishedDraw } from '../../../shared/judging/published-draw.ts'
import { verifyDraw } from '../../../shared/judging/verify.ts'

// The example was drawn by tests/fixtures/judging/repeat_draw.py, which shares no code with ours.
const example = JSON.parse(
  readFileSync(new URL('../../../tests/fixtures/judging/example-draw.json', import.meta.url), 'utf8'),
) as PublishedDraw &
  Record<'secret' | 'seed', string> &
  Required<
    Pick<PublishedDraw, 'jurors' | 'entries' | 'conflicts' | 'assignments' | 'border_assignments' | 'moved'>
  >

const differing = async (changes: Partial<PublishedDraw>) => {
  const { outcome, findings } = await verifyDraw(webDigest, { ...example, ...changes })
  expect(outcome).toBe('differs')
  return findings.filter(({ state }) => state === 'differs').map(({ text }) => text)
}

describe('a published draw', () => {
  test('that another program made from the written procedure agrees in every point', async () => {
    const { outcome, findings } = await verifyDraw(webDigest, example)
    expect(findings.map(({ state }) => state)).toEqual(Array.from({ length: 7 }, () => 'agrees'))
    expect(outcome).toBe('agrees')
    expect(findings[1]?.text).toBe('The 150 entries are those fixed when the book closed.')
  })

  test.each<[string, Partial<PublishedDraw>, RegExp]>([
    ['another secret', { secret: 'f'.repeat(64) }, /secret is not the one/],
    ['an entry too few', { entries: example.entries.slice(1) }, /list of entries/],
    ['an entry twice', { entries: [...example.entries, example.entries[0] as number] }, /list of entries/],
    ['another juror', { jurors: [12, ...example.jurors.slice(1)] }, /jurors or their conflicts/],
    ['a conflict left out', { conflicts: example.conflicts.slice(1) }, /jurors or their conflicts/],
    ['another beacon', { beacon: 'drand round 4712' }, /seed does not follow/],
    ['another seed', { seed: '0'.repeat(64) }, /gives other jurors/],
    [
      'an entry given to other jurors',
      { assignments: example.assignments.map(([id, numbers], i) => (i ? [id, numbers] : [id, [1, 2, 3]])) },
      /gives other jurors/,
    ],
    [
      'a border entry given to other jurors',
      {
        border_assignments: example.border_assignments.map(([id]) => [id, [1, 2]]),
      },
      /border round/,
    ],
    [
      'a move from who did not have the tile',
      { moved: [...example.moved, example.moved[0] as [number, number, number]] },
      /changed hands/,
    ],
  ])('%s: it says which part differs', async (_, changes, text) => {
    expect((await differing(changes)).some(sentence => text.test(sentence))).toBe(true)
  })

  test('is not contradicted before ratification, and the result says when it can be repeated', async () => {
    const { secret, seed, assignments, ...closed } = example
    const before = await verifyDraw(webDigest, closed)
    expect(before.outcome).toBe('unpublished')
    expect(before.findings[0]?.text).toMatch(/secret is published when the result is ratified/)
    const open = { commitment: example.commitment, entries_hash: null, beacon_source: null }
    expect((await verifyDraw(webDigest, open)).findings[0]?.text).toMatch(/still open/)
  })

  test.each([
    ['a list', []],
    ['nothing', null],
    ['a short secret', { ...example, secret: 'ab' }],
  ])('%s is no published draw, and it says so', async (_, draw) => {
    const { outcome, findings } = await verifyDraw(webDigest, draw)
    expect(outcome).toBe('differs')
    expect(findings[0]?.text).toMatch(/^This isn't a published draw/)
  })
})
