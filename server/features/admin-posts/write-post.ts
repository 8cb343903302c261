import { randomBytes } from 'node:crypto'
import { slugOf } from '../../../shared/rules/slug.ts'
import { type Db, transaction } from '../../db/connect.ts'
import { HttpError } from '../../http/errors.ts'
import { decodeUpload } from '../../http/uploads.ts'
import { decodePostPicture, postPictureName } from '../../outside/images.ts'
import type { Services } from '../../services.ts'
import { type Actor, recordAct } from '../history/queries.ts'
import {
  chooseSlug,
  deletePost,
  deleteUnusedMedia,
  findAnyPost,
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
}

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
export async function addPost({ db, files, now }: Needed, given: NewPost, actor: Actor): Promise<number> {
  const { title, text, excerpt = '', date = now(), is_draft, kinds, picture_base64, picture_alt } = given
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
    await recordAct(trx, actor, { what: 'posts.add', kind: 'post', id: post_id, after }, now())
    return post_id
  })
}

/** Changes what is given. A replaced picture goes with its file. */
export async function changePost({ db, files, now }: Needed, given: ChangedPost, actor: Actor) {
  const { post_id, title, text, excerpt, date, is_draft, kinds, picture_base64, picture_alt } = given
  const stored = picture_base64 ? await storePicture(files, picture_base64) : undefined
  const unused = await transaction(db, async trx => {
    await lockPosts(trx)
    const before = await mustFind(trx, post_id)
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
    const said = ({ title, text, excerpt, date, is_draft, kinds }: typeof before) => ({
      title,
      text,
      excerpt,
      date,
      is_draft,
      kinds,
    })
    const after = await mustFind(trx, post_id)
    const act = { what: 'posts.change', kind: 'post', id: post_id }
    await recordAct(trx, actor, { ...act, before: said(before), after: said(after) }, now())
    return media_id !== undefined && before.picture ? deleteUnusedMedia(trx, before.picture.path) : []
  })
  await removeFiles(files, unused)
}

export async function removePost(
  { db, files, now }: Needed,
  { post_id, why }: { post_id: number; why?: string | undefined },
  actor: Actor,
) {
  const unused = await transaction(db, async trx => {
    await lockPosts(trx)
    const before = await mustFind(trx, post_id)
    await deletePost(trx, post_id)
    await recordAct(trx, actor, { what: 'posts.remove', kind: 'post', id: post_id, before, why }, now())
    return before.picture ? deleteUnusedMedia(trx, before.picture.path) : []
  })
  await removeFiles(files, unused)
}

async function mustFind(db: Db, postId: number) {
  const post = await findAnyPost(db, { post_id: postId })
  if (!post) throw new HttpError(404, 'Post not found')
  return post
}

const removeFiles = (files: Services['files'], unused: { path: string }[]) =>
  Promise.all(unused.map(({ path }) => files.remove(path.slice(1))))
