import type { FunctionComponent } from 'react'
import type { Ability } from '../../../shared/rules/roles.ts'
import { ChunkError } from '../../domain/page/ChunkError.tsx'
import { lazyWithRetry } from '../../lib/loading/lazy-with-retry.tsx'

/** `rest` are the parts of the address after the room's own. */
type RoomProps = { rest: string[] }

export type DeskRoom = {
  /** After `/admin/`. */
  path: string
  title: string
  /** Who may enter. */
  can: Ability
  /** Not in the list of rooms. */
  isHidden?: true
  Room: FunctionComponent<RoomProps>
}

const lazyRoom = (load: () => Promise<{ default: FunctionComponent<RoomProps> }>) =>
  lazyWithRetry(load, ({ onRetry }) => <ChunkError what="This room" onRetry={onRetry} />)

/** Every room of the desk, in the order in which they are listed. */
export const rooms: DeskRoom[] = [
  {
    path: 'books',
    title: 'Books & jury',
    can: 'books',
    Room: lazyRoom(() => import('../../features/desk/BooksDesk.tsx')),
  },
  {
    path: 'history',
    title: 'History',
    can: 'history',
    Room: lazyRoom(() => import('../../features/desk-history/HistoryRoom.tsx')),
  },
]
