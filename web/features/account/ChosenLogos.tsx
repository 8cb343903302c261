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
import { X } from 'lucide-react'
import { useRef } from 'react'
import type { Logo } from '../../../shared/api/logos.ts'
import { OwnLogoPicture } from './OwnLogoPicture.tsx'
import styles from './ProfileLogos.module.css'

type Props = {
  logos: Logo[]
  onOrder: (ids: number[]) => void
  onRemove: (logoId: number) => void
}

/** The chosen logos, ordered by pointer and keyboard. */
export function ChosenLogos({ logos, onOrder, onRemove }: Props) {
  const ids = logos.map(logo => logo.logo_id)
  const announcements = useAnnouncements(logos)
  const sensors = useSensors(
    // A press becomes a drag once it moves; otherwise it is a click.
    useSensor(PointerSensor, { activationConstraint: { distance: 6 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const move = ({ active, over }: DragEndEvent) => {
    if (over && over.id !== active.id)
      onOrder(arrayMove(ids, ids.indexOf(Number(active.id)), ids.indexOf(Number(over.id))))
  }
  if (ids.length === 0)
    return <p className={styles.nothing}>None yet. Your newest logos are shown instead.</p>
  return (
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
          {logos.map((logo, i) => (
            <Chosen key={logo.logo_id} logo={logo} position={i + 1} onRemove={() => onRemove(logo.logo_id)} />
          ))}
        </ol>
      </SortableContext>
    </DndContext>
  )
}

/** What a screen reader says while a logo is moved. */
function useAnnouncements(logos: Logo[]): Announcements {
  const indexOf = (id: number | string) => logos.findIndex(logo => logo.logo_id === Number(id))
  const nameOf = (id: number | string) => logos[indexOf(id)]?.logo ?? 'Logo'
  const placeOf = (id: number | string) => `${indexOf(id) + 1} of ${logos.length}`
  // dnd-kit reports an item as over itself at once, which must not replace the first announcement.
  const hasMoved = useRef(false)
  return {
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
        <OwnLogoPicture logo={logo} />
      </button>
      <button type="button" className={styles.remove} aria-label={`Remove ${logo.logo}`} onClick={onRemove}>
        <X size={14} aria-hidden />
      </button>
    </li>
  )
}
