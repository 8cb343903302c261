import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import autocannon from 'autocannon'
import { sql } from 'kysely'
import { buildApp } from '../server/app.ts'
import { loadConfig } from '../server/config.ts'
import { connect, type Db } from '../server/db/connect.ts'
import { migrate } from '../server/db/migrate.ts'
import { createScratchDatabase, openScratchServer } from '../server/db/scratch.ts'
import { listDesignerLogos, listFreshLogos } from '../server/features/logos/queries.ts'
import { openSession } from '../server/http/session.ts'
import { makeLogger } from '../server/logger.ts'
import { localFiles } from '../server/outside/files.ts'
import { decodeLogo } from '../server/outside/images.ts'
import { connectProvider } from '../server/outside/provider.ts'
import { makePicture } from '../tests/factories.ts'

// `npm run bench`: what the main job costs, beside its limits in the same run: the SQL alone, and a bare server that
// sends the same bytes. Machines differ and are shared, so the ratios are the result. Writes bench/RESULTS.md.

const logoCount = Number(process.argv[2] ?? 100_000)
const seconds = 4

type Row = { what: string; requests: number; p50: number; p99: number; cpuUs: number; bytes: number }

const scratch = await openScratchServer(loadConfig().databaseUrl)
const database = await createScratchDatabase(scratch.url)
await migrate(database.url)
const { db, close } = connect(database.url, { statementTimeout: 600_000 })
await fillRows(db)

const config = loadConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent', DATA_DIR: tmpdir() })
const services = {
  db,
  files: localFiles(join(tmpdir(), 'colophon-bench')),
  now: () => new Date(),
  secret: config.secret,
  publicUrl: config.publicUrl,
  supportEmail: config.supportEmail,
  seller: config.seller,
  payments: connectProvider({ ...config, payments: { kind: 'none' } }),
}
const app = await buildApp({ config, services, logger: makeLogger('silent') })
await app.listen({ port: 0, host: '127.0.0.1' })
const origin = `http://127.0.0.1:${(app.server.address() as { port: number }).port}`
const cookie = `session=${await openSession(db, 1, { userAgent: '', address: '' }, new Date())}`

const viewer = { id: 1, role: 'member', isActive: true } as const
const fresh = await (await fetch(`${origin}/api/logos/fresh`, { headers: { cookie } })).text()
const bare = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' }).end(fresh)
})
await new Promise<void>(resolve => bare.listen(0, '127.0.0.1', resolve))
const bareOrigin = `http://127.0.0.1:${(bare.address() as { port: number }).port}`

const rows = [
  await overHttp('bare server, same bytes as Fresh', `${bareOrigin}/`),
  await overHttp('session check', `${origin}/api/auth/check`),
  await overHttp('Fresh, page 1', `${origin}/api/logos/fresh`),
  await overHttp('Fresh, page 200', `${origin}/api/logos/fresh?page=200`),
  await overHttp('own logos, page 1', `${origin}/api/logos?designer_id=me`),
  await overHttp('profile', `${origin}/api/designers/profile`),
]
const queries = [
  await alone('SQL of Fresh, page 1', () => listFreshLogos(db, { page: 1, page_size: 50 }, viewer)),
  await alone('SQL of Fresh, page 200', () => listFreshLogos(db, { page: 200, page_size: 50 }, viewer)),
  await alone('SQL of own logos, page 1', () => listDesignerLogos(db, 1, { page: 1, page_size: 20 }, viewer)),
]
const picture = await makePicture()
queries.push(await alone('decoding and encoding one upload', () => decodeLogo(picture), 20))

bare.close()
await app.close()
await close()
await database.drop()
await scratch.close()
await writeFile(new URL('RESULTS.md', import.meta.url), report())
process.stdout.write(report())

/** Rows enough to make a page cost what it costs in earnest; pictures are names only. */
async function fillRows(to: Db) {
  await sql`insert into designer (username, email, password_hash, slug, company, first_name, last_name)
    select 'designer' || n, 'd' || n || '@example.com', 'x', 'd' || n, 'Studio ' || n, 'Robin', 'Vale'
    from generate_series(1, ${logoCount / 20}::int) n`.execute(to)
  await sql`insert into membership_grant (designer_id, source, source_reference, starts_on, ends_on)
    values (1, 'admin', 'bench', current_date, current_date + 365)`.execute(to)
  await sql`insert into logo (designer_id, title, keywords, client, industry, logotype, upload_date, image, side, ground)
    select 1 + n % ${logoCount / 20}::int, 'Mark ' || n, array['mark', 'k' || n % 500], 'Client ' || n % 9000,
      'Industry ' || n % 35, (array['Symbol', 'Typographic', 'Combo'])[1 + n % 3],
      now() - (${logoCount}::int - n) * interval '1 minute', md5(n::text), 900, '#ffffff'
    from generate_series(1, ${logoCount}::int) n`.execute(to)
  await sql`insert into logo_like (designer_id, logo_id)
    select 1 + (n * 7919) % ${logoCount / 20}::int, 1 + (n * 104729) % ${logoCount}::int
    from generate_series(1, ${logoCount * 3}::bigint) n on conflict do nothing`.execute(to)
  await sql`vacuum analyze`.execute(to)
}

async function overHttp(what: string, url: string): Promise<Row> {
  const load = { url, connections: 8, headers: { cookie, 'x-run': randomBytes(4).toString('hex') } }
  await autocannon({ ...load, duration: 1 })
  const before = process.cpuUsage()
  const result = await autocannon({ ...load, duration: seconds, workers: 1 })
  const { user, system } = process.cpuUsage(before)
  const total = result.requests.total
  if (result.non2xx || result.errors) throw new Error(`${what}: ${result.non2xx + result.errors} failed`)
  return {
    what,
    requests: result.requests.average,
    p50: result.latency.p50,
    p99: result.latency.p99,
    cpuUs: (user + system) / total,
    bytes: Math.round(result.throughput.total / total),
  }
}

/** One caller, in turn. */
async function alone(what: string, run: () => Promise<unknown>, times = 400) {
  for (let i = 0; i < times / 10; i++) await run()
  const taken: number[] = []
  for (let i = 0; i < times; i++) {
    const started = performance.now()
    await run()
    taken.push(performance.now() - started)
  }
  taken.sort((a, b) => a - b)
  const at = (share: number) => taken[Math.floor(taken.length * share)]!
  return { what, p50: at(0.5), p95: at(0.95), p99: at(0.99) }
}

function report() {
  const limit = rows[0]!.cpuUs
  const lines = rows.map(
    r =>
      `| ${r.what} | ${(r.cpuUs / limit).toFixed(1)} | ${Math.round(r.requests)} | ${r.p50} | ${r.p99} | ${Math.round(r.cpuUs)} | ${r.bytes} |`,
  )
  const aloneLines = queries.map(
    q => `| ${q.what} | ${q.p50.toFixed(2)} | ${q.p95.toFixed(2)} | ${q.p99.toFixed(2)} |`,
  )
  return `# What it costs

Made by \`npm run bench\`: ${logoCount.toLocaleString('en')} logos of ${(logoCount / 20).toLocaleString('en')} designers,
${cpus().length} × ${cpus()[0]?.model ?? 'CPU'}, Node ${process.version}, ${new Date().toISOString().slice(0, 10)}.
The ratio is the CPU of a request, client included, against a bare \`node:http\` server that sends the bytes of Fresh.

| over HTTP, 8 connections | ratio | requests/s | p50 ms | p99 ms | CPU µs | bytes |
|---|---:|---:|---:|---:|---:|---:|
${lines.join('\n')}

| alone, one caller | p50 ms | p95 ms | p99 ms |
|---|---:|---:|---:|
${aloneLines.join('\n')}
`
}
