import { type Examples, now } from '../../db/examples.ts'
import * as queries from './queries.ts'

const picture = { kind: 'logo', image: '0'.repeat(32) } as const

/** Each query function with an example of its arguments, for `queries.sql`. */
export const examples: Examples<typeof queries> = {
  lockPicture: db => db.transaction().execute(trx => queries.lockPicture(trx, '0'.repeat(32), 'alone')),
  isPictureUsed: async db => {
    await queries.isPictureUsed(db, picture)
    await queries.isPictureUsed(db, { ...picture, kind: 'avatar' })
  },
  queueForRemoval: db => queries.queueForRemoval(db, [picture]),
  queueUnlessKept: db => queries.queueUnlessKept(db, picture),
  findUnused: db => queries.findUnused(db),
  enqueuePicture: db => queries.enqueuePicture(db, picture.image),
  claimPictureJob: db => queries.claimPictureJob(db),
  tryLockPicture: db => queries.tryLockPicture(db, picture.image),
  listImageNames: db => queries.listImageNames(db, picture.image),
  renameImage: db => queries.renameImage(db, picture.image, `${picture.image}-2`),
  finishPictureJob: db => queries.finishPictureJob(db, picture.image),
  delayPictureJob: db => queries.delayPictureJob(db, picture.image, 60),
  countPictureJobs: db => queries.countPictureJobs(db),
  listHiddenPictures: db => queries.listHiddenPictures(db),
  listSpreadImages: db => queries.listSpreadImages(db, 64),
  isPictureOfOwn: db => queries.isPictureOfOwn(db, picture.image, 1),
  listRemoved: db => queries.listRemoved(db, now),
  lockRemoved: async db => {
    for (const kind of ['logo', 'comment', 'collection'] as const)
      await queries.lockRemoved(db, now, { kind, id: 1 })
  },
  deleteRemovedOne: async db => {
    for (const kind of ['logo', 'comment', 'collection'] as const)
      await queries.deleteRemovedOne(db, { kind, id: 1 })
  },
  dequeueRemoval: db => queries.dequeueRemoval(db, picture),
}
