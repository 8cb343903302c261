import { report } from '../../../shared/api/client-errors.ts'
import { addressKey, countHit } from '../../http/limits.ts'
import { route } from '../../http/serve.ts'

const perAddress = { name: 'client-errors', most: 10, seconds: 60 }

export const clientErrorsRoutes = [
  route(report, async ({ db, input, request, now }) => {
    await countHit(db, perAddress, addressKey(request.ip), now())
    const { message, stack, url } = input
    request.log.warn(
      { client_error: { message: clean(message, 500), stack: clean(stack, 4000), url: clean(url, 500) } },
      'error in the browser',
    )
    return {}
  }),
]

/** Removes URL queries, which may hold secrets, and limits what strangers can add to the log. */
function clean(text: string | undefined, most: number) {
  return text
    ?.slice(0, 2 * most)
    .replace(/\S+/g, word => (word.includes('/') ? word.replace(/[?#][^"'<>():]*/g, '') : word))
    .slice(0, most)
}
