import { again, list, templates } from '../../../../shared/api/desk/mail.ts'
import { HttpError } from '../../../http/errors.ts'
import { route } from '../../../http/serve.ts'
import { pageOf, pageOfRows } from '../../../lib/page-of-rows.ts'
import { actorOf } from '../../../viewer.ts'
import { sendMailAgain } from '../../mail/send-again.ts'
import { countMails, listExampleLogos, listMails } from './queries.ts'
import { listTemplates, renderTemplate } from './templates.ts'

export const deskMailRoutes = [
  route(list, ({ db, input, isCounted }) =>
    pageOf(
      { isCounted },
      () => listMails(db, input, input),
      () => countMails(db, input),
    ),
  ),

  route(again, async ({ db, now, input, viewer }) => {
    await sendMailAgain({ db, now }, input.mail_id, actorOf(viewer))
    return { mail_id: input.mail_id, state: 'queued' as const }
  }),

  route(templates, async ({ db, input, publicUrl, now }) => {
    if (input.name === undefined) {
      const { sort = 'listed' } = input
      return pageOfRows(
        listTemplates(publicUrl, now()),
        input,
        ({ name, subject }) => `${name} ${subject}`,
        sort === 'listed' ? undefined : (a, b) => (a[sort] < b[sort] ? -1 : 1),
      )
    }
    const template = renderTemplate(input.name, publicUrl, now(), await listExampleLogos(db))
    if (!template) throw new HttpError(404, 'There is no such email.')
    return template
  }),
]
