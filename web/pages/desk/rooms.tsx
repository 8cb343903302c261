import type { FunctionComponent } from 'react'
import type { Ability } from '../../../shared/rules/roles.ts'
import { siteLabels } from '../../../shared/site-labels.ts'
import { siteNames } from '../../../shared/site-words.ts'
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
  /** The title of what is open in the room, from `rest`, until the room names it; without it, `rest` itself is shown. */
  detailTitleOf?: (rest: string[]) => string | undefined
  /** The room fills the desk to its edges, and has a heading and a title of its own. */
  isWhole?: true
  /** Not in the list of rooms. */
  isHidden?: true
  Room: FunctionComponent<RoomProps>
}

const lazyRoom = (load: () => Promise<{ default: FunctionComponent<RoomProps> }>) =>
  lazyWithRetry(load, ({ onRetry }) => <ChunkError what="This room" onRetry={onRetry} />)

/** What is open has a name that the room will have loaded in a moment. */
const nameless = ([which]: string[]) => (which ? '…' : '')

/** Every room of the desk, in the order in which they are listed. */
export const rooms: DeskRoom[] = [
  {
    path: '',
    title: 'Today',
    can: 'today',
    Room: lazyRoom(() => import('../../features/desk/today/TodayRoom.tsx')),
  },
  {
    path: 'search',
    title: 'Search',
    can: 'today',
    isHidden: true,
    Room: lazyRoom(() => import('../../features/desk/today/SearchRoom.tsx')),
  },
  {
    path: 'members',
    title: 'Members',
    can: 'members',
    detailTitleOf: nameless,
    Room: lazyRoom(() => import('../../features/desk/members/MembersRoom.tsx')),
  },
  {
    path: 'reports',
    title: 'Reports',
    can: 'reports',
    isWhole: true,
    Room: lazyRoom(() => import('../../features/desk/reports/ReportsRoom.tsx')),
  },
  {
    path: 'logos',
    title: 'Logos',
    can: 'hide',
    Room: lazyRoom(() => import('../../features/desk/reports/LogosRoom.tsx')),
  },
  {
    path: 'comments',
    title: 'Comments',
    can: 'comments',
    Room: lazyRoom(() => import('../../features/desk/reports/CommentsRoom.tsx')),
  },
  {
    path: 'money',
    title: 'Money',
    can: 'money',
    detailTitleOf: ([tab]) => (tab === 'grants' ? 'Time' : tab === 'attention' ? 'Attention' : tab),
    Room: lazyRoom(() => import('../../features/desk/money/MoneyRoom.tsx')),
  },
  {
    path: 'gift-cards',
    title: 'Gift cards',
    can: 'gift-cards',
    Room: lazyRoom(() => import('../../features/desk/money/GiftCardsRoom.tsx')),
  },
  {
    path: 'affiliates',
    title: 'Affiliates',
    can: 'affiliates',
    Room: lazyRoom(() => import('../../features/desk/money/AffiliatesRoom.tsx')),
  },
  {
    path: 'mail',
    title: 'Mail',
    can: 'mails',
    detailTitleOf: ([tab]) => (tab === 'templates' ? 'Templates' : tab),
    Room: lazyRoom(() => import('../../features/desk/mail/MailRoom.tsx')),
  },
  {
    path: 'books',
    title: 'Books & jury',
    can: 'books',
    detailTitleOf: ([slug]) => slug?.replaceAll('-', ' ').replace(/^./, first => first.toUpperCase()),
    Room: lazyRoom(() => import('../../features/desk/books/BooksDesk.tsx')),
  },
  {
    path: 'posts',
    title: 'Posts',
    can: 'posts',
    detailTitleOf: ([which]) => (which === 'new' ? 'New post' : nameless([which ?? ''])),
    Room: lazyRoom(() => import('../../features/desk/posts/PostsRoom.tsx')),
  },
  {
    path: 'site',
    title: 'Site',
    can: 'site',
    detailTitleOf: ([segment]) => siteNames.flatMap(name => (name === segment ? siteLabels[name] : []))[0],
    Room: lazyRoom(() => import('../../features/desk/site/SiteRoom.tsx')),
  },
  {
    path: 'people',
    title: 'People',
    can: 'roles',
    Room: lazyRoom(() => import('../../features/desk/members/PeopleRoom.tsx')),
  },
  {
    path: 'history',
    title: 'History',
    can: 'history',
    Room: lazyRoom(() => import('../../features/desk/history/HistoryRoom.tsx')),
  },
]
