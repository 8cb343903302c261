import { useMutation, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useState } from 'react'
import type { Bench } from '../../../shared/api/jury.ts'
import * as api from '../../../shared/api.ts'
import { CallError } from '../../../shared/endpoint.ts'
import { formatCount } from '../../../shared/rules/format.ts'
import { suggesting, useTyped } from '../../domain/search/suggestions.ts'
import { call } from '../../lib/api/call.ts'
import { recordOf } from '../../lib/api/record-of.ts'
import { setCached } from '../../lib/api/set-cached.ts'
import { Button, IconButton } from '../../ui/controls/Button.tsx'
import { FieldNote, TextField } from '../../ui/controls/Field.tsx'
import { Avatar } from '../../ui/display/Avatar.tsx'
import styles from './Declare.module.css'
import { benchQuery } from './queries.ts'

/** The juror's page before the draw: guidance, and the declaration of conflicts. */
export function Declare({ bench }: { bench: Bench }) {
  const queryClient = useQueryClient()
  const { declared } = bench
  const isOpen = bench.book.state === 'open'
  const { mutate, isPending, error } = useMutation({
    mutationFn: (designer_ids: number[]) => call(api.jury.declare, { designer_ids }),
    onSuccess: answer => {
      const saved = recordOf(answer, 'declared')
      if (saved) setCached(queryClient, benchQuery.queryKey, { ...bench, ...saved })
      else void queryClient.invalidateQueries({ queryKey: benchQuery.queryKey })
    },
    meta: { error: 'Your conflicts weren’t saved. Please try again.' },
  })
  return (
    <>
      <section className={styles.section}>
        <h2>What you’ll do</h2>
        <p>
          Once the book has closed, three jurors are drawn for every logo. You’ll see the mark, its title and
          its industry, never whose it is, and score it from 0 to 3. Your own uploads stay out of this book.
        </p>
      </section>
      <section className={styles.section}>
        <h2>What will be public</h2>
        <p>
          So that anyone can check the draw, it’s published with the results: the account numbers of the
          jurors, which juror had which logos, and which logos were kept from whom.{' '}
          <strong>How you scored a logo is never published.</strong> If that’s not all right with you, tell
          the chair before the book closes.
        </p>
      </section>
      <section className={styles.section}>
        <h2>Whose work you know</h2>
        <p>
          Your own logos, those that credit you, and those of your company are kept from you already. Name
          designers whose work you’d recognize, or couldn’t judge freely: clients, partners, friends.
        </p>
        {isOpen ? (
          <DesignerSearch
            isPending={isPending}
            declaredIds={declared}
            onAdd={designerId => mutate([...declared, designerId])}
          />
        ) : (
          <p>The book has closed: what you declared is part of the draw.</p>
        )}
        {error instanceof CallError && <FieldNote error={error.body.error} />}
        <Declared
          designerIds={declared}
          onRemove={isOpen ? id => mutate(declared.filter(each => each !== id)) : undefined}
        />
      </section>
    </>
  )
}

type SearchProps = { isPending: boolean; declaredIds: number[]; onAdd: (designerId: number) => void }

function DesignerSearch({ isPending, declaredIds, onAdd }: SearchProps) {
  const [text, setText] = useState('')
  const typed = useTyped(text)
  const { data } = useQuery({
    queryKey: ['jury', 'designers', typed],
    queryFn: ({ signal }) => call(api.search.quickSearch, { text: typed }, { signal }),
    enabled: typed !== '',
    ...suggesting,
  })
  const found = typed && text.trim() ? (data?.designers ?? []) : []
  return (
    <>
      <TextField
        label="Find a designer"
        value={text}
        onChange={event => setText(event.target.value)}
        hint={typed && data && !found.length ? 'No designer of that name.' : 'By company or name'}
        autoComplete="off"
      />
      <ul className={styles.people} aria-label="Found">
        {found.map(({ designer_id, company, avatar_url, logo_ct }) => (
          <li key={designer_id}>
            <Avatar url={avatar_url} size={28} />
            <span className={styles.name}>{company}</span>
            <span className={styles.count}>{formatCount(logo_ct, 'logo')}</span>
            <Button
              aria-label={`${declaredIds.includes(designer_id) ? 'Named' : 'I know them'}: ${company}`}
              disabled={isPending || declaredIds.includes(designer_id)}
              onClick={() => onAdd(designer_id)}
            >
              {declaredIds.includes(designer_id) ? 'Named' : 'I know them'}
            </Button>
          </li>
        ))}
      </ul>
    </>
  )
}

function Declared({ designerIds, onRemove }: { designerIds: number[]; onRemove?: (id: number) => void }) {
  const profiles = useQueries({
    queries: designerIds.map(designer_id => ({
      queryKey: ['jury', 'declared', designer_id],
      queryFn: () => call(api.designers.findProfile, { designer_id }),
      staleTime: 10 * 60_000,
    })),
  })
  if (!designerIds.length) return <p className={styles.none}>You haven’t named anyone.</p>
  return (
    <ul className={styles.people} aria-label="Designers you named">
      {designerIds.map((id, i) => {
        const profile = profiles[i]?.data
        const name = profile?.company ?? `Designer ${id}`
        return (
          <li key={id}>
            <Avatar url={profile?.avatar_url ?? ''} size={28} />
            <span className={styles.name}>{name}</span>
            {onRemove && (
              <IconButton label={`Take ${name} off the list`} onClick={() => onRemove(id)}>
                <X size={18} aria-hidden />
              </IconButton>
            )}
          </li>
        )
      })}
    </ul>
  )
}
