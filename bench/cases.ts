import { industries } from '../demo/industries.ts'
import { cities } from '../demo/places.ts'
import { createRandom } from '../demo/random.ts'
import type { Db } from '../server/db/connect.ts'
import {
  findCollection,
  listCollectionLogos,
  listCollections,
} from '../server/features/collections/queries.ts'
import {
  countActivity,
  findProfile,
  listActivity,
  listLikedLogos,
  listPeople,
  listProfileLogos,
} from '../server/features/designers/queries.ts'
import {
  findLogoDetails,
  listComments,
  listDesignerLogos,
  listFollowingLogos,
  listFreshLogos,
  listNearByKeywords,
} from '../server/features/logos/queries.ts'
import { mostNear } from '../server/features/logos/related.ts'
import {
  type Filters,
  findCorrection,
  findQuickly,
  listSuggestions,
  type Sort,
  searchLogos,
} from '../server/features/search/queries.ts'
import { imageUrl } from '../shared/rules/image-url.ts'
import { pageSize } from '../shared/rules/limits.ts'
import { searchClasses, searchTypes } from '../shared/rules/search.ts'
import { amounts, drawPicture, vocabulary } from './data.ts'
import { addressOf, get, loginRequest, type Member, type Request, send } from './session.ts'

// The measured requests: each kind many times, with different parameters and by different members. The same in every
// run.

/** A request, and the same work as direct queries. */
export type Draw = { request: Request; queryOnly?: () => Promise<unknown> }

export type Case = { name: string; goal?: Goal; draws: Draw[] }

/** The goal for the database at one client: the 95th percentile in ms, up to 400,000 logos and up to 4,000,000. */
export type Goal = readonly [number, number]

const goals = {
  search: [5, 15],
  fresh: [3, 6],
  following: [15, 25],
} as const

export type Gallery = {
  db: Db
  /** The first three follow 10, 500 and 5,000 others. */
  members: Member[]
  visitor: Record<string, string>
  logos: number
}

const many = 200

/** What the cases are made from. `random` is shared, so that the requests are the same in every run. */
type Source = Gallery & { random: ReturnType<typeof createRandom> }

/** All cases that only read. */
export async function readCases(gallery: Gallery): Promise<Case[]> {
  const source = { ...gallery, random: createRandom('colophon bench requests') }
  return [
    ...feedCases(source),
    ...searchCases(source),
    ...suggestionCases(source),
    ...designerCases(source),
    ...(await collectionCases(source)),
    ...peopleCases(source),
    ...logoCases(source),
    ...(await otherCases(source)),
  ]
}

/** One request for each draw, by the members in turn. */
const drawMany = ({ members }: Source, make: (member: Member) => Draw) =>
  Array.from({ length: many }, (_, i) => make(members[i % members.length]!))

function feedCases(source: Source): Case[] {
  const { db, members, visitor, logos, random } = source
  const lastPage = Math.ceil(logos / pageSize.explore)
  const fresh = (name: string, page: () => number): Case => ({
    name,
    goal: goals.fresh,
    draws: drawMany(source, member => {
      const at = { page: Math.min(page(), lastPage), page_size: pageSize.explore }
      return {
        request: get(member, `/api/logos/fresh?page=${at.page}`),
        queryOnly: () => listFreshLogos(db, at, viewerOf(member)),
      }
    }),
  })
  const following = (member: Member, followed: number, page: number): Case => ({
    name: `Following ${followed.toLocaleString('en')} designers, page ${page}`,
    goal: goals.following,
    draws: drawMany(source, () => ({
      request: get(member, `/api/logos/following?page=${page}`),
      queryOnly: () => listFollowingLogos(db, { page, page_size: pageSize.explore }, viewerOf(member)),
    })),
  })
  return [
    fresh('Fresh, page 1', () => 1),
    {
      name: 'Fresh, page 1, compressed',
      draws: drawMany(source, member => {
        const headers = { ...member.headers, 'accept-encoding': 'gzip, deflate, br' }
        return { request: { ...get(member, '/api/logos/fresh'), headers } }
      }),
    },
    {
      name: 'Fresh, page 1, visitors',
      draws: drawMany(source, () => ({
        request: { method: 'GET', path: '/api/logos/fresh', headers: visitor },
      })),
    },
    fresh('Fresh, page 200', () => 200),
    fresh('Fresh, any page', () => random.int(1, lastPage)),
    fresh('Fresh, the last page', () => lastPage),
    following(members[0]!, 10, 1),
    following(members[1]!, 500, 1),
    following(members[2]!, 5000, 1),
    following(members[2]!, 5000, 50),
  ]
}

type Search = (name: string, filters: () => Filters, order?: { sort?: Sort; page?: number }) => Case

/** Makes cases of a search; each request has filters of its own. */
const searchWith =
  (source: Source): Search =>
  (name, filters, { sort = 'recent', page = 1 } = {}) => ({
    name: `Search: ${name}`,
    goal: goals.search,
    draws: drawMany(source, member => {
      const input = { ...filters(), sort }
      const query = new URLSearchParams({
        ...(input as object as Record<string, string>),
        page: String(page),
      })
      const at = { page, page_size: pageSize.search }
      return {
        request: get(member, `/api/logos?${query}`),
        queryOnly: () => searchLogos(source.db, input, at, viewerOf(member)),
      }
    }),
  })

const searchCases = (source: Source) => [...wordCases(source), ...filterCases(source), ...partCases(source)]

function wordCases(source: Source): Case[] {
  const { random } = source
  const search = searchWith(source)
  const word = (words: string[]) => () => ({ search_text: random.pick(words) })
  return [
    search('a rare word', word(rare)),
    search('a middling word', word(middling)),
    search('a frequent word', word(frequent)),
    search('a frequent word, page 50', word(frequent), { page: 50 }),
    search('a frequent word, popular', word(frequent), { sort: 'popular' }),
    search('a frequent word, popular, page 50', word(frequent), { sort: 'popular', page: 50 }),
    search('a middling word, popular', word(middling), { sort: 'popular' }),
    search('a frequent word, oldest', word(frequent), { sort: 'oldest' }),
    search('two frequent words', () => ({
      search_text: random.sample(frequent, 2).join(' '),
    })),
    search('a frequent and a middling word', () => ({
      search_text: `${random.pick(middling)} ${random.pick(frequent)}`,
    })),
  ]
}

function filterCases(source: Source): Case[] {
  const { random } = source
  const search = searchWith(source)
  const alsoBy = (filters: () => Filters) => () => ({ ...filters(), search_text: random.pick(frequent) })
  return [
    search('a type alone', () => ({ filter_type: random.pick(types) })),
    search('a class alone', () => ({ filter_category: random.pick(classes) })),
    search(
      'a word and a type',
      alsoBy(() => ({ filter_type: random.pick(types) })),
    ),
    search(
      'a word and a class',
      alsoBy(() => ({ filter_category: random.pick(classes) })),
    ),
    search(
      'a word and a country',
      alsoBy(() => ({ filter_country: random.pick(cities).country })),
    ),
    search(
      'a word and an industry',
      alsoBy(() => ({ search_industry: random.pick(industries).name })),
    ),
    search(
      'type, class and country, popular',
      () => ({
        filter_type: random.pick(types),
        filter_category: random.pick(classes),
        filter_country: 'US',
      }),
      { sort: 'popular' },
    ),
  ]
}

function partCases(source: Source): Case[] {
  const { random } = source
  const search = searchWith(source)
  const word = (words: string[]) => () => ({ search_text: random.pick(words) })
  const alsoBy = (filters: () => Filters) => () => ({ ...filters(), search_text: random.pick(frequent) })
  return [
    search(
      'a word and a designer',
      alsoBy(() => ({ search_designer: random.pick(middling) })),
    ),
    search(
      'a word and a part of a firm',
      alsoBy(() => ({ search_design_firm: partOf(random.pick(frequent)) })),
    ),
    search(
      'a word and a part of a client',
      alsoBy(() => ({ search_client: partOf(random.pick(frequent)) })),
    ),
    search('a frequent word of two or three letters', word(short)),
    search('the first three letters of a word', () => ({
      search_text: random.pick(middling).slice(0, 3),
    })),
  ]
}

function suggestionCases(source: Source): Case[] {
  const { db, random } = source
  const misspelt = (): Case => ({
    name: 'Search: a misspelt word',
    goal: goals.search,
    draws: drawMany(source, member => {
      const text = misspell(random.pick(middling))
      return {
        request: get(member, `/api/logos?search_text=${text}`),
        queryOnly: () => findCorrection(db, text),
      }
    }),
  })

  const suggest = (kind: 'keyword' | 'client'): Case => ({
    name: `Suggestions of a ${kind}`,
    draws: drawMany(source, member => {
      const text = random.pick(middling).slice(0, 3)
      return {
        request: get(member, `/api/logos/suggestions?kind=${kind}&text=${text}`),
        queryOnly: () => listSuggestions(db, kind, text),
      }
    }),
  })

  const quickSearch = (letters: number): Case => ({
    name: `Quick search: ${letters} letter${letters === 1 ? '' : 's'}`,
    goal: goals.search,
    draws: drawMany(source, member => {
      const text = random.pick(middling).slice(0, letters)
      return {
        request: get(member, `/api/logos/quick-search?text=${text}`),
        queryOnly: () => findQuickly(db, text),
      }
    }),
  })
  return [misspelt(), suggest('keyword'), suggest('client'), quickSearch(1), quickSearch(2), quickSearch(4)]
}

/** A case without a goal. */
const caseOf = (source: Source, name: string, make: (member: Member) => Draw): Case => ({
  name,
  draws: drawMany(source, make),
})

function designerCases(source: Source): Case[] {
  const { db, random } = source
  const anyDesigner = () => random.int(1, amounts(source.logos).designers)
  return [
    caseOf(source, 'Profile', member => {
      const id = anyDesigner()
      return {
        request: get(member, `/api/designers/profile?designer_id=${id}`),
        queryOnly: async () => [
          await findProfile(db, { designer_id: id }, viewerOf(member)),
          await listProfileLogos(db, id, viewerOf(member)),
        ],
      }
    }),
    caseOf(source, 'A designer’s logos', member => {
      const id = anyDesigner()
      const page = { page: 1, page_size: pageSize.profileLogos }
      return {
        request: get(member, `/api/logos?designer_id=${id}`),
        queryOnly: () => listDesignerLogos(db, id, page, viewerOf(member)),
      }
    }),
    caseOf(source, 'A designer’s collections', member => {
      const id = anyDesigner()
      return {
        request: get(member, `/api/collections?designer_id=${id}`),
        queryOnly: () => listCollections(db, id, undefined, viewerOf(member)),
      }
    }),
  ]
}

async function collectionCases(source: Source): Promise<Case[]> {
  const { db, random } = source
  const collections = await db
    .selectFrom('collection')
    .where('is_public', '=', true)
    .where('logo_ct', '>', 0)
    .orderBy('collection_id')
    .select('collection_id')
    .limit(many)
    .execute()
  return [
    caseOf(source, 'A collection', member => {
      const id = random.pick(collections).collection_id
      return {
        request: get(member, `/api/collections?collection_id=${id}`),
        queryOnly: async () => [
          await findCollection(db, id, viewerOf(member)),
          await listCollectionLogos(db, id, viewerOf(member)),
        ],
      }
    }),
  ]
}

function peopleCases(source: Source): Case[] {
  const { db, random } = source
  const anyDesigner = () => random.int(1, amounts(source.logos).designers)
  return [
    caseOf(source, 'Followers', member => {
      const id = anyDesigner()
      const page = { page: 1, page_size: pageSize.people }
      return {
        request: get(member, `/api/designers/followers?designer_id=${id}`),
        queryOnly: () => listPeople(db, id, 'followers', page, viewerOf(member)),
      }
    }),
    caseOf(source, 'Likes', member => ({
      request: get(member, '/api/designers/likes'),
      queryOnly: () => listLikedLogos(db, { page: 1, page_size: pageSize.likes }, viewerOf(member)),
    })),
    caseOf(source, 'Activity', member => ({
      request: get(member, '/api/designers/activity'),
      queryOnly: async () => [
        await listActivity(db, member.id, { page: 1, page_size: pageSize.activity }),
        await countActivity(db, member.id),
      ],
    })),
  ]
}

function logoCases(source: Source): Case[] {
  const { db, random, logos } = source
  const anyLogo = () => random.int(1, logos)
  return [
    caseOf(source, 'A logo’s details', member => {
      const id = anyLogo()
      return {
        request: get(member, `/api/logos?logo_id=${id}`),
        queryOnly: () => findLogoDetails(db, id, viewerOf(member)),
      }
    }),
    caseOf(source, 'Related logos', member => {
      const id = anyLogo()
      return {
        request: get(member, `/api/logos/related?logo_id=${id}`),
        queryOnly: () => listNearByKeywords(db, id, mostNear),
      }
    }),
    caseOf(source, 'Comments', member => {
      const id = anyLogo()
      return {
        request: get(member, `/api/logos/comments?logo_id=${id}&page=1`),
        queryOnly: () => listComments(db, id, viewerOf(member), { page: 1, page_size: pageSize.comments }),
      }
    }),
  ]
}

async function otherCases(source: Source): Promise<Case[]> {
  const { db, visitor } = source
  const { image } = await db.selectFrom('logo').select('image').limit(1).executeTakeFirstOrThrow()
  return [
    caseOf(source, 'Session check', member => ({ request: get(member, '/api/auth/check') })),
    caseOf(source, 'A picture of 320 px', () => ({
      request: { method: 'GET', path: imageUrl(image, 320), headers: {} },
    })),
    caseOf(source, 'The HTML shell', () => ({ request: { method: 'GET', path: '/', headers: visitor } })),
  ]
}

/** Likes, each followed by its removal. */
export function likes({ members, logos }: Gallery): Request[] {
  const random = createRandom('colophon bench likes')
  return Array.from({ length: many / 2 }, (_, i) => {
    const logo_id = random.int(1, logos)
    return [1, 0].map(state =>
      send(members[i % members.length]!, 'POST', '/api/logos/like', { logo_id, state }),
    )
  }).flat()
}

/** Sign-ins of different people from different addresses. */
export function signIns({ visitor, logos }: Gallery, count = many): Request[] {
  const random = createRandom('colophon bench sign-ins')
  return Array.from({ length: count }, (_, i) => {
    const request = loginRequest(visitor, random.int(1, amounts(logos).designers))
    return { ...request, headers: { ...request.headers, 'x-forwarded-for': addressOf(65_536 + i) } }
  })
}

/** Uploads, each with another picture; `onAdded` gets the member and the id of each. */
export async function uploads(
  { members }: Gallery,
  count: number,
  onAdded: (member: Member, logoId: number) => void,
): Promise<Request[]> {
  // Different from those of the last run, in case one of them was left.
  const series = `colophon bench uploads ${Date.now()}`
  const requests: Request[] = []
  for (let i = 0; i < count; i++) {
    const member = members[i % members.length]!
    const file_base64 = (await drawPicture(series, i)).toString('base64')
    const input = { logo: `Upload ${i}`, logotype: 'Symbol', keywords: 'bench', file_base64 }
    requests.push({
      ...send(member, 'POST', '/api/logos', input),
      onAnswer: (status, body) => {
        if (status === 200) onAdded(member, (JSON.parse(body) as { logo_id: number }).logo_id)
      },
    })
  }
  return requests
}

const viewerOf = (member: Member) => ({ id: member.id, role: 'member', isActive: true }) as const

// Words drawn by the distribution of the gallery's words: in 1 to 25, in 0.1 to 0.4 and in 0.01 of a hundred logos.
// The last word of a search is also a prefix: of a dozen words on average; a short one, of hundreds.
const isLong = (word: string) => word.length > 3
const frequent = vocabulary.slice(0, 80).filter(isLong)
const short = vocabulary.slice(0, 80).filter(word => !isLong(word))
const middling = vocabulary.slice(300, 1000).filter(isLong)
const rare = vocabulary.slice(-6000)
const types = Object.keys(searchTypes) as (keyof typeof searchTypes)[]
const classes = Object.keys(searchClasses) as (keyof typeof searchClasses)[]

/** The end of a word: an infix that no prefix index finds. */
const partOf = (word: string) => word.slice(-4)

/** The word with its second letter doubled, which makes a word that does not exist. */
const misspell = (word: string) => `${word.slice(0, 2)}${word[1]}${word.slice(2)}`
