import { Link } from 'react-router'
import type { ModeratedComment } from '../../../../shared/api/desk/reports.ts'
import * as api from '../../../../shared/api.ts'
import type { InputOf } from '../../../../shared/endpoint.ts'
import { type Column, DeskList } from '../../../domain/desk/DeskList.tsx'
import { Moment } from '../../../domain/desk/Moment.tsx'
import { call } from '../../../lib/api/call.ts'
import { HideForm } from './HideForm.tsx'
import { shownOrHidden } from './shown-or-hidden.ts'

const columns: Column<ModeratedComment>[] = [
  { label: 'Comment', cell: row => <Link to={`/logo/${row.logo_id}`}>{row.comment}</Link>, isText: true },
  {
    label: 'By',
    cell: row => <Link to={`/designers/${row.slug}?tab=logos`}>{row.company}</Link>,
    isText: true,
  },
  { label: 'Under', cell: row => row.logo, isText: true },
  { label: 'Written', cell: row => <Moment at={row.date_added} />, sorts: ['newest', 'oldest'] },
  { label: 'Open reports', cell: row => row.open_reports || '', isNumber: true },
  {
    label: 'Actions',
    cell: row => (
      <HideForm
        kind="comment"
        id={row.comment_id}
        name={`the comment by ${row.company}`}
        isHidden={row.is_hidden === 1}
        why={row.hidden_by === 'reports' ? 'Hidden by three reports' : row.hidden_why}
      />
    ),
    isText: true,
  },
]

/** Every comment to skim, newest first. */
export default function CommentsRoom() {
  return (
    <DeskList<ModeratedComment>
      path={api.desk.reports.comments.path}
      title="Comments"
      one="comment"
      read={(query, signal) =>
        call(api.desk.reports.comments, query as InputOf<typeof api.desk.reports.comments>, { signal })
      }
      keyOf={row => row.comment_id}
      columns={columns}
      filters={[shownOrHidden]}
      search="Words or company"
      empty="No comments yet."
      defaultSort="newest"
    />
  )
}
