import { type Gallery, likes, readCases, signIns, uploads } from './cases.ts'
import type { Length } from './closed-loop.ts'
import { crowdAt, crowdSize, paces, sampleOf } from './cost.ts'
import { describeClusterRow } from './report.ts'
import type { ClusterResult, ClusterRow } from './results.ts'
import { type Member, type Request, removeLogo } from './session.ts'
import type { SystemUnderTest } from './system-under-test.ts'

/** Some of each kind; the whole list would only take longer. */
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
 * Compares two processes behind nginx with one of them, at many clients: requests per second and CPU time of each.
 * Its likes and uploads are removed afterwards.
 */
export async function measureCluster(
  system: SystemUnderTest,
  gallery: Gallery,
  { quick, say }: { quick: boolean; say: (line: string) => void },
): Promise<ClusterResult> {
  const pace = paces[quick ? 'quick' : 'full']
  const { origin, processes, serverCpu, nginxCpu, bare } = system
  const rows: ClusterRow[] = []

  /** `next` gives the requests of the next turn. */
  async function measure(name: string, next: () => Request[], length: Length, hasLimit: boolean) {
    const singleProcess = crowdAt(processes[0]!, length, { serverUs: serverCpu })
    const behind = crowdAt(origin, length, { serverUs: serverCpu, nginxUs: nginxCpu })
    const limit = hasLimit ? crowdAt(bare.origin, pace.bare, { bareUs: bare.cpu }) : undefined
    // In turns, so that other load on the machine affects all of them alike.
    for (let round = 0; round < pace.rounds; round++)
      for (const each of [singleProcess, behind, limit]) await each?.ask(next())
    const row: ClusterRow = {
      name,
      singleProcess: { ...singleProcess.found(), ...singleProcess.cpuUs() },
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
  // These can be sent only once each.
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
