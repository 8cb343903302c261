import { send, sender } from '../../../shared/api/contact.ts'
import { transaction } from '../../db/connect.ts'
import { addressKey, countHit } from '../../http/limits.ts'
import { route } from '../../http/serve.ts'
import { siteWords } from '../../lib/site-words.ts'
import { enqueueMail } from '../mail/queries.ts'
import { contactMessage, contactReceived } from './messages.ts'
import { findSender } from './queries.ts'

const perAddress = { name: 'contact:address', most: 10, seconds: 3600 }
const perAccount = { name: 'contact:account', most: 10, seconds: 3600 }

export const contactRoutes = [
  route(sender, async ({ db, viewer }) => (await findSender(db, viewer.id)) ?? { name: '', email: '' }),

  route(send, async ({ db, input, viewer, request, now, publicUrl }) => {
    await countHit(db, perAddress, addressKey(request.ip), now())
    if (viewer.id) await countHit(db, perAccount, String(viewer.id), now())
    const account = viewer.id ? `${request.session!.username}, number ${viewer.id}` : ''
    await transaction(db, async trx => {
      await enqueueMail(trx, contactMessage(input, { to: siteWords().support_email, account, now: now() }))
      await enqueueMail(trx, contactReceived({ to: input.email, now: now() }, publicUrl))
    })
    return 'Sent' as const
  }),
]
