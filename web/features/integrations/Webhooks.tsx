import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { events, type Webhook, type WebhookEvent } from '../../../shared/api/webhooks.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { FieldNote, TextField } from '../../ui/controls/Field.tsx'
import { ConfirmDialog } from '../../ui/messages/ConfirmDialog.tsx'
import { LoadError } from '../../ui/messages/LoadError.tsx'
import { Deliveries } from './Deliveries.tsx'
import { faultsOf } from './fault.ts'
import styles from './Integrations.module.css'
import {
  useCreateWebhook,
  useRemoveWebhook,
  useTestWebhook,
  useUpdateWebhook,
  webhooksQuery,
} from './queries.ts'
import { Secret } from './Secret.tsx'

const eventNames: Record<WebhookEvent, string> = {
  'logo.liked': 'Likes',
  'logo.commented': 'Comments',
  'designer.followed': 'New followers',
  'results.published': 'A book’s results',
}

/** The member's webhooks with their deliveries, and a new one. */
export default function Webhooks() {
  const headingId = useId()
  const [secret, setSecret] = useState<string>()
  const { data: webhooks, isError, error, refetch } = useQuery(webhooksQuery)
  return (
    <section className={styles.section} aria-labelledby={headingId}>
      <h2 className={styles.title} id={headingId}>
        Webhooks
      </h2>
      <p className={styles.text}>
        We tell your server when somebody likes or comments on your logos, or follows you.{' '}
        <a href="/api/docs#webhooks">How to receive them</a>
      </p>
      {isError && !webhooks && <LoadError what="The list" error={error} onRetry={refetch} />}
      {!webhooks && !isError && <div className={styles.blank} role="status" aria-label="Loading" />}
      {webhooks && webhooks.length > 0 && (
        <ul className={styles.list}>
          {webhooks.map(webhook => (
            <OneWebhook key={webhook.webhook_id} webhook={webhook} onSecret={setSecret} />
          ))}
        </ul>
      )}
      {secret && <Secret title="The secret that signs" secret={secret} onDone={() => setSecret(undefined)} />}
      {webhooks && !secret && <NewWebhook onSecret={setSecret} />}
    </section>
  )
}

/** One webhook with its deliveries and the acts of its owner. */
function OneWebhook({ webhook, onSecret }: { webhook: Webhook; onSecret: (secret: string) => void }) {
  const [isAsked, setIsAsked] = useState(false)
  const [fault, setFault] = useState<string>()
  const { mutateAsync: remove, isPending: isRemoving } = useRemoveWebhook()
  const { webhook_id, url, is_paused, has_secret } = webhook

  const run = async (act: () => Promise<unknown>) => {
    setFault(undefined)
    try {
      await act()
    } catch (error) {
      setFault(Object.values(faultsOf(error))[0])
    }
  }

  return (
    <li className={styles.webhook}>
      <p className={styles.name}>{url}</p>
      <p className={styles.facts}>
        {webhook.events.map(event => eventNames[event]).join(', ')}
        {is_paused === 1 && ' · paused'}
        {is_paused === 1 && webhook.failures >= 10 && ' after ten failures in a row'}
        {has_secret === 0 && ' · needs a new secret'}
      </p>
      <Deliveries webhook={webhook} />
      <Actions
        webhook={webhook}
        isRemoving={isRemoving}
        run={run}
        onSecret={onSecret}
        onRemove={() => setIsAsked(true)}
      />
      <p className={styles.fault} role="status">
        {fault}
      </p>
      <ConfirmDialog
        isOpen={isAsked}
        title={`Remove the webhook to ${new URL(url).host}?`}
        cancel="Keep it"
        confirm="Remove"
        onCancel={() => setIsAsked(false)}
        onConfirm={() => {
          setIsAsked(false)
          void run(() => remove(webhook_id))
        }}
      >
        Messages that wait for it are deleted.
      </ConfirmDialog>
    </li>
  )
}

type ActionsProps = {
  webhook: Webhook
  isRemoving: boolean
  /** Runs a call, and shows its refusal below the actions. */
  run: (act: () => Promise<unknown>) => Promise<void>
  onSecret: (secret: string) => void
  onRemove: () => void
}

function Actions({ webhook, isRemoving, run, onSecret, onRemove }: ActionsProps) {
  const { mutateAsync: update, isPending: isUpdating } = useUpdateWebhook()
  const { mutateAsync: sendTest, isPending: isTesting } = useTestWebhook()
  const { webhook_id, url, is_paused, has_secret } = webhook
  const host = new URL(url).host
  const isBusy = isUpdating || isRemoving || isTesting
  const renew = async () => {
    const { secret } = await update({ webhook_id, new_secret: 1 })
    if (secret) onSecret(secret)
  }
  return (
    <div className={styles.actions}>
      <Button
        size="small"
        disabled={isBusy || has_secret === 0}
        aria-label={`Send a test to ${host}`}
        onClick={() => run(() => sendTest(webhook_id))}
      >
        {isTesting ? 'Sending…' : 'Send a test'}
      </Button>
      {has_secret === 1 && (
        <Button
          size="small"
          disabled={isBusy}
          aria-label={`${is_paused ? 'Resume' : 'Pause'} ${host}`}
          onClick={() => run(() => update({ webhook_id, is_paused: is_paused ? 0 : 1 }))}
        >
          {is_paused ? 'Resume' : 'Pause'}
        </Button>
      )}
      <Button size="small" disabled={isBusy} aria-label={`New secret for ${host}`} onClick={() => run(renew)}>
        New secret
      </Button>
      <Button size="small" disabled={isBusy} aria-label={`Remove ${host}`} onClick={onRemove}>
        Remove
      </Button>
    </div>
  )
}

function NewWebhook({ onSecret }: { onSecret: (secret: string) => void }) {
  const noteId = useId()
  const [url, setUrl] = useState('')
  const [chosen, setChosen] = useState<readonly WebhookEvent[]>(events)
  const [faults, setFaults] = useState<Record<string, string>>({})
  const { mutateAsync: create, isPending } = useCreateWebhook()

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isPending) return
    setFaults({})
    try {
      const { secret } = await create({ url, events: [...chosen] })
      setUrl('')
      if (secret) onSecret(secret)
    } catch (error) {
      setFaults(faultsOf(error))
    }
  }

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <TextField
        label="Address of the new webhook"
        inputMode="url"
        placeholder="https://studio.example/hooks"
        maxLength={300}
        error={faults.url ?? faults['']}
        value={url}
        onChange={event => setUrl(event.target.value)}
      />
      <fieldset className={styles.events} aria-describedby={noteId}>
        <legend>Tell it about</legend>
        {events.map(event => (
          <label key={event}>
            <input
              type="checkbox"
              checked={chosen.includes(event)}
              onChange={({ target }) =>
                setChosen(target.checked ? [...chosen, event] : chosen.filter(each => each !== event))
              }
            />
            {eventNames[event]}
          </label>
        ))}
        <FieldNote id={noteId} error={faults.events} />
      </fieldset>
      <Button type="submit" disabled={isPending}>
        {isPending ? 'Adding…' : 'Add a webhook'}
      </Button>
    </form>
  )
}
