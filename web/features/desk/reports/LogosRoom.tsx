import { Link } from 'react-router'
import * as api from '../../../../shared/api.ts'
import { type ColumnOf, DeskList } from '../../../domain/desk/DeskList.tsx'
import { Moment } from '../../../domain/desk/Moment.tsx'
import { HideForm } from './HideForm.tsx'
import { shownOrHidden } from './shown-or-hidden.ts'
import { Thumbnail } from './Thumbnail.tsx'

const columns: ColumnOf<typeof api.desk.reports.logos>[] = [
  {
    label: 'Logo',
    cell: logo => (
      <Link to={`/logo/${logo.logo_id}`} aria-label={logo.logo}>
        <Thumbnail picture={logo} alt="" />
      </Link>
    ),
  },
  { label: 'Title', cell: logo => logo.logo, isText: true },
  {
    label: 'By',
    cell: logo => <Link to={`/designers/${logo.slug}?tab=logos`}>{logo.company}</Link>,
    isText: true,
  },
  { label: 'Uploaded', cell: logo => <Moment at={logo.upload_date} />, sorts: ['newest', 'oldest'] },
  { label: 'Open reports', cell: logo => logo.open_reports || '', isNumber: true },
  {
    label: 'Actions',
    cell: logo => (
      <HideForm
        kind="logo"
        id={logo.logo_id}
        name={logo.logo}
        isHidden={logo.is_hidden === 1}
        why={logo.hidden_by === 'reports' ? 'Hidden by three reports' : logo.hidden_why}
      />
    ),
    isText: true,
  },
]

/** Every logo to skim, newest first. */
export default function LogosRoom() {
  return (
    <DeskList
      endpoint={api.desk.reports.logos}
      title="Logos"
      one="logo"
      keyOf={logo => logo.logo_id}
      columns={columns}
      filters={[shownOrHidden]}
      search="Title or company"
      empty="No logos yet."
      defaultSort="newest"
    />
  )
}
