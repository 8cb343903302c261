import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { CallError } from '../../../shared/endpoint.ts'
import { formatCount, formatDate } from '../../../shared/rules/format.ts'
import { dayMs } from '../../../shared/rules/time.ts'
import { showToast } from '../../lib/toast/toast.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { TextField } from '../../ui/controls/Field.tsx'
import styles from './ClientLink.module.css'
import { clientLinkQuery, useEndLink, useMakeLink } from './queries.ts'

const dayIn = (days: number) => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10)

/** The private link with which a client sees a collection without an account. It is made, copied once, and ended here. */
export function ClientLink({ collectionId }: { collectionId: number }) {
  const { data: link } = useQuery(clientLinkQuery(collectionId))
  const make = useMakeLink(collectionId)
  const end = useEndLink(collectionId)
  const [until, setUntil] = useState(dayIn(30))
  const url = make.data?.url
  const isLive = link?.until != null && Date.parse(link.until) > Date.now()
  const error =
    make.error instanceof CallError ? (make.error.body.errors?.until ?? make.error.body.error) : undefined

  const send = (event: FormEvent) => {
    event.preventDefault()
    if (!make.isPending) make.mutate(until)
  }
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url!)
      showToast('Link copied.', 'success')
    } catch {
      showToast('Your browser didn’t copy it. Select the link and copy it.')
    }
  }
  return (
    <section className={styles.section} aria-labelledby="client-link">
      <h2 id="client-link" className={styles.title}>
        Client link
      </h2>
      <p className={styles.text}>
        Anyone with the link sees this collection with your notes, without an account and even if it’s
        private. A new link ends the one before.
      </p>
      {isLive && (
        <p role="status">
          It works until {formatDate(link.until!)} and{' '}
          {link.opened ? `was opened ${formatCount(link.opened, 'time')}` : 'hasn’t been opened yet'}.
        </p>
      )}
      {url && isLive && (
        <>
          <TextField
            label="The link, shown only now"
            value={url}
            readOnly
            onFocus={event => event.target.select()}
          />
          <div className={styles.actions}>
            <Button kind="primary" onClick={() => void copy()}>
              Copy link
            </Button>
          </div>
        </>
      )}
      <form className={styles.form} onSubmit={send} noValidate>
        <TextField
          label="Until"
          type="date"
          value={until}
          min={dayIn(1)}
          max={dayIn(365)}
          error={error}
          onChange={event => setUntil(event.target.value)}
        />
        <div className={styles.actions}>
          <Button type="submit" aria-disabled={make.isPending || undefined}>
            {isLive ? 'Make a new link' : 'Make a link'}
          </Button>
          {isLive && (
            <Button
              kind="quiet"
              aria-disabled={end.isPending || undefined}
              onClick={() => end.isPending || end.mutate(undefined, { onSuccess: () => make.reset() })}
            >
              End the link
            </Button>
          )}
        </div>
      </form>
    </section>
  )
}
