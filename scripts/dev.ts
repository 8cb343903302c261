import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'

// Development: the server restarts and the browser reloads when a file is saved. The page is at the address Vite
// prints; it passes calls on to the server.

const root = join(import.meta.dirname, '..')
const children: ChildProcess[] = [
  spawn(process.execPath, ['--watch', '--watch-preserve-output', 'server/main.ts'], {
    cwd: root,
    stdio: 'inherit',
  }),
  spawn(join(root, 'node_modules/.bin/vite'), ['--clearScreen', 'false'], { cwd: root, stdio: 'inherit' }),
]

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    for (const child of children) child.kill(signal)
  })
for (const child of children)
  child.on('exit', code => {
    for (const other of children) if (other.exitCode === null) other.kill('SIGTERM')
    process.exitCode ||= code ?? 0
  })
