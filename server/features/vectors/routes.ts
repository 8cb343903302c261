import { put, remove } from '../../../shared/api/vectors.ts'
import { HttpError } from '../../http/errors.ts'
import { countIfChanged } from '../../http/limits.ts'
import { type Context, route } from '../../http/serve.ts'
import { writeLimits } from '../../http/write-limits.ts'
import { removePictures } from '../pictures/remove-pictures.ts'
import { putVector } from './put-vector.ts'
import { deleteVector } from './queries.ts'

export const vectorsRoutes = [
  route(put, async context => {
    const { input, viewer, request, ...services } = context
    const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
    return countIfChanged(services, writeLimits.uploads, viewer.id, async () => {
      const { vector, replaced } = await putVector(services, { ...input, bytes }, viewer)
      await removeFile(context, replaced)
      return { isChanged: true, result: vector }
    })
  }),

  route(remove, async context => {
    const { db, input, viewer } = context
    const file = await deleteVector(db, input.logo_id, viewer)
    if (!file) throw new HttpError(404, 'There is no vector file.')
    await removeFile(context, file)
    return { logo_id: input.logo_id }
  }),
]

async function removeFile(
  { db, files, request }: Pick<Context<typeof remove>, 'db' | 'files' | 'request'>,
  file: string | undefined,
) {
  if (file) await removePictures({ db, files }, [{ kind: 'vector', image: file }], request.log)
}
