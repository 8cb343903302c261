import { readFile } from 'node:fs/promises'
import type { SiteName } from '../../shared/site-words.ts'
import type { Db } from '../db/connect.ts'
import { findWord, listWords } from '../features/desk/site/describe-words.ts'
import { saveWord } from '../features/site/save-word.ts'
import { HttpError } from '../http/errors.ts'
import { beginningOf, inColumns, Mistake, requireVersion, say, sayVersions, shell } from './mistake.ts'

const now = () => new Date()

const written = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value, null, 2))

export async function listWordsAtShell(db: Db) {
  for (const { name, value, version, who } of await listWords(db))
    say(
      inColumns(
        name.padEnd(14),
        version ? `version ${version}` : 'default',
        version ? (who ?? 'shell') : '',
        beginningOf(written(value)),
      ),
    )
}

export async function getWordAtShell(db: Db, name: SiteName) {
  say(written((await findWord(db, name)).value))
}

/** Saves a word; `@file` is the text of a file. The same value again adds no version. */
export async function setWordAtShell(db: Db, name: SiteName, text: string, why?: string) {
  const value = text.startsWith('@') ? await readText(text.slice(1)) : text
  const isNew = await saveWord({ db, now }, { name, value, why }, shell).catch(error => {
    throw error instanceof HttpError ? new Mistake(error.message) : error
  })
  say(isNew ? `${name} is saved.` : `${name} says that already.`)
}

/** Every version of a word, the newest first. */
export async function listVersionsAtShell(db: Db, name: SiteName) {
  const { versions } = await findWord(db, name)
  sayVersions(versions, ({ value }) => written(value))
}

/** Takes an earlier version back, or the default as version 0. */
export async function takeWordBackAtShell(db: Db, name: SiteName, typed: string, why?: string) {
  const version = requireVersion(typed)
  const isNew = await saveWord({ db, now }, { name, version, why }, shell).catch(error => {
    throw error instanceof HttpError ? new Mistake(error.message) : error
  })
  say(isNew ? `${name} says again what it said in version ${version}.` : `${name} says that already.`)
}

const readText = (path: string) =>
  readFile(path, 'utf8').catch(() => {
    throw new Mistake(`The file ${path} cannot be read.`)
  })
