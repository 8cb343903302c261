import { readFile } from 'node:fs/promises'
import { add, remove as removeCall } from '../../shared/api/desk/posts.ts'
import type { Config } from '../config.ts'
import type { Db } from '../db/connect.ts'
import { findAnyPost, listAllPosts, wasPostRemoved } from '../features/posts/queries.ts'
import {
  addPost,
  changePost,
  listPostVersions,
  postSlugOf,
  removePost,
} from '../features/posts/write-post.ts'
import { HttpError } from '../http/errors.ts'
import { parseInput } from '../http/serve.ts'
import { openFiles } from '../outside/file-store.ts'
import { counted, inColumns, Mistake, requireVersion, say, sayVersions, shell } from './mistake.ts'

const now = () => new Date()

/**
 * Writes a post from a file, or changes the one of the same address. Lines such as `date: 2027-03-31` may stand above the
 * title; the title is the first line that begins with `# `.
 */
export async function importPostAtShell(db: Db, { files }: Config, path: string): Promise<void> {
  const { hasKinds, ...post } = readPost(await readText(path))
  const there = await findAnyPost(db, { slug: postSlugOf(post.title) })
  const needed = { db, files: openFiles(files), now }
  try {
    if (!there) {
      await addPost(needed, post, shell)
      say(`${post.title} is ${post.is_draft ? 'a draft' : 'written'}: /news/${postSlugOf(post.title)}`)
      return
    }
    // Fields that the file does not name stay as they are.
    const kinds = hasKinds ? post.kinds : undefined
    const isNew = await changePost(needed, { ...post, kinds, post_id: there.post_id }, shell)
    say(isNew ? `${post.title} is changed: /news/${there.slug}` : `${post.title} says that already.`)
  } catch (error) {
    throw error instanceof HttpError ? new Mistake(error.message) : error
  }
}

/** The newest posts, with drafts. */
export async function listPostsAtShell(db: Db) {
  const posts = await listAllPosts(db, { at: now() }, { page: 1, page_size: 200 })
  for (const { slug, title, date, is_draft } of posts)
    say(inColumns(slug, is_draft ? 'draft' : date.toISOString().slice(0, 10), title))
  say(counted(posts.length, 'post', 'posts'))
}

async function requirePost(db: Db, slug: string) {
  const post = await findAnyPost(db, { slug })
  if (!post) throw new Mistake(`There is no post ${slug}.`)
  return post
}

/** Every version of a post, the newest first. */
export async function listPostVersionsAtShell(db: Db, slug: string) {
  const versions = await listPostVersions(db, await requirePost(db, slug))
  sayVersions(versions, ({ title, text }) => `${title}: ${text}`)
}

export async function takePostBackAtShell(
  db: Db,
  { files }: Config,
  { slug, typed, why }: { slug: string; typed: string; why: string | undefined },
) {
  const version = requireVersion(typed)
  const { post_id } = await requirePost(db, slug)
  const needed = { db, files: openFiles(files), now }
  const isNew = await changePost(needed, { post_id, version, why }, shell)
  say(isNew ? `${slug} says again what it said in version ${version}.` : `${slug} says that already.`)
}

/** Removes a post for good; one that is removed already stays so. */
export async function removePostAtShell(
  db: Db,
  { files }: Config,
  { slug, why }: { slug: string; why: string | undefined },
) {
  const post = await findAnyPost(db, { slug })
  if (!post && (await wasPostRemoved(db, slug))) {
    say(`${slug} is removed already.`)
    return
  }
  const { post_id } = post ?? (await requirePost(db, slug))
  const input = parseInput(removeCall.input, { post_id, why })
  await removePost({ db, files: openFiles(files), now }, input, shell)
  say(`${slug} is removed.`)
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
    const post = parseInput(add.input, {
      title: (lines[at] ?? '').slice(2),
      text: lines.slice(at + 1).join('\n'),
      excerpt: facts.get('excerpt'),
      date: date && /^\d{4}-\d\d-\d\d$/.test(date) ? `${date}T00:00:00Z` : date,
      is_draft: facts.get('draft') === '1' ? 1 : 0,
      kinds: facts.get('kinds')?.split(/[\s,]+/),
    })
    return { ...post, hasKinds: facts.has('kinds') }
  } catch (error) {
    throw error instanceof HttpError ? new Mistake(error.message) : error
  }
}

const readText = (path: string) =>
  readFile(path, 'utf8').catch(() => {
    throw new Mistake(`The file ${path} cannot be read.`)
  })
