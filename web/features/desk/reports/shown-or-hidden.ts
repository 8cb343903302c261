import type * as api from '../../../../shared/api.ts'
import type { FilterOf } from '../../../domain/desk/DeskList.tsx'

export const shownOrHidden: FilterOf<typeof api.desk.reports.logos | typeof api.desk.reports.comments> = {
  name: 'state',
  label: 'State',
  options: [
    ['shown', 'shown'],
    ['hidden', 'hidden'],
  ],
}
