import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { loadConfig } from '../server/config.ts'

// deploy/compose.yaml, read as compose reads it: anchors, merge keys, and variables.

type Service = {
  image?: string
  build?: { context: string; dockerfile: string }
  environment?: Record<string, string>
  env_file?: string
  volumes?: string[]
  depends_on?: Record<string, unknown>
  network_mode?: string
  healthcheck?: { test: string[] }
  read_only?: boolean
  ports?: string[]
}
type Compose = { services: Record<string, Service>; volumes: Record<string, unknown> }

const deploy = join(import.meta.dirname, '../deploy')

/** The file with its variables filled in; a required one that is missing is an error, as in compose. */
async function readCompose(env: Record<string, string>): Promise<Compose> {
  const text = await readFile(join(deploy, 'compose.yaml'), 'utf8')
  const filled = text.replace(
    /\$\{(\w+)(?::([-?])([^}]*))?\}/g,
    (_, name: string, mark: string, rest: string) => {
      if (env[name] === undefined && mark === '?') throw new Error(`${name}: ${rest}`)
      return env[name] ?? (mark === '-' ? rest : '')
    },
  )
  return parse(filled, { merge: true })
}

async function readEnvFile(name: string): Promise<Record<string, string>> {
  const lines = (await readFile(join(deploy, name), 'utf8')).split('\n').filter(line => /^\w+=/.test(line))
  return Object.fromEntries(
    lines.map(line => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  )
}

const env = { DATABASE_PASSWORD: 'secret' }

test('every service has a picture or a build, and names only services and volumes that exist', async () => {
  const { services, volumes } = await readCompose(env)
  for (const [name, service] of Object.entries(services)) {
    expect([name, Boolean(service.image || service.build)]).toEqual([name, true])
    for (const other of Object.keys(service.depends_on ?? {})) expect(services).toHaveProperty(other)
    const shared = service.network_mode?.replace('service:', '')
    if (shared) expect(services).toHaveProperty(shared)
    for (const mount of service.volumes ?? []) {
      const [source] = mount.split(':')
      if (!/^[./]/.test(source!)) expect(volumes).toHaveProperty(source!)
    }
  }
  expect(services.database!.healthcheck!.test).toContain('pg_isready')
  await expect(readCompose({})).rejects.toThrow('DATABASE_PASSWORD')
})

test('the program accepts the settings as those of a public site, in both processes, at the ports of nginx', async () => {
  const { services } = await readCompose(env)
  const nginx = await readFile(join(deploy, 'nginx.conf'), 'utf8')
  const ports = [...nginx.matchAll(/^\s*server 127\.0\.0\.1:(\d+)/gm)].map(match => Number(match[1]))
  const processes = Object.values(services).filter(service => service.env_file)
  const configs = await Promise.all(
    processes.map(async ({ environment, env_file }) => {
      const own = { ...(await readEnvFile(`${env_file}.example`)), SECRET: 'x'.repeat(48) }
      return loadConfig({ ...own, ...environment })
    }),
  )
  expect(configs.map(config => config.port)).toEqual(ports)
  for (const config of configs)
    expect(config).toMatchObject({
      production: true,
      databaseUrl: 'postgres://colophon:secret@database/colophon',
      dataDir: '/data',
      backup: { to: '/backups' },
      trustProxy: ['127.0.0.1'],
    })
})

test('the program’s containers may write to their volumes alone, and nothing but nginx has a port', async () => {
  const { services } = await readCompose(env)
  for (const [name, service] of Object.entries(services)) {
    if (service.env_file) expect([name, service.read_only]).toEqual([name, true])
    expect([name, service.ports !== undefined]).toEqual([name, name === 'proxy'])
  }
})
