import { useQuery } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { useEffect, useId, useState } from 'react'
import type { Logo } from '../../../shared/api/logos.ts'
import { profileLogosMessages } from '../../../shared/api/profile-form.ts'
import { maxProfileLogos } from '../../../shared/rules/limits.ts'
import { useSubmit } from '../../lib/forms/use-submit.ts'
import { showToast } from '../../lib/toast/toast.ts'
import { Button, ButtonLink } from '../../ui/controls/Button.tsx'
import { TextField } from '../../ui/controls/Field.tsx'
import { ChosenLogos } from './ChosenLogos.tsx'
import { findOwnLogos } from './find-own-logos.ts'
import { OwnLogoPicture } from './OwnLogoPicture.tsx'
import styles from './ProfileLogos.module.css'
import { chosenLogosQuery, ownLogosQuery, useSetProfileLogos } from './queries.ts'

type Props = { designerId: number; onBegun: (is: boolean) => void }

/** The choice and order of the logos that are shown first on the profile. */
export function ProfileLogos({ designerId, onBegun }: Props) {
  const pool = useQuery(ownLogosQuery)
  const chosen = useQuery(chosenLogosQuery(designerId))
  const headingId = useId()
  return (
    <section className={styles.section} aria-labelledby={headingId}>
      <h2 className={styles.title} id={headingId}>
        Profile logos
      </h2>
      <p className={styles.text}>
        Choose up to {maxProfileLogos} logos for the top of your profile. Visitors see only these; if you
        choose none, your newest.
      </p>
      {pool.data && chosen.data ? (
        pool.data.data.length ? (
          <Choice
            pool={pool.data.data}
            saved={chosen.data.data.map(logo => logo.logo_id)}
            onBegun={onBegun}
          />
        ) : (
          <p className={styles.text}>
            You have no logos yet. <ButtonLink to="/submit">Upload a logo</ButtonLink>
          </p>
        )
      ) : pool.isError || chosen.isError ? (
        <p className={styles.text}>
          Your logos didn’t load.{' '}
          <Button
            onClick={() => {
              void pool.refetch()
              void chosen.refetch()
            }}
          >
            Try again
          </Button>
        </p>
      ) : (
        <div className={styles.grid} role="status" aria-label="Loading">
          {Array.from({ length: 10 }, (_, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: identical placeholders
            <span key={i} className={styles.blank} />
          ))}
        </div>
      )}
    </section>
  )
}

/** Chooses and orders the profile's logos. */
function Choice({ pool, saved, onBegun }: { pool: Logo[]; saved: number[]; onBegun: (is: boolean) => void }) {
  const byId = new Map(pool.map(logo => [logo.logo_id, logo]))
  /** Undefined until the first change: the saved choice is shown. */
  const [changed, setIds] = useState<number[]>()
  const ids = (changed ?? saved).filter(id => byId.has(id))
  const { mutateAsync: setLogos, isPending } = useSetProfileLogos()

  const isBegun = changed !== undefined && changed.join() !== saved.join()
  useEffect(() => {
    onBegun(isBegun)
    return () => onBegun(false)
  }, [isBegun, onBegun])

  const save = useSubmit(
    async () => {
      await setLogos(ids)
      setIds(undefined)
    },
    ({ body }) => {
      for (const message of Object.values(body?.errors ?? {})) showToast(message)
    },
  )
  const toggle = (id: number) => {
    if (ids.includes(id)) return setIds(ids.filter(other => other !== id))
    if (ids.length >= maxProfileLogos) return showToast(profileLogosMessages.tooMany)
    setIds([...ids, id])
  }

  return (
    <>
      <h3 className={styles.subtitle}>
        Chosen{' '}
        <span className={styles.count}>
          {ids.length} of {maxProfileLogos}
        </span>
      </h3>
      <ChosenLogos logos={ids.map(id => byId.get(id)!)} onOrder={setIds} onRemove={toggle} />
      <div className={styles.end}>
        <Button kind="primary" onClick={() => save()} disabled={isPending || !isBegun} aria-busy={isPending}>
          {isPending ? 'Saving…' : 'Save Profile Logos'}
        </Button>
        <p className={styles.text}>Drag to order, or pick one up with the space bar.</p>
      </div>
      <LogoPool pool={pool} chosen={ids} onToggle={toggle} />
    </>
  )
}

type PoolProps = { pool: Logo[]; chosen: number[]; onToggle: (logoId: number) => void }

/** All logos of the member, or those that are found by a word. */
function LogoPool({ pool, chosen, onToggle }: PoolProps) {
  const [sought, setSought] = useState('')
  const found = findOwnLogos(pool, sought)
  return (
    <>
      <h3 className={styles.subtitle}>
        All your logos <span className={styles.count}>{pool.length}</span>
      </h3>
      <TextField
        label="Find by title, client or keyword"
        type="search"
        value={sought}
        onChange={event => setSought(event.target.value)}
        onKeyDown={event => event.key === 'Enter' && event.preventDefault()}
      />
      <ul className={styles.pool} aria-label="All your logos">
        {found.map(logo => {
          const isChosen = chosen.includes(logo.logo_id)
          return (
            <li key={logo.logo_id}>
              <button
                type="button"
                className={styles.tile}
                aria-pressed={isChosen}
                aria-label={logo.logo}
                onClick={() => onToggle(logo.logo_id)}
              >
                <OwnLogoPicture logo={logo} />
                {isChosen && (
                  <span className={styles.mark}>
                    <Check size={16} aria-hidden />
                  </span>
                )}
              </button>
            </li>
          )
        })}
      </ul>
      {found.length === 0 && <p className={styles.nothing}>No logo of yours matches.</p>}
    </>
  )
}
