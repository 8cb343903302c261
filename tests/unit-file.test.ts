import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const read = (name: string) => readFile(join(root, name), 'utf8')

/** What decides which files the program may write, and where `/tmp` is, in which a backup's proof has its socket. */
const ofFiles = [
  'User',
  'WorkingDirectory',
  'ProtectSystem',
  'PrivateTmp',
  'StateDirectory',
  'StateDirectoryMode',
  'UMask',
  'ReadWritePaths',
]

test('the unit lets the program write to every folder that the documented settings name, and the documented shell has the unit’s rights', async () => {
  const [unit, text] = await Promise.all([read('deploy/colophon@.service'), read('docs/operations.md')])
  const settings = /```sh\n(# production starts[\s\S]*?)```/.exec(text)?.[1] ?? ''
  const to = /^BACKUP_TO=(\/.+)$/m.exec(settings)?.[1]
  const data = /DATA_DIR=(\S+)/.exec(unit)?.[1]
  expect([to, data]).toEqual(['/mnt/backups', '/var/lib/colophon'])
  const ofUnit = Object.fromEntries(
    ofFiles.map(name => [name, new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1]]),
  )
  // Without its state directory and this path the rest of the file system may only be read.
  expect(ofUnit).toMatchObject({ ProtectSystem: 'strict', PrivateTmp: 'yes', StateDirectory: 'colophon' })
  expect(ofUnit.ReadWritePaths?.split(' ')).toContain(`-${to}`)
  const shell = /sudo systemd-run [\s\S]*?server\/admin\.ts/.exec(text)?.[0] ?? ''
  const ofShell = Object.fromEntries(
    [...shell.matchAll(/-p (\w+)=(\S+)/g)].map(([, name, value]) => [name, value]),
  )
  expect(ofShell).toMatchObject(ofUnit)
  expect(shell).toContain(`-E DATA_DIR=${data} `)
})

test('PgBouncer of deploy/fleet on three machines of the program fits the connections of its PostgreSQL', async () => {
  const [patroni, pooler] = await Promise.all([
    read('deploy/fleet/patroni.yml'),
    read('deploy/fleet/pgbouncer.ini'),
  ])
  const ofPooler = (name: string) => Number(new RegExp(`^${name} = (\\d+)$`, 'm').exec(pooler)?.[1])
  const most = Number(/max_connections: (\d+)/.exec(patroni)?.[1])
  const ofMachine = ofPooler('max_db_connections')
  // Twenty are for the shell, for Patroni and for superusers.
  expect(3 * ofMachine + 20).toBeLessThanOrEqual(most)
  expect(ofPooler('default_pool_size')).toBe(ofMachine)
  // Two processes of the web on each, with the default DATABASE_POOL and replicas.
  expect(2 * 24).toBeLessThanOrEqual(ofMachine)
  expect(ofPooler('max_client_conn')).toBeGreaterThan(ofMachine)
})
