import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

// The tests use the system's Chromium: where packages come from a mirror, a test tool can't download a browser of its
// own. Its headless shell comes first: a page in it costs a third of the CPU, because it has no window to draw.

const paths = [
  process.env.CHROMIUM,
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

export const browserFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Path of a Chromium, or undefined. */
export function findBrowser(): string | undefined {
  return paths.find(path => path && existsSync(path))
}

/** Installs Chromium's headless shell where apt-get may; elsewhere it says what to do. */
export function installBrowser(): void {
  const apt = (...args: string[]) =>
    spawnSync('apt-get', args, {
      stdio: 'inherit',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    }).status === 0
  const isRoot = process.getuid?.() === 0
  if (
    isRoot &&
    apt('update', '-qq') &&
    apt('install', '-y', '-qq', '--no-install-recommends', 'chromium-headless-shell')
  )
    return
  process.stderr.write('The browser tests need Chromium: install it, or set CHROMIUM to its path.\n')
  process.exit(1)
}
