import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import * as api from '../../../../shared/api.ts'
import { CallError } from '../../../../shared/endpoint.ts'
import { ActForm } from '../../../domain/desk/ActForm.tsx'
import { deskKey } from '../../../domain/desk/acts.ts'
import { type ColumnOf, DeskList } from '../../../domain/desk/DeskList.tsx'
import { Moment } from '../../../domain/desk/Moment.tsx'
import { Tabs } from '../../../domain/desk/Tabs.tsx'
import { call } from '../../../lib/api/call.ts'
import { LoadError } from '../../../ui/messages/LoadError.tsx'
import styles from './MailRoom.module.css'

const tabs = [
  ['', 'Outbox'],
  ['templates', 'Templates'],
] as const

const columns: ColumnOf<typeof api.desk.mail.list>[] = [
  { label: 'Subject', cell: mail => mail.subject || '(text deleted)', isText: true },
  { label: 'To', cell: mail => mail.to_address, isText: true },
  { label: 'Kind', cell: mail => mail.kind },
  { label: 'State', cell: mail => mail.state },
  { label: 'Written', cell: mail => <Moment at={mail.created_at} />, sorts: ['newest', 'oldest'] },
  { label: 'Problem', cell: mail => mail.problem, isText: true },
  {
    label: 'Actions',
    cell: mail =>
      mail.state !== 'queued' && (
        <ActForm
          endpoint={api.desk.mail.again}
          label="Send again"
          about={`“${mail.subject}” to ${mail.to_address}`}
          why="none"
          done="The email is queued."
          inputOf={() => ({ mail_id: mail.mail_id })}
        />
      ),
  },
]

/** The outbox, and a preview of every kind of mail. */
export default function MailRoom({ rest: [tab = '', name] }: { rest: string[] }) {
  return (
    <>
      <Tabs label="Mail" base="/admin/mail" tabs={tabs} current={tab} />
      {tab === 'templates' ? <Templates name={name} /> : <Outbox />}
    </>
  )
}

function Outbox() {
  return (
    <DeskList
      endpoint={api.desk.mail.list}
      title="Emails"
      hasAddresses
      one="email"
      keyOf={mail => mail.mail_id}
      columns={columns}
      filters={[
        {
          name: 'state',
          label: 'State',
          options: [
            ['queued', 'queued'],
            ['sent', 'sent'],
            ['dead', 'not delivered'],
          ],
        },
      ]}
      search="Address, subject or kind"
      empty="No email has been sent yet."
      defaultSort="newest"
    />
  )
}

function Templates({ name }: { name: string | undefined }) {
  const { data, error, isError, refetch } = useQuery({
    queryKey: [deskKey, 'templates'],
    queryFn: async ({ signal }) => {
      const answer = await call(api.desk.mail.templates, { page_size: 200 }, { signal })
      if (!('data' in answer)) throw new CallError(500, { error: 'A list was expected.' })
      return answer.data
    },
  })
  if (isError) return <LoadError what="The templates" error={error} onRetry={refetch} />
  if (!data) return null
  return (
    <div className={styles.templates}>
      <ul>
        {data.map(template => (
          <li key={template.name}>
            <Link
              to={`/admin/mail/templates/${template.name}`}
              aria-current={template.name === name ? 'page' : undefined}
            >
              {template.subject}
              <span>{template.name}</span>
            </Link>
          </li>
        ))}
      </ul>
      {name && <Preview key={name} name={name} />}
    </div>
  )
}

function Preview({ name }: { name: string }) {
  const { data, error, isError, refetch } = useQuery({
    queryKey: [deskKey, 'templates', name],
    queryFn: async ({ signal }) => {
      const answer = await call(api.desk.mail.templates, { name }, { signal })
      if ('data' in answer) throw new CallError(404, { error: 'No such template' })
      return answer
    },
  })
  if (isError) return <LoadError what="The email" error={error} onRetry={refetch} />
  if (!data) return null
  return (
    <article className={styles.preview} aria-label={data.subject}>
      <h2>{data.subject}</h2>
      {/* Sandboxed, so that no script of a mail runs and no link is followed here. */}
      <iframe title="As HTML" src={`${api.desk.mail.templates.path}/${name}`} sandbox="" />
      <h3>As text</h3>
      <pre>{data.text}</pre>
    </article>
  )
}
