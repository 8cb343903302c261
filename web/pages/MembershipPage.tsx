import { Membership } from '../features/membership/Membership.tsx'
import { MembersOnly } from '../ui/MembersOnly.tsx'
import { Page } from '../ui/Page.tsx'
import styles from './MembershipPage.module.css'

export default function MembershipPage() {
  return (
    <MembersOnly title="Account Settings">
      <Page title="Account Settings">
        <h1 className={styles.title} tabIndex={-1}>
          Account Settings
        </h1>
        <Membership />
      </Page>
    </MembersOnly>
  )
}
