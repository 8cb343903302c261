import { spawn, spawnSync } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDesigner, createLogo } from './factories.ts'
import { freePort } from './running-server.ts'
import { startTestServer, type TestServer } from './server.ts'

const promtool = '/usr/bin/promtool'
const prometheus = '/usr/bin/prometheus'
const canRun = spawnSync(promtool, ['--version']).status === 0
const own = join(import.meta.dirname, '../deploy/monitoring')

type Answer<T> = { status: string; data: T }
type Dashboard = { panels: { title: string; targets: { expr: string; legendFormat: string }[] }[] }
type Rules = { groups: { rules: { name: string; query: string; health: string; lastError?: string }[] }[] }

/** One of each thing that a rule or a panel is about. */
async function fill(server: TestServer) {
  const { db } = server
  const { logo_id } = await createLogo(db)
  await createDesigner(db, { membership: 'active' })
  await db
    .insertInto('report')
    .values({
      kind: 'logo',
      subject_id: logo_id,
      reason: 'spam',
      email: 'a@example.com',
      created_at: new Date(),
    })
    .execute()
  await db
    .insertInto('ledger_audit')
    .values({ at: new Date(), what: 'partial refund', subscription_id: 'I-1', needs_attention: true })
    .execute()
  await db
    .insertInto('webhook_event')
    .values({
      event_id: 'WAITS',
      event_type: 'PAYMENT.SALE.COMPLETED',
      body: '{}',
      received_at: new Date(),
      next_try_at: new Date(Date.now() + 3_600_000),
    })
    .execute()
  const at = new Date(Date.now() - 3_600_000).toISOString()
  await db
    .insertInto('setting')
    .values({
      name: 'backup',
      value: JSON.stringify({ at, where: '/backups', missing: { count: 1, such_as: 'originals/a.png' } }),
    })
    .execute()
}

async function readAndWrite(server: TestServer) {
  await server.visit().send({ method: 'GET', url: '/api/logos/fresh' })
  await server.visit().send({ method: 'POST', url: '/api/auth/login', body: {} })
}

const filled = [
  'colophon_reports_open',
  'colophon_attention_open',
  'colophon_webhooks_waiting',
  'colophon_last_backup_timestamp_seconds',
  'colophon_last_backup_missing_pictures',
]

describe.skipIf(!canRun)('Prometheus (left out where it is not installed)', () => {
  let server: TestServer
  let folder: string
  beforeAll(async () => {
    server = await startTestServer()
    await fill(server)
    await readAndWrite(server)
    await server.app.listen({ port: 0, host: '127.0.0.1' })
    folder = await mkdtemp(join(tmpdir(), 'colophon-prometheus-'))
  })
  afterAll(async () => {
    await server?.close()
    await rm(folder, { recursive: true, force: true })
  })

  test('promtool accepts the settings, the rules and what the program writes', async () => {
    const settings = spawnSync(promtool, ['check', 'config', join(own, 'prometheus.yml')], {
      encoding: 'utf8',
    })
    expect([settings.status, settings.stderr]).toEqual([0, ''])
    const { body } = await server.visit().send({ method: 'GET', url: '/metrics' })
    const written = spawnSync(promtool, ['check', 'metrics'], { encoding: 'utf8', input: body })
    // Its other complaints are of names that the client library gives.
    expect(written.stderr.split('\n').filter(line => line.includes('colophon'))).toEqual([])
  })

  test('Prometheus scrapes a process, and evaluates every rule on metrics that exist, and every panel of the dashboard', async () => {
    const { port } = server.app.server.address() as AddressInfo
    await cp(own, folder, { recursive: true })
    const settings = await readFile(join(own, 'prometheus.yml'), 'utf8')
    const changed = settings.replaceAll('15s', '1s').replace(/targets: .*/, `targets: ['127.0.0.1:${port}']`)
    expect(changed).toContain(`127.0.0.1:${port}`)
    await writeFile(join(folder, 'prometheus.yml'), changed)
    const ownPort = await freePort()
    const address = `127.0.0.1:${ownPort}`
    const child = spawn(
      prometheus,
      [
        `--config.file=${join(folder, 'prometheus.yml')}`,
        `--storage.tsdb.path=${join(folder, 'data')}`,
        `--web.listen-address=${address}`,
      ],
      { stdio: 'ignore' },
    )
    const ended = new Promise<void>(resolve => child.once('exit', () => resolve()))
    const ask = async <T>(path: string) => {
      const answer = (await (await fetch(`http://${address}/api/v1/${path}`)).json()) as Answer<T>
      return answer.data
    }
    const query = async (expression: string) =>
      (
        await ask<{ result: { metric: Record<string, string>; value: [number, string] }[] }>(
          `query?${new URLSearchParams({ query: expression })}`,
        )
      ).result
    try {
      await expect
        .poll(() => query('colophon_database_up').catch(() => []), { timeout: 60_000 })
        .toMatchObject([{ value: [expect.any(Number), '1'] }])
      const evaluated = async () => {
        const { groups } = await ask<Rules>('rules')
        return groups.flatMap(group => group.rules)
      }
      await expect
        .poll(async () => (await evaluated()).map(rule => rule.health), { timeout: 60_000 })
        .not.toContain('unknown')
      const rules = await evaluated()
      expect(rules.length).toBeGreaterThan(8)
      expect(rules.filter(rule => rule.health !== 'ok')).toEqual([])
      const { panels } = JSON.parse(await readFile(join(own, 'dashboard.json'), 'utf8')) as Dashboard
      const targets = panels.flatMap(panel => panel.targets)
      const shown = targets.map(({ expr }) => expr)
      expect(shown.length).toBeGreaterThan(12)
      const names = [...rules.map(rule => rule.query), ...shown].flatMap(
        text => text.match(/\b(?:colophon|nodejs|process)_\w+/g) ?? [],
      )
      expect(names).toEqual(expect.arrayContaining(filled))
      for (const name of new Set(names)) expect([name, (await query(name)).length > 0]).toEqual([name, true])
      for (const name of filled)
        expect([name, Number((await query(name))[0]?.value[1]) > 0]).toEqual([name, true])
      // A rate needs calls between two scrapes.
      for (const expr of shown)
        await expect
          .poll(
            async () => {
              await readAndWrite(server)
              return [expr, (await query(expr)).length > 0]
            },
            { timeout: 60_000 },
          )
          .toEqual([expr, true])
      // Each series has a name of its own: by labels that it has.
      for (const { expr, legendFormat } of targets) {
        const names = (await query(expr)).map(({ metric }) =>
          legendFormat.replace(/{{(\w+)}}/g, (_, label) => metric[label] ?? 'missing'),
        )
        expect(names, expr).not.toEqual([])
        expect([expr, names.length, ...names]).toEqual([expr, new Set(names).size, ...names])
        expect(names).not.toContainEqual(expect.stringContaining('missing'))
      }
    } finally {
      child.kill('SIGTERM')
      await ended
    }
  })
})
