import { Menu } from '@base-ui/react/menu'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Session } from '../../../shared/api/auth.ts'
import { formatCount } from '../../lib/format.ts'
import { profileQuery } from '../../lib/profile.ts'
import { useSignOut } from '../../lib/session.ts'
import { setTheme, type Theme, themes, useTheme } from '../../lib/theme.ts'
import { Avatar } from '../../ui/Avatar.tsx'

import styles from './AccountMenu.module.css'

type Props = {
  session: Session
  /** It was pressed before its code had come. */
  isInitiallyOpen: boolean
  label: string
  className: string
  trigger: ReactNode
}

const themeNames = { light: 'Light', dark: 'Dark', system: 'System' } satisfies Record<Theme, string>

export default function AccountMenu({ session, isInitiallyOpen, label, className, trigger }: Props) {
  const [isOpen, setIsOpen] = useState(isInitiallyOpen)
  const { data: profile } = useQuery({ ...profileQuery(undefined), enabled: isOpen && session.isActive })
  const { mutate: signOut } = useSignOut()
  const navigate = useNavigate()
  const theme = useTheme()

  // Whoever scrolls on is done with it. While it is open the page itself is held still.
  useEffect(() => {
    if (!isOpen) return
    const close = (event: WheelEvent) => event.deltaY > 0 && setIsOpen(false)
    addEventListener('wheel', close, { passive: true })
    return () => removeEventListener('wheel', close)
  }, [isOpen])

  return (
    <Menu.Root open={isOpen} onOpenChange={setIsOpen}>
      <Menu.Trigger className={className} aria-label={label}>
        {trigger}
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner
          className={styles.positioner}
          align="end"
          alignOffset={6}
          sideOffset={8}
          collisionPadding={8}
        >
          <Menu.Popup className={styles.menu}>
            <Menu.Item
              className={styles.profile}
              onClick={() => navigate('/designers?tab=logos', { state: { user: true } })}
            >
              <Avatar url={session.avatar} size={44} />
              <span className={styles.who}>
                <span className={styles.company}>{session.company}</span>
                <span className={styles.counts}>
                  {profile
                    ? `${formatCount(profile.logo_count, 'logo')} · ${formatCount(profile.award_count, 'award')}`
                    : 'Profile'}
                </span>
              </span>
            </Menu.Item>
            <Menu.Separator className={styles.line} />
            <Menu.RadioGroup value={theme} onValueChange={value => setTheme(value as Theme)}>
              <Menu.GroupLabel className={styles.label}>Theme</Menu.GroupLabel>
              {themes.map(choice => (
                <Menu.RadioItem key={choice} value={choice} className={styles.item}>
                  {themeNames[choice]}
                  <Menu.RadioItemIndicator className={styles.dot} />
                </Menu.RadioItem>
              ))}
            </Menu.RadioGroup>
            <Menu.Separator className={styles.line} />
            <Menu.Item className={styles.item} onClick={() => signOut()}>
              Log Out
            </Menu.Item>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}
