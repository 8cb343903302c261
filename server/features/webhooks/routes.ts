import { randomUUID } from 'node:crypto'
import { create, list, remove, sendTest, update } from '../../../shared/api/webhooks.ts'
import { type Db, transaction } from '../../db/connect.ts'
import { HttpError, invalid } from '../../http/errors.ts'
import { countHit } from '../../http/limits.ts'
import { route } from '../../http/serve.ts'
import { allowsLoopback, Forbidden, postTo, requireAllowed } from '../../outside/webhook-sender.ts'
import {
  deleteWebhook,
  endFailures,
  findTarget,
  insertTest,
  insertWebhook,
  listDeliveries,
  listWebhooks,
  updateWebhook,
} from './queries.ts'
import { makeSecret, signMessage } from './sign.ts'

const mostWebhooks = 5
const changesPerAccount = { name: 'webhook', most: 60, seconds: 3600 }
const testsPerAccount = { name: 'webhook-test', most: 30, seconds: 3600 }

const notFound = () => new HttpError(404, 'Webhook not found')

export const webhooksRoutes = [
  route(list, async ({ db, viewer }) => {
    const webhooks = await listWebhooks(db, viewer.id)
    return Promise.all(webhooks.map(webhook => withDeliveries(db, webhook)))
  }),

  route(create, async ({ db, viewer, input, now, secret, publicUrl }) => {
    await countHit(db, changesPerAccount, String(viewer.id), now())
    const url = await checkAddress(input.url, publicUrl)
    const { shown, sealed } = makeSecret(secret, viewer.id)
    const at = now()
    const values = {
      designer_id: viewer.id,
      url,
      events: [...new Set(input.events)],
      created_at: at,
      next_attempt_at: at,
      secret: sealed,
    }
    const webhook_id = await transaction(db, trx => insertWebhook(trx, values, mostWebhooks))
    if (!webhook_id) throw new HttpError(409, `${mostWebhooks} webhooks are the most. Remove one first.`)
    return { ...(await findOwn(db, viewer.id, webhook_id)), secret: shown }
  }),

  route(update, async ({ db, viewer, input, now, secret, publicUrl }) => {
    await countHit(db, changesPerAccount, String(viewer.id), now())
    const own = { designer_id: viewer.id, webhook_id: input.webhook_id }
    const target = await findTarget(db, own)
    if (!target) throw notFound()
    const made = input.new_secret ? makeSecret(secret, viewer.id) : undefined
    if (input.is_paused === 0 && !target.secret && !made)
      throw new HttpError(409, 'Make a new secret first: the old one ended with a restore of the site.')
    const isResumed = input.is_paused === 0 || (input.url !== undefined && input.url !== target.url)
    await updateWebhook(db, own, {
      is_paused: input.is_paused === undefined ? target.is_paused : input.is_paused === 1,
      ...(input.url !== undefined && { url: await checkAddress(input.url, publicUrl) }),
      ...(input.events && { events: [...new Set(input.events)] }),
      ...(made && { secret: made.sealed }),
      // What waits is tried at once.
      ...(isResumed && { failure_ct: 0, next_attempt_at: now() }),
    })
    return { ...(await findOwn(db, viewer.id, own.webhook_id)), secret: made?.shown ?? null }
  }),

  route(remove, async ({ db, viewer, input }) => {
    if (!(await deleteWebhook(db, { designer_id: viewer.id, webhook_id: input.webhook_id }))) throw notFound()
    return { webhook_id: input.webhook_id }
  }),

  route(sendTest, async ({ db, viewer, input, now, secret, publicUrl }) => {
    await countHit(db, testsPerAccount, String(viewer.id), now())
    const target = await findTarget(db, { designer_id: viewer.id, webhook_id: input.webhook_id })
    if (!target) throw notFound()
    const at = now()
    const message_id = randomUUID()
    const body = JSON.stringify({ type: 'webhook.test', timestamp: at.toISOString(), data: {} })
    const headers =
      target.secret &&
      signMessage({ secret, designerId: viewer.id, sealed: target.secret }, { id: message_id, at, body })
    if (!headers)
      throw new HttpError(409, 'Make a new secret first: the old one ended with a restore of the site.')
    const sent = await postTo(
      new URL(target.url),
      { headers, body },
      { allowsLoopback: allowsLoopback(publicUrl) },
    )
    const state = sent.problem ? ('failed' as const) : ('delivered' as const)
    await insertTest(db, { webhook_id: target.webhook_id, message_id, state, ...sent, at })
    if (!sent.problem) await endFailures(db, target.webhook_id, now())
    return findOwn(db, viewer.id, target.webhook_id)
  }),
]

async function findOwn(db: Db, designerId: number, webhookId: number) {
  const [webhook] = await listWebhooks(db, designerId, webhookId)
  if (!webhook) throw notFound()
  return withDeliveries(db, webhook)
}

const withDeliveries = async <Row extends { webhook_id: number }>(db: Db, webhook: Row) => ({
  ...webhook,
  deliveries: await listDeliveries(db, webhook.webhook_id),
})

/** The address in its usual form. Refuses an address that is invalid, holds a password, is not https, or leads into a network of ours. */
async function checkAddress(text: string, publicUrl: string): Promise<string> {
  const target = { allowsLoopback: allowsLoopback(publicUrl) }
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol))
    throw invalid('url', 'Enter an address that begins with https://.')
  if (url.username || url.password) throw invalid('url', 'Leave the password out: messages are signed.')
  if (url.protocol === 'http:' && !target.allowsLoopback)
    throw invalid('url', 'The address must begin with https://.')
  url.hash = ''
  try {
    await requireAllowed(url, target)
  } catch (error) {
    throw invalid('url', error instanceof Forbidden ? error.message : 'We couldn’t find that host.')
  }
  return url.href
}
