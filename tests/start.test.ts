import { spawnSync } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { endServer, runServer } from './running-server.ts'

test.runIf(process.platform === 'linux')(
  'the program is started with its memory settings and keeps compiled code',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'colophon-start-'))
    const server = await runServer(folder)
    try {
      const environment = await readFile(`/proc/${server.process.pid}/environ`, 'utf8')
      expect(environment.split('\0')).toEqual(
        expect.arrayContaining([
          'MALLOC_ARENA_MAX=2',
          'MALLOC_MMAP_THRESHOLD_=1048576',
          'MALLOC_TRIM_THRESHOLD_=1048576',
          expect.stringMatching(/^NODE_COMPILE_CACHE=\/./),
        ]),
      )
    } finally {
      await endServer(server, 'SIGTERM')
      await rm(folder, { recursive: true, force: true })
    }
  },
  180_000,
)

test('a site that has neither an administrator nor an open book says so in its log', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'colophon-start-'))
  const server = await runServer(folder, { LOG_LEVEL: 'warn' })
  try {
    // The program answers before it has looked.
    const patience = { timeout: 60_000 }
    await expect.poll(server.output, patience).toContain('There is no administrator')
    await expect.poll(server.output, patience).toContain('No book is open')
  } finally {
    await endServer(server, 'SIGTERM')
    await rm(folder, { recursive: true, force: true })
  }
}, 180_000)

test('a start with three wrong settings ends with 1 and says all in one screen, what to read and what to run', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'colophon-start-'))
  try {
    const { status, stdout, stderr } = spawnSync(join(import.meta.dirname, '../server/start.sh'), [], {
      encoding: 'utf8',
      env: { PATH: process.env.PATH, DATA_DIR: folder, PORT: 'x', DEMO: '7', SECRET: 'short-and-secret' },
    })
    expect([status, stdout]).toEqual([1, ''])
    const lines = stderr.trimEnd().split('\n')
    expect(lines[0]).toBe('Colophon cannot start.')
    expect(
      lines
        .slice(1, -1)
        .map(line => /^Setting (\w+): ./.exec(line)?.[1])
        .sort(),
    ).toEqual(['DEMO', 'PORT', 'SECRET'])
    expect(lines).toContain('Setting DEMO: must be one of 0, 1')
    expect(lines.at(-1)).toMatch(/docs\/operations\.md .*npm run admin -- check/)
    expect(lines.length).toBeLessThan(24)
    for (const line of lines) expect([line, line.length <= 160]).toEqual([line, true])
    expect(stderr).not.toContain('short-and-secret')
    expect(await readdir(folder)).toEqual([])
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}, 60_000)
