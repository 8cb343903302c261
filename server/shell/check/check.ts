import { existsSync } from 'node:fs'
import packageJson from '../../../package.json' with { type: 'json' }
import { type Config, dataPaths, loadConfig } from '../../config.ts'
import { findRunningPostgres } from '../../db/postgres.ts'
import { openFiles } from '../../outside/file-store.ts'
import { connectPayPal } from '../../outside/provider.ts'
import { Mistake, say } from '../mistake.ts'
import { checkDatabase, listSignInAddresses, readBackupState } from './database.ts'
import {
  checkBackups,
  checkMail,
  checkPictures,
  checkProvider,
  checkProxy,
  checkSender,
  checkValkey,
} from './outside.ts'
import { drawTable, failed, leftOut, ok, type Row, rowOf } from './row.ts'

/** Tries everything that the settings lead to, and prints a table. Writes a file to each store and a key to Valkey, and removes them; else it only reads. */
export async function checkInstallation(env: Record<string, string | undefined> | undefined): Promise<void> {
  const rows = await collectRows(env)
  say(drawTable(rows))
  const bad = rows.filter(({ state }) => state === 'failed').length
  if (bad) throw new Mistake(`${bad} of ${rows.length} failed.`)
}

async function collectRows(env: Record<string, string | undefined> | undefined): Promise<Row[]> {
  let config: Config
  try {
    config = loadConfig(env)
  } catch (error) {
    // Nothing can be tried with settings that are wrong.
    return (error as Error).message.split('\n').map(line => failed('Settings', line))
  }
  const isPublic = config.production || config.publicUrl.startsWith('https:')
  const { files, payments, valkeyUrl } = config
  const settings = ok(
    'Settings',
    `Version ${packageJson.version}, ${isPublic ? 'a public site' : 'a site for this machine'} at ${config.publicUrl}.`,
  )
  const { postgres } = dataPaths(config)
  const url = config.databaseUrl ?? (await findRunningPostgres(postgres))
  return [
    settings,
    ...(url ? await checkDatabase(url, config) : [databaseLeftOut(postgres)]),
    await rowOf('Pictures', () => checkPictures(openFiles(files), url)),
    ...(valkeyUrl ? [await rowOf('Valkey', () => checkValkey(valkeyUrl))] : []),
    await rowOf('Mail', () => checkMail({ ...config, isPublic })),
    await rowOf('Sender', () => checkSender(config.mailFrom, isPublic)),
    await rowOf('Payments', () =>
      checkProvider({ ...config, payments }, isPublic, access => connectPayPal({ payments: access })),
    ),
    await rowOf('Proxy', async () => checkProxy(config, isPublic, url ? await listSignInAddresses(url) : [])),
    await rowOf('Backups', async () =>
      checkBackups(config, { isPublic, site: url ? await readBackupState(url) : undefined }),
    ),
  ]
}

const databaseLeftOut = (folder: string) =>
  leftOut(
    'Database',
    existsSync(folder)
      ? 'The embedded one does not run: start the site, then check again.'
      : `The embedded one is made in ${folder} at the first start.`,
  )
