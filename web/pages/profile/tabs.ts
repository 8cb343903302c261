import type { Session } from '../../../shared/api/auth.ts'
import type { Profile } from '../../../shared/api/designers.ts'

/** A profile's tabs in order. The lists of followers are linked from the header's figures instead. */
export const tabs = {
  logos: 'Logos',
  awards: 'Awards',
  collections: 'Collections',
  likes: 'Likes',
  about: 'About',
}
export type Tab = keyof typeof tabs

/** Props of each tab: the profile, and whether it is the viewer's own. */
export type TabProps = { profile: Profile; isOwn: boolean }

/** The tabs that this viewer sees; About always. */
export function visibleTabs(profile: Profile, session: Session | null): Tab[] {
  const isOwn = session?.designerId === profile.designer_id
  const isVisible: Record<Tab, boolean> = {
    logos: isOwn || profile.logo_count > 0,
    awards: isOwn || profile.award_count > 0,
    collections: session !== null && (isOwn || profile.collection_count > 0),
    likes: isOwn,
    about: true,
  }
  return (Object.keys(tabs) as Tab[]).filter(name => isVisible[name])
}
