import type { Gallery } from './cases.ts'
import { crowdAt, crowdSize, paces } from './cost.ts'
import { describeVisitorRow } from './report.ts'
import type { VisitorRow, VisitorsResult } from './results.ts'
import type { Request } from './session.ts'
import type { SystemUnderTest } from './system-under-test.ts'

const requests: [name: string, path: string, headers: Record<string, string>][] = [
  ['The front page', '/', { 'sec-fetch-dest': 'document' }],
  ['Fresh, page 1', '/api/logos/fresh?page=1', {}],
]

/** The CPU time of visitors' requests through nginx's cache, and of the same with the Authorization header that bypasses it. */
export async function measureVisitors(
  { origin, serverCpu, nginxCpu, postgresCpu }: SystemUnderTest,
  { visitor }: Gallery,
  { quick, say }: { quick: boolean; say: (line: string) => void },
): Promise<VisitorsResult> {
  const pace = paces[quick ? 'quick' : 'full']
  const cpu = { serverUs: serverCpu, nginxUs: nginxCpu, postgresUs: postgresCpu }
  const rows: VisitorRow[] = []
  for (const [name, path, headers] of requests) {
    const request = (more: Record<string, string>): Request => ({
      method: 'GET',
      path,
      headers: { ...visitor, ...headers, 'accept-encoding': 'gzip, deflate, br', ...more },
    })
    const ways = [
      { crowd: crowdAt(origin, pace.crowd, cpu), request: request({}) },
      { crowd: crowdAt(origin, pace.crowd, cpu), request: request({ authorization: 'bypass' }) },
    ] as const
    for (let round = 0; round < pace.rounds; round++)
      for (const way of ways) await way.crowd.ask(Array.from({ length: crowdSize }, () => way.request))
    const [cached, past] = ways.map(({ crowd }) => ({ ...crowd.found(), ...crowd.cpuUs() }))
    const row = { name, cached: cached!, past: past! }
    rows.push(row)
    say(describeVisitorRow(row))
  }
  return { rows, crowdSize }
}
