import { randomBytes } from 'node:crypto'
import { slugOf } from '../../../shared/rules/slug.ts'
import { type Db, transaction } from '../../db/connect.ts'
import { HttpError, invalid } from '../../http/errors.ts'
import { decodeUpload } from '../../http/uploads.ts'
import { decodePostPicture, postPictureName } from '../../outside/images.ts'
import type { Services } from '../../services.ts'
import { type Actor, listActs, recordAct } from '../history/queries.ts'
import { readVersions } from '../history/read-versions.ts'
import {
  chooseSlug,
  deletePost,
  deleteUnusedMedia,
  findAnyPost,
  findMedia,
  insertMedia,
  insertPost,
  lockPosts,
  setAltText,
  setKinds,
  updatePost,
} from './queries.ts'

type Needed = Pick<Services, 'db' | 'files' | 'now'>

type Picture = { picture_base64?: string | null | undefined; picture_alt?: string | undefined }
type NewPost = Picture & {
  title: string
  text: string
  excerpt?: string | undefined
  date?: Date | undefined
  is_draft: 0 | 1
  kinds: readonly string[]
}
type ChangedPost = Partial<Omit<NewPost, 'title' | 'text' | 'is_draft' | 'kinds'>> & {
  post_id: number
  title?: string | undefined
  text?: string | undefined
  is_draft?: 0 | 1 | undefined
  kinds?: readonly string[] | undefined
  /** An earlier version to restore. No other field is given with it. */
  version?: number | undefined
  why?: string | undefined
}

const acts = { made: 'posts.add', changed: 'posts.change' } as const

/** The address of a title; a number alone would be a page of the list. */
export function postSlugOf(title: string) {
  const slug = slugOf(title)
  return /^\d+$/.test(slug) || !/[a-z0-9]/i.test(title) ? `post-${slug}` : slug
}

/** Stores an uploaded picture before a row names it: a crash leaves an unused file at most. */
async function storePicture(files: Services['files'], picture_base64: string) {
  const { bytes, width, height } = await decodeUpload('picture_base64', picture_base64, decodePostPicture)
  const name = randomBytes(16).toString('hex')
  await files.put(postPictureName(name), bytes)
  return { path: `/${postPictureName(name)}`, width, height }
}

/** Adds a post and returns its id. */
export async function addPost({ db, files, now }: Needed, input: NewPost, actor: Actor): Promise<number> {
  const { title, text, excerpt = '', date = now(), is_draft, kinds, picture_base64, picture_alt } = input
  const picture = picture_base64 ? await storePicture(files, picture_base64) : undefined
  return transaction(db, async trx => {
    await lockPosts(trx)
    const media_id = picture && (await insertMedia(trx, { ...picture, alt_text: picture_alt ?? '' }))
    const post_id = await insertPost(trx, {
      slug: await chooseSlug(trx, postSlugOf(title)),
      title,
      body: text,
      excerpt,
      published_at: date,
      is_draft: is_draft === 1,
      media_id: media_id ?? null,
    })
    await setKinds(trx, post_id, kinds)
    const after = { title, date, is_draft }
    await recordAct(trx, actor, { what: acts.made, kind: 'post', id: post_id, after }, now())
    return post_id
  })
}

/**
 * Changes the given fields, or restores an earlier version. A replaced picture stays for its version. Concurrent saves
 * become two versions; where they changed the same field, the later one's value is current. Returns false if nothing
 * changed.
 */
export async function changePost(
  { db, files, now }: Needed,
  input: ChangedPost,
  actor: Actor,
): Promise<boolean> {
  const { post_id, version, why, ...words } = input
  if (version !== undefined && Object.values(words).some(word => word !== undefined))
    throw invalid('version', 'Send new text, or the version to restore.')
  const stored = words.picture_base64 ? await storePicture(files, words.picture_base64) : undefined
  return transaction(db, async trx => {
    await lockPosts(trx)
    const before = await mustFind(trx, post_id)
    if (version === undefined) await writeChange(trx, before, input, stored)
    else await writeVersion(trx, before, version)
    const after = await mustFind(trx, post_id)
    if (JSON.stringify(before) === JSON.stringify(after)) return false
    const taken = version !== undefined && { taken_back: version }
    const act = { what: acts.changed, kind: 'post', id: post_id, why }
    await recordAct(trx, actor, { ...act, before: said(before), after: { ...said(after), ...taken } }, now())
    return true
  })
}

type Post = Awaited<ReturnType<typeof mustFind>>
type Stored = Awaited<ReturnType<typeof storePicture>>

/** What the history keeps of a post. */
function said({ title, text, excerpt, date, is_draft, kinds, picture }: Post) {
  return { title, text, excerpt, date, is_draft, kinds, picture }
}

async function writeChange(trx: Db, before: Post, input: ChangedPost, stored: Stored | undefined) {
  const { post_id, title, text, excerpt, date, is_draft, kinds, picture_base64, picture_alt } = input
  const alt_text = picture_alt ?? before.picture?.alt_text ?? ''
  const media_id =
    picture_base64 === null ? null : stored && (await insertMedia(trx, { ...stored, alt_text }))
  const set = {
    ...(title !== undefined && { title }),
    ...(text !== undefined && { body: text }),
    ...(excerpt !== undefined && { excerpt }),
    ...(date !== undefined && { published_at: date }),
    ...(is_draft !== undefined && { is_draft: is_draft === 1 }),
    ...(media_id !== undefined && { media_id }),
  }
  if (Object.keys(set).length) await updatePost(trx, post_id, set)
  if (kinds) await setKinds(trx, post_id, kinds)
  if (!stored && picture_alt !== undefined && before.picture)
    await setAltText(trx, before.picture.path, picture_alt)
}

/** Writes the texts and the picture of a version. The time from which the post is shown stays. */
async function writeVersion(trx: Db, post: Post, version: number) {
  const found = (await listPostVersions(trx, post)).find(each => each.version === version)
  if (!found) throw new HttpError(404, 'There is no such version.')
  const { title, text, excerpt, picture } = found
  const media = picture && (await findMedia(trx, picture.path))
  await updatePost(trx, post.post_id, { title, body: text, excerpt, media_id: media?.media_id ?? null })
  if (picture) await setAltText(trx, picture.path, picture.alt_text)
}

/** The versions of a post, the newest first. */
export async function listPostVersions(db: Db, { post_id, title, text, excerpt, picture }: Post) {
  const made = await listActs(db, 'post', post_id)
  return readVersions({ title, text, excerpt, picture }, made, acts)
}

/** Removes a post with the pictures of all its versions. */
export async function removePost(
  { db, files, now }: Needed,
  { post_id, why }: { post_id: number; why?: string | undefined },
  actor: Actor,
) {
  const unused = await transaction(db, async trx => {
    await lockPosts(trx)
    const before = await mustFind(trx, post_id)
    const pictures = (await listPostVersions(trx, before)).flatMap(({ picture }) => picture?.path ?? [])
    await deletePost(trx, post_id)
    await recordAct(trx, actor, { what: 'posts.remove', kind: 'post', id: post_id, before, why }, now())
    return pictures.length ? deleteUnusedMedia(trx, pictures) : []
  })
  await Promise.all(unused.map(({ path }) => files.remove(path.slice(1))))
}

async function mustFind(db: Db, postId: number) {
  const post = await findAnyPost(db, { post_id: postId })
  if (!post) throw new HttpError(404, 'Post not found')
  return post
}
