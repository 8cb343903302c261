import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import type { Token } from '../../../shared/api/tokens.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Segments, TextField } from '../../ui/controls/Field.tsx'
import { ConfirmDialog } from '../../ui/messages/ConfirmDialog.tsx'
import { LoadError } from '../../ui/messages/LoadError.tsx'
import { ago } from './ago.ts'
import { faultsOf } from './fault.ts'
import styles from './Integrations.module.css'
import { tokensQuery, useCreateToken, useRevokeToken } from './queries.ts'
import { Secret } from './Secret.tsx'

/** The member's API tokens: the list, a new one, and revoking. */
export default function Tokens() {
  const headingId = useId()
  const { data: tokens, isError, error, refetch } = useQuery(tokensQuery)
  return (
    <section className={styles.section} aria-labelledby={headingId}>
      <h2 className={styles.title} id={headingId}>
        API tokens
      </h2>
      <p className={styles.text}>
        For your own site or script. A token acts as you, except for your login, payments and webhooks.{' '}
        <a href="/api/docs#tokens">How to use them</a>
      </p>
      {isError && !tokens && <LoadError what="The list" error={error} onRetry={refetch} />}
      {!tokens && !isError && <div className={styles.blank} role="status" aria-label="Loading" />}
      {tokens && tokens.length > 0 && <TokenList tokens={tokens} />}
      {tokens && <NewToken />}
    </section>
  )
}

function TokenList({ tokens }: { tokens: Token[] }) {
  const [asked, setAsked] = useState<Token>()
  const { mutate: revoke, isPending, variables } = useRevokeToken()
  return (
    <>
      <ul className={styles.list}>
        {tokens.map(token => (
          <li key={token.token_id} className={styles.row}>
            <div>
              <p className={styles.name}>{token.name}</p>
              <p className={styles.facts}>
                {token.scope === 'read' ? 'Reads' : 'Reads and writes'} · created {ago(token.created_at)} ·{' '}
                {token.last_used_at ? `used ${ago(token.last_used_at)}` : 'not used yet'}
              </p>
            </div>
            <Button
              disabled={isPending}
              aria-label={`Revoke the token ${token.name}`}
              onClick={() => setAsked(token)}
            >
              {isPending && variables === token.token_id ? 'Revoking…' : 'Revoke'}
            </Button>
          </li>
        ))}
      </ul>
      <ConfirmDialog
        isOpen={asked !== undefined}
        title={`Revoke “${asked?.name ?? ''}”?`}
        cancel="Keep it"
        confirm="Revoke"
        onCancel={() => setAsked(undefined)}
        onConfirm={() => {
          if (asked) revoke(asked.token_id)
          setAsked(undefined)
        }}
      >
        Whatever uses it stops working at once.
      </ConfirmDialog>
    </>
  )
}

function NewToken() {
  const [name, setName] = useState('')
  const [scope, setScope] = useState<'read' | 'write'>('read')
  const [faults, setFaults] = useState<Record<string, string>>({})
  const [made, setMade] = useState<{ name: string; token: string }>()
  const { mutateAsync: create, isPending } = useCreateToken()

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isPending) return
    setFaults({})
    try {
      setMade(await create({ name, scope }))
      setName('')
    } catch (error) {
      setFaults(faultsOf(error))
    }
  }

  if (made)
    return (
      <Secret title={`Your token “${made.name}”`} secret={made.token} onDone={() => setMade(undefined)} />
    )
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <TextField
        label="Name of the new token"
        placeholder="My portfolio"
        maxLength={100}
        error={faults.name ?? faults['']}
        value={name}
        onChange={event => setName(event.target.value)}
      />
      <Segments
        label="It may"
        name="scope"
        options={['read', 'write']}
        names={{ read: 'Read', write: 'Read and write' }}
        chosen={scope}
        onChange={event => setScope(event.target.value === 'write' ? 'write' : 'read')}
        error={faults.scope}
      />
      <Button type="submit" disabled={isPending}>
        {isPending ? 'Creating…' : 'Create a token'}
      </Button>
    </form>
  )
}
