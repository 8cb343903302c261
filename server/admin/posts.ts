import { readFile } from 'node:fs/promises'
import { add } from '../../shared/api/admin-posts.ts'
import type { Config } from '../config.ts'
import type { Db } from '../db/connect.ts'
import { findAnyPost } from '../features/admin-posts/queries.ts'
import { addPost, changePost, postSlugOf } from '../features/admin-posts/write-post.ts'
import { HttpError } from '../http/errors.ts'
import { parseInput } from '../http/serve.ts'
import { openFiles } from '../outside/file-store.ts'
import { Mistake, say, shell } from './mistake.ts'

const now = () => new Date()

/**
 * Writes a post from a file, or changes the one of the same address. Lines such as `date: 2027-03-31` may stand above the
 * title; the title is the first line that begins with `# `.
 */
export async function importPostAtShell(db: Db, { files }: Config, path: string): Promise<void> {
  const given = readPost(await readText(path))
  const there = await findAnyPost(db, { slug: postSlugOf(given.title) })
  const needed = { db, files: openFiles(files), now }
  try {
    if (!there) {
      await addPost(needed, given, shell)
      say(`${given.title} is ${given.is_draft ? 'a draft' : 'written'}: /news/${postSlugOf(given.title)}`)
      return
    }
    const isSame =
      there.text === given.text &&
      there.is_draft === given.is_draft &&
      (given.excerpt === undefined || given.excerpt === there.excerpt) &&
      (given.date === undefined || +given.date === +there.date)
    if (isSame) {
      say(`${there.title} says that already.`)
      return
    }
    await changePost(needed, { ...given, post_id: there.post_id }, shell)
    say(`${given.title} is changed: /news/${there.slug}`)
  } catch (error) {
    throw error instanceof HttpError ? new Mistake(error.message) : error
  }
}

function readPost(file: string) {
  const lines = file.replaceAll('\r\n', '\n').split('\n')
  const at = lines.findIndex(line => line.startsWith('# '))
  if (at < 0) throw new Mistake('The file needs a title: a line that begins with "# ".')
  const facts = new Map<string, string>()
  for (const line of lines.slice(0, at)) {
    if (!line.trim() || line.trim() === '---') continue
    const [, name, value = ''] = /^(date|kinds|draft|excerpt):\s*(.*)$/.exec(line) ?? []
    if (!name)
      throw new Mistake(`Above the title stand date, kinds, draft and excerpt; this is none: ${line}`)
    facts.set(name, value.trim())
  }
  const date = facts.get('date')
  try {
    return parseInput(add.input, {
      title: (lines[at] ?? '').slice(2),
      text: lines.slice(at + 1).join('\n'),
      excerpt: facts.get('excerpt'),
      date: date && /^\d{4}-\d\d-\d\d$/.test(date) ? `${date}T00:00:00Z` : date,
      is_draft: facts.get('draft') === '1' ? 1 : 0,
      kinds: facts.get('kinds')?.split(/[\s,]+/),
    })
  } catch (error) {
    throw error instanceof HttpError ? new Mistake(error.message) : error
  }
}

const readText = (path: string) =>
  readFile(path, 'utf8').catch(() => {
    throw new Mistake(`The file ${path} cannot be read.`)
  })
