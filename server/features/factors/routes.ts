import { confirm } from '../../../shared/api/factors.ts'
import { notSignedIn } from '../../http/errors.ts'
import { requirePassword } from '../../http/password-checks.ts'
import { route } from '../../http/serve.ts'
import { confirmSession } from '../../http/session.ts'
import { findPassword } from '../auth/queries.ts'

export const factorsRoutes = [
  route(confirm, async ({ db, input, viewer, request, cookies, now }) => {
    const account = await findPassword(db, viewer.id)
    await requirePassword(db, account, { field: 'password', password: input.password }, now())
    await confirmSession(db, cookies.sessionToken(request) ?? '', now())
    if (!request.session) throw notSignedIn()
    return request.session
  }),
]
