import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, type Db } from '../server/db/connect.ts'
import { migrate } from '../server/db/migrate.ts'
import { startPostgres } from '../server/db/postgres.ts'
import { localFiles } from '../server/outside/files.ts'
import * as api from '../shared/api.ts'
import { createDesigner, makePicture, pictureFiles, testPassword } from './factories.ts'
import { httpClient } from './http-client.ts'
import { endServer, type RunningServer, runServer } from './running-server.ts'
import { wrongCounts } from './wrong-counts.ts'

// Simulated power cuts: server and database are killed with -9 in the middle of uploads and likes.

let folder: string
let members: { username: string; designer_id: number }[]
let server: RunningServer | undefined

async function withDatabase<T>(use: (db: Db) => Promise<T>): Promise<T> {
  const postgres = await startPostgres({ dataDir: join(folder, 'postgres') })
  const { db, close } = connect(postgres.url)
  try {
    await migrate(postgres.url)
    return await use(db)
  } finally {
    await close()
    await postgres.stop()
  }
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'colophon-crash-'))
  members = await withDatabase(async db => [
    await createDesigner(db),
    await createDesigner(db),
    await createDesigner(db),
  ])
}, 180_000)
afterAll(async () => {
  if (server) await endServer(server, 'SIGKILL')
  await rm(folder, { recursive: true, force: true })
})

const kills = {
  'the server': async (running: RunningServer) => endServer(running, 'SIGKILL'),
  'the database': async () => process.kill(await postmasterPid(), 'SIGKILL'),
  both: async (running: RunningServer) => {
    process.kill(await postmasterPid(), 'SIGKILL')
    await endServer(running, 'SIGKILL')
  },
}

async function postmasterPid() {
  return Number((await readFile(join(folder, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0])
}

test('every acknowledged upload and like survives kill -9 of server, database, or both', async () => {
  const uploaded = new Map<number, string>()
  // The last acknowledged state by member and logo, or 'unsure' if a request was cut off.
  const likes = new Map<string, 0 | 1 | 'unsure'>()

  for (const kill of Object.values(kills)) {
    const running = await runServer(folder, process.env.DATABASE_URL ? { DATABASE_URL: '' } : {})
    server = running
    let stopped = false
    let failures = 0
    const before = uploaded.size
    const work = members.map(async ({ username, designer_id }) => {
      const { call } = httpClient(running.origin)
      await call(api.auth.login, { username, password: testPassword })
      for (let turn = 0; !stopped; turn++) {
        if (turn % 6 === 0) {
          const file_base64 = (await makePicture({ side: 120 })).toString('base64')
          const logo = await call(api.logos.submit, {
            logo: `Mark ${turn}`,
            logotype: 'Symbol',
            file_base64,
          }).catch(() => undefined)
          if (logo) uploaded.set(logo.logo_id, logo.image)
          continue
        }
        const ids = [...uploaded.keys()]
        const logo_id = ids[(turn * 7 + designer_id) % ids.length]
        if (logo_id === undefined) continue
        const key = `${designer_id} ${logo_id}`
        const state = likes.get(key) === 1 ? 0 : 1
        likes.set(key, 'unsure')
        await call(api.logos.like, { logo_id, state }).then(
          () => likes.set(key, state),
          () => {
            failures++
            return sleep(20)
          },
        )
      }
    })
    await expect.poll(() => uploaded.size, { timeout: 60_000 }).toBeGreaterThanOrEqual(before + 8)
    failures = 0
    await kill(running)
    // The kill has interrupted the members' requests.
    await expect.poll(() => failures, { timeout: 30_000 }).toBeGreaterThan(0)
    stopped = true
    await Promise.all(work)
    await endServer(running, 'SIGTERM')
  }

  expect(uploaded.size).toBeGreaterThanOrEqual(24)
  const files = localFiles(join(folder, 'files'))
  for (const image of uploaded.values()) {
    for (const name of pictureFiles(image)) expect(await files.get(name)).toBeDefined()
  }
  await withDatabase(async db => {
    const logos = await db.selectFrom('logo').select(['logo_id', 'image']).execute()
    const stored = new Map(logos.map(l => [l.logo_id, l.image]))
    // The job for its other pictures may have renamed it since.
    for (const [id, image] of uploaded)
      expect([id, stored.get(id)?.slice(0, 34)]).toEqual([id, image.slice(0, 34)])
    for (const image of stored.values())
      for (const name of pictureFiles(image)) expect([name, await files.has(name)]).toEqual([name, true])
    const rows = await db.selectFrom('logo_like').select(['designer_id', 'logo_id']).execute()
    const liked = new Set(rows.map(r => `${r.designer_id} ${r.logo_id}`))
    const wrong = [...likes].filter(([key, state]) => state !== 'unsure' && liked.has(key) !== (state === 1))
    expect(wrong).toEqual([])
    expect((await wrongCounts.execute(db)).rows).toEqual([])
  })
}, 300_000)
