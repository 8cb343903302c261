import { Link } from 'react-router'
import * as api from '../../../../shared/api.ts'
import { type ColumnOf, DeskList } from '../../../domain/desk/DeskList.tsx'
import { Moment } from '../../../domain/desk/Moment.tsx'
import { HideForm } from './HideForm.tsx'
import { shownOrHidden } from './shown-or-hidden.ts'

const columns: ColumnOf<typeof api.desk.reports.comments>[] = [
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
    <DeskList
      endpoint={api.desk.reports.comments}
      title="Comments"
      one="comment"
      keyOf={row => row.comment_id}
      columns={columns}
      filters={[shownOrHidden]}
      search="Words or company"
      empty="No comments yet."
      defaultSort="newest"
    />
  )
}
