import type { FastifyInstance } from 'fastify'
import { templates } from '../../../../shared/api/desk/mail.ts'
import { primaryOrStandIn } from '../../../db/replica.ts'
import type { Cookies } from '../../../http/cookies.ts'
import { HttpError } from '../../../http/errors.ts'
import { sendMailFrame } from '../../../http/mail-frame.ts'
import { authenticate, authorize } from '../../../http/serve.ts'
import { inlinePictures, mailPictures } from '../../../outside/mail-pictures.ts'
import type { Services } from '../../../services.ts'
import { readPlate } from '../../cards/find-card.ts'
import { listExampleLogos } from './queries.ts'
import { renderTemplate } from './templates.ts'

/** Serves each template as it looks in a mail program, for a frame at the desk, to the callers of the list of templates. */
export function serveMailPreview(app: FastifyInstance, services: Services, cookies: Cookies) {
  const { files, now, publicUrl } = services
  const findPictures = mailPictures(files, logoId => readPlate(services, logoId))
  app.get<{ Params: { name: string } }>(`${templates.path}/:name`, async (request, reply) => {
    const viewer = await authenticate(services, cookies, request, reply)
    authorize(templates, viewer, services)
    const logos = await listExampleLogos(primaryOrStandIn(services))
    const mail = renderTemplate(request.params.name, publicUrl, now(), logos)
    if (!mail) throw new HttpError(404, 'There is no such email.')
    const { html, pictures } = await findPictures(mail.html)
    return sendMailFrame(reply, inlinePictures(html, pictures))
  })
}
