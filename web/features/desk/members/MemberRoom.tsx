import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import type { AdminMemberDetails } from '../../../../shared/api/desk/members.ts'
import * as api from '../../../../shared/api.ts'
import { countryName, formatDate, formatNumber } from '../../../../shared/rules/format.ts'
import { type Role, roles } from '../../../../shared/rules/roles.ts'
import { actInWords } from '../../../../shared/staff-acts.ts'
import { ActForm } from '../../../domain/desk/ActForm.tsx'
import { Change } from '../../../domain/desk/Change.tsx'
import { useDetailTitle } from '../../../domain/desk/detail-title.tsx'
import { FormPlace } from '../../../domain/desk/FormPlace.tsx'
import { Moment } from '../../../domain/desk/Moment.tsx'
import { Acts, Facts, Section } from '../../../domain/desk/Section.tsx'
import { statusOf } from '../../../lib/api/query-client.ts'
import { useSession } from '../../../lib/session/session.ts'
import { ButtonLink } from '../../../ui/controls/Button.tsx'
import { SelectField, TextArea, TextField } from '../../../ui/controls/Field.tsx'
import { LoadError } from '../../../ui/messages/LoadError.tsx'
import styles from './MemberRoom.module.css'
import { memberQuery } from './queries.ts'
import { ResetFactor } from './ResetFactor.tsx'
import { stateInWords } from './states.ts'

/** The state, and the end of a suspension. */
const stateOf = ({ state, suspended_until }: AdminMemberDetails) =>
  suspended_until ? (
    <>
      {stateInWords(state)} until <Moment at={suspended_until} />
    </>
  ) : (
    stateInWords(state)
  )

/** One account: its facts, the acts of staff on it, and its time line. */
export function MemberRoom({ id }: { id: string }) {
  const { data: member, error, isError, refetch } = useQuery(memberQuery(id))
  useDetailTitle(member ? member.name || member.username : isError ? id : undefined)
  if (isError && !member)
    return (
      <LoadError what="The member" error={error} onRetry={refetch}>
        {[400, 404].includes(statusOf(error)) ? 'There is no such account.' : undefined}
      </LoadError>
    )
  if (!member) return null
  const { subscription } = member
  return (
    <>
      <Facts
        facts={[
          ['Company', member.company],
          ['Username', member.username],
          ...(member.lookalikes.length ? [lookalikesOf(member)] : []),
          ['Email', member.email],
          ['Role', member.role],
          ['State', stateOf(member)],
          ['Paid until', member.member_expire ? formatDate(member.member_expire) : '–'],
          ['Subscription', subscription ? `${subscription.plan}, ${subscription.status}` : 'none'],
          ['Country', countryName(member.country) || '–'],
          ['Logos', formatNumber(member.logo_ct)],
          ['Joined', formatDate(member.member_since)],
        ]}
      />
      {member.state !== 'closed' && <MemberActs member={member} />}
      {member.grants.length > 0 && <Grants member={member} />}
      <Section title="Timeline">
        <ol className={styles.line}>
          {member.timeline.map((moment, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: moments have no number of their own
            <li key={`${moment.at} ${i}`}>
              <Moment at={moment.at} />
              <span className={styles.kind}>{moment.kind}</span>
              <span className={styles.what}>
                {actInWords(moment.what)}
                {moment.detail && <span className={styles.detail}>{moment.detail}</span>}
                {moment.change && (
                  <span className={styles.detail}>
                    <Change what={moment.what} before={moment.change[0]} after={moment.change[1]} />
                  </span>
                )}
                {moment.who && <span className={styles.detail}>by {moment.who}</span>}
                {moment.why && <q>{moment.why}</q>}
              </span>
            </li>
          ))}
        </ol>
      </Section>
    </>
  )
}

/** The members whose company could be confused with this one's. */
const lookalikesOf = ({ lookalikes }: AdminMemberDetails) =>
  [
    'Similar company name',
    lookalikes.map(({ designer_id, username, company }, i) => (
      <span key={designer_id}>
        {i > 0 && ', '}
        <Link to={`/admin/members/${designer_id}`}>{company}</Link> ({username})
      </span>
    )),
  ] as const

function MemberActs({ member }: { member: AdminMemberDetails }) {
  const can = useSession()?.can ?? []
  return (
    <Section title="Actions">
      <Acts about={member.name || member.username}>
        <Note member={member} />
        {can.includes('mails') && (
          <ActForm
            endpoint={api.desk.members.sendPassword}
            label="Send password reset"
            why="none"
            done="The email is on its way."
            inputOf={() => ({ designer_id: member.designer_id })}
          />
        )}
        {can.includes('grants') && <Grant member={member} isLong={can.includes('grants-long')} />}
        {can.includes('suspend') &&
          (member.suspended_until ? <LiftSuspension member={member} /> : <Suspend member={member} />)}
        {can.includes('roles') && <ChangeRole member={member} />}
        {can.includes('roles') && <ResetFactor designerId={member.designer_id} />}
        {can.includes('roles') && (
          <ActForm
            endpoint={api.desk.members.update}
            label="Close account"
            why="required"
            done="The account is closed."
            inputOf={why => ({ designer_id: member.designer_id, closed: 1 as const, why })}
          >
            {() => (
              <p className={styles.warning}>
                This can’t be undone: comments, collections and all logos that are in no book are deleted.
              </p>
            )}
          </ActForm>
        )}
        <ButtonLink size="small" to={`/designers/${member.slug}`}>
          Profile
        </ButtonLink>
        {can.includes('mails') && (
          <ButtonLink size="small" to={`/admin/mail?${new URLSearchParams({ q: member.email })}`}>
            Emails
          </ButtonLink>
        )}
      </Acts>
    </Section>
  )
}

function Note({ member: { designer_id } }: { member: AdminMemberDetails }) {
  const [note, setNote] = useState('')
  return (
    <ActForm
      endpoint={api.desk.members.update}
      label="Note"
      why="required"
      fields={['note']}
      done="The note is saved."
      onDone={() => setNote('')}
      inputOf={why => (note.trim() ? { designer_id, note, why } : undefined)}
    >
      {errorOf => (
        <TextArea
          label="Note for staff"
          value={note}
          maxLength={2000}
          error={errorOf('note')}
          onChange={event => setNote(event.target.value)}
        />
      )}
    </ActForm>
  )
}

function Grant({ member: { designer_id }, isLong }: { member: AdminMemberDetails; isLong: boolean }) {
  const [days, setDays] = useState('31')
  return (
    <ActForm
      endpoint={api.desk.money.give}
      label="Extend membership"
      why="optional"
      fields={['days']}
      done="The membership is extended."
      inputOf={why => (/^[1-9]\d{0,2}$/.test(days) ? { designer_id, days: Number(days), why } : undefined)}
    >
      {errorOf => (
        <TextField
          label="Days"
          inputMode="numeric"
          value={days}
          hint={isLong ? '1 to 731' : 'At most 31 in a year'}
          error={errorOf('days')}
          onChange={event => setDays(event.target.value)}
        />
      )}
    </ActForm>
  )
}

function Suspend({ member: { designer_id } }: { member: AdminMemberDetails }) {
  const [day, setDay] = useState('')
  return (
    <ActForm
      endpoint={api.desk.members.update}
      label="Suspend"
      why="required"
      fields={['suspended_until']}
      done="The account is suspended."
      inputOf={why => (day ? { designer_id, suspended_until: `${day}T00:00:00Z`, why } : undefined)}
    >
      {errorOf => (
        <>
          <p className={styles.explanation}>
            They can still read and export, but not post. They get your reason by email, with a link to
            appeal.
          </p>
          <TextField
            label="Until (UTC)"
            type="date"
            value={day}
            error={errorOf('suspended_until')}
            onChange={event => setDay(event.target.value)}
          />
        </>
      )}
    </ActForm>
  )
}

function LiftSuspension({ member: { designer_id } }: { member: AdminMemberDetails }) {
  return (
    <ActForm
      endpoint={api.desk.members.update}
      label="Lift suspension"
      why="optional"
      done="The suspension is lifted."
      inputOf={why => ({ designer_id, suspended_until: null, why })}
    />
  )
}

function ChangeRole({ member: { designer_id, role: present } }: { member: AdminMemberDetails }) {
  const [role, setRole] = useState<Role>(present)
  return (
    <ActForm
      endpoint={api.desk.members.update}
      label="Change role"
      why="required"
      fields={['role']}
      done="The role is changed."
      inputOf={why => (role === present ? undefined : { designer_id, role, why })}
    >
      {errorOf => (
        <SelectField
          label="Role"
          value={role}
          error={errorOf('role')}
          onChange={event => setRole(roles.find(each => each === event.target.value) ?? present)}
        >
          {roles.map(each => (
            <option key={each}>{each}</option>
          ))}
        </SelectField>
      )}
    </ActForm>
  )
}

function Grants({ member }: { member: AdminMemberDetails }) {
  const can = useSession()?.can ?? []
  return (
    <Section title="Membership">
      <ul className={styles.grants}>
        {member.grants.map(grant => (
          <FormPlace key={grant.grant_id}>
            {place => (
              <li data-reversed={grant.reversed_at !== null || undefined}>
                <span className={styles.period}>
                  {formatDate(grant.starts_on)} – {formatDate(grant.ends_on)}
                </span>
                <span>
                  {grant.source === 'admin'
                    ? grant.given_by
                      ? `from ${grant.given_by}`
                      : 'from the command line'
                    : grant.source.replace('_', ' ')}
                  {grant.reversed_at && ', revoked'}
                  {grant.why && <q>{grant.why}</q>}
                </span>
                {can.includes('grants') && grant.source === 'admin' && !grant.reversed_at && (
                  <ActForm
                    endpoint={api.desk.money.revokeGrant}
                    label="Revoke"
                    about={`${formatDate(grant.starts_on)} to ${formatDate(grant.ends_on)}`}
                    why="required"
                    done="The extension is revoked."
                    inputOf={why => ({ grant_id: grant.grant_id, why })}
                  />
                )}
                <div ref={place.ref} className={styles.under} />
              </li>
            )}
          </FormPlace>
        ))}
      </ul>
    </Section>
  )
}
