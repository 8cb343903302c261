import { useQueryClient } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useParams } from 'react-router'
import { FormSkeleton } from '../features/account/FormSkeleton.tsx'
import { sessionsQuery } from '../features/account/queries.ts'
import { YourData } from '../features/account/YourData.tsx'
import { part } from '../lib/part.tsx'
import { useSession } from '../lib/session.ts'
import { MembersOnly } from '../ui/MembersOnly.tsx'
import { MissingPart } from '../ui/Missing.tsx'
import { Page } from '../ui/Page.tsx'
import { TabLink, TabRow } from '../ui/TabRow.tsx'
import styles from './AccountPage.module.css'

const ContactForm = part(() => import('../features/account/ContactForm.tsx'), MissingPart)
const ProfileForm = part(() => import('../features/account/ProfileForm.tsx'), MissingPart)
const PasswordForm = part(
  async () => ({ default: (await import('../features/auth/PasswordForm.tsx')).PasswordForm }),
  MissingPart,
)
const Membership = part(
  async () => ({ default: (await import('../features/membership/Membership.tsx')).Membership }),
  MissingPart,
)
const Payments = part(() => import('../features/membership/Payments.tsx'), MissingPart)
const Sessions = part(() => import('../features/account/Sessions.tsx'), MissingPart)

const sections = {
  'contact-info': { name: 'Contact Info', fields: 8 },
  'edit-profile': { name: 'Profile', fields: 10 },
  password: { name: 'Password', fields: 2 },
  membership: { name: 'Membership', fields: 3 },
}
type Section = keyof typeof sections

/** Everything about one's own account, in parts. */
export default function AccountPage() {
  const { section: asked = '' } = useParams()
  const queryClient = useQueryClient()
  const session = useSession()
  const section = asked in sections ? (asked as Section) : 'contact-info'

  // The others would lead whose membership has ended to checkout.
  const visible = Object.entries(sections).filter(
    ([path]) => session?.isActive !== false || path === 'membership',
  )

  return (
    <MembersOnly title="Account Settings">
      <Page title="Account Settings">
        <div className={styles.page}>
          <h1 className={styles.title} tabIndex={-1}>
            Account Settings
          </h1>
          <div className={styles.tabs}>
            <TabRow label="Account" current={section}>
              {visible.map(([path, { name }]) => (
                <TabLink key={path} to={`/account/${path}`} isCurrent={path === section}>
                  {name}
                </TabLink>
              ))}
            </TabRow>
          </div>
          <Suspense fallback={<FormSkeleton fields={sections[section].fields} />}>
            {section === 'contact-info' && (
              <>
                <ContactForm />
                <YourData />
              </>
            )}
            {section === 'edit-profile' && <ProfileForm />}
            {section === 'password' && (
              <>
                <div className={styles.narrow}>
                  {/* Every other session has ended. */}
                  <PasswordForm onDone={() => queryClient.invalidateQueries(sessionsQuery)} />
                </div>
                <Sessions />
              </>
            )}
            {section === 'membership' && (
              <>
                <Membership />
                <Payments />
                {/* Whose membership has ended has no other part of the account to go to. */}
                {session?.isActive === false && <YourData />}
              </>
            )}
          </Suspense>
        </div>
      </Page>
    </MembersOnly>
  )
}
