import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { endServer, runServer } from './running-server.ts'

test.runIf(process.platform === 'linux')(
  'as it is started, it has its memory settings, and what decodes pictures steps back behind what answers',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'colophon-start-'))
    const server = await runServer(folder)
    try {
      const own = `/proc/${server.process.pid}`
      // glibc reads it once, before anything of ours runs.
      expect((await readFile(`${own}/environ`, 'utf8')).split('\0')).toEqual(
        expect.arrayContaining([
          'MALLOC_ARENA_MAX=2',
          'MALLOC_MMAP_THRESHOLD_=1048576',
          'MALLOC_TRIM_THRESHOLD_=1048576',
        ]),
      )
      const nice: Record<string, Set<number>> = {}
      for (const id of await readdir(`${own}/task`)) {
        const stat = await readFile(`${own}/task/${id}/stat`, 'utf8')
        // `tid (name) state …`: the nice value is the nineteenth field.
        const [, name, rest] = /\((.*)\) (.*)/.exec(stat)!
        const value = Number(rest!.split(' ')[16])
        nice[name!] = (nice[name!] ?? new Set()).add(value)
      }
      const [main] = nice['node-MainThread']!
      expect(nice['libuv-worker']).toEqual(new Set([Math.min(19, main! + 5)]))
    } finally {
      await endServer(server, 'SIGTERM')
      await rm(folder, { recursive: true, force: true })
    }
  },
  90_000,
)
