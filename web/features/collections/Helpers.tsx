import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { CallError } from '../../../shared/endpoint.ts'
import { maxCollectionHelpers } from '../../../shared/rules/limits.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { TextField } from '../../ui/controls/Field.tsx'
import { FocusKeeper } from '../../ui/layout/FocusKeeper.tsx'
import { LoadError } from '../../ui/messages/LoadError.tsx'
import styles from './Helpers.module.css'
import { helpersQuery, useAddHelper, useRemoveHelper } from './queries.ts'

/** The members who help with an own collection: invited by username, and removed. */
export function Helpers({ collectionId }: { collectionId: number }) {
  const { data: helpers, isError, error, refetch } = useQuery(helpersQuery(collectionId))
  const add = useAddHelper(collectionId)
  const remove = useRemoveHelper(collectionId)
  const [username, setUsername] = useState('')
  const fault =
    add.error instanceof CallError ? (add.error.body.errors?.username ?? add.error.body.error) : undefined

  const send = (event: FormEvent) => {
    event.preventDefault()
    if (!add.isPending) add.mutate(username, { onSuccess: () => setUsername('') })
  }
  return (
    <section className={styles.section} aria-labelledby="helpers">
      <h2 id="helpers" className={styles.title}>
        Helpers
      </h2>
      <p className={styles.text}>
        Up to {maxCollectionHelpers} members see this collection, even if it’s private. They add and remove
        logos, order them and take notes; settings stay yours.
      </p>
      {isError && !helpers && <LoadError what="The list" error={error} onRetry={refetch} />}
      <FocusKeeper item="li" target="button" fallback="input">
        <ul>
          {helpers?.map(helper => (
            <li key={helper.designer_id} className={styles.row}>
              <p className={styles.name}>
                {helper.company} <span className={styles.username}>{helper.username}</span>
              </p>
              <Button
                kind="quiet"
                size="small"
                aria-label={`Remove ${helper.company}`}
                aria-disabled={remove.isPending || undefined}
                onClick={() => remove.isPending || remove.mutate(helper.username)}
              >
                Remove
              </Button>
            </li>
          ))}
        </ul>
        <form className={styles.form} onSubmit={send} noValidate>
          <TextField
            label="Username"
            value={username}
            error={fault}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            onChange={event => {
              setUsername(event.target.value)
              add.reset()
            }}
          />
          <Button type="submit" aria-disabled={add.isPending || undefined}>
            Invite
          </Button>
        </form>
      </FocusKeeper>
    </section>
  )
}
