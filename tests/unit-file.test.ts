import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const read = (name: string) => readFile(join(root, name), 'utf8')

test('the unit lets the program write to every folder that the documented settings name, and so does the documented shell', async () => {
  const [unit, text] = await Promise.all([read('deploy/colophon@.service'), read('docs/operations.md')])
  const settings = /```sh\n(# production starts[\s\S]*?)```/.exec(text)?.[1] ?? ''
  const to = /^BACKUP_TO=(\/.+)$/m.exec(settings)?.[1]
  const data = /DATA_DIR=(\S+)/.exec(unit)?.[1]
  expect([to, data]).toEqual(['/mnt/backups', '/var/lib/colophon'])
  // Without these two lines the rest of the file system may only be read.
  expect(unit).toMatch(/^ProtectSystem=strict$/m)
  expect(unit).toMatch(/^StateDirectory=colophon$/m)
  expect(/^ReadWritePaths=(.*)$/m.exec(unit)?.[1]?.split(' ')).toContain(`-${to}`)
  const shell = /sudo systemd-run [\s\S]*?server\/admin\.ts/.exec(text)?.[0]
  for (const rule of ['ProtectSystem=strict', 'StateDirectory=colophon', `ReadWritePaths=-${to}`])
    expect(shell).toContain(`-p ${rule} `)
})
