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
 * `isPlain`: the site itself without TLS; `settings`: further lines around it.
 */
export async function startProxy(
  folder: string,
  ports: readonly [number, number],
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
  replace(/127\.0\.0\.1:3001/g, `127.0.0.1:${ports[0]}`)
  replace(/127\.0\.0\.1:3002/g, `127.0.0.1:${ports[1]}`)
  replace(/listen 80;/g, `listen 127.0.0.1:${redirecting};`)
  replace(/listen 443 ssl http2;/g, `listen 127.0.0.1:${serving}${isPlain ? '' : ' ssl http2'};`)
  if (isPlain) replace(/\n *ssl_[^\n]*/g, '')
  replace(/\n *listen \[::\]:[^\n]*/g, '')
  replace(/https:\/\/colophon\.example/g, origin)
  replace(/server_name colophon\.example/g, 'server_name localhost')
  if (!isPlain) replace(/\/etc\/letsencrypt\/live\/colophon\.example/g, folder)
  replace(/\/var\/log\/nginx\//g, `${folder}/`)
  await writeFile(join(folder, 'site.conf'), site)
  await mkdir(join(folder, 'nginx'))
  // Its workers are nobody, and keep large bodies in there.
  await chmod(folder, 0o711)
  // What Debian's own nginx.conf sets around a site, as far as it matters to one, and what docs/operations.md adds.
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
    if (child.exitCode !== null || waited > 5000) throw new Error(`nginx did not start:\n${output}`)
    await sleep(50)
  }
  return {
    origin,
    plainOrigin: `http://localhost:${redirecting}`,
    pid: child.pid!,
    certificate,
    /** The file that names the upstream servers; read again by `reload`. */
    site: join(folder, 'site.conf'),
    reload: () => void child.kill('SIGHUP'),
    close: () => {
      child.kill('SIGTERM')
      return ended
    },
  }
}

const isListening = (port: number) =>
  fetch(`http://localhost:${port}`, { redirect: 'manual' }).then(
    () => true,
    () => false,
  )

/** A certificate for `localhost` that nobody has signed but itself; nginx finds it in the folder. */
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
