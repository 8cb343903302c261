import { type Gallery, likes, readCases, signIns, uploads } from './cases.ts'
import type { Length } from './closed-loop.ts'
import { crowdAt, crowdSize, paces, sampleOf } from './cost.ts'
import { describeClusterRow } from './report.ts'
import type { ClusterResult, ClusterRow } from './results.ts'
import { type Member, type Request, removeLogo } from './session.ts'
import type { Subject } from './subject.ts'

/** Some of each kind; the whole list would say the same at length. */
const compared = [
  'Fresh, page 1',
  'Fresh, page 1, compressed',
  'Following 500 designers, page 1',
  'Search: a frequent word',
  'Search: a frequent word, popular',
  'Profile',
  'A logo’s details',
  'Related logos',
  'Session check',
  'A picture of 320 px',
  'The HTML shell',
]

/**
 * Two processes behind nginx beside one of them alone, at many clients: how many requests a second, and what each
 * costs. Takes its likes and uploads back.
 */
export async function measureCluster(
  subject: Subject,
  gallery: Gallery,
  { quick, say }: { quick: boolean; say: (line: string) => void },
): Promise<ClusterResult> {
  const pace = paces[quick ? 'quick' : 'full']
  const { origin, processes, serverCpu, nginxCpu, bare } = subject
  const rows: ClusterRow[] = []

  /** `next` gives what is sent in the next turn. */
  async function measure(name: string, next: () => Request[], length: Length, hasLimit: boolean) {
    const alone = crowdAt(processes[0]!, length, { serverUs: serverCpu })
    const behind = crowdAt(origin, length, { serverUs: serverCpu, nginxUs: nginxCpu })
    const limit = hasLimit ? crowdAt(bare.origin, pace.bare, { bareUs: bare.cpu }) : undefined
    // In turn, so that what else the machine does falls on all of them.
    for (let round = 0; round < pace.rounds; round++)
      for (const each of [alone, behind, limit]) await each?.ask(next())
    const row: ClusterRow = {
      name,
      alone: { ...alone.found(), ...alone.cpuUs() },
      behind: { ...behind.found(), ...behind.cpuUs(), ...limit?.cpuUs() },
    }
    rows.push(row)
    say(describeClusterRow(row))
  }

  const cases = new Map((await readCases(gallery)).map(each => [each.name, each.draws]))
  cases.set(
    'Like',
    likes(gallery).map(request => ({ request })),
  )
  for (const name of [...compared, 'Like']) {
    const requests = cases.get(name)!.map(draw => draw.request)
    await bare.send(await sampleOf(origin, requests[0]!))
    await measure(name, () => requests, pace.crowd, true)
  }
  // What can be sent only once each.
  const once = { requests: pace.writes }
  await measure('Sign-in', () => signIns(gallery, pace.writes), once, false)
  const added: [Member, number][] = []
  try {
    const prepared: Request[][] = []
    while (prepared.length < 2 * pace.rounds)
      prepared.push(await uploads(gallery, pace.writes, (member, id) => added.push([member, id])))
    await measure('Upload', () => prepared.pop()!, once, false)
  } finally {
    for (const [member, id] of added) await removeLogo(origin, member, id)
  }
  return { rows, crowdSize }
}
