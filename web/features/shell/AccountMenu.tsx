import { Menu } from '@base-ui/react/menu'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { Session } from '../../../shared/api/auth.ts'
import { formatCount } from '../../../shared/rules/format.ts'
import { mostUnseen, shortActivity } from '../../../shared/rules/limits.ts'
import { ActivityText } from '../../domain/activity/ActivityText.tsx'
import { shortActivityQuery, unseenQuery } from '../../domain/activity/activity.ts'
import { openActivityStream } from '../../domain/activity/activity-stream.ts'
import { profileQuery } from '../../domain/designers/profile.ts'
import { useSignOut } from '../../lib/session/sign-in.ts'
import { Avatar } from '../../ui/display/Avatar.tsx'
import { RelativeTime } from '../../ui/display/RelativeTime.tsx'
import styles from './AccountMenu.module.css'

type Props = {
  session: Session
  /** The avatar was pressed before this code had loaded. */
  isInitiallyOpen: boolean
  label: string
  className: string
  trigger: ReactNode
}

/** The member's own profile, and the state of links to it. */
const ownProfile = '/designers?tab=logos'
const own = { user: true }

/** The part of Account that stays open when a membership has ended. */
const membership = '/account/membership'

/** The account menu of a member, with its button. */
export default function AccountMenu({ session, isInitiallyOpen, label, className, trigger }: Props) {
  const [isOpen, setIsOpen] = useState(isInitiallyOpen)
  const hasScrolled = useCloseOnScroll(isOpen, () => setIsOpen(false))
  const unseen = useUnseen(session.isActive)
  const news = unseen > mostUnseen ? `${mostUnseen}+` : unseen

  return (
    <Menu.Root open={isOpen} onOpenChange={setIsOpen} modal={false}>
      <Menu.Trigger className={className} aria-label={unseen ? `${label}. Activity, ${news} new` : label}>
        <span className={styles.trigger}>
          {trigger}
          {unseen > 0 && <span className={styles.badge}>{news}</span>}
        </span>
      </Menu.Trigger>
      {/* Announced once when there is news, not for each item. */}
      <span className="visually-hidden" role="status">
        {unseen > 0 && 'There’s something new in your activity.'}
      </span>
      <Menu.Portal>
        <Menu.Positioner
          className={styles.positioner}
          align="end"
          alignOffset={6}
          sideOffset={8}
          collisionPadding={8}
        >
          {/* After scrolling, the focus does not return to the avatar: it would keep the header visible. */}
          <Menu.Popup className={styles.menu} finalFocus={() => !hasScrolled.current}>
            <Items session={session} isOpen={isOpen} news={news} />
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}

type ItemsProps = { session: Session; isOpen: boolean; news: number | string }

function Items({ session, isOpen, news }: ItemsProps) {
  const { mutate: signOut } = useSignOut()
  const { isActive } = session
  return (
    <>
      {isActive && (
        <>
          <Recently isOpen={isOpen} news={news} />
          <Menu.Separator className={styles.line} />
        </>
      )}
      <OwnProfile session={session} isOpen={isOpen} />
      {isActive && (
        <Menu.LinkItem className={styles.item} render={<Link to={ownProfile} state={own} />} closeOnClick>
          Profile
        </Menu.LinkItem>
      )}
      <Menu.LinkItem
        className={styles.item}
        render={<Link to={isActive ? '/account' : membership} />}
        closeOnClick
      >
        Account Settings
      </Menu.LinkItem>
      <Menu.LinkItem className={styles.item} render={<Link to="/faq" />} closeOnClick>
        Help
      </Menu.LinkItem>
      <Menu.Item className={styles.item} onClick={() => signOut()}>
        Log Out
      </Menu.Item>
    </>
  )
}

/** The member's picture, company and counts: a link to the profile, or to the membership that has ended. */
function OwnProfile({ session, isOpen }: Omit<ItemsProps, 'news'>) {
  const { data: profile } = useQuery({ ...profileQuery(undefined), enabled: isOpen && session.isActive })
  return (
    <Menu.LinkItem
      className={styles.profile}
      render={session.isActive ? <Link to={ownProfile} state={own} /> : <Link to={membership} />}
      closeOnClick
    >
      <Avatar url={session.avatar} size={44} />
      <span className={styles.who}>
        <span className={styles.company}>{session.company}</span>
        <span className={styles.counts}>
          {profile &&
            `${formatCount(profile.logo_count, 'logo')} · ${formatCount(profile.award_count, 'award')}`}
        </span>
      </span>
    </Menu.LinkItem>
  )
}

const askEveryMs = 60_000

/** The number of unseen items of the feed, from the event stream; polled while there is no stream. */
function useUnseen(isActive: boolean): number {
  const queryClient = useQueryClient()
  const [isHearing, setIsHearing] = useState(false)
  useEffect(() => {
    if (isActive) return openActivityStream(queryClient, setIsHearing)
  }, [isActive, queryClient])
  const { data } = useQuery({
    ...unseenQuery,
    enabled: isActive,
    refetchInterval: !isHearing && askEveryMs,
    refetchOnWindowFocus: !isHearing,
  })
  return isActive && data ? data.unseen : 0
}

/** The newest five activity items, and the number of new ones. */
function Recently({ isOpen, news }: { isOpen: boolean; news: number | string }) {
  const { data, isError } = useQuery({ ...shortActivityQuery, enabled: isOpen })
  // What stands below the placeholders must not move under the pointer when fewer items come.
  const [isReserved] = useState(!data)
  return (
    <div className={styles.events} data-reserved={isReserved || undefined}>
      <Menu.LinkItem className={styles.recently} render={<Link to="/activity" />} closeOnClick>
        Recently
        {news !== 0 && <span className={styles.news}>{news} new</span>}
        <ArrowRight size={16} aria-hidden />
      </Menu.LinkItem>
      {data?.activity.map(item => (
        <Menu.LinkItem
          key={`${item.timestamp} ${item.type} ${item.slug} ${item.logo_id}`}
          className={styles.event}
          render={<Link to={item.logo_id ? `/logo/${item.logo_id}` : `/designers/${item.slug}?tab=logos`} />}
          closeOnClick
        >
          <Avatar url={item.avatar_url} size={28} />
          <span className={styles.text}>
            <ActivityText item={item} />
          </span>
          <RelativeTime at={item.timestamp} className={styles.ago} />
        </Menu.LinkItem>
      ))}
      {!data && !isError && (
        <Menu.Group aria-busy aria-label="Loading">
          {Array.from({ length: shortActivity }, (_, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: identical placeholders
            <div key={i} className={styles.event}>
              <span className={styles.blank} />
              <span className={styles.bar} />
            </div>
          ))}
        </Menu.Group>
      )}
      {isError && !data && <p className={styles.nothing}>Your activity didn’t load.</p>}
      {data?.activity.length === 0 && (
        <p className={styles.nothing}>Likes, saves, comments and new followers appear here.</p>
      )}
    </div>
  )
}

/** Closes the menu when the page scrolls down. Returns a ref that tells whether it was closed that way. */
function useCloseOnScroll(isOpen: boolean, close: () => void) {
  const hasScrolled = useRef(false)
  const onScrollDown = useEffectEvent(close)
  useEffect(() => {
    if (!isOpen) return
    hasScrolled.current = false
    let lastY = scrollY
    const look = () => {
      if (scrollY > lastY) {
        hasScrolled.current = true
        onScrollDown()
      }
      lastY = scrollY
    }
    addEventListener('scroll', look, { passive: true })
    return () => removeEventListener('scroll', look)
  }, [isOpen])
  return hasScrolled
}
