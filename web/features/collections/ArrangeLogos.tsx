import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  MouseSensor,
  TouchSensor,
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
import { useRef, useState } from 'react'
import type { Collection } from '../../../shared/api/collections.ts'
import type { Logo } from '../../../shared/api/logos.ts'
import { imageUrl } from '../../../shared/rules/image-url.ts'
import { maxLength } from '../../../shared/rules/limits.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { TextArea } from '../../ui/controls/Field.tsx'
import styles from './ArrangeLogos.module.css'
import { useMoveLogo, useSetCover, useSetNote } from './queries.ts'

/** Orders the logos of a collection by pointer and keyboard, takes notes and, for its owner, chooses its cover. Each is saved at once. */
export default function ArrangeLogos({ collection }: { collection: Collection }) {
  const logos = collection.logos ?? []
  const ids = logos.map(logo => logo.logo_id)
  const { mutate: moveLogo } = useMoveLogo(collection.light_box_id)
  const sensors = useSensors(
    // A press becomes a drag once it moves; otherwise it is a click.
    useSensor(MouseSensor, { activationConstraint: { distance: 6 } }),
    // A finger has to rest first: the logos fill a phone's screen, and a swipe scrolls.
    useSensor(TouchSensor, { activationConstraint: { delay: 250, tolerance: 8 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const move = ({ active, over }: DragEndEvent) => {
    if (!over || over.id === active.id) return
    const order = arrayMove(ids, ids.indexOf(Number(active.id)), ids.indexOf(Number(over.id)))
    const at = order.indexOf(Number(active.id))
    moveLogo({ logo_id: Number(active.id), after: order[at - 1] ?? null })
  }
  const nameOf = (id: number | string) => logos.find(logo => logo.logo_id === Number(id))?.logo ?? 'Logo'
  const placeOf = (id: number | string) => `${ids.indexOf(Number(id)) + 1} of ${ids.length}`
  // dnd-kit reports an item as over itself at once, which must not replace the first announcement.
  const hasMoved = useRef(false)
  const announcements: Announcements = {
    onDragStart({ active }) {
      hasMoved.current = false
      return `Picked up ${nameOf(active.id)}, ${placeOf(active.id)}.`
    },
    onDragOver({ active, over }) {
      hasMoved.current ||= over?.id !== active.id
      return over && hasMoved.current ? `${nameOf(active.id)} is now ${placeOf(over.id)}.` : undefined
    },
    onDragEnd: ({ active, over }) => (over ? `${nameOf(active.id)} stays ${placeOf(over.id)}.` : undefined),
    onDragCancel: ({ active }) => `${nameOf(active.id)} is back where it was.`,
  }
  return (
    <>
      <p className={styles.text}>
        Drag to order, or pick a logo up with the space bar. A note is for you, your helpers and whoever has
        the client link.
      </p>
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
          <ol className={styles.grid} aria-label="Logos in order">
            {logos.map((logo, i) => (
              <Place key={logo.logo_id} logo={logo} position={i + 1} collection={collection} />
            ))}
          </ol>
        </SortableContext>
      </DndContext>
    </>
  )
}

type PlaceProps = { logo: Logo; position: number; collection: Collection }

function Place({ logo, position, collection }: PlaceProps) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } =
    useSortable({ id: logo.logo_id })
  const { mutate: setCover } = useSetCover(collection)
  const isCover = collection.cover_logo_id === logo.logo_id
  return (
    <li
      ref={setNodeRef}
      className={styles.place}
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
        <img
          src={imageUrl(logo.image, 320)}
          alt=""
          width={220}
          height={220}
          loading="lazy"
          draggable={false}
          style={{ backgroundColor: logo.ground ?? undefined }}
        />
      </button>
      <div className={styles.line}>
        <span className={styles.name}>{logo.logo}</span>
        {!collection.is_helper && (
          <Button
            kind="quiet"
            size="small"
            aria-pressed={isCover}
            aria-label={`Cover: ${logo.logo}`}
            onClick={() => setCover(isCover ? null : logo.logo_id)}
          >
            {isCover ? 'Cover ✓' : 'Cover'}
          </Button>
        )}
      </div>
      <Note collection={collection} logo={logo} />
    </li>
  )
}

/** A note, saved when its field is left. */
function Note({ collection, logo }: Omit<PlaceProps, 'position'>) {
  const saved = collection.notes?.find(({ logo_id }) => logo_id === logo.logo_id)?.note ?? ''
  const [text, setText] = useState(saved)
  const { mutate: setNote, isError } = useSetNote(collection.light_box_id)
  return (
    <TextArea
      label={`Note to ${logo.logo}`}
      isBare
      rows={1}
      placeholder="Note"
      maxLength={maxLength.collectionNote}
      value={text}
      error={isError ? 'The note wasn’t saved.' : undefined}
      autoComplete="off"
      onChange={event => setText(event.target.value)}
      onBlur={() => text.trim() !== saved && setNote({ logo_id: logo.logo_id, note: text })}
    />
  )
}
