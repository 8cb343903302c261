import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

// In a process of its own: a priority that was lowered stays so.
test.runIf(process.platform === 'linux')(
  'what decodes pictures and hashes passwords steps back, what answers does not',
  () => {
    const script = `
      import { readdir, readFile } from 'node:fs/promises'
      import { getPriority } from 'node:os'
      import sharp from 'sharp'
      import { putAnswersFirst } from '${join(import.meta.dirname, 'priority.ts')}'
      await putAnswersFirst()
      await sharp({ create: { width: 300, height: 300, channels: 3, background: '#f00' } }).avif().toBuffer()
      const found = {}
      for (const id of await readdir('/proc/self/task')) {
        const name = (await readFile('/proc/self/task/' + id + '/comm', 'utf8')).trim()
        found[name] = [...new Set([...(found[name] ?? []), getPriority(Number(id)) - getPriority()])]
      }
      console.log(JSON.stringify(found))`
    const cwd = join(import.meta.dirname, '..')
    const found = JSON.parse(
      execFileSync(process.execPath, ['--input-type=module', '-e', script], { cwd, encoding: 'utf8' }),
    )
    expect(found['libuv-worker']).toEqual([5])
    expect(found['libvips worker']).toEqual([5])
    expect(
      Object.entries(found)
        .filter(([name]) => !name.startsWith('lib'))
        .flatMap(([, by]) => by),
    ).not.toContain(5)
  },
)
