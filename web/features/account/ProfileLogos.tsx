import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import {
  arrayMove,
  rectSortingStrategy,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
} from '@dnd-kit/sortable'
import { useQuery } from '@tanstack/react-query'
import { Check, X } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import type { Logo } from '../../../shared/api/logos.ts'
import { profileLogosMessages } from '../../../shared/api/profile-form.ts'
import { imageUrl } from '../../../shared/rules/image-url.ts'
import { maxProfileLogos } from '../../../shared/rules/limits.ts'
import { useSubmit } from '../../lib/forms/use-submit.ts'
import { showToast } from '../../lib/toast/toast.ts'
import { Button, ButtonLink } from '../../ui/controls/Button.tsx'
import { TextField } from '../../ui/controls/Field.tsx'
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

/** Chooses and orders the profile's logos by pointer and keyboard. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: the markup of both lists and their sensors
function Choice({ pool, saved, onBegun }: { pool: Logo[]; saved: number[]; onBegun: (is: boolean) => void }) {
  const byId = new Map(pool.map(logo => [logo.logo_id, logo]))
  /** Undefined until the first change: the saved choice is shown. */
  const [changed, setIds] = useState<number[]>()
  const ids = (changed ?? saved).filter(id => byId.has(id))
  const [sought, setSought] = useState('')
  const { mutateAsync: setLogos, isPending } = useSetProfileLogos()
  const sensors = useSensors(
    // A press becomes a drag once it moves; otherwise it is a click.
    useSensor(PointerSensor, { activationConstraint: { distance: 6 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )

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
  const move = ({ active, over }: DragEndEvent) => {
    if (over && over.id !== active.id)
      setIds(arrayMove(ids, ids.indexOf(Number(active.id)), ids.indexOf(Number(over.id))))
  }
  const nameOf = (id: number | string) => byId.get(Number(id))?.logo ?? 'Logo'
  const scrollKeyOf = (id: number | string) => `${ids.indexOf(Number(id)) + 1} of ${ids.length}`
  // dnd-kit reports an item as over itself at once, which must not replace the first announcement.
  const hasMoved = useRef(false)
  const announcements: Announcements = {
    onDragStart({ active }) {
      hasMoved.current = false
      return `Picked up ${nameOf(active.id)}, ${scrollKeyOf(active.id)}.`
    },
    onDragOver({ active, over }) {
      hasMoved.current ||= over?.id !== active.id
      return over && hasMoved.current ? `${nameOf(active.id)} is now ${scrollKeyOf(over.id)}.` : undefined
    },
    onDragEnd: ({ active, over }) =>
      over ? `${nameOf(active.id)} stays ${scrollKeyOf(over.id)}.` : undefined,
    onDragCancel: ({ active }) => `${nameOf(active.id)} is back where it was.`,
  }
  const words = sought.toLowerCase().split(/\s+/).filter(Boolean)
  const found = pool.filter(logo => {
    const text = `${logo.logo} ${logo.client} ${logo.keywords}`.toLowerCase()
    return words.every(word => text.includes(word))
  })

  return (
    <>
      <h3 className={styles.subtitle}>
        Chosen{' '}
        <span className={styles.count}>
          {ids.length} of {maxProfileLogos}
        </span>
      </h3>
      {ids.length ? (
        <DndContext
          sensors={sensors}
          collisionDetection={closestCenter}
          onDragEnd={move}
          accessibility={{
            announcements,
            screenReaderInstructions: {
              draggable:
                'Press space to pick the logo up, the arrow keys to move it, space to put it down, escape to leave it.',
            },
          }}
        >
          <SortableContext items={ids} strategy={rectSortingStrategy}>
            <ol className={styles.grid} aria-label="Chosen logos">
              {ids.map((id, i) => (
                <Chosen key={id} logo={byId.get(id)!} position={i + 1} onRemove={() => toggle(id)} />
              ))}
            </ol>
          </SortableContext>
        </DndContext>
      ) : (
        <p className={styles.nothing}>None yet. Your newest logos are shown instead.</p>
      )}
      <div className={styles.end}>
        <Button kind="primary" onClick={() => save()} disabled={isPending || !isBegun} aria-busy={isPending}>
          {isPending ? 'Saving…' : 'Save Profile Logos'}
        </Button>
        <p className={styles.text}>Drag to order, or pick one up with the space bar.</p>
      </div>

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
          const isChosen = ids.includes(logo.logo_id)
          return (
            <li key={logo.logo_id}>
              <button
                type="button"
                className={styles.tile}
                aria-pressed={isChosen}
                aria-label={logo.logo}
                onClick={() => toggle(logo.logo_id)}
              >
                <Picture logo={logo} />
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

function Chosen({ logo, position, onRemove }: { logo: Logo; position: number; onRemove: () => void }) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } =
    useSortable({ id: logo.logo_id })
  return (
    <li
      ref={setNodeRef}
      className={styles.chosen}
      data-dragging={isDragging || undefined}
      style={{
        transform: transform ? `translate3d(${transform.x}px, ${transform.y}px, 0)` : undefined,
        transition,
      }}
    >
      <button
        ref={setActivatorNodeRef}
        type="button"
        className={styles.handle}
        {...attributes}
        {...listeners}
        aria-label={`${logo.logo}, ${position}`}
      >
        <Picture logo={logo} />
      </button>
      <button type="button" className={styles.remove} aria-label={`Remove ${logo.logo}`} onClick={onRemove}>
        <X size={14} aria-hidden />
      </button>
    </li>
  )
}

const Picture = ({ logo }: { logo: Logo }) => (
  <img
    src={imageUrl(logo.image, 320)}
    alt=""
    width={160}
    height={160}
    loading="lazy"
    draggable={false}
    style={{ backgroundColor: logo.ground ?? undefined }}
  />
)
