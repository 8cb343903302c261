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

/** Our own `deploy/nginx.conf` for one address, with other ports and paths; forwards to the processes at `ports`. */
export async function startProxy(folder: string, ports: readonly [number, number]) {
  const [plain, secure] = [await freePort(), await freePort()]
  const certificate = await makeCertificate(folder)
  let site = await readFile(join(import.meta.dirname, '../deploy/nginx.conf'), 'utf8')
  const replace = (was: string | RegExp, is: string) => {
    if (site.search(was) === -1) throw new Error(`deploy/nginx.conf has no ${was}`)
    site = site.replaceAll(was, is)
  }
  replace(/127\.0\.0\.1:3001/g, `127.0.0.1:${ports[0]}`)
  replace(/127\.0\.0\.1:3002/g, `127.0.0.1:${ports[1]}`)
  replace(/listen 80;/g, `listen 127.0.0.1:${plain};`)
  replace(/listen 443 /g, `listen 127.0.0.1:${secure} `)
  replace(/\n *listen \[::\]:[^\n]*/g, '')
  replace(/https:\/\/colophon\.example/g, `https://localhost:${secure}`)
  replace(/server_name colophon\.example/g, 'server_name localhost')
  replace(/\/etc\/letsencrypt\/live\/colophon\.example/g, folder)
  replace(/\/var\/log\/nginx\//g, `${folder}/`)
  await writeFile(join(folder, 'site.conf'), site)
  await mkdir(join(folder, 'nginx'))
  // Its workers are nobody, and keep large bodies in there.
  await chmod(folder, 0o711)
  // What Debian's own nginx.conf sets around a site, as far as it matters to one.
  const main = `daemon off;
worker_processes 2;
pid ${folder}/nginx/pid;
error_log stderr warn;
events { worker_connections 768; }
http {
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(kind => `${kind}_temp_path ${folder}/nginx/${kind};`).join('\n  ')}
  include /etc/nginx/mime.types;
  default_type application/octet-stream;
  access_log off;
  sendfile on;
  tcp_nopush on;
  gzip on;
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
  setDefaultCACertificates([...getCACertificates('default'), certificate])
  const origin = `https://localhost:${secure}`
  for (let waited = 0; !(await isListening(plain)); waited += 50) {
    if (child.exitCode !== null || waited > 5000) throw new Error(`nginx did not start:\n${output}`)
    await sleep(50)
  }
  return {
    origin,
    plainOrigin: `http://localhost:${plain}`,
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
