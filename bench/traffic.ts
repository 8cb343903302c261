import { createRandom } from '../demo/random.ts'
import { type Gallery, likes, readCases, signIns, uploads } from './cases.ts'
import { type Member, type Request, removeLogo } from './session.ts'

/** The mix of a hundred requests of a day's visitors; calls that are not named are not sent. */
const weights: readonly (readonly [string, number])[] = [
  ['Fresh, page 1', 10],
  ['Fresh, page 1, compressed', 6],
  ['Fresh, page 200', 1],
  ['Following 500 designers, page 1', 3],
  ['Search: a frequent word', 4],
  ['Search: a middling word', 4],
  ['Search: a rare word', 2],
  ['Search: a frequent word, popular', 2],
  ['Search: a word and a type', 2],
  ['Search: a word and a part of a client', 0.5],
  ['Search: a misspelt word', 0.5],
  ['Suggestions of a keyword', 2],
  ['Profile', 6],
  ['A designer’s logos', 3],
  ['A designer’s collections', 2],
  ['A collection', 2],
  ['Followers', 1],
  ['Likes', 1],
  ['Activity', 3],
  ['A logo’s details', 12],
  ['Related logos', 5],
  ['Comments', 5],
  ['Session check', 6],
  ['A picture of 320 px', 10],
  ['The HTML shell', 3],
]
const likeWeight = 3
const signInWeight = 0.8
const uploadWeight = 0.2

export const describeTraffic = () => {
  const share = [
    ...weights,
    ['Like', likeWeight],
    ['Sign-in', signInWeight],
    ['Upload', uploadWeight],
  ] as const
  const all = share.reduce((sum, [, weight]) => sum + weight, 0)
  return share.map(([name, weight]) => `${name} ${((100 * weight) / all).toFixed(1)} %`).join(' · ')
}

/** Traffic of all kinds in the proportions above. `tidy` removes its uploads. */
export async function mixTraffic(gallery: Gallery, origin: string) {
  const random = createRandom('colophon bench traffic')
  const added: [Member, number][] = []
  const reads = new Map((await readCases(gallery)).map(c => [c.name, c.draws.map(d => d.request)]))
  const kinds: [Request[], number][] = weights.map(([name, weight]) => [reads.get(name)!, weight])
  kinds.push([likes(gallery), likeWeight], [signIns(gallery), signInWeight])
  kinds.push([await uploads(gallery, 40, (member, id) => added.push([member, id])), uploadWeight])
  return {
    next: () => random.pick(random.weighted(kinds)),
    async tidy() {
      for (const [member, id] of added.splice(0)) await removeLogo(origin, member, id)
    },
  }
}
