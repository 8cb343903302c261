import { spawn, spawnSync } from 'node:child_process'
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { freePort } from './running-server.ts'

const nginx = '/usr/sbin/nginx'
const isInstalled = (program: string, ...args: string[]) => spawnSync(program, args).status === 0

/** Whether nginx can be run here: Debian's `nginx`, and `openssl` for a certificate. */
export const canRunProxy = isInstalled(nginx, '-v') && isInstalled('openssl', 'version')

/**
 * Our own `deploy/nginx.conf` for one address, with other ports and paths; forwards to the processes at `ports`.
 * `isPlain`: without TLS; `settings`: further lines around the site.
 */
export async function startProxy(
  folder: string,
  ports: readonly [number, number, ...number[]],
  { isPlain = false, settings = [] }: { isPlain?: boolean; settings?: string[] } = {},
) {
  const [redirecting, serving] = [await freePort(), await freePort()]
  const origin = `${isPlain ? 'http' : 'https'}://localhost:${serving}`
  const certificate = isPlain ? '' : await makeCertificate(folder)
  let site = await readFile(join(import.meta.dirname, '../deploy/nginx.conf'), 'utf8')
  const replace = (was: string | RegExp, is: string) => {
    if (site.search(was) === -1) throw new Error(`deploy/nginx.conf has no ${was}`)
    site = site.replaceAll(was, is)
  }
  const [first, ...others] = ports
  // Up to the end of the number: the port of the first may begin with that of the second.
  replace(/127\.0\.0\.1:3001\b/g, `127.0.0.1:${first}`)
  replace(/^( *server 127\.0\.0\.1:)3002\b(.*\n)/gm, others.map(port => `$1${port}$2`).join(''))
  replace(/listen 80;/g, `listen 127.0.0.1:${redirecting};`)
  replace(/listen 443 ssl http2;/g, `listen 127.0.0.1:${serving}${isPlain ? '' : ' ssl http2'};`)
  if (isPlain) replace(/\n *ssl_[^\n]*/g, '')
  replace(/\n *listen \[::\]:[^\n]*/g, '')
  replace(/https:\/\/colophon\.example/g, origin)
  replace(/server_name colophon\.example/g, 'server_name localhost')
  if (!isPlain) replace(/\/etc\/letsencrypt\/live\/colophon\.example/g, folder)
  replace(/\/var\/log\/nginx\//g, `${folder}/`)
  replace('/run/colophon-cache', `${folder}/cache`)
  await writeFile(join(folder, 'site.conf'), site)
  await mkdir(join(folder, 'nginx'))
  // Its workers run without privileges, and buffer large bodies in there.
  await chmod(folder, 0o711)
  // The settings of Debian's own nginx.conf that matter to a site, and those that docs/operations.md adds.
  const main = `daemon off;
worker_processes 2;
pid ${folder}/nginx/pid;
error_log stderr warn;
worker_shutdown_timeout 30s;
events { worker_connections 8192; }
http {
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(kind => `${kind}_temp_path ${folder}/nginx/${kind};`).join('\n  ')}
  include /etc/nginx/mime.types;
  default_type application/octet-stream;
  access_log off;
  sendfile on;
  tcp_nopush on;
  gzip on;
  ${settings.join('\n  ')}
  include ${folder}/site.conf;
}
`
  await writeFile(join(folder, 'nginx.conf'), main)
  const child = spawn(nginx, ['-e', 'stderr', '-c', join(folder, 'nginx.conf')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let output = ''
  child.stderr.on('data', chunk => (output += chunk))
  const ended = new Promise<void>(resolve => child.once('exit', () => resolve()))
  if (certificate) setDefaultCACertificates([...getCACertificates('default'), certificate])
  for (let waited = 0; !(await isListening(redirecting)); waited += 50) {
    if (child.exitCode !== null || waited > 30_000) throw new Error(`nginx did not start:\n${output}`)
    await sleep(50)
  }
  return {
    origin,
    plainOrigin: `http://localhost:${redirecting}`,
    pid: child.pid!,
    certificate,
    /** The file that names the upstream servers; `reload` reads it again. */
    site: join(folder, 'site.conf'),
    reload: async () => {
      const former = await workersOf(child.pid!)
      child.kill('SIGHUP')
      // Former workers take no more connections once they are shutting down.
      const isReloaded = async () => {
        const workers = await workersOf(child.pid!)
        const isLeaving = await Promise.all(former.map(isShuttingDown))
        return isLeaving.every(Boolean) && workers.some(pid => !former.includes(pid))
      }
      for (let waited = 0; !(await isReloaded()); waited += 20) {
        if (waited > 30_000) throw new Error(`nginx did not reload:\n${output}`)
        await sleep(20)
      }
    },
    close: () => {
      child.kill('SIGTERM')
      return ended
    },
  }
}

/** The worker processes of nginx. */
const workersOf = async (pid: number) =>
  (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).split(' ').filter(Boolean)

/** Whether a worker has ended or only finishes its last requests. */
const isShuttingDown = (pid: string) =>
  readFile(`/proc/${pid}/cmdline`, 'utf8').then(
    title => title.includes('shutting down') || !title,
    () => true,
  )

const isListening = (port: number) =>
  fetch(`http://localhost:${port}`, { redirect: 'manual' }).then(
    () => true,
    () => false,
  )

/** A self-signed certificate for `localhost`, in nginx's folder. */
async function makeCertificate(folder: string) {
  const [key, certificate] = [join(folder, 'privkey.pem'), join(folder, 'fullchain.pem')]
  const { status, stderr } = spawnSync('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'],
    ...['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'],
    ...['-keyout', key, '-out', certificate],
  ])
  if (status !== 0) throw new Error(`openssl made no certificate:\n${stderr}`)
  return readFile(certificate, 'utf8')
}
